//! Builds the `CaseReviewer` of a signed-in reviewer, or of a name on the command line: the name to record and the cases
//! to hide.

use super::Reviews;
use super::cases::CaseReviewer;
use crate::error::Result;
use crate::features::reviewer::SignedInReviewer;
use crate::store::audit::actor::Actor;
use crate::store::review::review_case::{By, HiddenCases, KnownMember};
use crate::store::reviewer::LinkedMember;
use crate::store::{self, CanRead, reviewer};

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
            hidden: HiddenCases { actor, member },
        })
    }

    /// Returns the person of this name on the command line. The cases that are hidden from a reviewer of the same name
    /// stay hidden.
    pub(super) async fn person_on_command_line(&self, name: &str) -> Result<CaseReviewer> {
        let actor = Actor::Cli;
        let by = By {
            actor,
            name: name.to_owned(),
        };
        let hidden = match reviewer::find_by_name(&self.database.reads, name).await? {
            Some(known) => self.case_reviewer(&known.into()).await?.hidden,
            None => HiddenCases {
                actor,
                member: None,
            },
        };
        Ok(CaseReviewer { by, hidden })
    }
}

/// Returns the reviewer whose name a person on the command line has given, if there is one, and else the actor itself.
pub(super) async fn find_person(connection: &impl CanRead, by: &By) -> Result<Actor> {
    if by.actor != Actor::Cli {
        return Ok(by.actor);
    }
    let known = reviewer::find_by_name(connection, &by.name).await?;
    Ok(known.map_or(Actor::Cli, |known| Actor::Reviewer(known.id)))
}
