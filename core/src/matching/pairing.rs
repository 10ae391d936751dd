//! Makes pairs of the people who may meet, fairly and always in the same way. An *edge* is a pair that may meet; `pair`
//! chooses some of the edges.
//!
//! ```
//! use enmusubi_core::matching::pairing::{Edge, Member, pair};
//!
//! let member = |waiting_days| Member { capacity: 1, waiting_days };
//! let members = [member(0), member(3), member(9)];
//! // Both the second and the third member may meet the first, who has room for one.
//! let edges = [Edge { a: 0, b: 1, score: 50 }, Edge { a: 0, b: 2, score: 10 }];
//! assert_eq!(pair(&members, &edges, 7), [(0, 2)]);
//! ```

use std::cmp::Reverse;

/// A member in a set of introductions, which is made for many members at once. See the example of the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The number of introductions that the member may still get.
    pub capacity: u16,
    /// The days since the member's latest introduction. Members who have waited longest choose first.
    pub waiting_days: u32,
}

/// Two members who may meet. See the example of the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The position of one member in the list of members.
    pub a: u32,
    /// The position of the other member.
    pub b: u32,
    /// The score of the pair, which is the same for both members; higher is better. [`score`](super::affinity::score)
    /// computes one.
    pub score: u32,
}

/// Chooses pairs among the edges. Returns positions in `members`, the lower one first, in the order in which
/// the pairs were chosen. See the example of the [module](self).
///
/// # How it chooses
/// There are at most as many rounds as the largest capacity. In each round, the members choose one after the other:
/// the longest waiting first, and of those who waited equally long the ones with the fewest edges, who have the
/// fewest other chances. In round *r*, a member with fewer than *r* pairs chooses the edge with the highest score
/// whose other side has capacity left. `seed` decides the ties that are left. A caller takes another seed for each
/// set, so that no member is ahead every day.
///
/// # Properties
/// - No member has more pairs than their capacity, and no pair is chosen twice.
/// - The result is maximal: every edge that is not chosen has a side without capacity. After round *r*, a
///   member has at least *r* pairs, or is full, or has no edge left to choose; and a full member never becomes
///   free.
/// - If a member with capacity gets no pair, then all members whom they may meet are full. In each pair of
///   those, one of the two has waited as long as the member, or longer.
/// - The same members, edges and seed give the same pairs, in whatever order the edges come.
///
/// An edge that comes twice counts once, with its higher score. Edges of a member with themselves, or with
/// a position that does not exist, do not count.
pub fn pair(members: &[Member], edges: &[Edge], seed: u64) -> Vec<(u32, u32)> {
    let choices = Choices::new(members.len(), edges, seed);
    let mut choosing: Vec<u32> = (0..).zip(members).map(|(position, _)| position).collect();
    choosing.sort_by_cached_key(|position| {
        let waiting_days = members[*position as usize].waiting_days;
        let n_choices = choices.of(*position).len();
        let tie_of_member = mix(seed, u64::from(*position));
        (Reverse(waiting_days), n_choices, tie_of_member)
    });
    let mut chosen = ChosenPairs {
        members,
        choices: &choices,
        n_seen: vec![0; members.len()],
        partners: vec![Vec::new(); members.len()],
        pairs: Vec::new(),
    };
    let mut round = 0;
    while !choosing.is_empty() {
        round += 1;
        choosing.retain(|position| {
            chosen.has_room(*position)
                && (chosen.n_pairs(*position) >= round || chosen.choose(*position))
        });
    }
    chosen.pairs
}

/// Returns the number that decides between pairs of the same score: [`pair`] prefers the pair with the lower number.
/// The number is the same for both members. It is for a caller that keeps only the best edges of each member, as the
/// back end of the service does: with the same order, it keeps the edges that [`pair`] would choose first.
pub const fn tie(seed: u64, a: u32, b: u32) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    mix(seed, (low as u64) << 32 | high as u64)
}

/// The members whom each member may meet, the best first, in one list.
struct Choices {
    others: Vec<u32>,
    /// The end of each member's part of the list. The part begins where the part of the member before ends.
    ends: Vec<usize>,
}

impl Choices {
    fn new(n_members: usize, edges: &[Edge], seed: u64) -> Self {
        let counts = |edge: &&Edge| {
            edge.a != edge.b && edge.a.max(edge.b) < u32::try_from(n_members).unwrap_or(u32::MAX)
        };
        let both_ways = edges.iter().filter(counts).flat_map(|edge| {
            let Edge { a, b, score } = *edge;
            [(a, b, score), (b, a, score)]
        });
        // Groups the edges by member. The sort below removes the order in which the edges came.
        let mut starts = vec![0; n_members + 1];
        for (from, ..) in both_ways.clone() {
            starts[from as usize + 1] += 1;
        }
        for position in 0..n_members {
            starts[position + 1] += starts[position];
        }
        let mut free = starts.clone();
        let mut scored = vec![(0, 0); starts[n_members]];
        for (from, to, score) in both_ways {
            scored[free[from as usize]] = (to, score);
            free[from as usize] += 1;
        }
        let mut others = Vec::with_capacity(scored.len());
        let mut ends = Vec::with_capacity(n_members);
        for (from, bounds) in (0_u32..).zip(starts.windows(2)) {
            let part = &mut scored[bounds[0]..bounds[1]];
            part.sort_unstable_by_key(|(to, score)| (*to, Reverse(*score)));
            let mut best: Vec<(u32, u32)> = part.to_vec();
            best.dedup_by_key(|(to, _)| *to);
            best.sort_by_cached_key(|(to, score)| (Reverse(*score), tie(seed, from, *to), *to));
            others.extend(best.into_iter().map(|(to, _)| to));
            ends.push(others.len());
        }
        Self { others, ends }
    }

    fn of(&self, position: u32) -> &[u32] {
        let position = position as usize;
        let start = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.others[start..self.ends[position]]
    }
}

/// The pairs that were chosen until now.
struct ChosenPairs<'a> {
    members: &'a [Member],
    choices: &'a Choices,
    /// For each member, the number of choices at the start of the list that were chosen or are impossible. This number
    /// never falls, because a full member never becomes free.
    n_seen: Vec<usize>,
    partners: Vec<Vec<u32>>,
    pairs: Vec<(u32, u32)>,
}

impl ChosenPairs<'_> {
    fn n_pairs(&self, position: u32) -> usize {
        self.partners[position as usize].len()
    }

    fn has_room(&self, position: u32) -> bool {
        self.n_pairs(position) < usize::from(self.members[position as usize].capacity)
    }

    /// Makes a pair of the member and the best of the choices left. Returns false if no choice is left.
    fn choose(&mut self, position: u32) -> bool {
        let index = position as usize;
        let left = &self.choices.of(position)[self.n_seen[index]..];
        let is_free = |other: &u32| self.has_room(*other) && !self.partners[index].contains(other);
        let Some(skipped) = left.iter().position(is_free) else {
            return false;
        };
        let other = left[skipped];
        self.n_seen[index] += skipped + 1;
        self.partners[index].push(other);
        self.partners[other as usize].push(position);
        self.pairs.push((position.min(other), position.max(other)));
        true
    }
}

/// Mixes a value with the seed (the output function of `SplitMix64`), to decide between equals without favouring
/// low numbers.
const fn mix(seed: u64, value: u64) -> u64 {
    let mut mixed =
        (seed ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
