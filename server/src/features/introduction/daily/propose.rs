//! Proposes pairs of a population: finds who may meet whom, scores them, and pairs them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use chrono::NaiveDate;
use enmusubi_core::Cell;
use enmusubi_core::matching::affinity::{DistanceBand, may_be_colleagues, score};
use enmusubi_core::matching::index::{MemberId, Rings, Viewer};
use enmusubi_core::matching::pairing::{self, Edge};

use super::population::{Limits, Population};
use crate::clock::DAY_MS;
use crate::store::introduction::candidate::Candidate;

/// By account, the accounts to which the member was ever introduced, and those that a block keeps apart from the
/// member.
pub(super) type Partners = HashMap<i64, HashSet<i64>>;

/// The members for whom the job looks for introductions, and the rules about whom they may be introduced to.
#[derive(Debug, Clone)]
pub(super) struct Proposal {
    /// The slots of the members.
    pub(super) viewers: Vec<u32>,
    pub(super) partners: Arc<Partners>,
    /// The accounts that get no introductions in this set.
    pub(super) left_out: Arc<HashSet<i64>>,
    /// The new candidates to look for, for each member.
    pub(super) enough: usize,
    /// Decides between equal pairs.
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) today: NaiveDate,
    pub(super) now_ms: i64,
}

impl Proposal {
    /// Returns the pairs to introduce: two accounts each, the lower id first.
    pub(super) fn pairs(&self, population: &Population, edges: &[Edge]) -> Vec<(i64, i64)> {
        let mut members = vec![
            pairing::Member {
                capacity: 0,
                waiting_days: 0
            };
            population.n_slots()
        ];
        for (slot, member) in population.iter() {
            members[slot as usize] = pairing::Member {
                capacity: self.limits.room(member.counts),
                waiting_days: waiting_days(&member.candidate, self.now_ms),
            };
        }
        let in_order = |(a, b)| {
            let (a, b) = (population.account(a)?, population.account(b)?);
            Some((a.min(b), a.max(b)))
        };
        let chosen = pairing::pair(&members, edges, self.seed).into_iter();
        let mut pairs: Vec<(i64, i64)> = chosen.filter_map(in_order).collect();
        // In this order, most pairs with the same first account are written in one transaction.
        pairs.sort_unstable();
        pairs
    }

    /// Returns the edges of the viewers, on all cores.
    pub(super) fn edges(&self, population: &Population) -> Vec<Edge> {
        let mut slots = self.viewers.clone();
        slots.sort_by_cached_key(|slot| cell_of(population, *slot));
        on_all_cores(&slots, |slots| {
            let mut edges = Vec::new();
            for slots in slots
                .chunk_by(|one, other| cell_of(population, *one) == cell_of(population, *other))
            {
                if let Some(cell) = cell_of(population, slots[0]) {
                    let rings = population.index.rings(cell);
                    self.add_edges(population, &rings, slots, &mut edges);
                }
            }
            edges
        })
    }

    /// Adds the edges of viewers who live in the middle of these rings.
    fn add_edges(
        &self,
        population: &Population,
        rings: &Rings<'_>,
        slots: &[u32],
        edges: &mut Vec<Edge>,
    ) {
        let nobody = HashSet::new();
        for slot in slots {
            let Some(member) = population.member(*slot) else {
                continue;
            };
            let one = &member.candidate;
            if self.left_out.contains(&one.account_id) {
                continue;
            }
            let partners = self.partners.get(&one.account_id).unwrap_or(&nobody);
            let viewer = Viewer::new(Some(MemberId(*slot)), &one.person, self.today);
            let enough = self.enough.saturating_add(partners.len());
            let start = edges.len();
            rings.search_nearest(&viewer, enough, |found| {
                let other = population.member(found.member.0);
                let other = other.filter(|member| self.limits.room(member.counts) > 0);
                let Some(other) = other.map(|member| &member.candidate) else {
                    return;
                };
                if partners.contains(&other.account_id)
                    || self.left_out.contains(&other.account_id)
                    || !may_be_introduced(one, other)
                {
                    return;
                }
                edges.push(Edge {
                    a: *slot,
                    b: found.member.0,
                    score: score_of(one, other, self.now_ms),
                });
            });
            self.keep_best(edges, start);
        }
    }

