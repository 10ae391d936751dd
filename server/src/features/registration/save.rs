//! Stores registrations, several in one transaction where several are waiting.

use enmusubi_core::{UserProfileCreate, VerifyMethod};

use crate::error::Result;
use crate::features::work_email;
use crate::ops::metrics;
use crate::store::idempotency::StoredResponse;
use crate::store::photo::Files;
use crate::store::{self, Database, Transaction};

/// A form that was found good, on its way into the tables.
#[derive(Debug)]
pub(super) struct Registration {
    pub(super) profile: UserProfileCreate,
    /// What a repeat of the request is to be told.
    pub(super) answer: Option<StoredResponse>,
    pub(super) now_ms: i64,
}

/// Stores all of them, or none. Once it is done they outlive a crash.
pub(super) async fn save(database: &Database, batch: &[Registration]) -> Result<()> {
    let transaction = store::begin(database).await?;
    insert(&transaction, batch).await?;
    transaction.commit().await?;
    metrics::registered(batch.len());
    Ok(())
}

/// Accounts, profiles, files and kept answers, each with one statement for all.
async fn insert(transaction: &Transaction, batch: &[Registration]) -> Result<()> {
    let users: Vec<(&str, i64)> = batch
        .iter()
        .map(|new| (new.profile.account.as_str(), new.now_ms))
        .collect();
    let ids = store::account::insert_all(transaction, &users).await?;
    let with_ids = || ids.iter().copied().zip(batch);
    let profiles = with_ids().map(|(account_id, new)| (account_id, &new.profile));
    store::profile::insert_all(transaction, profiles).await?;
    let files: Vec<Files<'_>> = with_ids()
        .map(|(account_id, new)| files_of(account_id, &new.profile))
        .collect();
    let now_ms = batch.iter().map(|new| new.now_ms).max().unwrap_or_default();
    store::photo::attach(transaction, &files, now_ms).await?;
    for (account_id, new) in with_ids() {
        let profile = &new.profile;
        if profile.verify_method == VerifyMethod::WorkEmail {
            let (account, employer_id) = (&profile.account, &profile.employer_id);
            work_email::take(transaction, account_id, account, employer_id, new.now_ms).await?;
        }
    }
    let answers = batch.iter().filter_map(|new| new.answer.clone());
    store::idempotency::insert_all(transaction, answers).await
}

fn files_of(account_id: i64, profile: &UserProfileCreate) -> Files<'_> {
    Files {
        account_id,
        line_user_id: &profile.account,
        photos: &profile.photo_name_list,
        document: Some(profile.verify_temp_file_name.as_str()).filter(|name| !name.is_empty()),
    }
}
