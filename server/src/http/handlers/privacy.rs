//! `/privacy`: the member's choices about being introduced and being seen.

use std::sync::Arc;

use enmusubi_core::privacy::FOREVER;
use enmusubi_core::{Pause, PrivacySettings};
use poem::handler;
use poem::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};

/// The choices of a member. A request needs all of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrivacyBody {
    /// The day on which the member's pause ends (`YYYY-MM-DD`, 1 to 366 days from today), `FOREVER` for a
    /// pause without an end, or null for a member who has not paused.
    #[schema(required)]
    paused_until: Option<String>,
    /// True if people with the same employer, or an unknown one, are not introduced. It does not end earlier
    /// introductions.
    hide_from_colleagues: bool,
    /// True if other members see the employer's name.
    show_employer: bool,
    /// True if a partner sees up to where the member has read, if both chose it.
    read_receipts: bool,
}

impl PrivacyBody {
    fn new(settings: PrivacySettings) -> Json<Self> {
        Json(Self {
            paused_until: match settings.pause {
                Pause::None => None,
                Pause::Until(day) => Some(day.to_string()),
                Pause::Forever => Some(FOREVER.to_owned()),
            },
            hide_from_colleagues: settings.hide_from_colleagues,
            show_employer: settings.show_employer,
            read_receipts: settings.read_receipts,
        })
    }
}

#[utoipa::path(
    get, path = "/privacy", security(("bearer" = [])),
    responses(
        (status = 200, body = PrivacyBody, description = "A pause that is over is null"),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn get_privacy(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<PrivacyBody>> {
    let settings = app.privacy.get(&caller.line_user_id).await?;
    Ok(PrivacyBody::new(settings))
}

#[utoipa::path(
    put, path = "/privacy", request_body = PrivacyBody,
    security(("bearer" = [])),
    responses(
        (status = 200, body = PrivacyBody),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn update_privacy(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<Json<PrivacyBody>> {
    let settings =
        PrivacySettings::parse(body.document()?, app.privacy.today()).map_err(Error::fields)?;
    app.privacy.put(&caller.line_user_id, settings).await?;
    Ok(PrivacyBody::new(settings))
}
