//! How long a session lasts, without a clock of its own.

use crate::store::session::{Kind, Session};

const SECOND_MS: i64 = 1_000;
const DAY_MS: i64 = 24 * 60 * 60 * SECOND_MS;
/// The seed keeps a login for a week.
const LIFETIME_MS: i64 = 7 * DAY_MS;
/// However often it is renewed, a login ends.
const LONGEST_MS: i64 = 30 * DAY_MS;
/// Requests already under way when a newer token was handed out still carry the old one.
const GRACE_MS: i64 = 60 * SECOND_MS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Revoked,
    Expired,
    DueForRenewal,
    Good,
}

impl Session {
    pub(super) fn begin(kind: Kind, line_user_id: &str, token_hash: String, now_ms: i64) -> Self {
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

    pub(super) fn standing(&self, now_ms: i64) -> Standing {
        let half_ms = self.issued_at_ms + LIFETIME_MS / 2;
        // Near the end of the 30 days a newer token would not last longer.
        let longer = self.login_at_ms + LONGEST_MS > self.expires_at_ms;
        if self.revoked_at_ms.is_some() {
            Standing::Revoked
        } else if now_ms >= self.expires_at_ms {
            Standing::Expired
        } else if self.kind == Kind::Session
            && self.renewed_at_ms.is_none()
            && now_ms >= half_ms
            && longer
        {
            Standing::DueForRenewal
        } else {
            Standing::Good
        }
    }

    /// The row of a newer token for the same login.
    pub(super) fn renew(&self, token_hash: String, now_ms: i64) -> Self {
        Self {
            token_hash,
            issued_at_ms: now_ms,
            expires_at_ms: (now_ms + LIFETIME_MS).min(self.login_at_ms + LONGEST_MS),
            ..self.clone()
        }
    }

    /// When this token ends after a newer one was handed out at `now_ms`.
    pub(crate) fn grace_ends_ms(&self, now_ms: i64) -> i64 {
        (now_ms + GRACE_MS).min(self.expires_at_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(kind: Kind) -> Session {
        Session::begin(kind, "U0", "first".to_owned(), 0)
    }

    #[test]
    fn a_session_lasts_seven_days_and_is_due_after_half_of_them() {
        let session = login(Kind::Session);
        assert_eq!(session.standing(LIFETIME_MS / 2 - 1), Standing::Good);
        assert_eq!(session.standing(LIFETIME_MS / 2), Standing::DueForRenewal);
        assert_eq!(session.standing(LIFETIME_MS - 1), Standing::DueForRenewal);
        assert_eq!(session.standing(LIFETIME_MS), Standing::Expired);
    }

    #[test]
    fn a_ticket_is_never_renewed() {
        assert_eq!(
            login(Kind::RegistrationToken).standing(LIFETIME_MS - 1),
            Standing::Good
        );
        assert_eq!(
            login(Kind::RegistrationToken).standing(LIFETIME_MS),
            Standing::Expired
        );
    }

    #[test]
    fn a_renewed_token_is_good_for_another_minute() {
        let half = LIFETIME_MS / 2;
        let mut old = login(Kind::Session);
        old.expires_at_ms = old.grace_ends_ms(half);
        old.renewed_at_ms = Some(half);
        assert_eq!(old.standing(half + 59_999), Standing::Good);
        assert_eq!(old.standing(half + 60_000), Standing::Expired);
    }

    #[test]
    fn a_revoked_token_is_revoked_even_when_it_has_also_expired() {
        let session = Session {
            revoked_at_ms: Some(1),
            ..login(Kind::Session)
        };
        assert_eq!(session.standing(LIFETIME_MS * 2), Standing::Revoked);
    }

    #[test]
    fn thirty_days_after_the_login_renewing_ends() {
        let mut session = login(Kind::Session);
        let mut now = 0;
        while session.standing(now + LIFETIME_MS / 2) == Standing::DueForRenewal {
            now += LIFETIME_MS / 2;
            session = session.renew(format!("{now}"), now);
            assert_eq!(session.family, "first");
        }
        assert_eq!(session.expires_at_ms, LONGEST_MS);
        assert_eq!(session.standing(LONGEST_MS - 1), Standing::Good);
        assert_eq!(session.standing(LONGEST_MS), Standing::Expired);
    }
}
