//! The claims of a LINE ID token.

use serde::{Deserialize, Serialize};

/// The `iss` claim of every LINE ID token.
pub(super) const ISSUER: &str = "https://access.line.me";

/// The claims that the server reads. It ignores the user's name and picture.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) aud: String,
    pub(super) sub: String,
    pub(super) iat: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nbf: Option<i64>,
    pub(super) exp: i64,
}
