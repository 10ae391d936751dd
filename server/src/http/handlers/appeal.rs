//! `/user-profile/appeal`: a rejected member asks for another review.

use std::sync::Arc;

use enmusubi_core::limits::APPEAL_TEXT;
use poem::handler;
use poem::web::{Data, Json};
use utoipa::ToSchema;

use super::user_profile::ReviewStatusResponse;
use crate::app::App;
use crate::error::Result;
use crate::http::auth::SessionCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, lines, required};
use crate::http::request_body::JsonRequest;

/// The appeal against a rejection.
#[derive(ToSchema)]
pub(crate) struct AppealRequest {
    /// The reasons for which the member asks for another review: 1 to 1000 characters. Line feeds are allowed.
    text: String,
}

impl FromMembers for AppealRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let text = members.read("text", |text| required(lines(text, APPEAL_TEXT)?))?;
        Some(Self { text })
    }
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
    JsonRequest { caller, body }: JsonRequest<SessionCaller, AppealRequest>,
) -> Result<Json<ReviewStatusResponse>> {
    let line_user_id = &caller.session.line_user_id;
    let review_status = app.reviews.appeal(line_user_id, &body.text).await?;
    Ok(ReviewStatusResponse::new(review_status, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::members::testing::read;

    #[test]
    fn an_appeal_has_a_text_within_the_limit() {
        let appeal: AppealRequest = read(r#"{"text": " Please look.\nIt is me. "}"#).unwrap();
        assert_eq!(appeal.text, "Please look.\nIt is me.");
        let code = |body: &str| match read::<AppealRequest>(body) {
            Ok(_) => None,
            Err(rules) => Some(rules.concat()),
        };
        let refused = |code: &str| Some(vec!["text".to_owned(), code.to_owned()]);
        for body in ["{}", r#"{"text": null}"#, r#"{"text": "  "}"#] {
            assert_eq!(code(body), refused("required"), "{body}");
        }
        assert_eq!(code(r#"{"text": [1]}"#), refused("wrong_type"));
        let of = |n: usize| format!(r#"{{"text": "{}"}}"#, "愛".repeat(n));
        assert_eq!(code(&of(1000)), None);
        assert_eq!(code(&of(1001)), refused("length"));
    }
}
