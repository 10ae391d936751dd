//! The index of members, compared with `mutual_match` and `mismatches`, which are the definition.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use enmusubi_core::condition::{Condition, RangeType};
use enmusubi_core::matching::index::{Circle, Found, Index, MemberId, Viewer};
use enmusubi_core::matching::{Mismatch, Person, matches, mismatches, mutual_match};
use enmusubi_core::place::{Cell, distance_km};
use enmusubi_core::{ConditionType, Gender, MatchGender};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

use super::people::person;
use super::{TODAY, config, runner};

/// Days on which ages are hard to count.
const DAYS: [NaiveDate; 4] = [
    TODAY,
    NaiveDate::from_ymd_opt(2028, 2, 29).unwrap(),
    NaiveDate::from_ymd_opt(2027, 2, 28).unwrap(),
    NaiveDate::from_ymd_opt(2027, 3, 1).unwrap(),
];

/// A person as the form makes one, with a birthday that is sometimes on a leap day, on a day of [`DAYS`] or
/// beside it.
fn usual_person() -> impl Strategy<Value = Person> {
    let near_a_day = (select(&DAYS[..]), 18..=99_u32, 0..3_u64).prop_map(|(day, age, shift)| {
        let years = chrono::Months::new(12 * age);
        day - years + Days::new(shift) - Days::new(1)
    });
    let leap_day = (482..=501_i32)
        .prop_map(|number| NaiveDate::from_ymd_opt(4 * number, 2, 29).unwrap_or(TODAY));
    let birthday = prop_oneof![
        4 => Just(None),
        2 => near_a_day.prop_map(Some),
        1 => leap_day.prop_map(Some),
    ];
    (person(), birthday).prop_map(|(mut person, birthday)| {
        person.facts.birthday = birthday.unwrap_or(person.facts.birthday);
        person
    })
}

/// Numbers at the edges of the columns, and far beyond them.
fn number() -> impl Strategy<Value = i32> {
    prop_oneof![
        select(vec![i32::MIN, -1, 0, 0, 0, 1, 2, 17, 18, 120]),
        select(vec![252, 253, 254, 255, 256, 65_534, 65_535, i32::MAX]),
        0..300_i32,
    ]
}

/// A person whom no form makes: any numbers, and several conditions of one type.
fn odd_person() -> impl Strategy<Value = Person> {
    let range = (select(RangeType::ALL), number(), number())
        .prop_map(|(kind, from, to)| Condition::Range { kind, from, to });
    let birthday = prop_oneof![
        3 => (-40_000..20_i64).prop_map(|n_days| TODAY + chrono::Duration::days(n_days)),
        1 => select(vec![NaiveDate::MIN, NaiveDate::MAX, TODAY]),
    ];
    let cell = prop_oneof![
        3 => Just(None),
        1 => (number(), number()).prop_map(|(row, column)| Some(Cell { row, column })),
    ];
    (
        usual_person(),
        vec(range, 0..3),
        birthday,
        (number(), number()),
        cell,
    )
        .prop_map(
            |(mut person, ranges, birthday, (height_cm, distance_km), cell)| {
                person.wishes.conditions.extend(ranges);
                person.wishes.recommend_distance_km = distance_km;
                person.facts.height_cm = height_cm;
                person.facts.birthday = birthday;
                person.facts.cell = cell.unwrap_or(person.facts.cell);
                person
            },
        )
}

fn any_person() -> impl Strategy<Value = Person> {
    prop_oneof![2 => usual_person(), 1 => odd_person()]
}

fn made_up(strategy: impl Strategy<Value = Person>, n_people: usize) -> Vec<Person> {
    let mut runner = runner(1);
    vec(strategy, n_people)
        .new_tree(&mut runner)
        .unwrap()
        .current()
}

fn index_of(people: &[Person]) -> Index {
    let mut index = Index::new();
    for (id, person) in (0..).zip(people) {
        index.insert(MemberId(id), person);
    }
    index
}

/// The result of a search by definition: the members, and the circle.
fn by_definition<'a>(
    viewer: &Person,
    others: impl Iterator<Item = (u32, &'a Person)>,
    today: NaiveDate,
) -> (Vec<Found>, Circle) {
    let mut found = Vec::new();
    let mut circle = Circle::default();
    for (id, other) in others {
        if mutual_match(viewer, other, today) {
            circle.size += 1;
            let km = distance_km(viewer.facts.cell, other.facts.cell);
            found.push(Found {
                member: MemberId(id),
                distance_km: format!("{}", km.ceil()).parse().unwrap(),
            });
        } else if matches(other, viewer, today) {
            let reasons = mismatches(viewer, other, today);
            for kind in ConditionType::ALL {
                let is_the_only_one = |reason: &Mismatch| *reason == Mismatch::Condition(*kind);
                if reasons.iter().all(is_the_only_one) {
                    circle.without[*kind as usize] += 1;
                }
            }
        }
    }
    (found, circle)
}

