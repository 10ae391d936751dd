//! The job in which made-up people answer real members: introductions, notes and offers of LINE contacts.
//!
//! It goes through the same use cases as the calls of real members, which lock both accounts, so a member may delete
//! the account or leave at any moment.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use enmusubi_core::service::Answer;
use fastrand::Rng;
use tokio::time::Instant;
use uuid::Uuid;

use super::people::{MadeUpId, MadeUpPeople, Texts};
use crate::error::{ErrorCode, Result};
use crate::features::conversation::NoteRange;
use crate::jobs::{Job, ROW_LIMIT, Round, contained};
use crate::store::account::AccountRow;
use crate::store::meeting::conversation::OwnMatch;
use crate::store::meeting::introduction::OwnIntroduction;
use crate::store::meeting::{conversation, introduction};
use crate::store::{AccountId, IntroductionId, member};

/// The pause before a failed deed is tried again.
const PAUSE: Duration = Duration::from_secs(10);
/// The people whose number leaves this remainder by five say no: a fifth of all people.
const SAYS_NO: u32 = 3;
/// A link that leads to no person: a LINE ID has 20 characters at most.
const CONTACT: &str = "https://line.me/ti/p/~a-made-up-person-has-no-line-account";

/// An act of a made-up person. The first number is the id of an introduction, which is also the id of its match; the
/// second is the number of a note, or for `Answer` the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Deed {
    /// The introduction, and the account of the person who answers.
    Answer(IntroductionId, AccountId),
    Read(IntroductionId, i64),
    Reply(IntroductionId, i64),
    OfferContact(IntroductionId),
}

/// The answers of made-up people.
pub(crate) struct Replies {
    people: Arc<MadeUpPeople>,
    /// The deeds to do, each with its time on the machine's clock, which the mock does not move.
    due: HashMap<Deed, Instant>,
    /// The deeds that the rows of this round ask for.
    open: HashSet<Deed>,
    /// The latest note of each match that needs no answer any more.
    answered: HashMap<IntroductionId, i64>,
}

/// A made-up person with the language in which the person writes.
struct Writer<'a> {
    line_user_id: &'a str,
    id: MadeUpId,
}

impl Job for Replies {
    async fn run(&mut self) -> Result<Round> {
        self.work().await.map(|()| Round::default())
    }
}

impl Replies {
    pub(crate) fn new(people: Arc<MadeUpPeople>) -> Self {
        Self {
            people,
            due: HashMap::new(),
            open: HashSet::new(),
            answered: HashMap::new(),
        }
    }

    async fn work(&mut self) -> Result<()> {
        let people = self.people.clone();
        let rows = people.list().await?;
        if rows.is_empty() {
            return Ok(());
        }
        people.open_app_for(&rows).await?;
        let writers: HashMap<AccountId, Writer<'_>> = rows.iter().filter_map(writer_of).collect();
        let ids: Vec<AccountId> = writers.keys().copied().collect();
        let reads = &people.database.reads;
        let now_ms = people.clock.now_ms();
        let introductions = introduction::list_unanswered(reads, &ids, now_ms).await?;
        let matches = conversation::list_of(reads, &ids).await?;
        self.open.clear();
        for own in &introductions {
            let deed = Deed::Answer(own.id, own.account_id);
            if let Some(writer) = writers.get(&own.account_id)
                && self.is_due(deed)
            {
                let is_real = !writers.contains_key(&own.other_id);
                let done = contained(ROW_LIMIT, self.answer(writer, own, is_real)).await;
                self.finish(deed, done);
            }
        }
        for own in &matches {
            for deed in self.deeds_of(own) {
                if let Some(writer) = writers.get(&own.account_id)
                    && self.is_due(deed)
                {
                    let done = contained(ROW_LIMIT, self.act(writer, own, deed)).await;
                    self.finish(deed, done);
                }
            }
        }
        let open = &self.open;
        self.due.retain(|deed, _| open.contains(deed));
        Ok(())
    }

    /// Returns true if the time of a deed has come. The first call for a deed chooses the time.
    fn is_due(&mut self, deed: Deed) -> bool {
        let now = Instant::now();
        self.open.insert(deed);
        *self.due.entry(deed).or_insert_with(|| now + delay(deed)) <= now
    }

