//! Creates an account from a form: once, however often the client sends the form.

use std::sync::Arc;

use chrono_tz::Tz;
use enmusubi_core::language::Language;
use enmusubi_core::review::{CaseKind, ReviewStatus};
use enmusubi_core::{
    Checked, Field, FieldErrorCode, Mailboxes, Uploads, UserProfileCreate, VerifyMethod,
};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::age_proof::AgeProofs;
use crate::features::person_key::PersonKey;
use crate::features::session::{IssuedToken, Sessions, TokenKind};
use crate::features::submission::{
    AccountLocks, Call, IdempotentRequest, Submission, ValidationContext,
};
use crate::ops::metrics;
use crate::store::account::NewAccount;
use crate::store::account::idempotency::StoredResponse;
use crate::store::account::work_email::mailbox;
use crate::store::file::photo::Files;
use crate::store::meeting::block::{self, HashedPerson};
use crate::store::member::batches::{Batcher, run_batch_or_each_alone};
use crate::store::review::review_case::{self, NewCase};
use crate::store::{self, BatchedReads, Database, Transaction};
use crate::store::{AccountId, reviewer};

/// The largest number of registrations in one commit. A profile has fewer than 100 columns, and a
/// statement may have 32,766 parameters.
const MAX_BATCH: usize = 256;

/// The answer to a form that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Registered {
    /// The LINE user id.
    pub(crate) user_id: String,
    /// The state of the profile in review.
    pub(crate) review_status: ReviewStatus,
}

/// Registers LINE users.
#[derive(Debug)]
pub(crate) struct Registrations {
    pub(crate) database: Database,
    pub(crate) batched_reads: Arc<BatchedReads>,
    pub(crate) clock: Clock,
    /// The time zone of the calendar date on which ages are counted.
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
    pub(crate) account_locks: AccountLocks,
    pub(crate) sessions: Sessions,
    pub(crate) writer: RegistrationWriter,
}

impl Registrations {
    /// Registers the sender, whose app is in this language if the client named it, or returns the stored response of
    /// the first request again.
    pub(crate) async fn register(
        &self,
        submission: Submission<'_>,
        language: Option<Language>,
    ) -> Result<Registered> {
        // A concurrent duplicate waits here for the first request, and then finds its response.
        let _guard = self.account_locks.lock(submission.line_user_id).await;
        let request = self.idempotent(submission);
        if let Some(registered) = request.find_stored().await? {
            return Ok(registered);
        }
        self.register_unless_stored(submission, language, &request)
            .await
    }

    /// Issues a registration token to a LINE user who has no account yet.
    pub(crate) async fn issue_token(&self, line_user_id: &str) -> Result<IssuedToken> {
        let account = store::account::find(&self.database.reads, line_user_id).await?;
        if account.is_some() {
            return Err(already_registered());
        }
        self.sessions
            .open(TokenKind::Registration, line_user_id)
            .await
    }

    fn idempotent<'a>(&'a self, submission: Submission<'a>) -> IdempotentRequest<'a> {
        let (reads, now_ms) = (&self.batched_reads, self.clock.now_ms());
        IdempotentRequest::new(
            &self.database,
            reads,
            Call::Registration,
            submission,
            now_ms,
        )
    }

    async fn register_unless_stored(
        &self,
        submission: Submission<'_>,
        language: Option<Language>,
        request: &IdempotentRequest<'_>,
    ) -> Result<Registered> {
        match self.register_new(submission, language, request).await {
            Err(refusal) => request.find_stored_after(refusal).await,
            registered => registered,
        }
    }

    async fn register_new(
        &self,
        submission: Submission<'_>,
        language: Option<Language>,
        request: &IdempotentRequest<'_>,
    ) -> Result<Registered> {
        let context = self.find_context(submission.line_user_id).await?;
        let profile = check(submission, &context)?;
        self.database.require_room()?;
        match self.save(profile, language, request).await {
            Err(error) if error.code == ErrorCode::Conflict => {
                Err(self.explain_conflict(error, submission).await)
            }
            saved => saved,
        }
    }

    async fn save(
        &self,
        profile: Checked<UserProfileCreate>,
        language: Option<Language>,
        request: &IdempotentRequest<'_>,
    ) -> Result<Registered> {
        let registered = Registered {
            user_id: profile.account.clone(),
            review_status: ReviewStatus::Pending,
        };
        let registration = Registration {
            profile,
            response: request.row_of(&registered)?,
            language,
            now_ms: self.clock.now_ms(),
        };
        self.writer.save(registration).await?;
        Ok(registered)
    }

    /// Checks the form again after a conflict. If an upload was deleted since the first check, the
    /// rules name its place in the form.
    async fn explain_conflict(&self, conflict: Error, submission: Submission<'_>) -> Error {
        let checked = match self.find_context(submission.line_user_id).await {
            Ok(context) => check(submission, &context),
            Err(error) => Err(error),
        };
        checked.err().unwrap_or(conflict)
    }

    async fn find_context(&self, line_user_id: &str) -> Result<ValidationContext> {
        let today = self.clock.today(self.time_zone);
        let age_proof = self.age_proofs.rule_after(None);
        ValidationContext::find(&self.batched_reads, line_user_id, today, age_proof).await
    }
}

