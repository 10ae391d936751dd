//! Makes one set: reads the members, proposes pairs, writes them, and proposes again for members who got none.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use chrono::{DateTime, NaiveDate, Utc};
use enmusubi_core::matching::index::Circle;
use tokio::task::spawn_blocking;

use super::circles::Circles;
use super::partners::Partners;
use super::population::{Limits, Population};
use super::propose::{Proposal, Reach};
use super::write::{BATCH, WriteRules};
use super::{CircleMemory, DailySets, Phases};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::connection::lease::{self, Lease};
use crate::store::meeting::introduction::candidate::{self, Availability};
use crate::store::meeting::introduction::state::{self, Request};
use crate::store::{self, AccountId};

/// The most rounds of a set. Two are usually enough. More are needed if many members change meanwhile, or if many find no
/// member near them.
const MAX_ROUNDS: usize = 8;
/// The number of members whose rows one statement writes.
const CHUNK: usize = 1000;
/// The members whose partners are in memory at a time. The partners and circles of a chunk take less than 100 MB while
/// its members have met at most 400 people each. A chunk costs as much as counting the circles of 190 members one by
/// one.
const TOGETHER: usize = 50_000;

/// The members for whom a set is made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Members<'a> {
    /// All members who have not been served for the day.
    Unserved,
    /// The members who asked for introductions.
    Requested(&'a [Request]),
}

/// The state of a set that is being made.
pub(super) struct SetInProgress<'a> {
    pub(super) sets: &'a DailySets,
    pub(super) lease: &'a Lease,
    pub(super) limits: Limits,
    /// The time of the day's set.
    pub(super) set_at: DateTime<Utc>,
    pub(super) availability: Availability,
    pub(super) today: NaiveDate,
    /// The time that each part took until now.
    pub(super) phases: Phases,
}