/// Prepares the searches of the people of an index.
fn viewers(people: &[Person], today: NaiveDate) -> Vec<Viewer<'_>> {
    let people = (0..).zip(people);
    people
        .map(|(id, person)| Viewer::new(Some(MemberId(id)), person, today))
        .collect()
}

fn searched(
    index: &Index,
    id: Option<u32>,
    viewer: &Person,
    today: NaiveDate,
) -> (Vec<Found>, Circle) {
    let mut found = Vec::new();
    let viewer = Viewer::new(id.map(MemberId), viewer, today);
    let circle = index.search(&viewer, |member| found.push(member));
    found.sort_by_key(|found| found.member);
    (found, circle)
}

/// Compares the searches of all people among each other, and their circles counted together. Returns the number of
/// pairs found.
fn assert_exact(people: &[Person], today: NaiveDate) -> usize {
    let index = index_of(people);
    let circles = index.circles(&viewers(people, today));
    assert_eq!(circles.len(), people.len());
    let mut n_found = 0;
    for (id, viewer) in (0_u32..).zip(people) {
        let others = (0..).zip(people).filter(|(other, _)| *other != id);
        let expected = by_definition(viewer, others, today);
        assert_eq!(
            searched(&index, Some(id), viewer, today),
            expected,
            "{viewer:?}"
        );
        assert_eq!(circles[id as usize], expected.1, "{viewer:?}");
        n_found += expected.0.len();
    }
    n_found
}

#[test]
fn two_thousand_members_find_exactly_those_whom_they_may_meet() {
    let n_found = assert_exact(&made_up(usual_person(), 2000), TODAY);
    assert!(n_found > 20_000, "{n_found}");
}

#[test]
fn odd_numbers_and_hard_days_are_exact_too() {
    for today in DAYS {
        let n_found = assert_exact(&made_up(any_person(), 400), today);
        assert!(n_found > 500, "{n_found}");
    }
}

#[test]
fn members_who_are_left_out_of_a_circle_do_not_count() {
    let people = made_up(any_person(), 400);
    let index = index_of(&people);
    let circles = index.circles(&viewers(&people, TODAY));
    let is_known = |one: u32, other: u32| (one + other).is_multiple_of(3);
    let mut n_left_out = 0;
    for ((id, viewer), mut circle) in (0_u32..).zip(&people).zip(circles) {
        let all = circle;
        let others = (0_u32..).zip(&people).filter(|(other, _)| *other != id);
        for (_, known) in others.clone().filter(|(other, _)| is_known(id, *other)) {
            circle.leave_out(viewer, known, TODAY);
        }
        let unknown = others.filter(|(other, _)| !is_known(id, *other));
        assert_eq!(
            circle,
            by_definition(viewer, unknown, TODAY).1,
            "{viewer:?}"
        );
        n_left_out += all.size - circle.size;
    }
    assert!(n_left_out > 300, "{n_left_out}");
}

/// In one cell, more members of one gender and wanted gender than the index counts together, and other members all over
/// the earth.
#[test]
fn the_circles_of_many_members_equal_those_of_searches() {
    let mut people = made_up(usual_person(), 1500);
    let crowd: Vec<Person> = (0..18)
        .flat_map(|_| &people[..1000])
        .map(|person| {
            let mut person = person.clone();
            person.facts.cell = Cell {
                row: 500,
                column: 2431,
            };
            person.facts.gender = Gender::Female;
            person.wishes.match_gender = MatchGender::Any;
            person
        })
        .collect();
    people.extend(crowd);
    let index = index_of(&people);
    let viewers = viewers(&people, TODAY);
    let some = &viewers[500..2500];
    let circles = index.circles(some);
    let mut totals = Circle::default();
    for (viewer, circle) in some.iter().zip(&circles) {
        assert_eq!(*circle, index.search(viewer, |_| ()), "{viewer:?}");
        totals.size = totals.size.max(circle.size);
        for (total, without) in totals.without.iter_mut().zip(circle.without) {
            *total += without;
        }
    }
    // The crowd counts, and each condition excludes some members.
    assert!(totals.size > 2000, "{totals:?}");
    assert!(totals.without.iter().all(|n| *n > 1000), "{totals:?}");
    // A viewer counts in the same way alone, twice, and as a person who is no member.
    let alone = index.circles(&some[..1]);
    assert_eq!(alone, circles[..1]);
    let twice: Vec<Viewer<'_>> = [0, 0, 1]
        .map(|n| Viewer::new(None, &people[n], TODAY))
        .into();
    let expected: Vec<Circle> = twice
        .iter()
        .map(|viewer| index.search(viewer, |_| ()))
        .collect();
    assert_eq!(index.circles(&twice), expected);
    assert_eq!(index.circles(&[]), []);
    assert_eq!(
        Index::new().circles(&some[..2]),
        [Circle::default(), Circle::default()]
    );
}