/// Returns the profile of a form that keeps every rule. Returns E004 for a registered account.
fn check(
    submission: Submission<'_>,
    context: &ValidationContext,
) -> Result<Checked<UserProfileCreate>> {
    let mut facts = context.for_core();
    if context.is_registered() {
        // The account's own registration has attached the files and the mailbox, so do not report them.
        facts = facts
            .with_uploads(Uploads::Named)
            .with_mailboxes(Mailboxes::Unchecked);
    }
    let profile = submission.document.parse_profile(&facts)?;
    // The rules accept any well-formed account.
    if profile.account != submission.line_user_id {
        return Err(Error::another_account());
    }
    if context.is_registered() {
        return Err(already_registered());
    }
    Ok(profile)
}

fn already_registered() -> Error {
    let error = Error::conflict("This account is already registered.");
    error.at(Field::Account, FieldErrorCode::Duplicate)
}

/// A valid form that waits to be written.
#[derive(Debug)]
struct Registration {
    profile: Checked<UserProfileCreate>,
    /// The response to store for repeated requests.
    response: Option<StoredResponse>,
    language: Option<Language>,
    now_ms: Millis,
}

/// Writes registrations to the database, each before the client gets its response.
///
/// A commit waits for the disk, and SQLite has one writer. Registrations that arrive during a commit
/// therefore share the next one. PostgreSQL groups the commits of its connections by itself.
#[derive(Debug)]
pub(crate) struct RegistrationWriter(WriteMode);

#[derive(Debug)]
enum WriteMode {
    /// Each registration has its own transaction.
    Single(Tables),
    /// A single task writes all registrations.
    Grouped(Batcher<Registration, ()>),
}

/// The tables, and the key by which a block recognises a person who registers again.
#[derive(Debug, Clone)]
struct Tables {
    database: Database,
    key: PersonKey,
}

impl RegistrationWriter {
    /// Creates a writer. With `group_commit`, registrations share commits on SQLite.
    pub(crate) fn new(database: &Database, key: &PersonKey, group_commit: bool) -> Self {
        let is_sqlite = database.is_sqlite();
        let tables = Tables {
            database: database.clone(),
            key: key.clone(),
        };
        Self(if is_sqlite && group_commit {
            let write = move |batch| write_batch(tables.clone(), batch);
            WriteMode::Grouped(Batcher::new(MAX_BATCH, write))
        } else {
            WriteMode::Single(tables)
        })
    }

    /// Writes a registration. On SQLite, the write happens even if the caller drops the future.
    async fn save(&self, registration: Registration) -> Result<()> {
        match &self.0 {
            WriteMode::Single(tables) => write_all(tables, &[registration]).await,
            WriteMode::Grouped(batcher) => batcher.submit(registration).await,
        }
    }
}

/// Writes the batch with one commit, or each registration alone if the database refuses one of them.
async fn write_batch(tables: Tables, batch: Vec<Registration>) -> Vec<Result<()>> {
    let tables = &tables;
    let write = |batch| async move {
        write_all(tables, batch).await?;
        Ok(vec![(); batch.len()])
    };
    run_batch_or_each_alone(&batch, write).await
}

/// Writes all registrations or none. After the commit they survive a crash.
async fn write_all(tables: &Tables, batch: &[Registration]) -> Result<()> {
    let transaction = store::begin(&tables.database).await?;
    insert(&transaction, &tables.key, batch).await?;
    transaction.commit().await?;
    metrics::registered(batch.len());
    Ok(())
}

/// Inserts accounts, profiles, files and responses. One statement inserts the whole batch into a table.
async fn insert(transaction: &Transaction, key: &PersonKey, batch: &[Registration]) -> Result<()> {
    let users: Vec<_> = batch
        .iter()
        .map(|new| NewAccount {
            line_user_id: &new.profile.account,
            language: new.language,
            now_ms: new.now_ms,
        })
        .collect();
    let ids = store::account::insert_all(transaction, &users).await?;
    let with_ids = || ids.iter().copied().zip(batch);
    let people = with_ids().map(|(account_id, new)| HashedPerson {
        account_id,
        hash: key.hash(&new.profile.account),
    });
    let people: Vec<_> = people.collect();
    block::attach(transaction, &people).await?;
    reviewer::attach_members(transaction, &people).await?;
    let profiles = with_ids().map(|(account_id, new)| (account_id, &new.profile));
    store::profile::insert_all(transaction, profiles).await?;
    let files: Vec<Files<'_>> = with_ids()
        .map(|(account_id, new)| files_of(account_id, &new.profile))
        .collect();
    let now_ms = batch.iter().map(|new| new.now_ms).max().unwrap_or_default();
    store::file::photo::attach(transaction, &files, now_ms).await?;
    let cases = with_ids().map(|(account_id, new)| {
        NewCase::of_profile(account_id, CaseKind::Registration, &new.profile, new.now_ms)
    });
    review_case::insert_all(transaction, cases).await?;
    for (account_id, new) in with_ids() {
        let profile = &new.profile;
        if profile.verify_method == VerifyMethod::WorkEmail {
            let (account, employer_id) = (&profile.account, &profile.employer_id);
            mailbox::attach(transaction, account_id, account, employer_id, new.now_ms).await?;
        }
    }
    let responses = batch.iter().filter_map(|new| new.response.clone());
    store::account::idempotency::insert_all(transaction, responses).await
}

fn files_of(account_id: AccountId, profile: &UserProfileCreate) -> Files<'_> {
    Files {
        account_id,
        line_user_id: &profile.account,
        photos: &profile.photo_name_list,
        document: Some(profile.verify_temp_file_name.as_str()).filter(|name| !name.is_empty()),
        age_proof: Some(profile.age_proof_file_name.as_str()).filter(|name| !name.is_empty()),
    }
}

#[cfg(test)]
mod tests;
