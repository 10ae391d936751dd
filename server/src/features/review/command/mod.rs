//! The reviewer's command line.

mod reason;

use chrono::NaiveDate;
use clap::{Args, Subcommand};
use enmusubi_core::review::{
    AgeDocument, CaseAction, CaseDecision, CaseKind, Reason, ReviewStatus,
};

use self::reason::{REASON_FORM, age_document_help, parse_reason, reason_help};
use super::command_line::{Decision, Subject};
use super::{ReviewError, Reviews};
use crate::terminal::one_line;

/// The commands of a reviewer.
#[derive(Debug, Clone, Subcommand)]
pub enum ReviewCommand {
    /// List the profiles, pending ones first, and of these the one that waits longest
    List {
        /// List only profiles with this status, such as PENDING
        #[arg(long)]
        status: Option<ReviewStatus>,
    },
    /// Show everything about one profile. The audit log gets a row for each link to a file
    Show {
        /// The LINE user id
        user_id: String,
    },
    /// Claim one profile for ten minutes, so that no other reviewer decides about it
    Claim(Target),
    /// Give a claimed profile back to the queue
    Release(Target),
    /// Decide about one profile
    #[command(flatten)]
    Decide(DecideCommand),
    /// Suspend an approved profile and end its sessions
    Suspend {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// The reasons
        #[command(flatten)]
        reasons: ReasonArgs,
    },
    /// Approve a suspended profile again
    Reinstate(Target),
    /// Decide about changes that approved members propose
    #[command(subcommand)]
    Changes(ChangesCommand),
    /// List, show and decide the reports of members by others
    #[command(subcommand)]
    Reports(ReportCommand),
}

/// The decisions of a reviewer about a profile.
#[derive(Debug, Clone, Subcommand)]
pub enum DecideCommand {
    /// Accept a profile
    Approve {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// The check of the age
        #[command(flatten)]
        age: AgeArgs,
        /// The employer on the evidence
        #[command(flatten)]
        employer: EmployerArgs,
    },
    /// Refuse a profile
    Reject {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// The check of the age
        #[command(flatten)]
        age: AgeArgs,
        /// The reasons
        #[command(flatten)]
        reasons: ReasonArgs,
    },
    /// Ask the user to correct fields
    NeedsInfo {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// The check of the age
        #[command(flatten)]
        age: AgeArgs,
        /// The reasons
        #[command(flatten)]
        reasons: ReasonArgs,
    },
}

/// The commands about changes that members propose.
#[derive(Debug, Clone, Subcommand)]
pub enum ChangesCommand {
    /// List the changes that wait, in the order of the queue
    List,
    /// Show the proposed values and the ones before. The audit log gets a row for each link to a file
    Show {
        /// The id of the change
        id: String,
    },
    /// Accept a change: the profile has the new values from now on
    Accept {
        /// The change and the reviewer
        #[command(flatten)]
        target: IdTarget,
        /// The check of the age, if the change is about it
        #[command(flatten)]
        age: AgeArgs,
    },
    /// Refuse a change: the profile keeps its values
    Refuse {
        /// The change and the reviewer
        #[command(flatten)]
        target: IdTarget,
        /// The reasons
        #[command(flatten)]
        reasons: ReasonArgs,
    },
}

/// The commands about reports.
#[derive(Debug, Clone, Subcommand)]
pub enum ReportCommand {
    /// List the reports without a decision, in the order of the queue: those of danger first
    List,
    /// Show everything about one report. The audit log gets a row for each link to a file
    Show {
        /// The id of the report
        id: String,
    },
    /// Close a report that gives no cause to act
    Dismiss(IdTarget),
    /// Record that a report is true; `review suspend` is a step of its own
    Uphold(IdTarget),
}

/// The profile, and the reviewer who acts on it.
#[derive(Debug, Clone, Args)]
pub struct Target {
    /// The LINE user id
    user_id: String,
    /// The reviewer
    #[command(flatten)]
    reviewer: Reviewer,
}

/// The change or the report, and the reviewer who decides about it.
#[derive(Debug, Clone, Args)]
pub struct IdTarget {
    /// The id that the list shows
    pub id: String,
    /// The reviewer
    #[command(flatten)]
    pub reviewer: Reviewer,
}

/// The check of an age.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct AgeArgs {
    /// The kind of document on which you have read the birthday, the document's name and its issuer
    #[arg(long, value_name = "DOCUMENT", requires = "birthday", long_help = age_document_help())]
    age_document: Option<AgeDocument>,
    /// The birthday on that document
    #[arg(long, value_name = "YYYY-MM-DD", requires = "age_document")]
    birthday: Option<NaiveDate>,
}

/// The reasons of a decision.
#[derive(Debug, Clone, Args)]
pub struct ReasonArgs {
    /// A field and what is wrong with it; may be given several times
    #[arg(
        long = "reason",
        value_name = REASON_FORM,
        value_parser = parse_reason,
        required = true,
        long_help = reason_help()
    )]
    reasons: Vec<Reason>,
}

/// The employer that the reviewer has read on a document or a page. An approval by one of these needs it.
#[derive(Debug, Clone, Default, Args)]
pub struct EmployerArgs {
    /// The employer on the document or the page, by the id of the catalogue, such as google
    #[arg(long, value_name = "ID", conflicts_with = "employer_name")]
    employer: Option<String>,
    /// The name of an employer that is not in the catalogue
    #[arg(long, value_name = "NAME")]
    employer_name: Option<String>,
}

