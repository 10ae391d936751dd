//! Turns an error into an answer; the only place that says which code has which HTTP status.

use enmusubi_core::{ErrorCode, FieldError};
use poem::error::ResponseError;
use poem::http::{StatusCode, header};
use poem::web::Json;
use poem::{IntoResponse, PathPattern, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{BrokenRule, Error};

/// The body of every answer that is not a success.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// What kind of failure this is.
    pub(crate) code: ErrorCode,
    /// Plain English for developers.
    pub(crate) cause: &'static str,
    /// The broken rules, in the order of the form.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<FieldError>)]
    pub(crate) fields: Vec<BrokenRule>,
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
pub(crate) fn into_response(error: poem::Error) -> Response {
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
        StatusCode::NOT_FOUND => ErrorCode::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => ErrorCode::MethodNotAllowed,
        StatusCode::PAYLOAD_TOO_LARGE => ErrorCode::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ErrorCode::UnsupportedType,
        status if status.is_client_error() => ErrorCode::Malformed,
        _ => return Error::internal(foreign.to_string()),
    };
    Error::from(code)
}

const fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::Unauthenticated | ErrorCode::InvalidToken | ErrorCode::ExpiredToken => {
            StatusCode::UNAUTHORIZED
        }
        ErrorCode::InvalidFields => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Conflict => StatusCode::CONFLICT,
        ErrorCode::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        ErrorCode::Malformed => StatusCode::BAD_REQUEST,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
