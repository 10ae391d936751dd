//! Review: cases and their leases, decisions and their effect, evidence, and the members' waiting times. The console
//! and the command line use the same functions.

mod age;
mod answers;
mod appeal;
mod case_reviewer;
pub mod cases;
mod change;
mod command;
mod command_line;
mod counts;
mod effect;
mod error;
mod evidence;
mod facts;
mod history;
mod insiders;
mod list;
mod locked_account;
mod material;
mod print;
mod record;
mod removal;
mod report_facts;
mod reports;
mod second_looks;
mod statistics;
mod trace_facts;
mod waiting;

pub(crate) use age::AgeCheckFact;
pub(crate) use appeal::appeal_until_ms;
pub use command::{
    ChangesCommand, DecideCommand, IdTarget, ReportCommand, ReviewCommand, Reviewer, Target,
};
pub use command_line::{Decision, Subject};
pub(crate) use effect::FailingCases;
pub use error::ReviewError;
pub(crate) use facts::CaseFacts;
pub(crate) use second_looks::SecondLooks;
pub(crate) use statistics::Statistics;
pub(crate) use waiting::{Waiting, WaitingTimes};

use std::collections::HashMap;
use std::sync::Arc;

use chrono_tz::Tz;
use enmusubi_core::Field;
use enmusubi_core::review::{CaseKind, Reason, asked_fields, fields_after_taking_back};

use crate::clock::Clock;
use crate::features::age_proof::AgeProofs;
use crate::features::cached::Cached;
use crate::features::photo::{FileCleanup, Pictures};
use crate::store::Database;
use crate::store::review::PastStep;

/// Lists, shows and decides cases.
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
    pub(crate) failing: Arc<FailingCases>,
}

/// Returns the fields that the user may send again after this step, in the order of the payload: those that
/// the reviewer asked for, or all if the member took the profile back.
pub(crate) fn asked_after(step: &PastStep) -> Vec<Field> {
    if step.is_taking_back() {
        fields_after_taking_back()
    } else {
        asked_by(&step.reasons)
    }
}

/// Returns the fields that these reasons ask the user for, in the order of the payload.
fn asked_by(reasons: &[Reason]) -> Vec<Field> {
    asked_fields(reasons.iter().map(|reason| reason.path.as_str()))
}
