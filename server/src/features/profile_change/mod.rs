//! The changes of an approved profile that a reviewer checks: the member proposes them, and the old values stand
//! until a reviewer accepts.

mod proposal;

use std::collections::BTreeSet;

use chrono_tz::Tz;
use enmusubi_core::limits::{PROPOSAL_DAYS, PROPOSALS};
use enmusubi_core::review::{CaseKind, ChangeOutcome};
use enmusubi_core::{Field, JsonDocument};
use serde_json::Value;
use uuid::Uuid;

use self::proposal::files_of;
pub(crate) use self::proposal::{CurrentProfile, apply, has_proof};
use crate::clock::{Clock, DAY_MS, Millis};
use crate::error::{Error, Result};
use crate::features::age_proof::AgeProofs;
use crate::features::standing::get_approved;
use crate::features::submission::ValidationContext;
use crate::store::profile::profile_change::{self, ProposedValues, StoredChange};
use crate::store::review::review_case::{self, NewCase};
use crate::store::{self, AccountId, Database, Transaction};

/// Takes proposals of approved members.
#[derive(Debug)]
pub(crate) struct ProfileChanges {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// The time zone of the calendar date on which ages are counted.
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
}

/// The proposals of a member, as the member sees them.
#[derive(Debug)]
pub(crate) struct ChangesNow {
    pub(crate) open: Option<StoredChange>,
    /// The proposal about which a reviewer decided last.
    pub(crate) latest: Option<StoredChange>,
}

impl ProfileChanges {
    /// Returns the open proposal and the latest decision. Returns E008 unless the member is approved.
    pub(crate) async fn get(&self, line_user_id: &str) -> Result<ChangesNow> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        Ok(ChangesNow {
            open: profile_change::find_open(reads, account.id).await?,
            latest: profile_change::find_latest_decided(reads, account.id).await?,
        })
    }

    /// Proposes the fields of the document that differ from the profile, in place of an earlier proposal. If none
    /// differs, the earlier proposal is withdrawn. The same proposal again changes nothing.
    ///
    /// Returns E008 unless the member is approved and for fields that no reviewer checks, E002 for a broken rule
    /// and E005 after too many proposals.
    pub(crate) async fn propose(
        &self,
        line_user_id: &str,
        document: &JsonDocument<'_>,
    ) -> Result<ChangesNow> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        // Without this lock, a reviewer could decide about the proposal that is being replaced.
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let current = CurrentProfile::find(&transaction, account.id, line_user_id).await?;
        let today = self.clock.today(self.time_zone);
        let age_proof = self.age_proofs.rule_for(&transaction, account.id).await?;
        let context =
            ValidationContext::find_in(&transaction, line_user_id, today, age_proof, now_ms)
                .await?;
        let changed = document.parse_changes(&current.0, &context.for_core())?;
        let proposed = current.proposal_of(&changed)?;
        let open = profile_change::find_open(&transaction, account.id).await?;
        let is_same = match &open {
            Some(open) => open.proposed == proposed,
            None => proposed.is_empty(),
        };
        if !is_same && proposed.is_empty() {
            take_back(&transaction, open, ChangeOutcome::Withdrawn, now_ms).await?;
        } else if !is_same {
            self.check_limit(&transaction, account.id, now_ms).await?;
            let mut replaced = Vec::new();
            if let Some(open) = &open {
                let outcome = ChangeOutcome::Replaced;
                profile_change::take_back(&transaction, open.id, outcome, now_ms).await?;
                withdraw_case(&transaction, open).await?;
                replaced = profile_change::remove_files(&transaction, open.id).await?;
            }
            // Attach the files now: the hourly cleanup would delete new files before a reviewer sees them.
            let files = attach_files(&transaction, line_user_id, &proposed, now_ms).await?;
            let public_id = Uuid::new_v4().to_string();
            let (account_id, id) = (account.id, &public_id);
            profile_change::insert(&transaction, account_id, id, &proposed, &files, now_ms).await?;
            let case = NewCase {
                subject: public_id,
                ..NewCase::of_profile(
                    account_id,
                    CaseKind::Change,
                    &apply(&current.0, &proposed)?,
                    now_ms,
                )
            };
            review_case::insert_all(&transaction, [case]).await?;
            release_all(&transaction, &replaced).await?;
        }
        let now = ChangesNow {
            open: profile_change::find_open(&transaction, account.id).await?,
            latest: profile_change::find_latest_decided(&transaction, account.id).await?,
        };
        transaction.commit().await?;
        Ok(now)
    }

    /// Withdraws the open proposal, if there is one. Returns E008 unless the member is approved.
    pub(crate) async fn withdraw(&self, line_user_id: &str) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let open = profile_change::find_open(&transaction, account.id).await?;
        take_back(&transaction, open, ChangeOutcome::Withdrawn, now_ms).await?;
        transaction.commit().await
    }

    /// Returns E005 if the member has made too many proposals. Otherwise, deletes the proposals that the member took
    /// back before the period.
    async fn check_limit(
        &self,
        transaction: &Transaction,
        account_id: AccountId,
        now_ms: Millis,
    ) -> Result<()> {
        let period_ms = PROPOSAL_DAYS * DAY_MS;
        let after_ms = now_ms - period_ms;
        let first_ms =
            profile_change::find_nth_latest(transaction, account_id, after_ms, PROPOSALS).await?;
        Error::refuse_until(first_ms.map(|first_ms| first_ms + period_ms), now_ms)?;
        profile_change::delete_taken_back(transaction, account_id, after_ms).await
    }
}

