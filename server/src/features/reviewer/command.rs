//! The operator's commands about reviewers.

use std::fmt::Write as _;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use enmusubi_core::limits::REVIEWER_NAME;
use enmusubi_core::profile::length_within;
use enmusubi_core::review::{AuditAction, ReviewerRole};
use enmusubi_core::text::is_visible;
use thiserror::Error;

use super::passkey::generate_handle;
use super::{Reviewers, record};
use crate::clock::{DAY_MS, Millis};
use crate::error::{Error, ErrorCode};
use crate::features::opaque_token::{generate, hash};
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::meeting::block::HashedPerson;
use crate::store::review::review_case::{self, By};
use crate::store::reviewer::{self, NewReviewer, Reviewer};
use crate::store::{self, AccountId, ReviewerId, Transaction};
use crate::terminal::one_line;

/// A link is valid for this long.
const LINK_MS: i64 = DAY_MS;

/// The commands about reviewers.
#[derive(Debug, Clone, Subcommand)]
pub enum ReviewerCommand {
    /// Add a reviewer, and print a link with which they register a passkey
    ///
    /// The link is good once, for 24 hours. Pass it on in a way that only the reviewer can read.
    Add {
        /// The name that other reviewers read, of 1 to 40 characters
        #[arg(value_parser = parse_name)]
        name: String,
        /// The role: a lead also sees how the others work
        #[arg(long, value_parser = role_parser())]
        role: ReviewerRole,
        /// The LINE user id of the reviewer, if they are a member: cases of people they know stay hidden from them
        #[arg(long, value_name = "USERID")]
        member: Option<String>,
    },
    /// List the reviewers
    List,
    /// Print a new link for a reviewer who has lost the device or the link
    ///
    /// It ends the earlier link. Once the reviewer has used it, the earlier passkey and its sessions end too.
    Link {
        /// The name of the reviewer
        name: String,
    },
    /// Name the account that a reviewer has as a member: cases of people they know stay hidden from them
    ///
    /// The link follows the person: if they delete the account and register again, the server links the new account. A
    /// new link replaces the earlier one.
    Member {
        /// The name of the reviewer
        name: String,
        /// The LINE user id of the member
        #[arg(value_name = "USERID")]
        user_id: String,
    },
    /// Remove a reviewer: their passkey, their sessions, their claims and their latest decisions end at once
    ///
    /// Decisions of the last 30 seconds go back to the queue.
    Remove {
        /// The name of the reviewer
        name: String,
    },
}

/// The reason why a command failed.
#[derive(Debug, Error)]
pub enum ReviewerError {
    /// There is no reviewer of this name.
    #[error("there is no reviewer {}", one_line(.0))]
    UnknownReviewer(String),
    /// Another reviewer has this name.
    #[error("there is a reviewer {} already", one_line(.0))]
    NameTaken(String),
    /// There is no account of this LINE user id.
    #[error("there is no account of {}", one_line(.0))]
    UnknownMember(String),
    /// The host of the public URL is an IP address.
    #[error(
        "PUBLIC_BASE_URL has an IP address, and passkeys need a host name: set it to http://localhost:PORT or to a \
         domain"
    )]
    NoHostName,
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Returns the trimmed name of a reviewer, of which the reader sees at least one character.
fn parse_name(text: &str) -> Result<String, &'static str> {
    let name = text.trim();
    let is_right = length_within(name, REVIEWER_NAME).is_ok()
        && is_visible(name)
        && !name.chars().any(char::is_control);
    let name = is_right.then(|| name.to_owned());
    name.ok_or("a name has 1 to 40 characters, on one line")
}

fn role_parser() -> impl clap::builder::TypedValueParser<Value = ReviewerRole> {
    PossibleValuesParser::new(["reviewer", "lead"])
        .try_map(|word| word.to_ascii_uppercase().parse::<ReviewerRole>())
}

