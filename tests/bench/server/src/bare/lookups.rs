//! What the server asks before a form is looked at.

/// Whose the token is.
pub(super) const SESSION: &str = "SELECT token_hash, kind, line_user_id, family, login_at_ms, issued_at_ms, expires_at_ms, \
     renewed_at_ms, revoked_at_ms FROM session WHERE token_hash = $1";

/// The answers that are kept for a user.
pub(super) const KEPT: &str = "SELECT id, line_user_id, key, body_hash, status, body, created_at_ms FROM idempotency \
     WHERE line_user_id = $1";

/// The account, the files and the employers of a user, at a time.
pub(super) const HELD: &str = "SELECT 'account', line_user_id FROM account WHERE line_user_id = $1 \
     UNION ALL SELECT 'upload', name FROM upload WHERE line_user_id = $1 \
     UNION ALL SELECT 'employer', employer_id FROM work_email \
         WHERE line_user_id = $1 AND (account_id IS NOT NULL OR expires_at_ms > $2)";
