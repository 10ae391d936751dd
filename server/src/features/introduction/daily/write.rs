//! Writes introductions: checks each pair again on the rows of the moment, in the transaction that stores it.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use enmusubi_core::condition::Condition;
use enmusubi_core::limits::ANSWER_DAYS;
use enmusubi_core::matching::affinity::DistanceBand;
use enmusubi_core::matching::{Person, mutual_match};
use enmusubi_core::service::NewsKind;
use uuid::Uuid;

use super::population::Limits;
use super::propose::may_be_introduced;
use crate::clock::{DAY_MS, Millis};
use crate::error::Result;
use crate::ops::metrics;
use crate::store::connection::lease::{self, Lease};
use crate::store::meeting::introduction::candidate::{self, Availability, Candidate};
use crate::store::meeting::introduction::{self, NewIntroduction, SetTimes, state};
use crate::store::news::NewEntry;
use crate::store::{self, AccountId, Database, Transaction};

/// The pairs of one transaction. Smaller transactions would mostly wait for the disk; larger ones would hold up other
/// writers of SQLite for more than some 30 ms.
pub(super) const BATCH: usize = 100;

/// The rules of one set for the pairs that are written.
#[derive(Debug)]
pub(super) struct WriteRules<'a> {
    pub(super) database: &'a Database,
    pub(super) lease: &'a Lease,
    pub(super) limits: Limits,
    pub(super) availability: Availability,
    pub(super) today: NaiveDate,
    /// Members who changed their preferences after this time get no introductions in this set.
    pub(super) unchanged_since_ms: Option<Millis>,
}

impl WriteRules<'_> {
    /// Stores the pairs that may still be introduced, and returns them. Extends the lease until `lease_until_ms`, and
    /// returns E503 if another process has taken it.
    pub(super) async fn write(
        &self,
        pairs: &[(AccountId, AccountId)],
        lease_until_ms: Millis,
    ) -> Result<Vec<(AccountId, AccountId)>> {
        let now_ms = self.availability.now_ms;
        let ids: BTreeSet<AccountId> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let ids: Vec<AccountId> = ids.into_iter().collect();
        let transaction = store::begin(self.database).await?;
        lease::extend(&transaction, self.lease, lease_until_ms).await?;
        // From here on, no member of these pairs can pause, change preferences or delete the account, until
        // the pairs are stored.
        store::account::lock_all(&transaction, &ids).await?;
        let introductions = self.choose(&transaction, pairs, &ids).await?;
        let day = self.limits.day;
        let times = SetTimes {
            day,
            created_at_ms: now_ms,
            expires_at_ms: now_ms + ANSWER_DAYS * DAY_MS,
        };
        let stored = introduction::insert_all(&transaction, &introductions, times).await?;
        let stored = introductions
            .iter()
            .filter(|it| stored.contains(&it.public_id));
        let accepted: Vec<(AccountId, AccountId)> =
            stored.map(|it| (it.sides[0].0, it.sides[1].0)).collect();
        let introduced: BTreeSet<AccountId> = accepted.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let introduced: Vec<AccountId> = introduced.into_iter().collect();
        state::set_introduced(&transaction, &introduced, now_ms).await?;
        let news = introduced.iter().map(|account_id| NewEntry {
            account_id: *account_id,
            kind: NewsKind::Introductions,
            subject: day.to_string(),
        });
        store::news::insert_all(&transaction, news, now_ms).await?;
        transaction.commit().await?;
        metrics::introduced(accepted.len());
        Ok(accepted)
    }

    /// Returns the introductions of the pairs that keep every rule, whose members the transaction has locked.
    async fn choose(
        &self,
        transaction: &Transaction,
        pairs: &[(AccountId, AccountId)],
        ids: &[AccountId],
    ) -> Result<Vec<NewIntroduction>> {
        let candidates = candidate::find_all(transaction, ids, self.availability).await?;
        let candidates: HashMap<AccountId, Candidate> = candidates
            .into_iter()
            .map(|candidate| (candidate.account_id, candidate))
            .collect();
        let changed = match self.unchanged_since_ms {
            Some(since) => candidate::list_changed_after(transaction, Some(ids), since).await?,
            None => HashSet::new(),
        };
        // A block also holds for later accounts of the two people. Later accounts were never introduced to each other,
        // so the unique index would let them pass.
        let barred = store::meeting::block::list_barred(transaction, ids).await?;
        let (day, now_ms) = (self.limits.day, self.availability.now_ms);
        let mut counts = introduction::limits::count(transaction, ids, day, now_ms).await?;
        let mut introductions = Vec::new();
        for (low, high) in pairs {
            let (Some(one), Some(other)) = (candidates.get(low), candidates.get(high)) else {
                continue;
            };
            let has_room = [low, high].iter().all(|id| {
                let counts = counts.get(id).copied().unwrap_or_default();
                self.limits.room(counts) > 0 && !changed.contains(id)
            });
            if !has_room
                || barred.contains(&(*low, *high))
                || !may_be_introduced(one, other)
                || !mutual_match(&one.person, &other.person, self.today)
            {
                continue;
            }
            for id in [low, high] {
                let counts = counts.entry(*id).or_default();
                counts.of_day += 1;
                counts.waiting += 1;
            }
            introductions.push(introduction_of(one, other));
        }
        Ok(introductions)
    }
}

fn introduction_of(one: &Candidate, other: &Candidate) -> NewIntroduction {
    let side = |candidate: &Candidate| (candidate.account_id, condition_bits(&candidate.person));
    NewIntroduction {
        public_id: Uuid::new_v4().to_string(),
        sides: [side(one), side(other)],
        distance_band: DistanceBand::between(one.person.facts.cell, other.person.facts.cell),
    }
}

/// Returns the types of a person's conditions, one bit for each.
fn condition_bits(person: &Person) -> i32 {
    let bit = |condition: &Condition| 1 << condition.condition_type() as u32;
    person
        .wishes
        .conditions
        .iter()
        .map(bit)
        .fold(0, |bits, bit| bits | bit)
}