impl Reviewers {
    /// Runs a command and returns the text to print.
    pub async fn run(&self, command: ReviewerCommand) -> Result<String, ReviewerError> {
        match command {
            ReviewerCommand::Add { name, role, member } => {
                self.add(&name, role, member.as_deref()).await
            }
            ReviewerCommand::List => self.list().await,
            ReviewerCommand::Link { name } => self.link(&name).await,
            ReviewerCommand::Member { name, user_id } => self.link_member(&name, &user_id).await,
            ReviewerCommand::Remove { name } => self.remove(&name).await,
        }
    }

    async fn add(
        &self,
        name: &str,
        role: ReviewerRole,
        member: Option<&str>,
    ) -> Result<String, ReviewerError> {
        self.require_host_name()?;
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let member = match member {
            None => None,
            Some(user_id) => Some(self.find_member(&transaction, user_id).await?),
        };
        let new = NewReviewer {
            name,
            role,
            member,
            user_handle: generate_handle()?,
        };
        let inserted = reviewer::insert(&transaction, new, now_ms).await;
        let id = inserted.map_err(|error| match error.code {
            ErrorCode::Conflict => ReviewerError::NameTaken(name.to_owned()),
            _ => error.into(),
        })?;
        let link = self.make_link(&transaction, id, now_ms).await?;
        record(
            &transaction,
            Actor::Cli,
            AuditAction::ReviewerAdd,
            id,
            now_ms,
        )
        .await?;
        transaction.commit().await?;
        Ok(link)
    }

    async fn list(&self) -> Result<String, ReviewerError> {
        let reads = &self.database.reads;
        let reviewers = reviewer::list(reads).await?;
        let holders = reviewer::list_passkey_holders(reads).await?;
        if reviewers.is_empty() {
            return Ok("No reviewers.".to_owned());
        }
        let mut lines = String::new();
        for Reviewer {
            id,
            name,
            role,
            member,
            added_at_ms,
            ..
        } in reviewers
        {
            let passkey = if holders.contains(&id) {
                "passkey"
            } else {
                "no passkey"
            };
            let member = match member {
                None => "",
                Some(member) if member.account_id.is_some() => ", member",
                Some(_) => ", was a member and deleted the account",
            };
            let added = added_at_ms.rfc_3339();
            // Writing into a string cannot fail.
            let _ = writeln!(
                lines,
                "{} ({role}, {passkey}{member}, added {added})",
                one_line(&name)
            );
        }
        lines.truncate(lines.trim_end().len());
        Ok(lines)
    }

    async fn link(&self, name: &str) -> Result<String, ReviewerError> {
        self.require_host_name()?;
        let now_ms = self.clock.now_ms();
        let reviewer = self.find(name).await?;
        let transaction = store::begin(&self.database).await?;
        let locked = reviewer::find_locked(&transaction, reviewer.id).await?;
        let id = locked.ok_or_else(|| unknown(name))?.id;
        let link = self.make_link(&transaction, id, now_ms).await?;
        record(
            &transaction,
            Actor::Cli,
            AuditAction::ReviewerLink,
            id,
            now_ms,
        )
        .await?;
        transaction.commit().await?;
        Ok(link)
    }

    async fn link_member(&self, name: &str, user_id: &str) -> Result<String, ReviewerError> {
        let now_ms = self.clock.now_ms();
        let id = self.find(name).await?.id;
        let transaction = store::begin(&self.database).await?;
        let member = self.find_member(&transaction, user_id).await?;
        let locked = reviewer::find_locked(&transaction, id).await?;
        locked.ok_or_else(|| unknown(name))?;
        reviewer::link_member(&transaction, id, &member).await?;
        let act = Act {
            reviewer_id: Some(id),
            account_id: Some(member.account_id),
            ..Act::new(&Actor::Cli, AuditAction::ReviewerMember)
        };
        audit::append(&transaction, act, now_ms).await?;
        transaction.commit().await?;
        let (name, user_id) = (one_line(name), one_line(user_id));
        Ok(format!("{name} is the member {user_id}"))
    }

