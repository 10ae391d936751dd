//! Proposes pairs of a population: finds who may meet whom, scores them, and pairs them.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::num::NonZero;
use std::thread;

use chrono::NaiveDate;
use enmusubi_core::matching::affinity::{DistanceBand, may_be_colleagues, score};
use enmusubi_core::matching::index::{MemberId, Rings, Viewer};
use enmusubi_core::matching::pairing::{self, Edge};

use super::partners::Partners;
use super::population::{Limits, Population};
use crate::clock::{DAY_MS, Millis};
use crate::store::AccountId;
use crate::store::meeting::introduction::candidate::Candidate;

/// The new candidates that a search of the nearest members looks for, for each viewer.
const N_NEAREST: usize = 30;
/// The most edges of a search of all members. Each viewer keeps at least `2 * N_NEAREST` edges, so very many viewers
/// exceed this number. The edges and their pairing need less than 300 MB.
const MAX_EDGES: usize = 8_000_000;

/// The bounds of a search: the members that it looks at, and the edges of a member that it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    /// The number of new candidates to look for, for each member.
    enough: usize,
    /// The most edges of a member: those with the highest scores.
    n_kept: usize,
    /// A member with this many edges gets a pair whenever all edges would give one.
    n_needed: usize,
}

impl Reach {
    /// A search of the nearest members. All these members may be full, so a search of all members follows.
    pub(super) const fn nearest() -> Self {
        Self {
            enough: N_NEAREST,
            // A search adds all members of the last cell. In a city whose people share a cell, all their edges would
            // not fit into memory.
            n_kept: 2 * N_NEAREST,
            n_needed: usize::MAX,
        }
    }

    /// A search of all members, for `n_viewers` viewers who have room for `n_seats` introductions together.
    ///
    /// Two edges for each seat are enough for a member: every other pair takes at least one of the seats, and fills at
    /// most two of the people at the member's edges (both, if the two may meet this member too).
    pub(super) fn all(n_viewers: usize, n_seats: usize) -> Self {
        let n_kept = (MAX_EDGES / n_viewers.max(1)).max(2 * N_NEAREST);
        let n_needed = 2 * n_seats;
        Self {
            enough: usize::MAX,
            n_kept: n_kept.min(n_needed),
            n_needed,
        }
    }

    /// Returns true if no further search can help the members who get no pair. The edges of a member must be adjacent.
    pub(super) fn is_complete(self, edges: &[Edge]) -> bool {
        self.enough == usize::MAX
            && (self.n_kept >= self.n_needed
                || edges
                    .chunk_by(|one, other| one.a == other.a)
                    .all(|of_member| of_member.len() < self.n_kept))
    }
}

/// The rules about whom members may be introduced to.
#[derive(Debug)]
pub(super) struct Proposal {
    /// The accounts that get no introductions in this set.
    pub(super) left_out: HashSet<AccountId>,
    pub(super) reach: Reach,
    /// The seed that decides between equal pairs.
    pub(super) seed: u64,
    pub(super) limits: Limits,
    pub(super) today: NaiveDate,
    pub(super) now_ms: Millis,
}

impl Proposal {
    /// Returns the pairs to introduce: two accounts each, the lower id first.
    pub(super) fn pairs(
        &self,
        population: &Population,
        edges: &[Edge],
    ) -> Vec<(AccountId, AccountId)> {
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
        let mut pairs: Vec<(AccountId, AccountId)> = chosen.filter_map(in_order).collect();
        // In this order, most pairs with the same first account are written in one transaction.
        pairs.sort_unstable();
        pairs
    }

    /// Returns the edges of the viewers, on all cores. The viewers must be sorted by cell.
    pub(super) fn edges(
        &self,
        population: &Population,
        viewers: &[u32],
        partners: &Partners,
    ) -> Vec<Edge> {
        on_all_cores(viewers, |slots| {
            let mut edges = Vec::new();
            for slots in
                slots.chunk_by(|one, other| population.cell(*one) == population.cell(*other))
            {
                if let Some(cell) = population.cell(slots[0]) {
                    let rings = population.index.rings(cell);
                    self.add_edges(population, partners, &rings, slots, &mut edges);
                }
            }
            edges
        })
    }

