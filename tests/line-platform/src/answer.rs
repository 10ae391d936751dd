//! Parts that all calls share: LINE's errors, and the owner of an access token.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::Json;
use poem::{IntoResponse as _, Request, Response, Result};
use serde_json::{Value, json};

use crate::memory::Grant;
use crate::state::{State, now_s};

pub(crate) type Shared = Arc<State>;

/// Returns JSON with 200.
pub(crate) fn ok(body: Value) -> Response {
    Json(body).into_response()
}

/// Returns an error in the format of the LIFF and messaging servers.
pub(crate) fn error(status: StatusCode, message: &str) -> Response {
    Json(json!({ "message": message }))
        .with_status(status)
        .into_response()
}

/// Returns an error in the format of the login servers, which is that of OAuth.
pub(crate) fn oauth_error(error: &str, description: &str) -> Response {
    Json(json!({ "error": error, "error_description": description }))
        .with_status(StatusCode::BAD_REQUEST)
        .into_response()
}

/// Returns the error of this status, with LINE's text if it is known.
pub(crate) fn error_of(status: u16) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let message = match status {
        StatusCode::UNAUTHORIZED => "The access token revoked",
        StatusCode::FORBIDDEN => "user doesn't grant required permissions yet",
        StatusCode::TOO_MANY_REQUESTS => "The API rate limit has been exceeded. Try again later.",
        _ => status.canonical_reason().unwrap_or("error"),
    };
    error(status, message)
}

/// Returns the owner of a valid access token with this scope, or LINE's refusal.
pub(crate) fn require_grant(state: &Shared, request: &Request, scope: &str) -> Result<Grant> {
    let refuse = |message| poem::Error::from_response(error(StatusCode::UNAUTHORIZED, message));
    let grant = find_grant(state, request).ok_or_else(|| refuse("The access token revoked"))?;
    if grant.ends_at_s <= now_s() {
        return Err(refuse("The access token expired"));
    }
    if !scope.is_empty() && !state.lock().behaviour.grants(scope) {
        return Err(poem::Error::from_response(error_of(403)));
    }
    Ok(grant)
}

/// Returns the owner of this request's access token.
pub(crate) fn find_grant(state: &Shared, request: &Request) -> Option<Grant> {
    let token = bearer(request)?;
    state.lock().memory.grants.get(token).cloned()
}

pub(crate) fn bearer(request: &Request) -> Option<&str> {
    request
        .header(header::AUTHORIZATION)?
        .strip_prefix("Bearer ")
}
