//! The matches of a member: the list, the LINE contacts, whether they met, and leaving.

use enmusubi_core::limits::ASK_IF_MET_DAYS;
use enmusubi_core::service::Answer;
use serde::Serialize;
use utoipa::ToSchema;

use super::Conversations;
use super::notes::Note;
use crate::clock::{DAY_MS, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::introduction::Person;
use crate::features::standing::get_approved;
use crate::store::meeting::conversation::{self, OwnMatch, note};
use crate::store::meeting::introduction;
use crate::store::member::{self, ShownMember};
use crate::store::{self, AccountId};

/// A match as one of its members sees it.
#[derive(Debug)]
pub(crate) struct Match {
    pub(crate) id: String,
    pub(crate) person: Person,
    pub(crate) since_ms: Millis,
    /// The member's answer to the person's question, or empty.
    pub(crate) my_answer: String,
    /// The person's answer to the member's question, or empty.
    pub(crate) their_answer: String,
    pub(crate) last_note: Option<Note>,
    /// The notes of the person that the member has not read.
    pub(crate) n_unread: i64,
    pub(crate) contact: Contact,
    /// True if the app should ask the member whether the two met.
    pub(crate) asks_if_met: bool,
}

/// The LINE contacts of a match.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ContactResponse)]
pub(crate) struct Contact {
    /// True if the member offers a contact.
    pub(crate) mine: bool,
    /// The link to the person's contact, if both offer one.
    #[schema(required)]
    pub(crate) theirs: Option<String>,
}

impl Conversations {
    /// Returns the matches of a member, the one with the latest note first. Returns E008 unless the member is
    /// approved.
    pub(crate) async fn list(&self, line_user_id: &str) -> Result<Vec<Match>> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let matches = conversation::list(reads, account.id).await?;
        let ids: Vec<AccountId> = matches.iter().map(|own| own.other_id).collect();
        let mut members = member::find_shown(reads, &ids).await?;
        let mut latest = note::list_latest(reads, account.id).await?;
        let mut unread = note::count_unread(reads, account.id).await?;
        let mut described: Vec<Match> = matches
            .into_iter()
            // Skip a member whose account was deleted between the two reads.
            .filter_map(|own| {
                let member = members.remove(&own.other_id)?;
                let last_note = latest.remove(&own.introduction_id);
                let n_unread = unread.remove(&own.introduction_id).unwrap_or_default();
                let last_note = last_note.map(|note| Note::new(note, account.id));
                Some(self.describe(own, member, last_note, n_unread))
            })
            .collect();
        described.sort_by_key(|it| {
            let note = it.last_note.as_ref().map(|note| note.sent_at_ms);
            std::cmp::Reverse(note.unwrap_or(it.since_ms))
        });
        Ok(described)
    }

    /// Stores the member's LINE contact, or takes it back, and returns the contacts after that.
    pub(crate) async fn set_contact(
        &self,
        line_user_id: &str,
        match_id: &str,
        link: Option<&str>,
    ) -> Result<Contact> {
        let transaction = store::begin(&self.database).await?;
        let own = self
            .lock_match(&transaction, line_user_id, match_id)
            .await?;
        let link = link.unwrap_or_default();
        // A repeated link keeps its first time, from which the app counts the days until it asks whether the two met.
        if own.contact != link {
            conversation::set_contact(&transaction, &own, link, self.clock.now_ms()).await?;
        }
        transaction.commit().await?;
        let after = OwnMatch {
            contact: link.to_owned(),
            ..own
        };
        Ok(Contact::of(&after))
    }

    /// Counts the member's answer to the question whether the two met. Returns E008 before the app asks, and E004 for a
    /// second answer.
    pub(crate) async fn tell_if_met(
        &self,
        line_user_id: &str,
        match_id: &str,
        has_met: bool,
    ) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        let own = self
            .lock_match(&transaction, line_user_id, match_id)
            .await?;
        if own.has_told_if_met {
            return Err(Error::from(ErrorCode::Conflict));
        }
        if !self.asks_if_met(&own) {
            return Err(Error::from(ErrorCode::Forbidden));
        }
        let answer = if has_met { Answer::Yes } else { Answer::No };
        conversation::count_meeting(&transaction, &own, answer.as_str()).await?;
        transaction.commit().await
    }

    /// Closes a match for both members. The page takes E003 as success, because an earlier call may have closed the
    /// match, so the server commits before it answers E003, too (decision 055).
    pub(crate) async fn leave(&self, line_user_id: &str, match_id: &str) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        let locked = self.lock_match(&transaction, line_user_id, match_id).await;
        let own = match locked {
            Err(error) if error.code == ErrorCode::NotFound => {
                // Lock the account: a lock is a write, and only the commit of a write waits for earlier commits.
                store::account::find_locked(&transaction, line_user_id).await?;
                transaction.commit().await?;
                return Err(error);
            }
            locked => locked?,
        };
        let (id, members) = (own.introduction_id, [own.account_id, own.other_id]);
        let now_ms = self.clock.now_ms();
        introduction::end(&transaction, id, &own.public_id, members, now_ms).await?;
        transaction.commit().await
    }

    fn describe(
        &self,
        own: OwnMatch,
        member: ShownMember,
        last_note: Option<Note>,
        n_unread: i64,
    ) -> Match {
        Match {
            person: Person::new(member, self.clock.today(self.time_zone)),
            since_ms: own.matched_at_ms,
            last_note,
            n_unread,
            contact: Contact::of(&own),
            asks_if_met: self.asks_if_met(&own),
            id: own.public_id,
            my_answer: own.yes_note,
            their_answer: own.others_yes_note,
        }
    }

    fn asks_if_met(&self, own: &OwnMatch) -> bool {
        let both_offer = own.contact_at_ms.zip(own.others_contact_at_ms);
        let since_ms = both_offer.map(|(mine, theirs)| mine.max(theirs));
        !own.has_told_if_met
            && since_ms.is_some_and(|since| self.clock.now_ms() - since >= ASK_IF_MET_DAYS * DAY_MS)
    }
}

impl Contact {
    fn of(own: &OwnMatch) -> Self {
        let both_offer = !own.contact.is_empty() && !own.others_contact.is_empty();
        Self {
            mine: !own.contact.is_empty(),
            theirs: both_offer.then(|| own.others_contact.clone()),
        }
    }
}