/// Viewers who count on different days, or whose person has changed since the person joined the index.
#[test]
fn circles_count_viewers_of_different_days_and_changed_people() {
    let people = made_up(any_person(), 300);
    let index = index_of(&people);
    let viewers: Vec<Viewer<'_>> = (0..300_usize)
        .map(|n| {
            let id = u32::try_from(n * 7 % 310).unwrap();
            Viewer::new(Some(MemberId(id)), &people[n], DAYS[n % DAYS.len()])
        })
        .collect();
    for (viewer, circle) in viewers.iter().zip(index.circles(&viewers)) {
        assert_eq!(circle, index.search(viewer, |_| ()), "{viewer:?}");
    }
}

/// Changes to an index. Few numbers, so that members are replaced and removed.
#[derive(Debug, Clone)]
enum Change {
    Insert(u32, Box<Person>),
    Remove(u32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        2 => (0..40_u32, any_person())
            .prop_map(|(id, person)| Change::Insert(id, Box::new(person))),
        1 => (0..40_u32).prop_map(Change::Remove),
    ];
    vec(change, 0..120)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn a_changed_index_equals_a_new_one(changes in changes(), viewer in any_person()) {
        let mut index = Index::new();
        let mut members = BTreeMap::new();
        for change in changes {
            match change {
                Change::Insert(id, person) => {
                    index.insert(MemberId(id), &person);
                    members.insert(id, person);
                }
                Change::Remove(id) => {
                    prop_assert_eq!(index.remove(MemberId(id)), members.remove(&id).is_some());
                }
            }
        }
        prop_assert_eq!(index.len(), members.len());
        prop_assert_eq!(index.is_empty(), members.is_empty());
        for id in 0..40 {
            prop_assert_eq!(index.contains(MemberId(id)), members.contains_key(&id));
        }
        let people = members.iter().map(|(id, person)| (*id, &**person));
        let expected = by_definition(&viewer, people, TODAY);
        let circles = index.circles(&[Viewer::new(None, &viewer, TODAY)]);
        prop_assert_eq!(circles, [expected.1]);
        prop_assert_eq!(searched(&index, None, &viewer, TODAY), expected);
    }

    #[test]
    fn the_nearest_come_first_and_whole_rings_are_visited(
        people in vec(usual_person(), 0..200), viewer in usual_person(), enough in 0..12_usize,
    ) {
        let index = index_of(&people);
        let (mut all, _) = searched(&index, None, &viewer, TODAY);
        let viewer = Viewer::new(None, &viewer, TODAY);
        let mut nearest = Vec::new();
        index.search_nearest(&viewer, enough, |found| nearest.push(found));
        prop_assert!(nearest.is_sorted_by_key(|found| found.distance_km));
        prop_assert!(nearest.len() >= enough.min(all.len()));
        // The visited members are a prefix by distance, which ends with the first ring that makes it long enough.
        let last = nearest.last().map(|found| found.distance_km);
        all.retain(|found| last.is_some_and(|last| found.distance_km <= last));
        let n_before_last = nearest.iter().filter(|found| Some(found.distance_km) != last).count();
        prop_assert!(n_before_last == 0 || n_before_last < enough);
        nearest.sort_by_key(|found| found.member);
        prop_assert_eq!(nearest, all);
    }

    #[test]
    fn the_best_have_the_highest_scores(
        people in vec(usual_person(), 0..200), viewer in usual_person(), n in 0..12_usize, seed in 1..97_u64,
    ) {
        let index = index_of(&people);
        let score = |found: Found| (u64::from(found.member.0) * seed) % 10;
        let (all, circle) = searched(&index, None, &viewer, TODAY);
        let mut expected: Vec<_> = all.into_iter().map(|found| (score(found), found)).collect();
        expected.sort_by_key(|(score, found)| (std::cmp::Reverse(*score), found.member));
        expected.truncate(n);
        let viewer = Viewer::new(None, &viewer, TODAY);
        prop_assert_eq!(index.search_best(&viewer, n, score), (circle, expected));
    }
}

/// The bound that the documentation states, for a population with large groups.
#[test]
fn a_member_takes_less_than_forty_bytes() {
    let people = made_up(usual_person(), 20);
    let mut index = Index::new();
    for id in 0..100_000_u32 {
        index.insert(MemberId(id), &people[id as usize % people.len()]);
    }
    let bytes = index.heap_bytes();
    assert!(bytes < 40 * 100_000, "{bytes}");
}
