//! `POST /logger`: log lines from the page.

use enmusubi_core::JsonDocument;
use poem::handler;
use poem::http::StatusCode;
use utoipa::ToSchema;

use crate::error::{Error, Result};
use crate::features::client_log::{self, Level};
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{FromJson, PublicJson};

/// A log line of a page.
#[derive(Debug, ToSchema)]
pub(crate) struct LogRequest {
    message: String,
    /// fatal, error, warn, log, info, success, debug, trace or verbose.
    #[schema(value_type = String)]
    level: Level,
}

impl FromJson for LogRequest {
    /// Room for one sentence and the place in the page where it was logged.
    const MAX_BYTES: usize = 2 * 1024;

    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let level = document.text("level").and_then(|word| word.parse().ok());
        let (Some(message), Some(level)) = (document.text("message"), level) else {
            return Err(Error::malformed(
                "There should be a message, and a level of the page's logger.",
            ));
        };
        Ok(Self { message, level })
    }
}

#[utoipa::path(
    post, path = "/logger", request_body = LogRequest,
    responses((status = 204), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) fn create_log_line(PublicJson(line): PublicJson<LogRequest>) -> StatusCode {
    client_log::write(line.level, &line.message);
    StatusCode::NO_CONTENT
}