    /// Drops all but the best edges of a member, which begin at `start`: twice as many as the job looks for. A search
    /// adds all members of the last cell, and in a city whose people share a cell, that would be more than the memory
    /// holds.
    fn keep_best(&self, edges: &mut Vec<Edge>, start: usize) {
        let n_kept = self.enough.saturating_mul(2);
        let of_member = &mut edges[start..];
        if of_member.len() > n_kept {
            of_member.select_nth_unstable_by_key(n_kept, |edge| {
                let tie = pairing::tie(self.seed, edge.a, edge.b);
                (Reverse(edge.score), tie)
            });
            edges.truncate(start + n_kept);
        }
    }
}

fn cell_of(population: &Population, slot: u32) -> Option<Cell> {
    Some(population.member(slot)?.candidate.person.facts.cell)
}

/// Returns true unless one of two members hides from colleagues and the other may be one.
pub(super) fn may_be_introduced(one: &Candidate, other: &Candidate) -> bool {
    let hides = one.hides_from_colleagues || other.hides_from_colleagues;
    !hides || !may_be_colleagues(one.employer.as_deref(), other.employer.as_deref())
}

fn score_of(one: &Candidate, other: &Candidate, now_ms: i64) -> u32 {
    let band = DistanceBand::between(one.person.facts.cell, other.person.facts.cell);
    let days = [one, other].map(|it| waiting_days(it, now_ms));
    score(one.tags.shared(other.tags), band, days)
}

fn waiting_days(candidate: &Candidate, now_ms: i64) -> u32 {
    u32::try_from((now_ms - candidate.waits_since_ms) / DAY_MS).unwrap_or(0)
}

pub(super) fn on_all_cores<T: Send>(
    slots: &[u32],
    work: impl Fn(&[u32]) -> Vec<T> + Sync,
) -> Vec<T> {
    let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
    let size = slots.len().div_ceil(n_cores).max(1);
    if slots.len() < 2 * n_cores {
        return work(slots);
    }
    thread::scope(|scope| {
        let parts: Vec<_> = slots
            .chunks(size)
            .map(|part| scope.spawn(|| work(part)))
            .collect();
        let results = parts.into_iter().map(|part| match part.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        results.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use enmusubi_core::Gender;
    use enmusubi_core::matching::affinity::TagSet;
    use enmusubi_population::{Resident, TODAY};

    use super::*;

    const CELL: Cell = Cell {
        row: 500,
        column: 2431,
    };

    /// Returns a member who fits everybody of the other gender. Every fourth has waited for a day.
    fn candidate(account_id: u32, gender: Gender) -> Candidate {
        Candidate {
            account_id: account_id.into(),
            person: Resident::plain(account_id, gender, CELL).person,
            tags: TagSet::default(),
            employer: None,
            hides_from_colleagues: false,
            waits_since_ms: if account_id.is_multiple_of(4) {
                0
            } else {
                DAY_MS
            },
            served_day: None,
        }
    }

    #[test]
    fn a_member_of_a_crowded_cell_keeps_the_best_edges() {
        let him = candidate(1, Gender::Male);
        let women = (2..=401).map(|id| candidate(id, Gender::Female));
        let population = Population::of([him].into_iter().chain(women));
        let edges_of = |enough| {
            let proposal = Proposal {
                viewers: vec![0],
                partners: Arc::default(),
                left_out: Arc::default(),
                enough,
                seed: 7,
                limits: Limits {
                    day: NaiveDate::default(),
                    per_day: 5,
                },
                today: TODAY,
                now_ms: DAY_MS,
            };
            let edges = proposal.edges(&population);
            let chosen = proposal.pairs(&population, &edges);
            (edges, chosen)
        };
        let (all, chosen) = edges_of(usize::MAX);
        assert_eq!((all.len(), chosen.len()), (400, 5));
        // A hundred women have waited for a day, so the best forty are among them.
        let (best, chosen_of_best) = edges_of(20);
        assert_eq!(best.len(), 40);
        let highest = all.iter().map(|edge| edge.score).max();
        assert!(best.iter().all(|edge| Some(edge.score) == highest));
        // Fewer edges lead to the same pairs.
        assert_eq!(chosen_of_best, chosen);
    }
}
