//! The error of a use case: a code and a sentence for the client, and details that only the log gets.

mod code;

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use enmusubi_core::review::{CaseDecisionError, CaseState};
use enmusubi_core::work_email::WorkEmailError;
use enmusubi_core::{Field, FieldError, FieldErrorCode, Params, Rejection};
use serde::Serialize;
use utoipa::ToSchema;

use enmusubi_image::ModifierError;

use crate::clock::Millis;

pub use code::ErrorCode;

/// The result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The time after which a client should try again, when the server does not know when it can answer.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The sentence for troubles that pass by themselves.
pub(crate) const BUSY: &str = "The service is busy. Try again in a moment.";

/// An error with the parts that the server sends to the client, and the part that only the log may hold.
#[derive(Debug)]
pub struct Error {
    /// The code on the wire. `http` derives the HTTP status from it.
    pub code: ErrorCode,
    /// An English sentence for the developer of a client. It reveals nothing about the inside of
    /// the server.
    pub cause: &'static str,
    /// The rules that the request breaks: with E002, and sometimes with E004 and E005.
    pub fields: Vec<BrokenRule>,
    /// The time after which another try makes sense.
    pub retry_after: Option<Duration>,
    /// The reviewer who has the case, with an E004 about a case.
    pub case: Option<Box<CaseStanding>>,
    /// The detail for the log.
    detail: Option<Box<dyn StdError + Send + Sync>>,
}

/// The present state of a case, for a reviewer whose act came too late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseStanding {
    /// The state of the case.
    pub state: CaseState,
    /// The name of the reviewer who holds the case.
    pub holder: Option<String>,
    /// The moment when that claim lapses: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub lease_until: Option<String>,
    /// The name of the reviewer who has decided.
    pub decided_by: Option<String>,
    /// The moment of the decision: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub decided_at: Option<String>,
}

/// A rule that a request breaks, in the shape of the wire. The path belongs to a profile or to
/// another body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokenRule {
    /// The path of the value.
    pub path: String,
    /// The code of the rule.
    pub code: FieldErrorCode,
    /// The limits of the rule.
    pub params: Params,
}

impl From<FieldError> for BrokenRule {
    fn from(error: FieldError) -> Self {
        Self {
            path: error.path.to_string(),
            code: error.code,
            params: error.params,
        }
    }
}

impl From<WorkEmailError> for BrokenRule {
    fn from(error: WorkEmailError) -> Self {
        Self {
            path: error.field.as_str().to_owned(),
            code: error.code,
            params: Params::NONE,
        }
    }
}

impl From<CaseDecisionError> for BrokenRule {
    fn from(error: CaseDecisionError) -> Self {
        Self {
            path: error.path,
            code: error.code,
            params: Params::NONE,
        }
    }
}

impl From<ModifierError> for BrokenRule {
    fn from(error: ModifierError) -> Self {
        Self {
            path: error.path,
            code: error.code,
            params: Params::NONE,
        }
    }
}

impl Error {
    const fn new(code: ErrorCode, cause: &'static str) -> Self {
        Self {
            code,
            cause,
            fields: Vec::new(),
            retry_after: None,
            case: None,
            detail: None,
        }
    }

    /// [`ErrorCode::Unauthenticated`]: the request carries no credentials, or LINE does not confirm
    /// its ID token.
    pub const fn unauthenticated(cause: &'static str) -> Self {
        Self::new(ErrorCode::Unauthenticated, cause)
    }

    /// [`Unauthenticated`](ErrorCode::Unauthenticated): the request names the account of another person.
    pub(crate) const fn another_account() -> Self {
        Self::unauthenticated("The account is not the proven one.")
    }

    /// [`ErrorCode::InvalidToken`]: the session or registration token is missing, unknown, revoked,
    /// or of the wrong kind.
    pub const fn invalid_token(cause: &'static str) -> Self {
        Self::new(ErrorCode::InvalidToken, cause)
    }

    /// [`ErrorCode::ExpiredToken`]: the session or registration token has expired.
    pub const fn expired_token(cause: &'static str) -> Self {
        Self::new(ErrorCode::ExpiredToken, cause)
    }

    /// [`ErrorCode::NotFound`]: the thing does not exist, or the caller may not know of it.
    pub const fn not_found(cause: &'static str) -> Self {
        Self::new(ErrorCode::NotFound, cause)
    }

    /// [`ErrorCode::Conflict`]: it exists already, or it has changed since the caller read it.
    pub const fn conflict(cause: &'static str) -> Self {
        Self::new(ErrorCode::Conflict, cause)
    }

    /// [`ErrorCode::TooLarge`]: the body or the file exceeds its limit.
    pub const fn too_large(cause: &'static str) -> Self {
        Self::new(ErrorCode::TooLarge, cause)
    }

    /// [`ErrorCode::UnsupportedType`]: the server does not accept this type of content.
    pub const fn unsupported_type(cause: &'static str) -> Self {
        Self::new(ErrorCode::UnsupportedType, cause)
    }

    /// [`ErrorCode::Forbidden`]: the caller may not do this in the present state.
    pub const fn forbidden(cause: &'static str) -> Self {
        Self::new(ErrorCode::Forbidden, cause)
    }

