//! Matches, and the conversations of their two members.

mod matches;
mod notes;

use chrono_tz::Tz;

use crate::clock::Clock;
use crate::error::Result;
use crate::features::introduction::{lock_members, no_introduction};
use crate::store::meeting::conversation::{self, OwnMatch};
use crate::store::meeting::introduction::Shown;
use crate::store::{Database, Transaction};

pub(crate) use matches::{Contact, Match};
pub(crate) use notes::{Note, NotesPage};

pub(crate) use crate::store::meeting::conversation::note::NoteRange;

/// Reads and changes the matches of members.
#[derive(Debug, Clone)]
pub(crate) struct Conversations {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
}

impl Conversations {
    /// Returns a match whose two members are locked until the transaction ends. Returns E003 if the caller has no such
    /// match or can no longer see it, and E008 unless the caller is approved.
    async fn lock_match(
        &self,
        transaction: &Transaction,
        line_user_id: &str,
        match_id: &str,
    ) -> Result<OwnMatch> {
        let (shown, now_ms) = (Shown::Matched, self.clock.now_ms());
        let account = lock_members(transaction, line_user_id, match_id, shown, now_ms).await?;
        let own = conversation::find(transaction, account.id, match_id).await?;
        own.ok_or_else(no_introduction)
    }
}
