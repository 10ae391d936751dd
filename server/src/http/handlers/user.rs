//! `/user/…`: tickets, login and logout, and what users see of themselves.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat};
use enmusubi_core::{ErrorCode, JsonDocument};
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use poem::{Body, Request, handler};
use secrecy::SecretString;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::deletion::LineAccess;
use crate::features::session;
use crate::http::auth::{Accepts, prove};
use crate::http::dto::{
    DeletionResponse, LoginRequest, LoginResponse, MyInfoResponse, RegistrationRequest,
    RegistrationResponse, ReviewStatusResponse,
};
use crate::http::error_response::ErrorResponse;
use crate::http::request_body;

const LINE_ACCESS_TOKEN: &str = "X-Line-Access-Token";

#[utoipa::path(
    post, path = "/user/registration", operation_id = "create_registration",
    request_body = RegistrationRequest, security(("idToken" = [])),
    responses((status = 200, body = RegistrationResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_registration(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<Json<RegistrationResponse>> {
    let (caller, bytes) = request_body::read_json(app, request, body, Accepts::IdToken).await?;
    let document = JsonDocument::parse(&bytes)?;
    require_own(&document, "account", &caller.line_user_id)?;
    let ticket = app.registrations.issue_token(&caller.line_user_id).await?;
    let expires_at = DateTime::from_timestamp_millis(ticket.expires_at_ms)
        .ok_or_else(|| Error::internal("a ticket outlives the calendar"))?
        .to_rfc3339_opts(SecondsFormat::Millis, true);
    Ok(Json(RegistrationResponse {
        token: ticket.token,
        expires_at,
    }))
}

#[utoipa::path(
    post, path = "/user/login", operation_id = "create_session",
    request_body = LoginRequest, security(("idToken" = [])),
    responses((status = 200, body = LoginResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_session(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<Json<LoginResponse>> {
    let (caller, bytes) = request_body::read_json(app, request, body, Accepts::IdToken).await?;
    let document = JsonDocument::parse(&bytes)?;
    require_own(&document, "account", &caller.line_user_id)?;
    require_own(&document, "password", &caller.line_user_id)?;
    app.accounts.get_review_status(&caller.line_user_id).await?;
    let issued = app
        .sessions
        .open(session::TokenKind::Session, &caller.line_user_id)
        .await?;
    Ok(Json(LoginResponse {
        token: issued.token,
    }))
}

#[utoipa::path(
    post, path = "/user/logout", operation_id = "delete_session", security(("bearer" = [])),
    responses((status = 204), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn delete_session(
    Data(app): Data<&Arc<App>>,
    request: &Request,
) -> Result<StatusCode> {
    let caller = prove(app, request, Accepts::Session).await?;
    if let Some(session) = &caller.session {
        app.sessions.close(session).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    post, path = "/user/logout-everywhere", operation_id = "delete_all_sessions",
    security(("bearer" = [])),
    responses(
        (status = 204, description = "Every session and registration ticket of the account has ended"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn delete_all_sessions(
    Data(app): Data<&Arc<App>>,
    request: &Request,
) -> Result<StatusCode> {
    let caller = prove(app, request, Accepts::Session).await?;
    app.sessions.close_all(&caller.line_user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    delete, path = "/user", operation_id = "delete_user", security(("bearer" = [])),
    params(("X-Line-Access-Token" = Option<String>, Header,
        description = "The LINE access token of the same person, which is used to withdraw at LINE what \
            they allowed the app, and is not kept")),
    responses(
        (status = 200, body = DeletionResponse,
            description = "The account and all that belongs to it are gone, for good"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn delete_user(
    Data(app): Data<&Arc<App>>,
    request: &Request,
) -> Result<Json<DeletionResponse>> {
    let caller = prove(app, request, Accepts::Session).await?;
    let session = caller.session.ok_or_else(session::unknown)?;
    let access_token = request.header(LINE_ACCESS_TOKEN).map(SecretString::from);
    let line_access = app.deletions.delete(session, access_token).await?;
    Ok(Json(DeletionResponse {
        line_access_withdrawn: line_access == LineAccess::Withdrawn,
    }))
}

#[utoipa::path(
    get, path = "/user/my-info", operation_id = "get_my_info", security(("bearer" = [])),
    responses((status = 200, body = MyInfoResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn get_my_info(
    Data(app): Data<&Arc<App>>,
    request: &Request,
) -> Result<Json<MyInfoResponse>> {
    let caller = prove(app, request, Accepts::Session).await?;
    let member = app.accounts.get(&caller.line_user_id).await?;
    Ok(Json(MyInfoResponse::new(app, member)?))
}

#[utoipa::path(
    get, path = "/user/review-status/{userId}", operation_id = "find_review_status",
    params(("userId" = String, Path, description = "The LINE user id")),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 200, body = ReviewStatusResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn find_review_status(
    Data(app): Data<&Arc<App>>,
    Path(user_id): Path<String>,
    request: &Request,
) -> Result<Json<ReviewStatusResponse>> {
    // One answer for every bad proof, so that nobody learns who is registered.
    let refused = || Error::from(ErrorCode::Unauthenticated);
    let caller = match prove(app, request, Accepts::Any).await {
        Ok(caller) if caller.line_user_id == user_id => caller,
        Err(error) if tells_of_us(error.code) => return Err(error),
        Ok(_) | Err(_) => return Err(refused()),
    };
    let review_status = app.accounts.get_review_status(&caller.line_user_id).await?;
    Ok(Json(ReviewStatusResponse { review_status }))
}

/// Whether this says something of the server or of how often one calls, and nothing of the proof.
const fn tells_of_us(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::TooManyRequests | ErrorCode::Unavailable | ErrorCode::Internal
    )
}

/// The body may speak of the proven account only.
fn require_own(document: &JsonDocument, member: &str, line_user_id: &str) -> Result<()> {
    if document.text(member).as_deref() == Some(line_user_id) {
        Ok(())
    } else {
        Err(Error::unauthenticated("The account is not the proven one."))
    }
}
