//! The server's queries before it looks at a form.

/// Finds the session of a token.
pub(super) const SESSION: &str = "SELECT token_hash, kind, line_user_id, family, login_at_ms, issued_at_ms, expires_at_ms, \
     renewed_at_ms, revoked_at_ms FROM session WHERE token_hash = $1";

/// Finds the stored answers of a user.
pub(super) const STORED_ANSWERS: &str = "SELECT id, line_user_id, key, body_hash, status, body, created_at_ms FROM idempotency \
     WHERE line_user_id = $1";

/// Finds the account, the files and the employers of a user in a query.
pub(super) const OWNED: &str = "SELECT 'account', line_user_id FROM account WHERE line_user_id = $1 \
     UNION ALL SELECT 'upload', name FROM upload WHERE line_user_id = $1 \
     UNION ALL SELECT 'employer', employer_id FROM work_email \
         WHERE line_user_id = $1 AND (account_id IS NOT NULL OR expires_at_ms > $2)";