/// Attaches the files of a proposal and returns their names.
async fn attach_files(
    transaction: &Transaction,
    line_user_id: &str,
    proposed: &ProposedValues,
    now_ms: Millis,
) -> Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    for (file_use, names) in files_of(proposed) {
        if !store::file::upload::attach_all(transaction, line_user_id, &names, file_use, now_ms)
            .await?
        {
            return Err(store::file::upload::gone());
        }
        files.extend(names);
    }
    Ok(files)
}

/// Closes the open proposal, which its member takes back. Its files are unattached again, unless the profile has
/// them.
async fn take_back(
    transaction: &Transaction,
    open: Option<StoredChange>,
    outcome: ChangeOutcome,
    now_ms: Millis,
) -> Result<()> {
    let Some(open) = open else { return Ok(()) };
    profile_change::take_back(transaction, open.id, outcome, now_ms).await?;
    withdraw_case(transaction, &open).await?;
    let files = profile_change::remove_files(transaction, open.id).await?;
    release_all(transaction, &files).await
}

/// Removes photos from the open proposal of a member when a reviewer removes them from the profile: an accepted
/// proposal would bring them back. `left` are the photos that the profile keeps. A reviewer who holds the case of the
/// proposal has to look again. A proposal that would change nothing any more is withdrawn.
pub(crate) async fn remove_from_proposal(
    transaction: &Transaction,
    account_id: AccountId,
    removed: &[String],
    left: &[String],
    now_ms: Millis,
) -> Result<()> {
    let Some(mut open) = profile_change::find_open(transaction, account_id).await? else {
        return Ok(());
    };
    let name = Field::PhotoNameList.as_str();
    let Some(Value::Array(photos)) = open.proposed.get_mut(name) else {
        return Ok(());
    };
    let n_proposed = photos.len();
    photos.retain(|photo| !removed.iter().any(|removed| photo == removed));
    if photos.len() == n_proposed {
        return Ok(());
    }
    if photos.is_empty() || *photos == left {
        open.proposed.remove(name);
    }
    keep_rest(transaction, open, removed, now_ms).await
}

/// Removes the proof of age from the open proposal of a member who is not approved any more. No reviewer can decide about
/// the proposal, so that the document would stay without a time limit. A proposal that would change nothing any more is
/// withdrawn.
pub(crate) async fn remove_proposed_age_proof(
    transaction: &Transaction,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    let Some(mut open) = profile_change::find_open(transaction, account_id).await? else {
        return Ok(());
    };
    let removed = open.proposed.remove(Field::AgeProofFileName.as_str());
    let Some(Value::String(name)) = removed else {
        return Ok(());
    };
    keep_rest(transaction, open, std::slice::from_ref(&name), now_ms).await?;
    store::file::upload::release(transaction, &name).await
}

/// Stores a proposal that has lost these files, or withdraws it if it has no other values.
async fn keep_rest(
    transaction: &Transaction,
    open: StoredChange,
    removed: &[String],
    now_ms: Millis,
) -> Result<()> {
    if open.proposed.is_empty() {
        return take_back(transaction, Some(open), ChangeOutcome::Withdrawn, now_ms).await;
    }
    profile_change::set_proposed(transaction, open.id, &open.proposed, removed).await?;
    review_case::change_subject(transaction, &open.public_id).await
}

async fn withdraw_case(transaction: &Transaction, change: &StoredChange) -> Result<()> {
    match review_case::find_of_subject(transaction, &change.public_id).await? {
        Some(case) => review_case::withdraw(transaction, case.id).await,
        None => Ok(()),
    }
}

/// Detaches files that nothing uses any more. The hourly cleanup deletes them.
pub(crate) async fn release_all(transaction: &Transaction, names: &[String]) -> Result<()> {
    for name in names {
        store::file::upload::release(transaction, name).await?;
    }
    Ok(())
}
