//! The rule about the proof of age: a deployment asks each new member for a document that shows the birthday, or asks for
//! none. `review::age` has the check of a reviewer.

use enmusubi_core::review::AgeEvidence;
use enmusubi_core::{AgeProof, UserProfileCreate};

use crate::error::Result;
use crate::store::profile::age_check::{self, AgeCheck};
use crate::store::{AccountId, CanRead};

/// The deployment's rule about the proof of age.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AgeProofs {
    /// True if each new member proves the age.
    pub(crate) is_required: bool,
}

impl AgeProofs {
    /// Returns the rule for a member, whose age a reviewer may have checked.
    pub(crate) async fn rule_for(
        self,
        connection: &impl CanRead,
        account_id: AccountId,
    ) -> Result<AgeProof> {
        let check = self.find_check(connection, account_id).await?;
        Ok(self.rule_after(check))
    }

    /// Returns the check of a member's age, and none where the deployment asks for no proof.
    pub(crate) async fn find_check(
        self,
        connection: &impl CanRead,
        account_id: AccountId,
    ) -> Result<Option<AgeCheck>> {
        if !self.is_required {
            return Ok(None);
        }
        age_check::find(connection, account_id).await
    }

    /// Returns the rule for a person with this check. A newcomer has no check.
    pub(crate) fn rule_after(self, check: Option<AgeCheck>) -> AgeProof {
        if self.is_required {
            AgeProof::Required {
                checked: check.map(|check| check.birthday),
            }
        } else {
            AgeProof::Off
        }
    }
}

/// Returns the state of the proof of age in this profile.
pub(crate) fn evidence_of(profile: &UserProfileCreate, rule: AgeProof) -> AgeEvidence {
    if rule == AgeProof::Off {
        AgeEvidence::NotAsked
    } else if !rule.is_needed_for(profile.birthday) {
        AgeEvidence::Checked
    } else if profile.age_proof_file_name.is_empty() {
        AgeEvidence::Missing
    } else {
        AgeEvidence::Waiting
    }
}
