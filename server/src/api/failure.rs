//! Turns an error into an answer; the only place that says which code has which HTTP status.

use enmusubi_core::{ErrorCode, FieldError};
use poem::error::ResponseError;
use poem::http::{StatusCode, header};
use poem::web::Json;
use poem::{IntoResponse, PathPattern, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{BrokenRule, Error, cause_of};

/// The body of every answer that is not a success.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErrorResponse {
    /// What kind of failure this is.
    pub(super) code: ErrorCode,
    /// Plain English for developers.
    pub(super) cause: &'static str,
    /// The broken rules, in the order of the form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<FieldError>)]
    pub(super) fields: Vec<BrokenRule>,
}

impl ResponseError for Error {
    fn status(&self) -> StatusCode {
        status_of(self.code)
    }

    fn as_response(&self) -> Response {
        if let Some(detail) = self.detail().filter(|_| self.status().is_server_error()) {
            // Within the request's span, so the line carries the request id.
            tracing::error!(code = %self.code, detail = %detail, "a call failed");
        }
        let body = ErrorResponse {
            code: self.code,
            cause: self.cause,
            fields: self.fields.clone(),
        };
        let response = Json(body).with_status(self.status());
        match self.retry_after {
            Some(wait) => response
                .with_header(header::RETRY_AFTER, wait.as_secs())
                .into_response(),
            None => response.into_response(),
        }
    }
}

/// An error of any origin as an answer: ours as it is, poem's by its status. What was failed at and
/// with which code stays with it, for the log.
pub(super) fn into_response(error: poem::Error) -> Response {
    let pattern = error.data::<PathPattern>().cloned();
    let (mut response, code) = match error.downcast::<Error>() {
        Ok(error) => (error.as_response(), error.code),
        Err(foreign) => {
            let error = translate(&foreign);
            (error.as_response(), error.code)
        }
    };
    response.set_data(code);
    if let Some(pattern) = pattern {
        response.set_data(pattern);
    }
    response
}

fn translate(foreign: &poem::Error) -> Error {
    let code = match foreign.status() {
        StatusCode::NOT_FOUND => ErrorCode::E003,
        StatusCode::METHOD_NOT_ALLOWED => ErrorCode::E010,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::E006,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ErrorCode::E007,
        status if status.is_client_error() => ErrorCode::E009,
        _ => return Error::internal(foreign.to_string()),
    };
    Error::new(code, cause_of(code))
}

const fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::E001 | ErrorCode::E001A | ErrorCode::E001B => StatusCode::UNAUTHORIZED,
        ErrorCode::E002 => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::E003 => StatusCode::NOT_FOUND,
        ErrorCode::E004 => StatusCode::CONFLICT,
        ErrorCode::E005 => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::E006 => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::E007 => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::E008 => StatusCode::FORBIDDEN,
        ErrorCode::E009 => StatusCode::BAD_REQUEST,
        ErrorCode::E010 => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::E503 => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::E500 => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