    /// Puts off a deed that failed.
    fn finish(&mut self, deed: Deed, done: Result<()>) {
        let Err(error) = done else {
            return;
        };
        self.due.insert(deed, Instant::now() + PAUSE);
        // The other member may have left, deleted the account or answered in the meantime.
        let is_expected = matches!(
            error.code,
            ErrorCode::NotFound
                | ErrorCode::Conflict
                | ErrorCode::Forbidden
                | ErrorCode::TooManyRequests
        );
        if !is_expected {
            tracing::warn!(%error, "a made-up person could not answer, and tries again");
        }
    }

    fn deeds_of(&self, own: &OwnMatch) -> Vec<Deed> {
        let (id, last) = (own.introduction_id, own.last_number);
        let is_answered = self
            .answered
            .get(&id)
            .is_some_and(|answered| *answered >= last);
        let deeds = [
            (own.read_number < last).then_some(Deed::Read(id, last)),
            (last > 0 && !is_answered).then_some(Deed::Reply(id, last)),
            (own.contact.is_empty() && !own.others_contact.is_empty())
                .then_some(Deed::OfferContact(id)),
        ];
        deeds.into_iter().flatten().collect()
    }

    async fn answer(
        &self,
        writer: &Writer<'_>,
        own: &OwnIntroduction,
        is_real: bool,
    ) -> Result<()> {
        let says_yes = is_real && writer.id.number % 5 != SAYS_NO;
        let (answer, note) = if says_yes {
            let shown = member::find_shown(&self.people.database.reads, &[own.other_id]).await?;
            let asks = shown
                .get(&own.other_id)
                .is_some_and(|other| !other.profile.dating_question.is_empty());
            let note = if asks {
                writer.texts().answer(&mut chance(&own.public_id, 0))
            } else {
                String::new()
            };
            (Answer::Yes, note)
        } else {
            (Answer::No, String::new())
        };
        let introductions = &self.people.introductions;
        introductions
            .answer(writer.line_user_id, &own.public_id, answer, &note)
            .await?;
        Ok(())
    }

    async fn act(&mut self, writer: &Writer<'_>, own: &OwnMatch, deed: Deed) -> Result<()> {
        let people = self.people.clone();
        let conversations = &people.conversations;
        let (user, match_id) = (writer.line_user_id, own.public_id.as_str());
        match deed {
            Deed::Answer(..) => {}
            Deed::Read(_, number) => conversations.mark_read(user, match_id, number).await?,
            Deed::OfferContact(_) => {
                conversations
                    .set_contact(user, match_id, Some(CONTACT))
                    .await?;
            }
            Deed::Reply(id, number) => {
                let latest = conversations
                    .list_notes(user, match_id, NoteRange::Latest)
                    .await?;
                let is_of_other = latest.notes.last().is_some_and(|note| !note.is_mine);
                if is_of_other {
                    conversations.mark_read(user, match_id, number).await?;
                    let mut random = chance(match_id, number);
                    let text = writer.texts().note(&mut random);
                    // Another instance with the mock would send the same note with the same key.
                    let key = Uuid::from_u128(random.u128(..));
                    conversations
                        .send_note(user, match_id, &text, Some(key))
                        .await?;
                }
                self.answered.insert(id, number);
            }
        }
        Ok(())
    }
}

impl Writer<'_> {
    fn texts(&self) -> &'static Texts {
        Texts::of(self.id.language)
    }
}

fn writer_of(row: &AccountRow) -> Option<(AccountId, Writer<'_>)> {
    let writer = Writer {
        line_user_id: &row.line_user_id,
        id: MadeUpId::parse(&row.line_user_id)?,
    };
    Some((row.id, writer))
}

/// Returns the time that a person takes for a deed.
fn delay(deed: Deed) -> Duration {
    let millis = match deed {
        Deed::Answer(..) => 2000..6000,
        Deed::Read(..) => 500..1500,
        Deed::Reply(..) => 2000..4500,
        Deed::OfferContact(_) => 2000..4000,
    };
    Duration::from_millis(fastrand::u64(millis))
}

/// Returns a random generator for a note of this match, with the same seed in every instance.
fn chance(public_id: &str, number: i64) -> Rng {
    let seed = public_id.bytes().fold(number.unsigned_abs(), |seed, byte| {
        seed.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
    });
    Rng::with_seed(seed)
}
