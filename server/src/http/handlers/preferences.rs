//! `/preferences`: the wishes of a member about the people they meet.

use std::sync::Arc;

use enmusubi_core::{Condition, MatchGender};
use poem::handler;
use poem::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::clock::rfc_3339;
use crate::error::Result;
use crate::features::introduction::PreferencesNow;
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct PreferencesRequest {
    match_gender: Option<MatchGender>,
    value_item: Option<Vec<Condition>>,
    recommend_distance_km: Option<i32>,
}

/// The preferences of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PreferencesResponse {
    match_gender: MatchGender,
    /// The conditions, one of each type at most.
    value_item: Vec<Condition>,
    /// The largest distance in kilometres; 0 is any distance.
    recommend_distance_km: i32,
    /// The time of the next daily set, the first to use these preferences: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    effective_at: String,
}

impl PreferencesResponse {
    fn new(now: PreferencesNow) -> Json<Self> {
        Json(Self {
            match_gender: now.profile.match_gender,
            value_item: now.profile.value_item,
            recommend_distance_km: now.profile.recommend_distance_km,
            effective_at: rfc_3339(now.effective_at),
        })
    }
}

#[utoipa::path(
    get, path = "/preferences", security(("bearer" = [])),
    responses(
        (status = 200, body = PreferencesResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn get_preferences(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<PreferencesResponse>> {
    let preferences = app.preferences.get(&caller.line_user_id).await?;
    Ok(PreferencesResponse::new(preferences))
}

#[utoipa::path(
    put, path = "/preferences",
    request_body(content = PreferencesRequest,
        description = "One of the three fields or more. An absent field keeps its value"),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PreferencesResponse, description = "The same preferences again change nothing"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved, and for any other field. E005 if one of the \
                fields was changed three times in seven days; nothing is changed then. `fields` names each of \
                these with the code `too_many` and the number of changes as `max`",
        ),
    ),
)]
#[handler]
pub(crate) async fn update_preferences(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<Json<PreferencesResponse>> {
    let document = body.document()?;
    let preferences = app.preferences.put(&caller.line_user_id, &document).await?;
    Ok(PreferencesResponse::new(preferences))
}
