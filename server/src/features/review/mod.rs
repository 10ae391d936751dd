//! The reviewer's commands: list profiles, show one, and decide about it; and the same for changes that
//! approved members propose, and for reports.

mod age;
mod appeal;
mod case_reviewer;
pub mod cases;
mod changes;
mod command;
mod counts;
mod decide;
mod effect;
mod error;
pub(crate) mod escape;
mod evidence;
mod facts;
mod history;
mod insiders;
mod print;
mod record;
mod removal;
mod report_facts;
mod reports;
mod statistics;
mod steps;
mod trace_facts;
mod waiting;

pub(crate) use age::AgeCheckFact;
pub use age::ReadAge;
pub(crate) use appeal::appeal_until_ms;
pub use changes::{ChangeTarget, ChangesCommand};
pub use command::{DecideCommand, ReviewCommand, Reviewer, Target};
pub use decide::Decision;
pub(crate) use effect::{SecondLooks, start_effects};
pub use error::ReviewError;
pub(crate) use facts::CaseFacts;
pub use reports::{ReportCommand, ReportTarget};
pub(crate) use statistics::NoticeKind;
pub(crate) use waiting::{Waiting, WaitingTimes};

use std::collections::HashMap;

use chrono_tz::Tz;
use enmusubi_core::{CaseKind, Field, UserProfileCreate, asked_fields, fields_after_taking_back};

use crate::clock::Clock;
use crate::features::age_proof::AgeProofs;
use crate::features::cached::Cached;
use crate::features::photo::{FileCleanup, Pictures};
use crate::store::Database;
use crate::store::review::{Reason, StoredStep};
use crate::store::review_case::NewCase;

/// Lists, shows and decides profiles.
#[derive(Debug, Clone)]
pub struct Reviews {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// The time zone of the calendar date on which ages are counted.
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
    /// The currency of incomes, as a code of ISO 4217.
    pub(crate) income_currency: String,
    pub(crate) pictures: Pictures,
    pub(crate) file_cleanup: FileCleanup,
    /// The scheme, host and port of the public URL, for links to pictures.
    pub(crate) public_origin: String,
    /// The URL of the file store, where the reviewer finds documents.
    pub(crate) storage_url: String,
    /// Chooses the approvals that a second reviewer decides again.
    pub(crate) second_looks: SecondLooks,
    pub(crate) counts: Cached<HashMap<CaseKind, u64>>,
}

impl Reviews {
    /// Runs the reviewer's command and returns the text to print.
    pub async fn run(&self, command: ReviewCommand) -> Result<String, ReviewError> {
        match command {
            ReviewCommand::List { status } => self.list(status).await,
            ReviewCommand::Show { user_id } => self.show(&user_id).await,
            ReviewCommand::Changes(command) => self.run_changes(command).await,
            ReviewCommand::Decide(command) => {
                let (user_id, decision) = command.into_decision();
                let state = self.decide(&user_id, &decision).await?;
                let user_id = escape::one_line(&user_id);
                Ok(format!("{user_id} is now {}", state.status))
            }
            ReviewCommand::Reports(command) => self.run_reports(command).await,
        }
    }
}

/// Returns the case about a profile that its member has just sent.
pub(crate) fn new_case(
    account_id: i64,
    kind: CaseKind,
    profile: &UserProfileCreate,
    now_ms: i64,
) -> NewCase {
    let employer_id = profile.employer_id.clone();
    NewCase::new(account_id, kind, profile.verify_method, employer_id, now_ms)
}

/// Returns the fields that the user may send again after this step, in the order of the payload: those that
/// the reviewer asked for, or all if the member took the profile back.
pub(crate) fn asked_after(step: &StoredStep) -> Vec<Field> {
    if step.is_taking_back() {
        fields_after_taking_back()
    } else {
        asked_by(&step.reasons)
    }
}

impl Reviews {
    /// Returns the fields that these reasons ask the user for, without the proof of age if the deployment asks for none.
    fn asked_by(&self, reasons: &[Reason]) -> Vec<Field> {
        let mut asked = asked_by(reasons);
        asked.retain(|field| self.age_proofs.is_required || *field != Field::AgeProofFileName);
        asked
    }
}

/// Returns the fields that these reasons ask the user for, in the order of the payload.
fn asked_by(reasons: &[Reason]) -> Vec<Field> {
    asked_fields(reasons.iter().map(|reason| reason.path.as_str()))
}
