//! The news of a member: the list, and which of them the member has read.

use std::collections::HashSet;

use enmusubi_core::review::Reason;
use enmusubi_core::service::NewsKind;

use crate::clock::{Clock, DAY_MS};
use crate::error::{Error, ErrorCode, Result};
use crate::features::standing::get_approved;
use crate::store::news::Entry;
use crate::store::review::review_case;
use crate::store::{self, AccountId, CanRead, Database};

/// The most entries in a list. The table keeps older entries until they are [`STORED_MS`] old.
const LISTED: u64 = 100;

/// The time for which an entry is stored: 90 days.
pub(crate) const STORED_MS: i64 = 90 * DAY_MS;

/// An entry, with the reasons of the decision that it reports.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) entry: Entry,
    /// The reviewer's reasons, for an entry about a case.
    pub(crate) reasons: Option<Vec<Reason>>,
}

/// Reads the news of members.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
}

impl News {
    /// Returns the latest news of a member, the newest first. Leaves out entries about matches that the member can no
    /// longer see. Returns E008 unless the member is approved.
    pub(crate) async fn list(&self, line_user_id: &str) -> Result<Vec<Item>> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let entries = store::news::list(reads, account.id, Some(LISTED)).await?;
        let entries = visible_to(reads, account.id, entries).await?;
        let reasons = review_case::list_reasons(reads, account.id, &entries).await?;
        let items = entries.into_iter().map(|entry| Item {
            reasons: entry
                .is_about_case()
                .then(|| reasons.get(&entry.subject).cloned().unwrap_or_default()),
            entry,
        });
        Ok(items.collect())
    }

    /// Marks an entry and all older entries as read. Returns E003 if the member has no such entry or can no longer see the
    /// match that it is about, and E008 unless the member is approved.
    pub(crate) async fn mark_read(&self, line_user_id: &str, news_id: &str) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let no_entry = || Error::from(ErrorCode::NotFound);
        let entry = store::news::find(&transaction, account.id, news_id).await?;
        let entry = entry.ok_or_else(no_entry)?;
        if is_about_match(&entry) {
            let found =
                store::meeting::conversation::find(&transaction, account.id, &entry.subject)
                    .await?;
            found.ok_or_else(no_entry)?;
        }
        store::news::set_read_until(&transaction, account.id, &entry, now_ms).await?;
        transaction.commit().await
    }
}

/// Leaves out the entries about matches that the member can no longer see.
pub(crate) async fn visible_to(
    connection: &impl CanRead,
    account_id: AccountId,
    mut entries: Vec<Entry>,
) -> Result<Vec<Entry>> {
    if entries.iter().any(is_about_match) {
        let matches = store::meeting::conversation::list(connection, account_id).await?;
        let visible: HashSet<String> = matches.into_iter().map(|own| own.public_id).collect();
        entries.retain(|entry| !is_about_match(entry) || visible.contains(&entry.subject));
    }
    Ok(entries)
}

const fn is_about_match(entry: &Entry) -> bool {
    matches!(entry.kind, NewsKind::Match | NewsKind::Note)
}
