//! The reviewer's command line.

use clap::{Args, Subcommand};
use enmusubi_core::{Field, ReviewAction, ReviewStatus};

use super::decide::Decision;
use crate::store::review::Reason;

/// The commands of a reviewer.
#[derive(Debug, Clone, Subcommand)]
pub enum ReviewCommand {
    /// List the profiles, pending ones first
    List {
        /// List only profiles with this status, such as PENDING
        #[arg(long)]
        status: Option<ReviewStatus>,
    },
    /// Show everything about one profile
    Show {
        /// The LINE user id
        user_id: String,
    },
    /// Decide about one profile
    #[command(flatten)]
    Decide(DecideCommand),
}

/// The decisions of a reviewer.
#[derive(Debug, Clone, Subcommand)]
pub enum DecideCommand {
    /// Accept a profile
    Approve(Target),
    /// Refuse a profile
    Reject {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// A reason as FIELD:CODE or FIELD:CODE:NOTE; may be given several times
        #[arg(long = "reason", value_parser = parse_reason)]
        reasons: Vec<Reason>,
    },
    /// Ask the user to correct fields
    NeedsInfo {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// A field to correct as FIELD:CODE or FIELD:CODE:NOTE; may be given several times
        #[arg(long = "reason", value_parser = parse_reason, required = true)]
        reasons: Vec<Reason>,
    },
    /// Suspend an approved profile and end its sessions
    Suspend {
        /// The profile and the reviewer
        #[command(flatten)]
        target: Target,
        /// A reason as FIELD:CODE or FIELD:CODE:NOTE; may be given several times
        #[arg(long = "reason", value_parser = parse_reason)]
        reasons: Vec<Reason>,
    },
    /// Approve a suspended profile again
    Reinstate(Target),
}

/// The profile, and the reviewer who decides about it.
#[derive(Debug, Clone, Args)]
pub struct Target {
    /// The LINE user id
    user_id: String,
    /// The name of the reviewer, for the record
    #[arg(
        long,
        env = "USER",
        default_value = UNNAMED_ACTOR,
        hide_env_values = true
    )]
    actor: String,
}

/// The name in the record if the command line names no reviewer.
const UNNAMED_ACTOR: &str = "command-line";

impl DecideCommand {
    /// Returns the LINE user id and the decision.
    pub(super) fn into_decision(self) -> (String, Decision) {
        let (target, action, reasons) = match self {
            Self::Approve(target) => (target, ReviewAction::Approve, Vec::new()),
            Self::Reject { target, reasons } => (target, ReviewAction::Reject, reasons),
            Self::NeedsInfo { target, reasons } => (target, ReviewAction::AskForInfo, reasons),
            Self::Suspend { target, reasons } => (target, ReviewAction::Suspend, reasons),
            Self::Reinstate(target) => (target, ReviewAction::Reinstate, Vec::new()),
        };
        (
            target.user_id,
            Decision {
                action,
                reasons,
                actor: if target.actor.trim().is_empty() {
                    UNNAMED_ACTOR.to_owned()
                } else {
                    target.actor
                },
            },
        )
    }
}

/// Parses `FIELD:CODE` or `FIELD:CODE:NOTE`, where the field is one of the payload's.
fn parse_reason(text: &str) -> Result<Reason, String> {
    let mut parts = text.splitn(3, ':');
    let path = parts.next().unwrap_or_default();
    let code = parts.next().unwrap_or_default();
    let note = parts.next().unwrap_or_default();
    let field = path.split(['[', '.']).next().unwrap_or_default();
    if field.parse::<Field>().is_err() {
        return Err(format!("{field:?} is not a field of a profile"));
    }
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    if !is_word(code) {
        return Err(format!(
            "{code:?} is not a reason; write FIELD:CODE:NOTE, such as photoNameList:unclear:Your face is hidden"
        ));
    }
    Ok(Reason {
        path: path.to_owned(),
        code: code.to_owned(),
        note: note.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_a_field_and_keeps_colons_in_its_note() {
        let reason = parse_reason("photoNameList[0]:unclear:See: hidden").unwrap();
        assert_eq!(reason.path, "photoNameList[0]");
        assert_eq!(
            (reason.code.as_str(), reason.note.as_str()),
            ("unclear", "See: hidden")
        );
        assert!(parse_reason("shoeSize:unclear").is_err());
        assert!(parse_reason("name").is_err());
    }

    #[test]
    fn a_reviewer_without_a_name_is_recorded_as_the_command_line() {
        for (given, noted) in [
            ("rita", "rita"),
            ("", "command-line"),
            ("  ", "command-line"),
        ] {
            let target = Target {
                user_id: "U1".to_owned(),
                actor: given.to_owned(),
            };
            let (_, decision) = DecideCommand::Approve(target).into_decision();
            assert_eq!(decision.actor, noted);
        }
    }
}