    /// [`ErrorCode::Malformed`]: the server cannot read the request.
    pub const fn malformed(cause: &'static str) -> Self {
        Self::new(ErrorCode::Malformed, cause)
    }

    /// [`ErrorCode::InvalidFields`]: the request breaks these rules. The server checks them,
    /// because core cannot.
    pub fn fields(fields: impl IntoIterator<Item: Into<BrokenRule>>) -> Self {
        Self {
            fields: fields.into_iter().map(Into::into).collect(),
            ..Self::from(ErrorCode::InvalidFields)
        }
    }

    /// [`ErrorCode::Internal`]: a fault of the server. The log gets the detail.
    pub fn internal(detail: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::from(ErrorCode::Internal).because(detail)
    }

    /// [`ErrorCode::Unavailable`]: the server cannot reach a service that it needs.
    pub fn unavailable(
        cause: &'static str,
        detail: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self {
            retry_after: Some(RETRY_AFTER),
            ..Self::new(ErrorCode::Unavailable, cause).because(detail)
        }
    }

    /// [`ErrorCode::Unavailable`]: the server is at one of its limits, or the call took too long.
    pub(crate) fn busy() -> Self {
        Self {
            retry_after: Some(RETRY_AFTER),
            ..Self::new(ErrorCode::Unavailable, BUSY)
        }
    }

    /// Copies the error of work that several calls waited for, so that each of them can return it.
    pub fn shared(error: &Arc<Self>) -> Self {
        Self {
            fields: error.fields.clone(),
            retry_after: error.retry_after,
            case: error.case.clone(),
            detail: error.detail.is_some().then(|| error.clone().into()),
            ..Self::new(error.code, error.cause)
        }
    }

    /// [`ErrorCode::TooManyRequests`]: the caller has to wait. Rounds up to whole seconds.
    pub fn too_many_requests(wait: Duration) -> Self {
        let wait_s = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        Self {
            retry_after: Some(Duration::from_secs(wait_s.max(1))),
            ..Self::from(ErrorCode::TooManyRequests)
        }
    }

    /// Returns [`ErrorCode::TooManyRequests`] if a limit holds until `end_ms`, and no error without a limit. Both times
    /// are Unix times in milliseconds.
    pub(crate) fn refuse_until(end_ms: Option<Millis>, now_ms: Millis) -> Result<()> {
        end_ms.map_or(Ok(()), |end_ms| {
            Err(Self::too_many_requests_until(end_ms, now_ms))
        })
    }

    /// Returns [`ErrorCode::TooManyRequests`] for a limit that holds until `end_ms`.
    pub(crate) fn too_many_requests_until(end_ms: Millis, now_ms: Millis) -> Self {
        let wait_ms = u64::try_from(end_ms - now_ms).unwrap_or_default();
        Self::too_many_requests(Duration::from_millis(wait_ms))
    }

    /// Adds a broken rule at a field of the form.
    #[must_use]
    pub fn at(mut self, field: Field, code: FieldErrorCode) -> Self {
        self.fields.push(BrokenRule {
            path: field.as_str().to_owned(),
            code,
            params: Params::NONE,
        });
        self
    }

    /// Adds the present state of the case.
    #[must_use]
    pub fn about_case(self, standing: CaseStanding) -> Self {
        Self {
            case: Some(Box::new(standing)),
            ..self
        }
    }

    /// Adds a detail for the log.
    #[must_use]
    pub fn because(self, detail: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..self
        }
    }

    /// Returns the detail for the log.
    pub fn detail(&self) -> Option<&(dyn StdError + Send + Sync + 'static)> {
        self.detail.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code, self.cause)?;
        match &self.detail {
            Some(detail) => write!(formatter, " ({detail})"),
            None => Ok(()),
        }
    }
}

impl StdError for Error {}

/// Takes the general sentence of the code.
impl From<ErrorCode> for Error {
    fn from(code: ErrorCode) -> Self {
        Self::new(code, cause_of(code))
    }
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Self {
        Self {
            fields: rejection.fields.into_iter().map(BrokenRule::from).collect(),
            ..Self::from(ErrorCode::from(rejection.code))
        }
    }
}

/// Returns the general sentence of a code, for errors without a more precise one.
const fn cause_of(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::Unauthenticated => "The proof of identity is missing or not valid.",
        ErrorCode::InvalidToken => "The token is missing or not valid.",
        ErrorCode::ExpiredToken => "The token has expired.",
        ErrorCode::InvalidFields => "Some fields break a rule.",
        ErrorCode::NotFound => "There is no such thing.",
        ErrorCode::Conflict => "It is already there, or it has changed meanwhile.",
        ErrorCode::TooManyRequests => "There were too many requests.",
        ErrorCode::TooLarge => "The request is too large.",
        ErrorCode::UnsupportedType => "This kind of content is not supported.",
        ErrorCode::Forbidden => "This is not allowed in the present state.",
        ErrorCode::Malformed => "The request cannot be read.",
        ErrorCode::MethodNotAllowed => "This path does not answer this method.",
        ErrorCode::Unavailable => "The service is not available. Try again in a moment.",
        ErrorCode::Internal => "Something went wrong on our side.",
    }
}