    /// Returns the member of this LINE user id. The account stays locked, so that it is not deleted before it is linked.
    async fn find_member(
        &self,
        transaction: &Transaction,
        user_id: &str,
    ) -> Result<HashedPerson, ReviewerError> {
        let account = store::account::find_locked(transaction, user_id).await?;
        let account = account.ok_or_else(|| ReviewerError::UnknownMember(user_id.to_owned()))?;
        Ok(self.hashed(account.id, user_id))
    }

    async fn remove(&self, name: &str) -> Result<String, ReviewerError> {
        let now_ms = self.clock.now_ms();
        let Reviewer { id, name, .. } = self.find(name).await?;
        let by = By {
            actor: Actor::Reviewer(id),
            name,
        };
        let name = &by.name;
        let transaction = store::begin(&self.database).await?;
        let decided = review_case::list_decided_by(&transaction, by.actor).await?;
        // Lock the accounts before the reviewer, as a claim does, and before the cases, as every act about a case does.
        let account_ids: Vec<AccountId> = decided.iter().map(|case| case.account_id).collect();
        store::account::lock_all(&transaction, &account_ids).await?;
        if !reviewer::remove(&transaction, id, now_ms).await? {
            return Err(unknown(name));
        }
        // A running server returns the cases to the queue within a second. End the claims first: otherwise a decision
        // committed after the undo would stay.
        review_case::end_claims_of(&transaction, by.actor).await?;
        for case in review_case::undo_all_of(&transaction, &by).await? {
            let act = Act {
                case_id: Some(case.id),
                account_id: Some(case.account_id),
                reviewer_id: Some(id),
                ..Act::new(&Actor::Cli, AuditAction::Undo)
            };
            audit::append(&transaction, act, now_ms).await?;
        }
        record(
            &transaction,
            Actor::Cli,
            AuditAction::ReviewerRemove,
            id,
            now_ms,
        )
        .await?;
        transaction.commit().await?;
        Ok(format!("{} is no reviewer any more", one_line(name)))
    }

    async fn find(&self, name: &str) -> Result<Reviewer, ReviewerError> {
        let name = name.trim();
        let found = reviewer::find_by_name(&self.database.reads, name).await?;
        found.ok_or_else(|| unknown(name))
    }

    const fn require_host_name(&self) -> Result<(), ReviewerError> {
        match self.relying_party {
            Some(_) => Ok(()),
            None => Err(ReviewerError::NoHostName),
        }
    }

    /// Returns the address of a new link. The token is in the fragment, which browsers send to no server, so that no
    /// log shows it.
    async fn make_link(
        &self,
        transaction: &Transaction,
        reviewer_id: ReviewerId,
        now_ms: Millis,
    ) -> Result<String, ReviewerError> {
        let token = generate()?;
        let expires_at_ms = now_ms + LINK_MS;
        reviewer::replace_link(transaction, reviewer_id, hash(&token), expires_at_ms).await?;
        Ok(format!("{}/review/enrol#{token}", self.public_url))
    }
}

fn unknown(name: &str) -> ReviewerError {
    ReviewerError::UnknownReviewer(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_line_of_one_to_forty_characters() {
        assert_eq!(parse_name(" Rita 佐藤 ").as_deref(), Ok("Rita 佐藤"));
        let of = |n: usize| "愛".repeat(n);
        assert_eq!(parse_name(&of(40)), Ok(of(40)));
        assert!(parse_name(&of(41)).is_err());
        for text in [
            "",
            "  ",
            "\u{200B}",
            "a\nb",
            "a\u{1b}[2J",
            "a\u{85}b",
            "a\0",
        ] {
            assert!(parse_name(text).is_err(), "{text:?}");
        }
    }
}
