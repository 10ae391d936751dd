//! Makes one set: reads the members, proposes pairs, writes them, and proposes again for members who got none.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, Utc};
use enmusubi_core::matching::index::Circle;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::circles::Circles;
use super::population::{Limits, Population};
use super::propose::{Partners, Proposal};
use super::write::{BATCH, Writing};
use super::{CircleMemory, DailySets, Phases};
use crate::error::{Error, Result};
use crate::store;
use crate::store::introduction::candidate::{self, Availability};
use crate::store::introduction::state::{self, Request};
use crate::store::lease::{self, Lease};

/// The pause between two extensions of the lease while the process computes.
const EXTEND_EVERY: Duration = Duration::from_secs(4);
/// The new candidates that the first round looks for, for each member. Members who get no introduction are compared
/// with all others in the next round.
const N_CANDIDATES: usize = 30;
/// The rounds of a set. Only a set in which many members change while it is made needs more than two.
const MAX_ROUNDS: usize = 4;
/// The members whose rows one statement reads or writes.
const CHUNK: usize = 1000;
/// The members whose circles are counted together. The memory for it is below 100 MB.
const CIRCLES: usize = 100_000;

/// The members for whom a set is made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Members<'a> {
    /// All who have not been served for the day.
    Unserved,
    /// Those who asked.
    Requested(&'a [Request]),
}

/// The state of a set that is being made.
pub(super) struct Making<'a> {
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

