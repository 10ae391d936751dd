//! The lifetime of a session, computed from a moment that the caller passes.

use crate::store::session_token::{Session, TokenKind};

const SECOND_MS: i64 = 1_000;
const DAY_MS: i64 = 24 * 60 * 60 * SECOND_MS;
/// A token lasts a week.
const LIFETIME_MS: i64 = 7 * DAY_MS;
/// A login ends after this time, however often its token is renewed.
const LONGEST_MS: i64 = 30 * DAY_MS;
/// The old token stays valid for this long after a renewal, for requests that are already under way.
const GRACE_MS: i64 = 60 * SECOND_MS;

/// The state of a token at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SessionState {
    Revoked,
    Expired,
    DueForRenewal,
    Valid,
}

impl Session {
    /// Returns the row of a new login's first token.
    pub(super) fn begin(
        kind: TokenKind,
        line_user_id: &str,
        token_hash: String,
        now_ms: i64,
    ) -> Self {
        Self {
            kind,
            line_user_id: line_user_id.to_owned(),
            family: token_hash.clone(),
            token_hash,
            login_at_ms: now_ms,
            issued_at_ms: now_ms,
            expires_at_ms: now_ms + LIFETIME_MS,
            renewed_at_ms: None,
            revoked_at_ms: None,
        }
    }

    /// Returns the state of the token at `now_ms`.
    pub(super) fn state(&self, now_ms: i64) -> SessionState {
        let half_ms = self.issued_at_ms + LIFETIME_MS / 2;
        // Near the end of the 30 days a newer token would not last longer.
        let lasts_longer = self.login_at_ms + LONGEST_MS > self.expires_at_ms;
        if self.revoked_at_ms.is_some() {
            SessionState::Revoked
        } else if now_ms >= self.expires_at_ms {
            SessionState::Expired
        } else if self.kind == TokenKind::Session
            && self.renewed_at_ms.is_none()
            && now_ms >= half_ms
            && lasts_longer
        {
            SessionState::DueForRenewal
        } else {
            SessionState::Valid
        }
    }

    /// Returns the row of a newer token for the same login.
    pub(super) fn renew(&self, token_hash: String, now_ms: i64) -> Self {
        Self {
            token_hash,
            issued_at_ms: now_ms,
            expires_at_ms: (now_ms + LIFETIME_MS).min(self.login_at_ms + LONGEST_MS),
            ..self.clone()
        }
    }

    /// Returns the end of this token if a newer one replaces it at `now_ms`.
    pub(super) fn grace_ends_ms(&self, now_ms: i64) -> i64 {
        (now_ms + GRACE_MS).min(self.expires_at_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(kind: TokenKind) -> Session {
        Session::begin(kind, "U0", "first".to_owned(), 0)
    }

    #[test]
    fn a_session_lasts_seven_days_and_is_due_after_half_of_them() {
        let session = login(TokenKind::Session);
        assert_eq!(session.state(LIFETIME_MS / 2 - 1), SessionState::Valid);
        assert_eq!(session.state(LIFETIME_MS / 2), SessionState::DueForRenewal);
        assert_eq!(session.state(LIFETIME_MS - 1), SessionState::DueForRenewal);
        assert_eq!(session.state(LIFETIME_MS), SessionState::Expired);
    }

    #[test]
    fn a_registration_token_is_never_renewed() {
        assert_eq!(
            login(TokenKind::Registration).state(LIFETIME_MS - 1),
            SessionState::Valid
        );
        assert_eq!(
            login(TokenKind::Registration).state(LIFETIME_MS),
            SessionState::Expired
        );
    }

    #[test]
    fn a_renewed_token_is_valid_for_another_minute() {
        let half = LIFETIME_MS / 2;
        let mut old = login(TokenKind::Session);
        old.expires_at_ms = old.grace_ends_ms(half);
        old.renewed_at_ms = Some(half);
        assert_eq!(old.state(half + 59_999), SessionState::Valid);
        assert_eq!(old.state(half + 60_000), SessionState::Expired);
    }

    #[test]
    fn a_revoked_token_is_revoked_even_when_it_has_also_expired() {
        let session = Session {
            revoked_at_ms: Some(1),
            ..login(TokenKind::Session)
        };
        assert_eq!(session.state(LIFETIME_MS * 2), SessionState::Revoked);
    }

    #[test]
    fn no_renewal_extends_a_login_beyond_thirty_days() {
        let mut session = login(TokenKind::Session);
        let mut now = 0;
        while session.state(now + LIFETIME_MS / 2) == SessionState::DueForRenewal {
            now += LIFETIME_MS / 2;
            session = session.renew(format!("{now}"), now);
            assert_eq!(session.family, "first");
        }
        assert_eq!(session.expires_at_ms, LONGEST_MS);
        assert_eq!(session.state(LONGEST_MS - 1), SessionState::Valid);
        assert_eq!(session.state(LONGEST_MS), SessionState::Expired);
    }
}
