//! Matching, compared with a naive implementation, and the effect of changed wishes.

use std::cell::Cell as Counter;

use chrono::{Datelike, NaiveDate};
use enmusubi_core::condition::{Condition, FlagType, RangeType};
use enmusubi_core::matching::{
    Facts, Mismatch, Person, matches, mismatches, mutual_match, satisfies,
};
use enmusubi_core::{Education, MatchGender};
use proptest::prelude::*;
use proptest::sample::select;

use super::people::{bounds, facts, person};
use super::place::naive_distance_km;
use super::{TODAY, config, runner};

/// Returns whether one of the values lies between the bounds.
fn some_lies_between(mut values: impl Iterator<Item = i32>, from: i32, to: i32) -> bool {
    let to = if to == 0 { i32::MAX } else { to };
    values.any(|value| from <= value && value <= to)
}

/// Counts the age year by year. In a year without the birthday, the day after the missing one counts.
fn naive_age(birthday: NaiveDate) -> i32 {
    let birthdays = (birthday.year() + 1..=TODAY.year()).map(|year| {
        birthday
            .with_year(year)
            .unwrap_or_else(|| NaiveDate::from_ymd_opt(year, 3, 1).unwrap())
    });
    i32::try_from(birthdays.filter(|day| *day <= TODAY).count()).unwrap()
}

fn naive_satisfies(condition: Condition, facts: &Facts) -> bool {
    match condition {
        Condition::Range { kind, from, to } => match kind {
            RangeType::Height => some_lies_between([facts.height_cm].into_iter(), from, to),
            RangeType::Age => some_lies_between([naive_age(facts.birthday)].into_iter(), from, to),
            RangeType::Income => {
                let incomes = match facts.income_range.as_str() {
                    "UNDER_50" => 0..50,
                    "FROM_50_TO_100" => 50..100,
                    "FROM_100_TO_150" => 100..150,
                    "FROM_150_TO_200" => 150..200,
                    "FROM_200_TO_300" => 200..300,
                    "FROM_300_TO_500" => 300..500,
                    "OVER_500" => 500..100_001,
                    _ => return false,
                };
                // The bounds are integers: if an income lies between them, so does an integer.
                some_lies_between(incomes, from, to)
            }
        },
        Condition::Education(level) => {
            let place = |level: Education| {
                [
                    "HIGH_SCHOOL",
                    "ASSOCIATE",
                    "BACHELOR",
                    "MASTER",
                    "DOCTORATE",
                ]
                .iter()
                .position(|word| *word == level.as_str())
            };
            place(facts.education) >= place(level)
        }
        Condition::Flag { kind, value } => match kind {
            FlagType::MarriageRecord => facts.marriage_record == value,
            FlagType::HasChildren => facts.has_children == value,
            FlagType::Smoke => facts.smoke == value,
            FlagType::Tattoo => facts.tattoo == value,
            FlagType::Drink => facts.drink == value,
        },
    }
}

fn naive_mismatches(person: &Person, other: &Person) -> Vec<Mismatch> {
    let wishes = &person.wishes;
    let wanted = wishes.match_gender.as_str();
    let mut reasons = Vec::new();
    if wanted != "ANY" && wanted != other.facts.gender.as_str() {
        reasons.push(Mismatch::Gender);
    }
    for condition in &wishes.conditions {
        if !naive_satisfies(*condition, &other.facts) {
            reasons.push(Mismatch::Condition(condition.condition_type()));
        }
    }
    let limit_km = f64::from(wishes.recommend_distance_km);
    if limit_km > 0.0 && naive_distance_km(person.facts.cell, other.facts.cell) > limit_km {
        reasons.push(Mismatch::Distance);
    }
    reasons
}

#[test]
fn the_mismatches_equal_those_of_a_naive_implementation() {
    let (n_matches, n_mutual, n_far) = (Counter::new(0), Counter::new(0), Counter::new(0));
    let check = |(a, b): (Person, Person)| {
        let (a_told, b_told) = (mismatches(&a, &b, TODAY), mismatches(&b, &a, TODAY));
        prop_assert_eq!(&a_told, &naive_mismatches(&a, &b));
        prop_assert_eq!(&b_told, &naive_mismatches(&b, &a));
        prop_assert_eq!(matches(&a, &b, TODAY), a_told.is_empty());
        let both = a_told.is_empty() && b_told.is_empty();
        prop_assert_eq!(mutual_match(&a, &b, TODAY), both);
        prop_assert_eq!(mutual_match(&b, &a, TODAY), both);
        n_matches.set(n_matches.get() + usize::from(a_told.is_empty()));
        n_mutual.set(n_mutual.get() + usize::from(both));
        n_far.set(n_far.get() + usize::from(a_told == [Mismatch::Distance]));
        Ok(())
    };
    runner(4096).run(&(person(), person()), check).unwrap();
    let met = (n_matches.get(), n_mutual.get(), n_far.get());
    assert!(met.0 > 400 && met.1 > 40 && met.2 > 40, "{met:?}");
}

#[test]
fn a_wider_range_never_loses_a_match() {
    let n_satisfied = Counter::new(0);
    // Either bound moves outwards by some steps, or opens.
    let steps = || prop_oneof![Just(None), (0..60_i32).prop_map(Some)];
    let ranges = select(RangeType::ALL)
        .prop_flat_map(|kind| bounds(kind).prop_map(move |bounds| (kind, bounds)));
    let check = |(facts, (kind, (from, to)), down, up): (Facts, _, Option<i32>, Option<i32>)| {
        if !satisfies(Condition::Range { kind, from, to }, &facts, TODAY) {
            return Ok(());
        }
        n_satisfied.set(n_satisfied.get() + 1);
        let least = kind.limits().min;
        let most = kind.limits().max;
        let from = down
            .filter(|_| from != 0)
            .map_or(0, |steps| (from - steps).max(least));
        let to = up
            .filter(|_| to != 0)
            .map_or(0, |steps| (to + steps).min(most));
        let wider = Condition::Range { kind, from, to };
        prop_assert!(satisfies(wider, &facts, TODAY), "{wider:?}");
        Ok(())
    };
    runner(4096)
        .run(&(facts(), ranges, steps(), steps()), check)
        .unwrap();
    assert!(n_satisfied.get() > 800, "{}", n_satisfied.get());
}

/// Removes the wish that caused the mismatch.
fn without(reason: Mismatch, person: &Person) -> Person {
    let mut person = person.clone();
    let wishes = &mut person.wishes;
    match reason {
        Mismatch::Gender => wishes.match_gender = MatchGender::Any,
        Mismatch::Condition(kind) => wishes
            .conditions
            .retain(|condition| condition.condition_type() != kind),
        Mismatch::Distance => wishes.recommend_distance_km = 0,
    }
    person
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn removing_a_wish_removes_its_mismatch_and_no_other((a, b) in (person(), person())) {
        let reasons = mismatches(&a, &b, TODAY);
        for reason in &reasons {
            let mut others = reasons.clone();
            others.retain(|other| other != reason);
            prop_assert_eq!(mismatches(&without(*reason, &a), &b, TODAY), others);
        }
        let settled = reasons.iter().fold(a, |a, reason| without(*reason, &a));
        prop_assert!(matches(&settled, &b, TODAY));
    }

    #[test]
    fn wishes_of_a_person_do_not_change_the_mismatches_of_others((a, b) in (person(), person()), other in person()) {
        let changed = Person { wishes: other.wishes, ..a.clone() };
        prop_assert_eq!(mismatches(&b, &a, TODAY), mismatches(&b, &changed, TODAY));
    }
}
