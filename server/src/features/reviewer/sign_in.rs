//! The sign-in with a passkey.

use enmusubi_core::review::AuditAction;
use serde_json::Value;

use super::challenge::{Ceremony, hexadecimal};
use super::passkey::{Assertion, Refused};
use super::{NewSession, Reviewers, record_own, refuse};
use crate::error::Result;
use crate::store::{self, reviewer};

const CEREMONY: &str = "sign-in";

impl Reviewers {
    /// Begins a sign-in and returns the options for the browser. They name no reviewer: the authenticator offers the
    /// passkeys that it has.
    pub(crate) fn begin_sign_in(&self) -> Result<Value> {
        let relying_party = self.relying_party()?;
        let now_ms = self.clock.now_ms();
        let challenge = self.challenge_key.make(Ceremony::SignIn, now_ms)?;
        Ok(relying_party.begin_sign_in(challenge)?.options)
    }

    /// Opens a session. Returns E001A if the server refuses the authenticator's answer. A counter that has not grown is
    /// an event that leads see; the server then refuses a passkey of one device, and accepts a synced one.
    pub(crate) async fn sign_in(&self, credential: &Value) -> Result<NewSession> {
        let relying_party = self.relying_party()?;
        let now_ms = self.clock.now_ms();
        let refuse = |refused| refuse(CEREMONY, refused);
        let answer = Assertion::read(credential).map_err(refuse)?;
        let challenge = answer.challenge().map_err(refuse)?;
        let key = &self.challenge_key;
        let expires_at_ms = key.find_expiry(challenge, Ceremony::SignIn, now_ms);
        let expires_at_ms = expires_at_ms.ok_or_else(|| refuse(Refused("challenge")))?;
        let reads = &self.database.reads;
        let passkey = reviewer::find_passkey(reads, &answer.credential_id()).await?;
        let passkey = passkey.ok_or_else(|| refuse(Refused("credential-id")))?;
        let found = reviewer::find(reads, passkey.reviewer_id).await?;
        let reviewer = found.ok_or_else(|| refuse(Refused("removed")))?;
        let sign_count = relying_party
            .verify_sign_in(challenge, &answer, &passkey, &reviewer)
            .map_err(refuse)?;

        // The signature is valid, so no stranger causes the writes below.
        let transaction = store::begin(&self.database).await?;
        let number = hexadecimal(challenge);
        if !reviewer::use_up_challenge(&transaction, number, expires_at_ms).await? {
            return Err(refuse(Refused("challenge")));
        }
        let locked = reviewer::find_locked(&transaction, reviewer.id).await?;
        if locked.is_none() {
            return Err(refuse(Refused("removed")));
        }
        let id = reviewer.id;
        let has_fallen = passkey.sign_count > 0 && sign_count <= passkey.sign_count;
        if has_fallen {
            let is_synced = passkey.is_backup_eligible;
            tracing::warn!(
                reviewer = id.0,
                is_synced,
                "the counter of a passkey has not grown"
            );
            // Each device of a synced passkey may have its own counter. For a passkey of one device, the old counter
            // may come from a copy.
            if !is_synced {
                record_own(&transaction, id, AuditAction::CounterFall, now_ms).await?;
                transaction.commit().await?;
                return Err(refuse(Refused("counter")));
            }
        }
        if !reviewer::record_use(&transaction, &passkey, sign_count, now_ms).await? {
            return Err(refuse(Refused("replaced")));
        }
        let signed_in = Self::open(&transaction, reviewer, now_ms).await?;
        if has_fallen {
            record_own(&transaction, id, AuditAction::CounterFall, now_ms).await?;
        }
        record_own(&transaction, id, AuditAction::SignIn, now_ms).await?;
        transaction.commit().await?;
        Ok(signed_in)
    }
}
