//! `/logger`: the troubles of pages.

use enmusubi_core::JsonDocument;
use poem::http::StatusCode;
use poem::{Body, Request, handler};
use utoipa::ToSchema;

use crate::error::{Error, Result};
use crate::features::client_log;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body;

/// A sentence and where it happened.
const MAX_BODY_BYTES: usize = 2 * 1024;

/// What a page tells.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct LogRequest {
    message: String,
    /// fatal, error, warn, log, info, success, debug, trace or verbose.
    level: String,
}

#[utoipa::path(
    post, path = "/logger", operation_id = "create_log_line", request_body = LogRequest,
    responses((status = 204), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_log_line(request: &Request, body: Body) -> Result<StatusCode> {
    let bytes = request_body::read_public_json(request, body, MAX_BODY_BYTES).await?;
    let document = JsonDocument::parse(&bytes)?;
    let level = document.text("level").and_then(|word| word.parse().ok());
    let (Some(message), Some(level)) = (document.text("message"), level) else {
        return Err(Error::malformed(
            "There should be a message, and a level of the page's logger.",
        ));
    };
    client_log::write(level, &message);
    Ok(StatusCode::NO_CONTENT)
}
