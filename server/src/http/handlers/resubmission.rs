//! `/user-profile/resubmission`: the fields a reviewer asked for.

use std::sync::Arc;

use enmusubi_core::{JsonDocument, UserProfileCreate};
use poem::web::{Data, Json};
use poem::{Body, Request, handler};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::user_profile::{idempotency_key, refuse_another_account};
use crate::app::App;
use crate::error::Result;
use crate::features::submission::Submission;
use crate::http::auth::Accepts;
use crate::http::dto::ReviewStatusResponse;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body;

#[utoipa::path(
    put, path = "/user-profile/resubmission", operation_id = "resubmit_user_profile",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID: repeats of a request with the same key get the first answer")),
    request_body(content = ResubmissionRequest,
        description = "Some of the fields that `review.askedFields` of one's own info names, and no other"),
    security(("bearer" = [])),
    responses((status = 200, body = ReviewStatusResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn resubmit_user_profile(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<Json<ReviewStatusResponse>> {
    let (caller, bytes) = request_body::read_json(app, request, body, Accepts::Session).await?;
    let idempotency_key = idempotency_key(request)?;
    let document = JsonDocument::parse(&bytes)?;
    refuse_another_account(&document, &caller)?;
    let submission = Submission {
        line_user_id: &caller.line_user_id,
        document: &document,
        bytes: &bytes,
        idempotency_key,
    };
    let review_status = app.resubmissions.resubmit(submission).await?;
    Ok(Json(ReviewStatusResponse { review_status }))
}

/// Any fields of a profile but those that say whose it is.
struct ResubmissionRequest;

impl PartialSchema for ResubmissionRequest {
    fn schema() -> RefOr<Schema> {
        let mut schema = UserProfileCreate::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.properties.remove("account");
            object.properties.remove("password");
            object.required.clear();
        }
        schema
    }
}

impl ToSchema for ResubmissionRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}
