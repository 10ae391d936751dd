//! The properties of a set of pairs.

use std::collections::{BTreeMap, BTreeSet};

use enmusubi_core::matching::pairing::{Edge, Member, pair};
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;

/// Members, edges among them, and a seed. Some edges come twice, and some have positions that do not exist.
fn sets() -> impl Strategy<Value = (Vec<Member>, Vec<Edge>, u64)> {
    let member = (0..=5_u16, 0..4_u32).prop_map(|(capacity, waiting_days)| Member {
        capacity,
        waiting_days,
    });
    vec(member, 0..40).prop_flat_map(|members| {
        let n_positions = u32::try_from(members.len()).unwrap() + 1;
        let edge = (0..n_positions, 0..n_positions, 0..6_u32).prop_map(|(a, b, score)| Edge {
            a,
            b,
            score,
        });
        (Just(members), vec(edge, 0..160), any::<u64>())
    })
}

/// The edges that count: low position, high position.
fn known(members: &[Member], edges: &[Edge]) -> BTreeMap<(u32, u32), u32> {
    let mut known = BTreeMap::new();
    for edge in edges {
        let (low, high) = (edge.a.min(edge.b), edge.a.max(edge.b));
        if low != high && (high as usize) < members.len() {
            let score = known.entry((low, high)).or_insert(0);
            *score = edge.score.max(*score);
        }
    }
    known
}

/// The partners by member.
fn partners(n_members: usize, pairs: &[(u32, u32)]) -> Vec<Vec<usize>> {
    let mut partners = vec![Vec::new(); n_members];
    for (a, b) in pairs {
        partners[*a as usize].push(*b as usize);
        partners[*b as usize].push(*a as usize);
    }
    partners
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn pairs_are_edges_chosen_once_within_the_capacities((members, edges, seed) in sets()) {
        let pairs = pair(&members, &edges, seed);
        let known = known(&members, &edges);
        prop_assert!(pairs.iter().all(|pair| known.contains_key(pair)));
        let different: BTreeSet<_> = pairs.iter().collect();
        prop_assert_eq!(different.len(), pairs.len());
        let partners = partners(members.len(), &pairs);
        for (member, partners) in members.iter().zip(partners) {
            prop_assert!(partners.len() <= usize::from(member.capacity));
        }
    }

    #[test]
    fn no_edge_is_left_between_two_members_with_room((members, edges, seed) in sets()) {
        let pairs = pair(&members, &edges, seed);
        let partners = partners(members.len(), &pairs);
        let is_full = |position: u32| {
            let position = position as usize;
            partners[position].len() == usize::from(members[position].capacity)
        };
        for (a, b) in known(&members, &edges).into_keys() {
            prop_assert!(pairs.contains(&(a, b)) || is_full(a) || is_full(b), "{} {}", a, b);
        }
    }

    #[test]
    fn those_who_wait_longest_are_served_first((members, edges, seed) in sets()) {
        let pairs = pair(&members, &edges, seed);
        let partners = partners(members.len(), &pairs);
        let days = |position: usize| members[position].waiting_days;
        for (a, b) in known(&members, &edges).into_keys() {
            for (empty, other) in [(a as usize, b as usize), (b as usize, a as usize)] {
                if members[empty].capacity == 0 || !partners[empty].is_empty() {
                    continue;
                }
                for partner in &partners[other] {
                    prop_assert!(days(other).max(days(*partner)) >= days(empty));
                }
            }
        }
    }

    /// The first to choose gets the best edge of all their edges.
    #[test]
    fn one_who_waits_longer_than_all_others_gets_the_highest_score((mut members, edges, seed) in sets()) {
        prop_assume!(!members.is_empty());
        members[0].waiting_days = 9;
        let pairs = pair(&members, &edges, seed);
        let known = known(&members, &edges);
        let may_meet = |(pair, score): (&(u32, u32), &u32)| {
            (pair.0 == 0 && members[pair.1 as usize].capacity > 0).then_some(*score)
        };
        let best = known.iter().filter_map(may_meet).max();
        let first = pairs.first().map(|pair| (pair.0, known[pair]));
        if members[0].capacity > 0 && let Some(best) = best {
            prop_assert_eq!(first, Some((0, best)));
        }
    }

    #[test]
    fn the_order_of_the_edges_does_not_matter((members, edges, seed) in sets(), turned in any::<bool>()) {
        let mut others = edges.clone();
        others.reverse();
        if turned {
            for edge in &mut others {
                *edge = Edge { a: edge.b, b: edge.a, ..*edge };
            }
            others.extend(edges.iter().copied().step_by(3));
        }
        prop_assert_eq!(pair(&members, &edges, seed), pair(&members, &others, seed));
    }
}

#[test]
fn the_seed_decides_between_equals() {
    let members = [Member {
        capacity: 1,
        waiting_days: 0,
    }; 9];
    let edges: Vec<Edge> = (1..9).map(|b| Edge { a: 0, b, score: 1 }).collect();
    let chosen: BTreeSet<_> = (0..200).map(|seed| pair(&members, &edges, seed)).collect();
    assert_eq!(chosen.len(), 8, "{chosen:?}");
}

#[test]
fn positions_that_do_not_exist_do_not_count() {
    let edge = |a, b| Edge { a, b, score: 1 };
    assert_eq!(pair(&[], &[edge(0, 1), edge(u32::MAX, 0)], 0), []);
    let one = Member {
        capacity: u16::MAX,
        waiting_days: u32::MAX,
    };
    assert_eq!(pair(&[one], &[edge(0, 0), edge(0, u32::MAX)], 0), []);
}
