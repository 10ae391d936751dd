//! Makes a reviewer at work of a reviewer who is signed in.

use super::Reviews;
use super::cases::CaseReviewer;
use crate::error::Result;
use crate::features::reviewer::SignedInReviewer;
use crate::store;
use crate::store::actor::Actor;
use crate::store::review_case::{By, Hidden, KnownMember};
use crate::store::reviewer::LinkedMember;

impl Reviews {
    /// Returns the reviewer with the cases that stay hidden from them. A reviewer who is a member too does not see the
    /// cases of the same employer.
    pub async fn case_reviewer(&self, reviewer: &SignedInReviewer) -> Result<CaseReviewer> {
        let actor = Actor::Reviewer(reviewer.id);
        let member = match &reviewer.member {
            None => None,
            Some(LinkedMember { account_id, hash }) => {
                let employer_id = match account_id {
                    None => None,
                    Some(id) => store::profile::find_employer(&self.database.reads, *id).await?,
                };
                Some(KnownMember {
                    account_id: *account_id,
                    hash: hash.clone(),
                    employer_id: employer_id.unwrap_or_default(),
                })
            }
        };
        Ok(CaseReviewer {
            by: By {
                actor,
                name: reviewer.name.clone(),
            },
            hidden: Hidden { actor, member },
        })
    }
}
