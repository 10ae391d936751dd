//! The row of a session token or a registration token, as `features::session` uses it.

/// The calls that a token is valid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// All calls of a registered user.
    Session,
    /// Uploads, the registration and its status, before the user has an account.
    Registration,
}

/// The row of one token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// The SHA-256 hash of the token.
    pub(crate) token_hash: String,
    pub(crate) kind: TokenKind,
    pub(crate) line_user_id: String,
    /// The id that all renewals of one login share.
    pub(crate) family: String,
    /// The time of the login.
    pub(crate) login_at_ms: i64,
    /// The time when this token was issued.
    pub(crate) issued_at_ms: i64,
    pub(crate) expires_at_ms: i64,
    /// The time when a newer token replaced this one.
    pub(crate) renewed_at_ms: Option<i64>,
    pub(crate) revoked_at_ms: Option<i64>,
}
