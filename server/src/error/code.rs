//! The error codes of the API.

use std::fmt;

use enmusubi_core::RejectionCode;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Declares the codes with their words on the wire, which the descriptions of the API have too.
macro_rules! codes {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
        pub enum $name {
            $($(#[$about])* #[schema(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every code on the wire, in order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// Returns the code on the wire.
            pub const fn as_str(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }
    };
}

codes! {
    /// A code of the wire's error body. Codes are stable: none is renumbered or reused.
    ErrorCode {
        /// The credentials are missing or wrong.
        Unauthenticated = "E001",
        /// The session token is missing, unknown or revoked.
        InvalidToken = "E001A",
        /// The session token has expired.
        ExpiredToken = "E001B",
        /// The body breaks rules, which the field errors name.
        InvalidFields = "E002",
        /// The resource does not exist, or the caller may not know that it does.
        NotFound = "E003",
        /// The resource exists already, or has changed in the meantime.
        Conflict = "E004",
        /// The caller sends too many requests.
        TooManyRequests = "E005",
        /// The body is too large.
        TooLarge = "E006",
        /// The file type or content type is not supported.
        UnsupportedType = "E007",
        /// The caller may know the resource, but its state forbids the request.
        Forbidden = "E008",
        /// The body is not JSON, or has another shape.
        Malformed = "E009",
        /// The resource has no such method.
        MethodNotAllowed = "E010",
        /// The server is overloaded, or cannot reach a service it needs: try again.
        Unavailable = "E503",
        /// The server has failed.
        Internal = "E500",
    }
}

impl From<RejectionCode> for ErrorCode {
    fn from(code: RejectionCode) -> Self {
        match code {
            RejectionCode::InvalidFields => Self::InvalidFields,
            RejectionCode::TooLarge => Self::TooLarge,
            RejectionCode::Forbidden => Self::Forbidden,
            RejectionCode::Malformed => Self::Malformed,
            RejectionCode::Internal => Self::Internal,
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejection_keeps_its_code() {
        for code in RejectionCode::ALL {
            assert_eq!(ErrorCode::from(*code).as_str(), code.as_str());
        }
    }
}
