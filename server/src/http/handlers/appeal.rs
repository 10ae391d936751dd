//! `/user-profile/appeal`: a rejected member asks for another review.

use std::sync::Arc;

use enmusubi_core::parse_appeal;
use poem::handler;
use poem::web::{Data, Json};
use utoipa::ToSchema;

use super::user_profile::ReviewStatusResponse;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::auth::SessionCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct AppealRequest {
    /// The reasons for which the member asks for another review: 1 to 1000 characters. Line feeds are allowed.
    text: String,
}

#[utoipa::path(
    put, path = "/user-profile/appeal",
    request_body = AppealRequest, security(("bearer" = [])),
    responses(
        (status = 200, body = ReviewStatusResponse,
            description = "The profile waits for another reviewer. The same text again gets the same answer until \
                that reviewer has decided"),
        (status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile was rejected within the last 180 days and the member has not \
                appealed before"),
    ),
)]
#[handler]
pub(crate) async fn appeal_against_rejection(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<SessionCaller, ObjectText>,
) -> Result<Json<ReviewStatusResponse>> {
    let text = parse_appeal(body.document()?).map_err(|error| Error::fields([error]))?;
    let line_user_id = &caller.session.line_user_id;
    let review_status = app.reviews.appeal(line_user_id, &text).await?;
    Ok(ReviewStatusResponse::new(review_status, false))
}
