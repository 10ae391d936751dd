//! `/user-profile`: the submit of the register form, and the picture chosen later.

use std::sync::Arc;

use enmusubi_core::{JsonDocument, UserProfileCreate};
use poem::http::StatusCode;
use poem::web::{Data, Json, WithStatus};
use poem::{Body, IntoResponse, Request, handler};
use uuid::Uuid;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::registration::Registered;
use crate::features::submission::Submission;
use crate::http::auth::{Accepts, Caller};
use crate::http::dto::{AvatarRequest, AvatarResponse, Picture};
use crate::http::error_response::ErrorResponse;
use crate::http::request_body;

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

#[utoipa::path(
    post, path = "/user-profile", operation_id = "create_user_profile",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID: repeats of a request with the same key get the first answer")),
    request_body(content = UserProfileCreate, description = "A payload or a draft of one"),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 201, body = Registered), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_user_profile(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<WithStatus<Json<Registered>>> {
    let (caller, bytes) =
        request_body::read_json(app, request, body, Accepts::IdTokenOrTicket).await?;
    let idempotency_key = idempotency_key(request)?;
    let document = JsonDocument::parse(&bytes)?;
    refuse_another_account(&document, &caller)?;
    let submission = Submission {
        line_user_id: &caller.line_user_id,
        document: &document,
        bytes: &bytes,
        idempotency_key,
    };
    let registered = app.registrations.register(submission).await?;
    Ok(Json(registered).with_status(StatusCode::CREATED))
}

#[utoipa::path(
    put, path = "/user-profile/avatar", operation_id = "update_avatar",
    request_body = AvatarRequest, security(("bearer" = [])),
    responses((status = 200, body = AvatarResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn update_avatar(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<Json<AvatarResponse>> {
    let (caller, bytes) = request_body::read_json(app, request, body, Accepts::Session).await?;
    let name = JsonDocument::parse(&bytes)?
        .text("avatar")
        .ok_or_else(|| Error::malformed("The avatar should be an upload's name."))?;
    app.accounts
        .choose_avatar(&caller.line_user_id, &name)
        .await?;
    Ok(Json(AvatarResponse {
        avatar: Picture::new(app, name),
    }))
}

/// A missing account is for the rules to judge; someone else's is not for us to check.
pub(crate) fn refuse_another_account(document: &JsonDocument<'_>, caller: &Caller) -> Result<()> {
    let account = document.text("account");
    if account.is_some_and(|account| account != caller.line_user_id) {
        return Err(Error::unauthenticated("The account is not the proven one."));
    }
    Ok(())
}

pub(crate) fn idempotency_key(request: &Request) -> Result<Option<Uuid>> {
    match request.headers().get(IDEMPOTENCY_KEY) {
        None => Ok(None),
        Some(value) => value
            .to_str()
            .ok()
            .and_then(|text| Uuid::try_parse(text.trim()).ok())
            .map(Some)
            .ok_or_else(|| Error::malformed("The idempotency key should be a UUID.")),
    }
}