impl Making<'_> {
    /// Reads all candidates, or only those who asked if the others are in memory already.
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
            let ids: Vec<i64> = requests.iter().map(|it| it.account_id).collect();
            let reads = &database.reads;
            stored
                .reload(reads, &ids, self.availability, self.limits)
                .await?;
            return Ok(Arc::new(stored));
        }
        let loading = Population::load(database, self.availability, self.limits);
        Ok(Arc::new(self.extending(loading).await??))
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
        partners: &mut Arc<Partners>,
        viewers: &[u32],
        members: Members<'_>,
    ) -> Result<usize> {
        let database = &self.sets.database;
        // A change of preferences takes effect with the next daily set.
        let unchanged_since_ms = match members {
            Members::Unserved => None,
            Members::Requested(_) => Some(self.set_at.timestamp_millis()),
        };
        let left_out = match unchanged_since_ms {
            Some(since) => candidate::list_changed_after(&database.reads, None, since).await?,
            None => HashSet::new(),
        };
        let writing = Writing {
            database,
            lease: self.lease,
            limits: self.limits,
            availability: self.availability,
            today: self.today,
            unchanged_since_ms,
        };
        let left_out = Arc::new(left_out);
        let mut n_pairs = 0;
        for round in 0..MAX_ROUNDS {
            let is_empty = |slot: &&u32| {
                all.member(**slot).is_some_and(|member| {
                    self.limits.room(member.counts) > 0 && (round == 0 || member.counts.of_day == 0)
                })
            };
            let viewers: Vec<u32> = viewers.iter().filter(is_empty).copied().collect();
            if viewers.is_empty() {
                break;
            }
            let proposal = Proposal {
                partners: partners.clone(),
                viewers,
                left_out: left_out.clone(),
                enough: match members {
                    Members::Unserved if round == 0 => N_CANDIDATES,
                    // Most of the nearest members may have had their introductions of the day.
                    _ => usize::MAX,
                },
                seed: self.sets.seed(self.limits.day),
                limits: self.limits,
                today: self.today,
                now_ms: self.availability.now_ms,
            };
            let start = Instant::now();
            let proposed = self.propose(all, proposal).await?;
            self.phases.compare += start.elapsed();
            let start = Instant::now();
            let mut n_refused = 0;
            for batch in proposed.chunks(BATCH) {
                let written = writing.write(batch, self.sets.lease_until_ms()).await?;
                n_pairs += written.len();
                n_refused += batch.len() - written.len();
                self.update(all, partners, batch, &written).await?;
            }
            self.phases.write += start.elapsed();
            if round > 0 && n_refused == 0 {
                break;
            }
        }
        Ok(n_pairs)
    }

    /// Brings the population and the partners up to date after pairs were written or refused.
    async fn update(
        &self,
        all: &mut Arc<Population>,
        partners: &mut Arc<Partners>,
        batch: &[(i64, i64)],
        written: &[(i64, i64)],
    ) -> Result<()> {
        let is_shared = || Error::internal("the population is shared");
        let all = Arc::get_mut(all).ok_or_else(is_shared)?;
        let partners = Arc::get_mut(partners).ok_or_else(is_shared)?;
        let now_ms = self.availability.now_ms;
        for (low, high) in written {
            all.add_introduction([*low, *high], now_ms);
            for (account_id, other_id) in [(low, high), (high, low)] {
                if let Some(others) = partners.get_mut(account_id) {
                    others.insert(*other_id);
                }
            }
        }
        let is_refused = |pair: &&(i64, i64)| !written.contains(pair);
        let refused: HashSet<i64> = batch
            .iter()
            .filter(is_refused)
            .flat_map(|(low, high)| [*low, *high])
            .collect();
        if refused.is_empty() {
            return Ok(());
        }
        let refused: Vec<i64> = refused.into_iter().collect();
        let reads = &self.sets.database.reads;
        all.reload(reads, &refused, self.availability, self.limits)
            .await
    }

    /// Reads whom the viewers may not be introduced to.
    pub(super) async fn partners(
        &mut self,
        all: &Population,
        viewers: &[u32],
    ) -> Result<Arc<Partners>> {
        let start = Instant::now();
        let ids: Vec<i64> = viewers.iter().filter_map(|it| all.account(*it)).collect();
        let mut partners: Partners = ids.iter().map(|id| (*id, HashSet::new())).collect();
        let reads = &self.sets.database.reads;
        for chunk in ids.chunks(CHUNK) {
            partners.extend(store::introduction::limits::list_partners(reads, chunk).await?);
            for (account_id, other_id) in store::block::list_barred(reads, chunk).await? {
                partners.entry(account_id).or_default().insert(other_id);
            }
        }
        self.phases.read += start.elapsed();
        Ok(Arc::new(partners))
    }

    async fn propose(&self, all: &Arc<Population>, proposal: Proposal) -> Result<Vec<(i64, i64)>> {
        let all = all.clone();
        let computing = spawn_blocking(move || {
            let edges = proposal.edges(&all);
            proposal.pairs(&all, &edges)
        });
        self.extending(computing).await?.map_err(Error::internal)
    }

    /// Stores that the viewers were served, with their circles. A member's circle is counted once for each day:
    /// with more counts, a member could change a preference and see at once what it changes. A member who has to
    /// answer first has none, because otherwise a full member would count people without ever being introduced to
    /// them.
    pub(super) async fn serve(
        &mut self,
        all: &Arc<Population>,
        partners: &Arc<Partners>,
        viewers: &[u32],
    ) -> Result<()> {
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
        let circles = Arc::new(Circles::new(all.clone(), partners.clone(), self.today));
        for together in counted.chunks(CIRCLES) {
            let start = Instant::now();
            let (slots, circles) = (together.to_vec(), circles.clone());
            let computing = spawn_blocking(move || circles.count(&slots));
            let counted = self.extending(computing).await?.map_err(Error::internal)?;
            self.phases.circles += start.elapsed();
            self.store_served(all, &counted).await?;
        }
        Ok(())
    }

    async fn store_served(
        &mut self,
        all: &Population,
        circles: &[(i64, Option<Circle>)],
    ) -> Result<()> {
        let (key, day) = (&self.sets.key, self.limits.day);
        let start = Instant::now();
        for chunk in circles.chunks(CHUNK) {
            let ids: Vec<i64> = chunk.iter().map(|(account_id, _)| *account_id).collect();
            let transaction = store::begin(&self.sets.database).await?;
            lease::extend(&transaction, self.lease, self.sets.lease_until_ms()).await?;
            // An account may have been deleted in the meantime.
            let left = store::account::lock_all(&transaction, &ids).await?;
            let left: HashSet<i64> = left.into_iter().collect();
            let mut stored = state::list_circles(&transaction, &ids).await?;
            let mut served = Vec::new();
            for (account_id, circle) in chunk.iter().filter(|(id, _)| left.contains(id)) {
                let mut memory = CircleMemory::parse(stored.remove(account_id))?;
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

    /// Waits for some work, and extends the lease meanwhile. Returns E503 if another process has taken it.
    async fn extending<T>(&self, work: impl Future<Output = T>) -> Result<T> {
        tokio::pin!(work);
        let mut ticks = interval(EXTEND_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first tick comes at once, and the lease has just been extended.
        ticks.tick().await;
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                _ = ticks.tick() => self.sets.extend_lease(self.lease).await?,
            }
        }
    }
}
