//! The members who can be introduced, in memory: everything that a proposal needs, and the index.

use std::collections::HashMap;

use chrono::NaiveDate;
use enmusubi_core::limits::WAITING_INTRODUCTIONS;
use enmusubi_core::matching::index::{Index, MemberId};
use enmusubi_core::place::Cell;
use tokio::task::spawn_blocking;

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::meeting::introduction::candidate::{self, Availability, Candidate, Page};
use crate::store::meeting::introduction::limits::{Counts, count};
use crate::store::{AccountId, Database, ReadPool};

/// The number of candidates that one statement reads.
const CHUNK: u64 = 10_000;
/// The number of members whose introductions one statement counts. PostgreSQL takes at most 65,535 ids.
const COUNTED: usize = 1000;

/// The candidates of one moment. They may have changed since, so each pair is checked again when it is written.
#[derive(Debug, Default)]
pub(super) struct Population {
    /// The members by slot. The slot is also the member's number in the index and in the pairing.
    members: Vec<Option<Member>>,
    slots: HashMap<AccountId, u32>,
    /// The members without too many open introductions. Some of them may have had their introductions of the day.
    pub(super) index: Index,
}

/// A candidate with the introductions that count against the limits.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) candidate: Candidate,
    pub(super) counts: Counts,
}

/// The limits of introductions, on one day.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) day: NaiveDate,
    /// The most introductions of a member on a day.
    pub(super) per_day: u16,
}

impl Member {
    /// Returns true if the job has not looked for introductions of the member for the set of this day.
    pub(super) fn is_unserved(&self, day: NaiveDate) -> bool {
        self.candidate.served_day.is_none_or(|served| served < day)
    }
}

impl Counts {
    /// Returns true if the member has to answer before there are new introductions.
    pub(super) const fn is_full(self) -> bool {
        self.waiting >= WAITING_INTRODUCTIONS
    }
}

impl Limits {
    /// Returns the number of introductions that a member may still get.
    pub(super) fn room(self, counts: Counts) -> u16 {
        let of_day = self.per_day.saturating_sub(counts.of_day);
        of_day.min(WAITING_INTRODUCTIONS.saturating_sub(counts.waiting))
    }
}

impl Population {
    /// Reads all candidates.
    pub(super) async fn load(
        database: &Database,
        availability: Availability,
        limits: Limits,
    ) -> Result<Self> {
        let reads = &database.reads;
        let mut population = Self::default();
        let mut page =
            candidate::list_after(reads, AccountId(i64::MIN), CHUNK, availability).await?;
        // Another thread parses a page while the database reads the next one.
        while let Some(last_id) = page.last_id() {
            let mut counts = HashMap::new();
            for ids in page.account_ids().chunks(COUNTED) {
                counts.extend(count(reads, ids, limits.day, availability.now_ms).await?);
            }
            let parsing = spawn_blocking(move || {
                population.put_all(&page, counts)?;
                Ok::<_, Error>(population)
            });
            page = candidate::list_after(reads, last_id, CHUNK, availability).await?;
            population = parsing.await.map_err(Error::internal)??;
        }
        Ok(population)
    }

    fn put_all(&mut self, page: &Page, mut counts: HashMap<AccountId, Counts>) -> Result<()> {
        for candidate in page.parse() {
            let candidate = candidate?;
            let counts = counts.remove(&candidate.account_id).unwrap_or_default();
            self.put(Member { candidate, counts })?;
        }
        Ok(())
    }

    /// Reads these accounts again: adds, replaces or removes them.
    pub(super) async fn reload(
        &mut self,
        reads: &ReadPool,
        account_ids: &[AccountId],
        availability: Availability,
        limits: Limits,
    ) -> Result<()> {
        let candidates = candidate::find_all(reads, account_ids, availability).await?;
        let now_ms = availability.now_ms;
        let mut counts = count(reads, account_ids, limits.day, now_ms).await?;
        for account_id in account_ids {
            self.remove(*account_id);
        }
        for candidate in candidates {
            let counts = counts.remove(&candidate.account_id).unwrap_or_default();
            self.put(Member { candidate, counts })?;
        }
        Ok(())
    }

    /// Makes a population of candidates without introductions.
    #[cfg(test)]
    pub(super) fn of(candidates: impl IntoIterator<Item = Candidate>) -> Self {
        let mut population = Self::default();
        for candidate in candidates {
            let counts = Counts::default();
            population.put(Member { candidate, counts }).unwrap();
        }
        population
    }

    /// Returns the member at this slot, who was a candidate at the time of the latest read.
    pub(super) fn member(&self, slot: u32) -> Option<&Member> {
        self.members.get(slot as usize)?.as_ref()
    }

    /// Returns the account of the member at this slot.
    pub(super) fn account(&self, slot: u32) -> Option<AccountId> {
        Some(self.member(slot)?.candidate.account_id)
    }

    /// Returns the cell of the member at this slot.
    pub(super) fn cell(&self, slot: u32) -> Option<Cell> {
        Some(self.member(slot)?.candidate.person.facts.cell)
    }

    /// Returns the member at this slot if the index has the member.
    pub(super) fn find_indexed(&self, slot: u32) -> Option<&Candidate> {
        let member = self.member(slot)?;
        let is_indexed = self.index.contains(MemberId(slot));
        is_indexed.then_some(&member.candidate)
    }

    /// Returns the members whom the index has, with their slots.
    pub(super) fn indexed(&self) -> impl Iterator<Item = (u32, &Candidate)> {
        self.iter()
            .map(|(slot, member)| (slot, &member.candidate))
            .filter(|(slot, _)| self.index.contains(MemberId(*slot)))
    }

    /// Returns all slots with their members.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Member)> {
        let members = (0..).zip(&self.members);
        members.filter_map(|(slot, member)| Some((slot, member.as_ref()?)))
    }

    /// Returns the number of slots, free ones included.
    pub(super) fn n_slots(&self) -> usize {
        self.members.len()
    }

    pub(super) fn slot(&self, account_id: AccountId) -> Option<u32> {
        let slot = self.slots.get(&account_id).copied();
        slot.filter(|slot| self.member(*slot).is_some())
    }

    /// Counts a new introduction of these accounts.
    pub(super) fn add_introduction(&mut self, account_ids: [AccountId; 2], now_ms: Millis) {
        for account_id in account_ids {
            let Some(slot) = self.slots.get(&account_id).copied() else {
                continue;
            };
            let Some(member) = self.members[slot as usize].as_mut() else {
                continue;
            };
            member.counts.of_day += 1;
            member.counts.waiting += 1;
            member.candidate.waits_since_ms = now_ms;
        }
    }

    fn put(&mut self, member: Member) -> Result<()> {
        let account_id = member.candidate.account_id;
        let next = u32::try_from(self.members.len()).map_err(Error::internal)?;
        let slot = *self.slots.entry(account_id).or_insert(next);
        if slot == next {
            self.members.push(None);
        }
        if !member.counts.is_full() {
            self.index.insert(MemberId(slot), &member.candidate.person);
        }
        self.members[slot as usize] = Some(member);
        Ok(())
    }

    fn remove(&mut self, account_id: AccountId) {
        if let Some(slot) = self.slots.get(&account_id).copied() {
            self.members[slot as usize] = None;
            self.index.remove(MemberId(slot));
        }
    }
}
