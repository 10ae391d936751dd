//! The failures of a call that needs LINE.

use std::error::Error as StdError;
use std::sync::Arc;

use thiserror::Error as ThisError;

use crate::error::Error;

const OUT_OF_REACH: &str = "LINE does not answer. Try again in a moment.";

/// The reason why a call that needs LINE, or its mock, fails.
#[derive(Debug, ThisError)]
pub enum LineError {
    /// The ID token is missing, forged, expired, or made for another channel.
    #[error("the LINE ID token is not valid")]
    InvalidIdToken,
    /// The call is for the mock, and the server uses LINE itself.
    #[error("there is no mock of LINE")]
    NoMock,
    /// LINE does not answer, or answers with something that the server cannot use.
    #[error("LINE does not answer ({0})")]
    OutOfReach(Box<dyn StdError + Send + Sync>),
    /// A fetch that several callers waited for has failed.
    #[error(transparent)]
    Shared(Arc<Self>),
    /// The access token belongs to another user than the one who sent it.
    #[error("the access token is someone else's")]
    ForeignAccessToken,
    /// The server itself is at fault.
    #[error("{0}")]
    Internal(Box<dyn StdError + Send + Sync>),
}

impl LineError {
    pub(super) fn out_of_reach(detail: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::OutOfReach(detail.into())
    }

    pub(super) fn internal(detail: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::Internal(detail.into())
    }
}

impl From<LineError> for Error {
    fn from(error: LineError) -> Self {
        match error {
            LineError::InvalidIdToken => {
                Self::unauthenticated("The LINE ID token is missing or not valid.")
            }
            LineError::NoMock => Self::not_found("There is no mock here."),
            LineError::OutOfReach(detail) => Self::unavailable(OUT_OF_REACH, detail),
            // Only the fetch of LINE's keys is shared, and it fails only if LINE is out of reach.
            LineError::Shared(error) => Self::unavailable(OUT_OF_REACH, error),
            LineError::ForeignAccessToken => Self::internal(error),
            LineError::Internal(detail) => Self::internal(detail),
        }
    }
}
