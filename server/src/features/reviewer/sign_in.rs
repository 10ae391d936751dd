//! The sign-in with a passkey.

use enmusubi_core::AuditAction;
use serde_json::Value;

use super::passkey::{Assertion, Refused};
use super::{CHALLENGE_MS, Reviewers, SignedIn, record_own, refuse};
use crate::error::Result;
use crate::store;
use crate::store::reviewer::{self, Challenge};

const CEREMONY: &str = "sign-in";

impl Reviewers {
    /// Begins a sign-in and returns the options for the browser. They name no reviewer: the authenticator offers the
    /// passkeys that it has.
    pub(crate) async fn begin_sign_in(&self) -> Result<Value> {
        let begun = self.relying_party()?.begin_sign_in()?;
        let challenge = Challenge {
            number: begun.challenge,
            link_hash: None,
            state: begun.state,
            expires_at_ms: self.clock.now_ms() + CHALLENGE_MS,
        };
        reviewer::insert_challenge(&self.database.writes, challenge).await?;
        Ok(begun.options)
    }

    /// Opens a session. Returns E001A if the authenticator's answer is refused, for whatever reason.
    pub(crate) async fn sign_in(&self, credential: &Value) -> Result<SignedIn> {
        let relying_party = self.relying_party()?;
        let now_ms = self.clock.now_ms();
        let refuse = |refused| refuse(CEREMONY, refused);
        let answer = Assertion::read(credential).map_err(refuse)?;
        let challenge = answer.challenge().map_err(refuse)?;
        // Every try uses its challenge up.
        let writes = &self.database.writes;
        let state = reviewer::take_challenge(writes, &challenge, None, now_ms).await?;
        let state = state.ok_or_else(|| refuse(Refused("challenge")))?;
        let reads = &self.database.reads;
        let passkey = reviewer::find_passkey(reads, &answer.credential_id()).await?;
        let passkey = passkey.ok_or_else(|| refuse(Refused("credential-id")))?;
        let found = reviewer::find(reads, passkey.reviewer_id).await?;
        let reviewer = found.ok_or_else(|| refuse(Refused("removed")))?;
        let sign_count = relying_party
            .verify_sign_in(&state, &answer, &passkey, &reviewer)
            .map_err(refuse)?;

        let transaction = store::begin(&self.database).await?;
        let is_there = reviewer::find_locked(&transaction, reviewer.id)
            .await?
            .is_some();
        let is_latest =
            is_there && reviewer::record_use(&transaction, &passkey, sign_count, now_ms).await?;
        if !is_latest {
            return Err(refuse(Refused("replaced")));
        }
        let id = reviewer.id;
        let signed_in = Self::open(&transaction, reviewer, now_ms).await?;
        record_own(&transaction, id, AuditAction::SignIn, now_ms).await?;
        transaction.commit().await?;
        Ok(signed_in)
    }
}
