//! Turns an error into a response. Only this file says which code has which HTTP status.

use enmusubi_core::FieldError;
use poem::error::ResponseError;
use poem::http::{HeaderValue, StatusCode, header};
use poem::web::Json;
use poem::{IntoResponse, PathPattern, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{BrokenRule, CaseStanding, Error, ErrorCode};

/// The `Allow` header of a path of the API. A 405 carries it as the error's data.
#[derive(Debug, Clone)]
pub(crate) struct Allow(pub(crate) HeaderValue);

/// The methods of the paths outside the API, which clients only read.
const READ: HeaderValue = HeaderValue::from_static("GET, HEAD");

/// The body of every response that reports an error.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// The kind of error.
    pub(crate) code: ErrorCode,
    /// An English sentence for the developer of a client.
    pub(crate) cause: &'static str,
    /// The rules that the request breaks, in the order of the payload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, value_type = Vec<FieldError>)]
    pub(crate) fields: Vec<BrokenRule>,
    /// The reviewer who has the case or has decided it, with an E004 about a case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Option<CaseStanding>)]
    pub(crate) case: Option<Box<CaseStanding>>,
}

impl ResponseError for Error {
    fn status(&self) -> StatusCode {
        status_of(self.code)
    }

    fn as_response(&self) -> Response {
        if let Some(detail) = self.detail().filter(|_| self.status().is_server_error()) {
            // The span of the request adds its id to this line.
            tracing::error!(code = %self.code, detail = %detail, "a call failed");
        }
        let body = ErrorResponse {
            code: self.code,
            cause: self.cause,
            fields: self.fields.clone(),
            case: self.case.clone(),
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

/// Turns any error into a response: one of ours unchanged, one of poem's by its status.
///
/// The response carries the error's code and the pattern of the route, which the request log reads.
pub(crate) fn into_response(error: poem::Error) -> Response {
    let pattern = error.data::<PathPattern>().cloned();
    let allow = error.data::<Allow>().cloned();
    let error = error
        .downcast::<Error>()
        .unwrap_or_else(|foreign| translate(&foreign));
    let mut response = error.as_response();
    response.set_data(error.code);
    if let Some(pattern) = pattern {
        response.set_data(pattern);
    }
    if error.code == ErrorCode::MethodNotAllowed {
        // RFC 9110 requires `Allow` in a 405.
        let allow = allow.map_or(READ, |allow| allow.0);
        response.headers_mut().insert(header::ALLOW, allow);
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

#[cfg(test)]
mod tests {
    use enmusubi_core::RejectionCode;

    use super::*;

    #[test]
    fn a_rejection_has_the_status_that_core_names() {
        for code in RejectionCode::ALL {
            assert_eq!(status_of((*code).into()).as_u16(), code.http_status());
        }
    }
}
