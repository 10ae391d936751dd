//! The choice of the approvals that get a second look.

use std::fmt;

use aws_lc_rs::hmac;

use crate::store::CaseId;

/// Chooses the approvals that a second reviewer decides again, without knowing the first decision.
///
/// The choice depends on a key, so that a reviewer cannot know it.
#[derive(Clone)]
pub(crate) struct SecondLooks {
    key: hmac::Key,
    percent: u8,
}

impl fmt::Debug for SecondLooks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SecondLooks")
            .field("percent", &self.percent)
            .finish_non_exhaustive()
    }
}

impl SecondLooks {
    /// `percent` is the share of cases that get a second look; `secret` decides which ones.
    pub(crate) fn new(secret: &[u8], percent: u8) -> Self {
        Self {
            key: hmac::Key::new(hmac::HMAC_SHA256, secret),
            percent,
        }
    }

    pub(super) fn chooses(&self, case_id: CaseId) -> bool {
        let tag = hmac::sign(&self.key, &case_id.0.to_be_bytes());
        let [first, second, ..] = tag.as_ref() else {
            return false;
        };
        u16::from_be_bytes([*first, *second]) % 100 < u16::from(self.percent)
    }
}