    /// Adds the edges of viewers who live in the middle of these rings.
    fn add_edges(
        &self,
        population: &Population,
        partners: &Partners,
        rings: &Rings<'_>,
        slots: &[u32],
        edges: &mut Vec<Edge>,
    ) {
        for slot in slots {
            let Some(member) = population.member(*slot) else {
                continue;
            };
            let one = &member.candidate;
            if self.left_out.contains(&one.account_id) {
                continue;
            }
            let partners = partners.of(*slot);
            let viewer = Viewer::new(Some(MemberId(*slot)), &one.person, self.today);
            let enough = self.reach.enough.saturating_add(partners.len());
            let start = edges.len();
            rings.search_nearest(&viewer, enough, |found| {
                let other = population.member(found.member.0);
                let other = other.filter(|member| self.limits.room(member.counts) > 0);
                let Some(other) = other.map(|member| &member.candidate) else {
                    return;
                };
                if partners.binary_search(&found.member.0).is_ok()
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

    /// Drops all but the best edges of a member, which begin at `start`.
    fn keep_best(&self, edges: &mut Vec<Edge>, start: usize) {
        let n_kept = self.reach.n_kept;
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

/// Returns true unless one of two members hides from colleagues and the other may be a colleague.
pub(super) fn may_be_introduced(one: &Candidate, other: &Candidate) -> bool {
    let hides = one.hides_from_colleagues || other.hides_from_colleagues;
    !hides || !may_be_colleagues(one.employer.as_deref(), other.employer.as_deref())
}

fn score_of(one: &Candidate, other: &Candidate, now_ms: Millis) -> u32 {
    let band = DistanceBand::between(one.person.facts.cell, other.person.facts.cell);
    let days = [one, other].map(|it| waiting_days(it, now_ms));
    score(one.tags.shared(other.tags), band, days)
}

fn waiting_days(candidate: &Candidate, now_ms: Millis) -> u32 {
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
    use std::iter::repeat_n;

    use chrono::NaiveDate;
    use enmusubi_core::Gender;
    use enmusubi_core::matching::affinity::TagSet;
    use enmusubi_core::place::Cell;
    use enmusubi_population::{Resident, TODAY};

    use super::*;

    const CELL: Cell = Cell {
        row: 500,
        column: 2431,
    };

    /// Returns a member who fits everybody of the other gender. Every fourth has waited for a day.
    fn candidate(account_id: u32, gender: Gender) -> Candidate {
        Candidate {
            account_id: AccountId(account_id.into()),
            person: Resident::plain(account_id, gender, CELL).person,
            tags: TagSet::default(),
            employer: None,
            hides_from_colleagues: false,
            waits_since_ms: if account_id.is_multiple_of(4) {
                Millis(0)
            } else {
                Millis(DAY_MS)
            },
            served_day: None,
        }
    }

    /// Returns the edges and the pairs of these viewers.
    fn propose(
        population: &Population,
        viewers: &[u32],
        reach: Reach,
        per_day: u16,
    ) -> (Vec<Edge>, Vec<(AccountId, AccountId)>) {
        let proposal = Proposal {
            left_out: HashSet::new(),
            reach,
            seed: 7,
            limits: Limits {
                day: NaiveDate::default(),
                per_day,
            },
            today: TODAY,
            now_ms: Millis(DAY_MS),
        };
        let edges = proposal.edges(population, viewers, &Partners::default());
        let chosen = proposal.pairs(population, &edges);
        (edges, chosen)
    }

    #[test]
    fn a_member_of_a_crowded_cell_keeps_the_best_edges() {
        let him = candidate(1, Gender::Male);
        let women = (2..=401).map(|id| candidate(id, Gender::Female));
        let population = Population::of([him].into_iter().chain(women));
        let keeping = |n_kept| Reach {
            n_kept,
            ..Reach::all(1, 5)
        };
        let (all, chosen) = propose(&population, &[0], keeping(usize::MAX), 5);
        assert_eq!((all.len(), chosen.len()), (400, 5));
        let highest = all.iter().map(|edge| edge.score).max();
        // A hundred women have waited for a day, so the best sixty are among them.
        for (reach, n_kept) in [(Reach::nearest(), 60), (Reach::all(1, 5), 10)] {
            let (best, chosen_of_best) = propose(&population, &[0], reach, 5);
            assert_eq!(best.len(), n_kept);
            assert!(best.iter().all(|edge| Some(edge.score) == highest));
            // Fewer edges lead to the same pairs.
            assert_eq!(chosen_of_best, chosen);
        }
    }

    #[test]
    fn no_member_lacks_a_pair_because_of_the_edges_that_are_left_out() {
        for (n_men, n_women, per_day) in [(1, 9, 5), (20, 20, 1), (20, 60, 2), (30, 60, 5)] {
            let men = (1..=n_men).map(|id| candidate(4 * id + 1, Gender::Male));
            let women = (1..=n_women).map(|id| candidate(1000 + id, Gender::Female));
            let population = Population::of(men.chain(women));
            let viewers: Vec<u32> = (0..n_men).collect();
            let n_seats = n_men as usize * usize::from(per_day);
            let reach = Reach::all(n_men as usize, n_seats);
            let (edges, chosen) = propose(&population, &viewers, reach, per_day);
            assert!(edges.len() <= n_men as usize * 2 * n_seats);
            assert!(reach.is_complete(&edges));
            assert_eq!(chosen.len(), n_seats, "{n_men} {n_women} {per_day}");
            // The control: some men like the same women best.
            let too_few = Reach {
                n_kept: per_day.into(),
                ..reach
            };
            let (_, chosen) = propose(&population, &viewers, too_few, per_day);
            assert_eq!(chosen.len() < n_seats, n_men > 1, "{n_men} {n_women}");
        }
    }

    #[test]
    fn a_viewer_lacks_no_pair_because_another_one_is_introduced_to_two_of_the_best() {
        // All four may meet each other. Members 4 and 8 have waited, so member 1 has its best edges to them, but 4 and
        // 8 meet each other.
        let people = [1, 4, 8, 3].map(|id| candidate(id, Gender::NonBinary));
        let population = Population::of(people);
        let (_, chosen) = propose(&population, &[0, 1], Reach::all(2, 2), 1);
        let ids = |(one, other)| (AccountId(one), AccountId(other));
        assert_eq!(chosen, [(1, 3), (4, 8)].map(ids));
    }

    #[test]
    fn a_search_that_left_out_edges_of_a_member_is_followed_by_another() {
        let edges_of = |counts: &[usize]| -> Vec<Edge> {
            let members = (0..).zip(counts);
            let edge = |a| Edge { a, b: 9, score: 1 };
            members.flat_map(|(a, n)| repeat_n(edge(a), *n)).collect()
        };
        let many = Reach::all(1_000_000, 5_000_000);
        assert_eq!(many.n_kept, 2 * N_NEAREST);
        for (reach, counts, is_complete) in [
            (Reach::nearest(), &[1, 0][..], false),
            (Reach::all(200, 1000), &[1000, 1000], true),
            (many, &[59, 0, 59], true),
            (many, &[59, 60, 59], false),
            (many, &[], true),
        ] {
            assert_eq!(
                reach.is_complete(&edges_of(counts)),
                is_complete,
                "{reach:?} {counts:?}"
            );
        }
    }
}