/// The reviewer who decides.
#[derive(Debug, Clone, Args)]
pub struct Reviewer {
    /// The name of the reviewer, for the record. A console reviewer of this name is
    /// barred from the appeal and from the second look
    #[arg(
        long,
        env = "USER",
        default_value = UNNAMED_ACTOR,
        hide_env_values = true
    )]
    pub actor: String,
}

impl Reviewer {
    /// Returns the name for the record.
    fn name(self) -> String {
        let name = self.actor.trim();
        if name.is_empty() {
            UNNAMED_ACTOR.to_owned()
        } else {
            name.to_owned()
        }
    }
}

/// The name in the record if the command line names no reviewer.
const UNNAMED_ACTOR: &str = "command-line";

impl Reviews {
    /// Runs the reviewer's command and returns the text to print.
    pub async fn run(&self, command: ReviewCommand) -> Result<String, ReviewError> {
        match command {
            ReviewCommand::List { status } => self.list(status).await,
            ReviewCommand::Show { user_id } => self.show(&Subject::Profile(user_id)).await,
            ReviewCommand::Claim(Target { user_id, reviewer }) => {
                let until = self.claim_profile(&user_id, &reviewer.name()).await?;
                Ok(format!("{} is yours until {until}", one_line(&user_id)))
            }
            ReviewCommand::Release(Target { user_id, reviewer }) => {
                self.release_profile(&user_id, &reviewer.name()).await?;
                Ok(format!("{} waits in the queue again", one_line(&user_id)))
            }
            ReviewCommand::Decide(command) => self.run_decision(command).await,
            ReviewCommand::Suspend { target, reasons } => {
                let Target { user_id, reviewer } = target;
                self.suspend(&user_id, reasons.reasons, &reviewer.name())
                    .await?;
                Ok(format!("{} is suspended", one_line(&user_id)))
            }
            ReviewCommand::Reinstate(Target { user_id, reviewer }) => {
                self.reinstate(&user_id, &reviewer.name()).await?;
                Ok(format!("{} is approved again", one_line(&user_id)))
            }
            ReviewCommand::Changes(command) => self.run_changes(command).await,
            ReviewCommand::Reports(command) => self.run_reports(command).await,
        }
    }

    async fn run_decision(&self, command: DecideCommand) -> Result<String, ReviewError> {
        let (target, age, decision) = match command {
            DecideCommand::Approve {
                target,
                age,
                employer,
            } => {
                let decision = CaseDecision {
                    employer_id: employer.employer.unwrap_or_default(),
                    employer_name: employer.employer_name.unwrap_or_default(),
                    ..CaseDecision::new(CaseAction::Approve, Vec::new())
                };
                (target, age, decision)
            }
            DecideCommand::Reject {
                target,
                age,
                reasons,
            } => (
                target,
                age,
                CaseDecision::new(CaseAction::Reject, reasons.reasons),
            ),
            DecideCommand::NeedsInfo {
                target,
                age,
                reasons,
            } => {
                let decision = CaseDecision::new(CaseAction::AskForInfo, reasons.reasons);
                (target, age, decision)
            }
        };
        let Target { user_id, reviewer } = target;
        let subject = Subject::Profile(user_id);
        self.run_case(subject, reviewer, decision, age).await
    }

    async fn run_changes(&self, command: ChangesCommand) -> Result<String, ReviewError> {
        let (target, age, decision) = match command {
            ChangesCommand::List => return self.list_of_kind(CaseKind::Change).await,
            ChangesCommand::Show { id } => return self.show(&Subject::Change(id)).await,
            ChangesCommand::Accept { target, age } => {
                let decision = CaseDecision::new(CaseAction::Approve, Vec::new());
                (target, age, decision)
            }
            ChangesCommand::Refuse { target, reasons } => {
                let decision = CaseDecision::new(CaseAction::Reject, reasons.reasons);
                (target, AgeArgs::default(), decision)
            }
        };
        let IdTarget { id, reviewer } = target;
        let subject = Subject::Change(id);
        self.run_case(subject, reviewer, decision, age).await
    }

    async fn run_reports(&self, command: ReportCommand) -> Result<String, ReviewError> {
        let (target, action) = match command {
            ReportCommand::List => return self.list_of_kind(CaseKind::Report).await,
            ReportCommand::Show { id } => return self.show(&Subject::Report(id)).await,
            ReportCommand::Dismiss(target) => (target, CaseAction::NoAction),
            ReportCommand::Uphold(target) => (target, CaseAction::Uphold),
        };
        let IdTarget { id, reviewer } = target;
        let decision = CaseDecision::new(action, Vec::new());
        let (subject, age) = (Subject::Report(id), AgeArgs::default());
        self.run_case(subject, reviewer, decision, age).await
    }

    async fn run_case(
        &self,
        subject: Subject,
        reviewer: Reviewer,
        decision: CaseDecision,
        age: AgeArgs,
    ) -> Result<String, ReviewError> {
        let action = decision.action;
        let decision = Decision {
            decision: CaseDecision {
                age_document: age.age_document,
                ..decision
            },
            birthday: age.birthday,
            actor: reviewer.name(),
        };
        self.decide(&subject, &decision).await?;
        Ok(format!("{}: {action} is in effect", one_line(subject.id())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reviewer_without_a_name_is_recorded_as_the_command_line() {
        for (given, noted) in [
            ("rita", "rita"),
            (" rita ", "rita"),
            ("", "command-line"),
            ("  ", "command-line"),
        ] {
            let reviewer = Reviewer {
                actor: given.to_owned(),
            };
            assert_eq!(reviewer.name(), noted);
        }
    }
}
