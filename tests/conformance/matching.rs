//! Matching and locations, checked against the vectors, from the text of a payload to the answer.

use chrono::NaiveDate;
use enmusubi_conformance::matching::{
    CountCase, MutualCase, PairingCase, PlaceCase, SatisfiesCase, count_cases, distance_cases,
    mutual_cases, pairing_cases, patched_base, place_cases, satisfies_cases,
};
use enmusubi_core::matching::index::{Index, MemberId, Viewer};
use enmusubi_core::matching::pairing::{Edge, Member, pair};
use enmusubi_core::matching::shown_count;
use enmusubi_core::matching::{Mismatch, Person, matches, mismatches, mutual_match, satisfies};
use enmusubi_core::place::{Cell, cell_of, distance_km};
use enmusubi_core::{CheckContext, ConditionType, Uploads, UserProfileCreate, parse_profile};
use serde_json::{Map, Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;
use crate::naive::naive_count;

fn profile(name: &str, patch: &Map<String, Value>, today: NaiveDate) -> UserProfileCreate {
    let context = CheckContext::for_form(today).with_uploads(Uploads::Named);
    parse_profile(patched_base(patch).as_bytes(), &context)
        .unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"))
        .into_inner()
}

fn person(name: &str, patch: &Map<String, Value>, today: NaiveDate) -> Person {
    Person::from(&profile(name, patch, today))
}

#[wasm_bindgen_test(unsupported = test)]
fn conditions_match_the_vectors() {
    check_all(&satisfies_cases(), 150, |case: &SatisfiesCase| {
        let today = case.today.parse().unwrap();
        // One payload has both the condition and the person.
        let mut patch = case.person.clone();
        patch.insert("valueItem".into(), json!([case.condition]));
        let Person { facts, wishes } = person(&case.name, &patch, today);
        let [condition] = wishes.conditions.as_slice() else {
            return Some(format!("- {}: the condition was dropped", case.name));
        };
        let satisfied = satisfies(*condition, &facts, today);
        (satisfied != case.satisfied).then(|| format!("- {}: {satisfied}", case.name))
    });
}

/// The index finds exactly the pairs for which `mutual_match` is true, natively and in WebAssembly.
#[wasm_bindgen_test(unsupported = test)]
fn an_index_finds_exactly_the_mutual_matches() {
    check_all(&mutual_cases(), 80, |case: &MutualCase| {
        let today = case.today.parse().unwrap();
        let a = person(&case.name, &case.a, today);
        let mut index = Index::new();
        index.insert(MemberId(7), &person(&case.name, &case.b, today));
        let mut found = Vec::new();
        let viewer = Viewer::new(None, &a, today);
        let circle = index.search(&viewer, |it| found.push(it.member));
        let is_mutual = case.a_against_b.is_empty() && case.b_against_a.is_empty();
        let is_near = |kind: &ConditionType| {
            let reasons = &case.a_against_b;
            case.b_against_a.is_empty()
                && !reasons.is_empty()
                && reasons.iter().all(|reason| reason == kind.as_str())
        };
        let same = found == [MemberId(7)][..usize::from(is_mutual)]
            && index.circles(&[viewer]) == [circle]
            && circle.size == u32::from(is_mutual)
            && ConditionType::ALL
                .iter()
                .all(|kind| circle.without(*kind) == u32::from(is_near(kind)));
        (!same).then(|| format!("- {}: {found:?}, {circle:?}", case.name))
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn counts_match_the_vectors() {
    check_all(&count_cases(), 26, |case: &CountCase| {
        let shown = shown_count(case.count, case.offset);
        let naive = naive_count(case.count, case.offset);
        let same = shown == case.shown && naive == case.shown;
        (!same).then(|| format!("- {}: {shown:?} and {naive:?}", case.name))
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn every_count_is_shown_as_the_naive_rule_shows_it() {
    let offsets = (0..=u32::MAX).step_by(99_999_989);
    for (step, offset) in (0..).zip(offsets) {
        for count in (0..1200).chain([step * 7919, u32::MAX - step]) {
            let shown = shown_count(count, offset);
            assert_eq!(shown, naive_count(count, offset), "{count} {offset}");
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn pairs_match_the_vectors() {
    check_all(&pairing_cases(), 14, |case: &PairingCase| {
        let member = |(capacity, waiting_days): &_| Member {
            capacity: *capacity,
            waiting_days: *waiting_days,
        };
        let edge = |(a, b, score): &_| Edge {
            a: *a,
            b: *b,
            score: *score,
        };
        let members: Vec<Member> = case.members.iter().map(member).collect();
        let edges: Vec<Edge> = case.edges.iter().map(edge).collect();
        let pairs = [0, 1, u64::MAX].map(|seed| pair(&members, &edges, seed));
        let same = pairs.iter().all(|pairs| *pairs == case.pairs);
        (!same).then(|| format!("- {}: {pairs:?}", case.name))
    });
}

/// The seed decides between equals in the same way on every target.
#[wasm_bindgen_test(unsupported = test)]
fn every_target_chooses_the_same_pairs() {
    let members = [Member {
        capacity: 2,
        waiting_days: 0,
    }; 6];
    let edges: Vec<Edge> = (0..6)
        .flat_map(|a| (0..a).map(move |b| Edge { a, b, score: 1 }))
        .collect();
    let pairs = pair(&members, &edges, 2026);
    assert_eq!(pairs, [(1, 3), (4, 5), (2, 4), (0, 1), (2, 3), (0, 5)]);
}

fn reasons(mismatches: &[Mismatch]) -> Vec<&'static str> {
    mismatches
        .iter()
        .map(|mismatch| mismatch.as_str())
        .collect()
}

#[wasm_bindgen_test(unsupported = test)]
fn two_people_get_all_mismatches() {
    check_all(&mutual_cases(), 80, |case: &MutualCase| {
        let today = case.today.parse().unwrap();
        let (a, b) = (
            person(&case.name, &case.a, today),
            person(&case.name, &case.b, today),
        );
        let mismatches = (
            reasons(&mismatches(&a, &b, today)),
            reasons(&mismatches(&b, &a, today)),
        );
        let verdicts = (
            matches(&a, &b, today),
            matches(&b, &a, today),
            mutual_match(&a, &b, today),
            mutual_match(&b, &a, today),
        );
        let (a_likes_b, b_likes_a) = (case.a_against_b.is_empty(), case.b_against_a.is_empty());
        let both = a_likes_b && b_likes_a;
        let same = mismatches.0 == case.a_against_b
            && mismatches.1 == case.b_against_a
            && verdicts == (a_likes_b, b_likes_a, both, both);
        (!same).then(|| format!("- {}: {mismatches:?}, {verdicts:?}", case.name))
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn points_and_people_are_in_their_cells() {
    check_all(&place_cases(), 50, |case: &PlaceCase| {
        let cell = match (&case.person, case.at) {
            (Some(patch), None) => {
                let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
                let profile = profile(&case.name, patch, today);
                let cell = cell_of(&profile);
                assert_eq!(Person::from(&profile).facts.cell, cell, "{}", case.name);
                cell
            }
            (None, Some((latitude, longitude))) => Cell::from_coordinates(latitude, longitude),
            _ => panic!("{}: a point or a person", case.name),
        };
        // The centre is a short decimal, and only the float nearest to it is right.
        let same = (cell.row, cell.column) == case.cell
            && cell.centre() == case.centre
            && Cell::from_coordinates(case.centre.0, case.centre.1) == cell;
        (!same).then(|| format!("- {}: {cell:?}, {:?}", case.name, cell.centre()))
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn distances_are_right_to_nine_digits() {
    check_all(&distance_cases(), 40, |case| {
        let [from, to] = [case.from, case.to].map(|(row, column)| Cell { row, column });
        let there = distance_km(from, to);
        let back = distance_km(to, from);
        let allowed = case.km * 1e-9;
        let same = (there - case.km).abs() <= allowed && (back - case.km).abs() <= allowed;
        (!same).then(|| format!("- {}: {there} and {back}, not {}", case.name, case.km))
    });
}

/// The device and the server compute this number separately and must agree to the last bit, so it
/// is the same natively and in WebAssembly. It changes only with the formula.
#[wasm_bindgen_test(unsupported = test)]
fn every_target_gives_the_same_bits() {
    let cells = (-1800..1800)
        .step_by(97)
        .zip((-3600..3600).step_by(193))
        .map(|(row, column)| Cell { row, column });
    let mut folded = 0_u64;
    for from in cells.clone() {
        for to in cells.clone() {
            folded = folded.rotate_left(7) ^ distance_km(from, to).to_bits();
        }
    }
    assert_eq!(folded, 0x39d1_93f4_f057_ec8c, "{folded:#x}");
}
