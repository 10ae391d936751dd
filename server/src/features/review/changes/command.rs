//! The reviewer's command line for proposed changes.

use clap::{Args, Subcommand};

use super::super::command::{AgeArgs, REASON_FORM, Reviewer, parse_reason, reason_help};
use super::super::{ReviewError, Reviews, escape};
use crate::store::review::Reason;

/// The commands about changes that members propose.
#[derive(Debug, Clone, Subcommand)]
pub enum ChangesCommand {
    /// List the changes that wait, the one that waits longest first
    List,
    /// Show the values of the profile beside the proposed ones
    Show {
        /// The id of the change
        change_id: String,
    },
    /// Accept a change: the profile has the new values from now on
    Accept {
        /// The change and the reviewer
        #[command(flatten)]
        target: ChangeTarget,
        /// The check of the age, if the change is about it
        #[command(flatten)]
        age: AgeArgs,
    },
    /// Refuse a change: the profile keeps its values
    Refuse {
        /// The change and the reviewer
        #[command(flatten)]
        target: ChangeTarget,
        /// A proposed field with the reason; may be given several times
        #[arg(
            long = "reason",
            value_name = REASON_FORM,
            value_parser = parse_reason,
            required = true,
            long_help = reason_help("A proposed field with the reason")
        )]
        reasons: Vec<Reason>,
    },
}

/// The change, and the reviewer who decides about it.
#[derive(Debug, Clone, Args)]
pub struct ChangeTarget {
    /// The id of the change
    change_id: String,
    /// The reviewer
    #[command(flatten)]
    reviewer: Reviewer,
}

impl Reviews {
    /// Runs a command about proposed changes and returns the text to print.
    pub(in super::super) async fn run_changes(
        &self,
        command: ChangesCommand,
    ) -> Result<String, ReviewError> {
        let (change_id, word) = match command {
            ChangesCommand::List => return self.list_changes().await,
            ChangesCommand::Show { change_id } => return self.show_change(&change_id).await,
            ChangesCommand::Accept { target, age } => {
                let ChangeTarget {
                    change_id,
                    reviewer,
                } = target;
                let actor = reviewer.name();
                self.accept_change(&change_id, age.read(), &actor).await?;
                (change_id, "accepted")
            }
            ChangesCommand::Refuse { target, reasons } => {
                let ChangeTarget {
                    change_id,
                    reviewer,
                } = target;
                let actor = reviewer.name();
                self.refuse_change(&change_id, &reasons, &actor).await?;
                (change_id, "refused")
            }
        };
        let change_id = escape::one_line(&change_id);
        Ok(format!("change {change_id} is {word}"))
    }
}
