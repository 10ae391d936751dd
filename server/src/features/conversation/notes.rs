//! The notes of a conversation: reading, sending, and how far each member has read.

use enmusubi_core::limits::NOTES_PER_DAY;
use enmusubi_core::service::NewsKind;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Conversations, NoteRange};
use crate::clock::{DAY_MS, Millis};
use crate::error::{Error, Result};
use crate::features::introduction::no_introduction;
use crate::features::standing::get_approved;
use crate::ops::metrics;
use crate::store::account::member_setting;
use crate::store::meeting::conversation::note::{self, StoredNote};
use crate::store::meeting::conversation::{self, OwnMatch};
use crate::store::news::NewEntry;
use crate::store::{self, AccountId, Transaction};

/// The largest number of notes on a page.
const PAGE: u64 = 100;

/// A note. Its text is plain text; a link in it is text too.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NoteResponse)]
pub(crate) struct Note {
    /// The position in the conversation, from 1 on, without gaps.
    #[serde(rename = "noteId")]
    pub(crate) number: i64,
    /// True if the member has written it.
    #[serde(rename = "mine")]
    pub(crate) is_mine: bool,
    pub(crate) text: String,
    /// RFC 3339, in UTC.
    #[serde(rename = "sentAt")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) sent_at_ms: Millis,
}

/// A page of a conversation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotesResponse)]
pub(crate) struct NotesPage {
    /// At most 100 notes, the oldest first.
    pub(crate) notes: Vec<Note>,
    /// The value of `after` that returns the notes after these.
    pub(crate) next: i64,
    /// The number of the latest note that the person has read. Null unless both show it.
    #[schema(required)]
    pub(crate) read_until: Option<i64>,
}

impl Note {
    pub(super) fn new(stored: StoredNote, reader_id: AccountId) -> Self {
        Self {
            number: stored.number,
            is_mine: stored.author_id == reader_id,
            text: stored.text,
            sent_at_ms: stored.sent_at_ms,
        }
    }
}

impl Conversations {
    /// Returns a page of a conversation. Returns E003 if the caller has no such match or can no longer see it, and
    /// E008 unless the caller is approved.
    pub(crate) async fn list_notes(
        &self,
        line_user_id: &str,
        match_id: &str,
        page: NoteRange,
    ) -> Result<NotesPage> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let own = conversation::find(reads, account.id, match_id).await?;
        let own = own.ok_or_else(no_introduction)?;
        let stored = note::list(reads, own.introduction_id, page, PAGE).await?;
        let last = stored.last().map(|note| note.number);
        Ok(NotesPage {
            next: match page {
                NoteRange::After(number) => last.unwrap_or(number),
                NoteRange::Latest | NoteRange::Before(_) => last.unwrap_or_default(),
            },
            notes: stored
                .into_iter()
                .map(|stored| Note::new(stored, account.id))
                .collect(),
            read_until: self.read_until(&own).await?,
        })
    }

    /// Sends a note, and returns it. A repeated idempotency key returns the first note, or E004 if the match or the
    /// text differs. Returns E005 beyond 200 notes in 24 hours, E003 if the caller has no such match or can no longer
    /// see it, and E008 unless the caller is approved.
    pub(crate) async fn send_note(
        &self,
        line_user_id: &str,
        match_id: &str,
        text: &str,
        key: Option<Uuid>,
    ) -> Result<Note> {
        let transaction = store::begin(&self.database).await?;
        let own = self
            .lock_match(&transaction, line_user_id, match_id)
            .await?;
        let key = key.map(|key| key.to_string());
        if let Some(key) = &key
            && let Some(earlier) = note::find_by_key(&transaction, own.account_id, key).await?
        {
            if earlier.introduction_id != own.introduction_id || earlier.text != text {
                let problem = "This idempotency key was used with another note.";
                return Err(Error::conflict(problem));
            }
            transaction.commit().await?;
            return Ok(Note::new(earlier, own.account_id));
        }
        let now_ms = self.clock.now_ms();
        check_limit(&transaction, own.account_id, now_ms).await?;
        self.database.require_room()?;
        let sent = StoredNote {
            introduction_id: own.introduction_id,
            number: own.last_number + 1,
            author_id: own.account_id,
            text: text.to_owned(),
            sent_at_ms: now_ms,
            key,
        };
        note::insert(&transaction, &sent).await?;
        let entry = NewEntry {
            account_id: own.other_id,
            kind: NewsKind::Note,
            subject: own.public_id,
        };
        store::news::insert_all(&transaction, [entry], now_ms).await?;
        transaction.commit().await?;
        metrics::sent_note();
        Ok(Note::new(sent, own.account_id))
    }

    /// Records that the member has read the conversation up to this note. A number beyond the latest note counts as the
    /// latest.
    pub(crate) async fn mark_read(
        &self,
        line_user_id: &str,
        match_id: &str,
        number: i64,
    ) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        let own = self
            .lock_match(&transaction, line_user_id, match_id)
            .await?;
        let number = number.min(own.last_number);
        if number > own.read_number {
            conversation::set_read(&transaction, &own, number).await?;
            if number == own.last_number {
                let now_ms = self.clock.now_ms();
                let (id, subject) = (own.account_id, Some(own.public_id.as_str()));
                store::news::set_read(&transaction, id, NewsKind::Note, subject, now_ms).await?;
            }
        }
        transaction.commit().await
    }

    async fn read_until(&self, own: &OwnMatch) -> Result<Option<i64>> {
        let ids = [own.account_id, own.other_id];
        let settings = member_setting::find_all(&self.database.reads, &ids).await?;
        let shows = |id| {
            settings
                .get(id)
                .is_some_and(|setting| setting.read_receipts)
        };
        Ok(ids.iter().all(shows).then_some(own.others_read_number))
    }
}

async fn check_limit(
    transaction: &Transaction,
    author_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    let after_ms = now_ms - DAY_MS;
    let oldest_ms = note::find_nth_latest(transaction, author_id, after_ms, NOTES_PER_DAY).await?;
    Error::refuse_until(oldest_ms.map(|oldest_ms| oldest_ms + DAY_MS), now_ms)
}