impl SetInProgress<'_> {
    /// Reads all candidates. For members who asked, reads only these members if `stored` has the rest.
    pub(super) async fn population(
        &mut self,
        stored: Option<Arc<Population>>,
        members: Members<'_>,
    ) -> Result<Arc<Population>> {
        let start = Instant::now();
        let population = self.read_population(stored, members).await;
        self.phases.read += start.elapsed();
        population
    }

    async fn read_population(
        &self,
        stored: Option<Arc<Population>>,
        members: Members<'_>,
    ) -> Result<Arc<Population>> {
        let database = &self.sets.database;
        if let Members::Requested(requests) = members
            && let Some(mut stored) = stored.and_then(Arc::into_inner)
        {
            let ids: Vec<AccountId> = requests.iter().map(|it| it.account_id).collect();
            let reads = &database.reads;
            stored
                .reload(reads, &ids, self.availability, self.limits)
                .await?;
            return Ok(Arc::new(stored));
        }
        let loaded = Population::load(database, self.availability, self.limits).await?;
        Ok(Arc::new(loaded))
    }

    /// Returns the slots of the members for whom the set is made.
    pub(super) fn viewers(&self, all: &Population, members: Members<'_>) -> Vec<u32> {
        let day = self.limits.day;
        match members {
            Members::Unserved => all
                .iter()
                .filter(|(_, member)| member.is_unserved(day))
                .map(|(slot, _)| slot)
                .collect(),
            Members::Requested(requests) => requests
                .iter()
                .filter_map(|request| all.slot(request.account_id))
                .collect(),
        }
    }

    /// Records that the set is complete, or that the requests are answered.
    pub(super) async fn finish(&self, members: Members<'_>) -> Result<()> {
        let transaction = store::begin(&self.sets.database).await?;
        lease::extend(&transaction, self.lease, self.sets.lease_until_ms()).await?;
        match members {
            Members::Unserved => {
                state::finish(&transaction, self.limits.day, self.availability.now_ms).await?;
            }
            Members::Requested(requests) => state::delete_requests(&transaction, requests).await?,
        }
        transaction.commit().await
    }

    /// Introduces the viewers, in rounds, and returns the number of introductions.
    pub(super) async fn introduce(
        &mut self,
        all: &mut Arc<Population>,
        viewers: &[u32],
        members: Members<'_>,
    ) -> Result<usize> {
        let database = &self.sets.database;
        // A change of preferences takes effect with the next daily set.
        let unchanged_since_ms = match members {
            Members::Unserved => None,
            Members::Requested(_) => Some(Millis::from(self.set_at)),
        };
        let left_out = match unchanged_since_ms {
            Some(since) => candidate::list_changed_after(&database.reads, None, since).await?,
            None => HashSet::new(),
        };
        let rules = WriteRules {
            database,
            lease: self.lease,
            limits: self.limits,
            availability: self.availability,
            today: self.today,
            unchanged_since_ms,
        };
        let mut n_pairs = 0;
        for round in 0..MAX_ROUNDS {
            let room = |slot: &u32| {
                let counts = all.member(*slot).map(|member| member.counts);
                let counts = counts.filter(|counts| round == 0 || counts.of_day == 0);
                counts.map_or(0, |counts| usize::from(self.limits.room(counts)))
            };
            let has_room = |slot: &u32| room(slot) > 0;
            let mut viewers: Vec<u32> = viewers.iter().copied().filter(has_room).collect();
            if viewers.is_empty() {
                break;
            }
            // The viewers of a cell share their distances.
            viewers.sort_by_cached_key(|slot| all.cell(*slot));
            let reach = match members {
                Members::Unserved if round == 0 => Reach::nearest(),
                // Search all members: most of the nearest members may already have their introductions of the day.
                _ => Reach::all(viewers.len(), viewers.iter().map(room).sum()),
            };
            let proposal = Arc::new(Proposal {
                left_out: left_out.clone(),
                reach,
                seed: self.sets.seed(self.limits.day),
                limits: self.limits,
                today: self.today,
                now_ms: self.availability.now_ms,
            });
            let (proposed, is_complete) = self.propose(all, proposal, &viewers).await?;
            let n_written = self.write(all, &rules, &proposed).await?;
            n_pairs += n_written;
            if is_complete && n_written == proposed.len() {
                break;
            }
        }
        Ok(n_pairs)
    }

    /// Writes the proposed pairs in batches, and returns the number of pairs that the database accepted.
    async fn write(
        &mut self,
        all: &mut Arc<Population>,
        rules: &WriteRules<'_>,
        proposed: &[(AccountId, AccountId)],
    ) -> Result<usize> {
        let start = Instant::now();
        let mut n_pairs = 0;
        for batch in proposed.chunks(BATCH) {
            let written = rules.write(batch, self.sets.lease_until_ms()).await?;
            n_pairs += written.len();
            self.update(all, batch, &written).await?;
        }
        self.phases.write += start.elapsed();
        Ok(n_pairs)
    }

    /// Counts the written pairs, and reads the members of refused pairs again.
    async fn update(
        &self,
        all: &mut Arc<Population>,
        batch: &[(AccountId, AccountId)],
        written: &[(AccountId, AccountId)],
    ) -> Result<()> {
        let is_shared = || Error::internal("the population is shared");
        let all = Arc::get_mut(all).ok_or_else(is_shared)?;
        let now_ms = self.availability.now_ms;
        for (low, high) in written {
            all.add_introduction([*low, *high], now_ms);
        }
        let is_refused = |pair: &&(AccountId, AccountId)| !written.contains(pair);
        let refused: HashSet<AccountId> = batch
            .iter()
            .filter(is_refused)
            .flat_map(|(low, high)| [*low, *high])
            .collect();
        if refused.is_empty() {
            return Ok(());
        }
        let refused: Vec<AccountId> = refused.into_iter().collect();
        let reads = &self.sets.database.reads;
        all.reload(reads, &refused, self.availability, self.limits)
            .await
    }

    /// Reads the people to whom these viewers may not be introduced.
    async fn partners(&mut self, all: &Population, viewers: &[u32]) -> Result<Partners> {
        let start = Instant::now();
        let partners = Partners::read(&self.sets.database.reads, all, viewers).await;
        self.phases.history += start.elapsed();
        partners
    }

    /// Returns the pairs to write, and true if no more of these viewers' possible partners are left.
    async fn propose(
        &mut self,
        all: &Arc<Population>,
        proposal: Arc<Proposal>,
        viewers: &[u32],
    ) -> Result<(Vec<(AccountId, AccountId)>, bool)> {
        let mut edges = Vec::new();
        for together in viewers.chunks(TOGETHER) {
            let partners = self.partners(all, together).await?;
            let start = Instant::now();
            let (proposal, all, viewers) = (proposal.clone(), all.clone(), together.to_vec());
            let found = spawn_blocking(move || proposal.edges(&all, &viewers, &partners)).await;
            edges.extend(found.map_err(Error::internal)?);
            self.phases.compare += start.elapsed();
        }
        let start = Instant::now();
        let all = all.clone();
        let pairing = spawn_blocking(move || {
            let is_complete = proposal.reach.is_complete(&edges);
            (proposal.pairs(&all, &edges), is_complete)
        });
        let proposed = pairing.await.map_err(Error::internal);
        self.phases.compare += start.elapsed();
        proposed
    }

    /// Stores that the viewers were served, with their circles. A member's circle is counted once a day: with more
    /// counts, a member could change a preference and see at once what it changes. A member who has to answer first
    /// gets no circle, because a full member could count people without ever being introduced to them.
    pub(super) async fn serve(&mut self, all: &Arc<Population>, viewers: &[u32]) -> Result<()> {
        let day = self.limits.day;
        let unserved = viewers
            .iter()
            .filter_map(|slot| Some((*slot, all.member(*slot)?)));
        let unserved = unserved.filter(|(_, member)| member.is_unserved(day));
        let (full, counted): (Vec<_>, Vec<_>) = unserved.partition(|(_, it)| it.counts.is_full());
        let full: Vec<_> = full
            .iter()
            .map(|(_, it)| (it.candidate.account_id, None))
            .collect();
        self.store_served(all, &full).await?;
        let counted: Vec<u32> = counted.iter().map(|(slot, _)| *slot).collect();
        let circles = Arc::new(Circles::new(all.clone(), self.today));
        for together in counted.chunks(TOGETHER) {
            let partners = self.partners(all, together).await?;
            let start = Instant::now();
            let (slots, circles) = (together.to_vec(), circles.clone());
            let counted = spawn_blocking(move || circles.count(&slots, &partners))
                .await
                .map_err(Error::internal)?;
            self.phases.circles += start.elapsed();
            self.store_served(all, &counted).await?;
        }
        Ok(())
    }

    async fn store_served(
        &mut self,
        all: &Population,
        circles: &[(AccountId, Option<Circle>)],
    ) -> Result<()> {
        let (key, day) = (&self.sets.key, self.limits.day);
        let start = Instant::now();
        for chunk in circles.chunks(CHUNK) {
            let ids: Vec<AccountId> = chunk.iter().map(|(account_id, _)| *account_id).collect();
            let transaction = store::begin(&self.sets.database).await?;
            lease::extend(&transaction, self.lease, self.sets.lease_until_ms()).await?;
            // An account may have been deleted in the meantime.
            let left = store::account::lock_all(&transaction, &ids).await?;
            let left: HashSet<AccountId> = left.into_iter().collect();
            let mut stored = state::list_circles(&transaction, &ids).await?;
            let mut served = Vec::new();
            for (account_id, circle) in chunk.iter().filter(|(id, _)| left.contains(id)) {
                let mut memory = CircleMemory::parse(stored.remove(account_id));
                let viewer = all.slot(*account_id).and_then(|slot| all.member(slot));
                match (circle, viewer) {
                    (Some(circle), Some(viewer)) => {
                        let person = &viewer.candidate.person;
                        memory.show(key, day, (*account_id, person), circle);
                    }
                    _ => memory.hide(),
                }
                served.push((*account_id, memory.to_json()));
            }
            state::set_served(&transaction, served, day).await?;
            transaction.commit().await?;
        }
        self.phases.write += start.elapsed();
        Ok(())
    }
}
