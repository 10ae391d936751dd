//! The registration of a passkey, with a link from an operator.

use enmusubi_core::review::AuditAction;
use serde_json::Value;

use super::challenge::Ceremony;
use super::passkey::{NewPasskey, Refused};
use super::{NewSession, Reviewers, record_own, refuse};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::features::opaque_token::hash;
use crate::store;
use crate::store::reviewer::{self, Reviewer};

const CEREMONY: &str = "enrolment";

/// The beginning of an enrolment.
#[derive(Debug)]
pub(crate) struct Enrolment {
    /// The name of the reviewer.
    pub(crate) name: String,
    /// The options for the browser.
    pub(crate) options: Value,
}

impl Reviewers {
    /// Begins the registration of a passkey. The link stays valid. Returns E003 for an invalid link.
    pub(crate) async fn begin_enrolment(&self, token: &str) -> Result<Enrolment> {
        let relying_party = self.relying_party()?;
        let now_ms = self.clock.now_ms();
        let link_hash = hash(token);
        let reviewer = self.reviewer_of_link(&link_hash, now_ms).await?;
        let ceremony = Ceremony::Enrolment(&link_hash);
        let challenge = self.challenge_key.make(ceremony, now_ms)?;
        let begun = relying_party.begin_registration(&reviewer, challenge)?;
        Ok(Enrolment {
            name: reviewer.name,
            options: begun.options,
        })
    }

    /// Registers a passkey in the place of the reviewer's earlier one, ends the sessions of the earlier one, and opens
    /// a session. The link becomes invalid. Returns E003 for an invalid link, E001A if the server refuses the
    /// authenticator's answer, and E004 if another enrolment with the same link was faster.
    pub(crate) async fn enrol(&self, token: &str, credential: &Value) -> Result<NewSession> {
        let relying_party = self.relying_party()?;
        let now_ms = self.clock.now_ms();
        let link_hash = hash(token);
        let reviewer = self.reviewer_of_link(&link_hash, now_ms).await?;
        let refuse = |refused| refuse(CEREMONY, refused);
        let answer = NewPasskey::read(credential).map_err(refuse)?;
        let challenge = answer.challenge().map_err(refuse)?;
        let ceremony = Ceremony::Enrolment(&link_hash);
        let key = &self.challenge_key;
        if key.find_expiry(challenge, ceremony, now_ms).is_none() {
            return Err(refuse(Refused("challenge")));
        }
        let passkey = relying_party
            .verify_registration(challenge, &answer, &reviewer)
            .map_err(refuse)?;

        let transaction = store::begin(&self.database).await?;
        let is_there = reviewer::find_locked(&transaction, reviewer.id)
            .await?
            .is_some();
        if !is_there || !reviewer::use_up_link(&transaction, &link_hash, now_ms).await? {
            return Err(Error::conflict(
                "The link was used or replaced a moment ago.",
            ));
        }
        let known = reviewer::find_passkey(&transaction, &passkey.credential_id).await?;
        if known.is_some_and(|known| known.reviewer_id != reviewer.id) {
            return Err(refuse(Refused("credential-id")));
        }
        reviewer::revoke_sessions_of(&transaction, reviewer.id, now_ms).await?;
        reviewer::replace_passkey(&transaction, passkey, now_ms).await?;
        let id = reviewer.id;
        let signed_in = Self::open(&transaction, reviewer, now_ms).await?;
        record_own(&transaction, id, AuditAction::Enrol, now_ms).await?;
        transaction.commit().await?;
        Ok(signed_in)
    }

    async fn reviewer_of_link(&self, link_hash: &str, now_ms: Millis) -> Result<Reviewer> {
        let reads = &self.database.reads;
        let found = reviewer::find_reviewer_of_link(reads, link_hash, now_ms).await?;
        found.ok_or_else(|| Error::not_found("The link is wrong, was used, or has expired."))
    }
}
