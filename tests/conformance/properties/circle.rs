//! Counts of many tell nothing of one: one fact of one member is changed, and every number that a member sees is
//! compared.

use enmusubi_core::condition::{Condition, RangeType};
use enmusubi_core::limits::{FIRST_SHOWN_COUNT, HEIGHT_CM};
use enmusubi_core::matching::index::{Circle, Index, MemberId, ShownCircle, Viewer};
use enmusubi_core::matching::{Facts, Person};
use enmusubi_core::place::Cell;
use enmusubi_core::{ConditionType, Education, Gender, IncomeRange, MatchGender};
use proptest::collection::vec;
use proptest::strategy::{Strategy as _, ValueTree as _};

use super::people::person;
use super::{TODAY, runner};

/// The offsets, spread evenly. Each width up to 300 divides their number.
const N_OFFSETS: u32 = 300;

/// Returns people who all live in one cell. Half of them have wishes, and the other half accepts everybody.
fn town(n_people: usize) -> Vec<Person> {
    let mut runner = runner(1);
    let people = vec(person(), n_people).new_tree(&mut runner).unwrap();
    let mut people = people.current();
    for (position, person) in people.iter_mut().enumerate() {
        person.facts.cell = Cell {
            row: 500,
            column: 2431,
        };
        person.facts.gender = if position % 4 == 0 {
            Gender::Male
        } else {
            Gender::Female
        };
        if position % 2 == 1 {
            person.wishes.conditions.clear();
            person.wishes.match_gender = MatchGender::Any;
        }
    }
    people
}

/// Returns each person as several viewers: with all of the person's conditions, with each condition alone, without
/// conditions, and with a condition that no member meets.
fn viewers(people: &[Person]) -> Vec<(u32, Person)> {
    let nobody = Condition::Range {
        kind: RangeType::Height,
        from: HEIGHT_CM.max,
        to: 0,
    };
    let with = |person: &Person, conditions: Vec<Condition>| {
        let mut viewer = person.clone();
        viewer.wishes.conditions = conditions;
        viewer
    };
    let mut viewers = Vec::new();
    for (id, person) in (0..).zip(people).filter(|(id, _)| id % 12 == 0) {
        let own = &person.wishes.conditions;
        let mut sets = vec![own.clone(), vec![], vec![nobody]];
        sets.extend(own.iter().map(|it| vec![*it]));
        sets.extend(own.iter().map(|it| vec![*it, nobody]));
        viewers.extend(sets.into_iter().map(|set| (id, with(person, set))));
    }
    viewers
}

fn circles(people: &[Person], viewers: &[(u32, Person)]) -> Vec<Circle> {
    let mut index = Index::new();
    for (id, person) in (0..).zip(people) {
        index.insert(MemberId(id), person);
    }
    let viewers: Vec<Viewer<'_>> = viewers
        .iter()
        .map(|(id, viewer)| Viewer::new(Some(MemberId(*id)), viewer, TODAY))
        .collect();
    index.circles(&viewers)
}

/// The facts with one of them changed, in each way.
fn changes(facts: &Facts) -> Vec<Facts> {
    let changed = |change: fn(&mut Facts)| {
        let mut facts = *facts;
        change(&mut facts);
        facts
    };
    vec![
        changed(|it| it.marriage_record = !it.marriage_record),
        changed(|it| it.has_children = !it.has_children),
        changed(|it| it.smoke = !it.smoke),
        changed(|it| it.tattoo = !it.tattoo),
        changed(|it| it.drink = !it.drink),
        changed(|it| it.height_cm = 350 - it.height_cm),
        changed(|it| it.education = Education::Doctorate),
        changed(|it| it.income_range = IncomeRange::Over500),
        changed(|it| it.gender = Gender::NonBinary),
        changed(|it| it.cell.row += 1),
    ]
}

fn numbers(circle: &Circle) -> impl Iterator<Item = u32> {
    std::iter::once(circle.size).chain(circle.without)
}

/// Returns the circle for each offset.
fn shown(circle: &Circle) -> impl Iterator<Item = ShownCircle> {
    let step = u32::MAX / N_OFFSETS + 1;
    (0..N_OFFSETS).map(move |share| circle.shown(|_| share * step))
}

/// Returns `n` if one in `n` offsets shows another number for one person more or fewer.
fn width(count: u32) -> Option<u32> {
    match count {
        ..FIRST_SHOWN_COUNT => None,
        20..=50 => Some(30),
        51..=100 => Some(50),
        101..=200 => Some(100),
        _ => Some(300),
    }
}

#[test]
fn one_fact_of_one_member_changes_a_number_for_one_offset_in_the_width() {
    let people = town(240);
    let viewers = viewers(&people);
    let before = circles(&people, &viewers);
    let (mut n_small, mut n_large) = (0, 0);
    for changed in (0..people.len()).step_by(26) {
        for facts in changes(&people[changed].facts) {
            let mut people = people.clone();
            people[changed].facts = facts;
            let after = circles(&people, &viewers);
            for ((viewer, _), (one, other)) in viewers.iter().zip(before.iter().zip(&after)) {
                if *viewer as usize == changed || one == other {
                    continue;
                }
                let mut n_allowed = 0;
                for (one, other) in numbers(one).zip(numbers(other)).filter(|it| it.0 != it.1) {
                    assert_eq!(one.abs_diff(other), 1, "a person counts once");
                    n_allowed += width(one.max(other)).map_or(0, |width| N_OFFSETS / width);
                }
                let n_changes = shown(one)
                    .zip(shown(other))
                    .filter(|(one, other)| one != other)
                    .count();
                assert!(
                    n_changes <= n_allowed as usize,
                    "{n_changes} of {N_OFFSETS} offsets tell {one:?} from {other:?}"
                );
                n_small += u32::from(n_allowed == 0);
                n_large += u32::from(n_changes > 0);
            }
        }
    }
    assert!(n_small > 100 && n_large > 100, "{n_small}, {n_large}");
}

/// The viewers have a condition that no member meets, and enough people who meet all other wishes.
#[test]
fn a_condition_that_nobody_meets_counts_nobody() {
    let people = town(240);
    let viewers = viewers(&people);
    let mut n_hidden = 0;
    for circle in circles(&people, &viewers) {
        if circle.size == 0 {
            let nothing = ShownCircle {
                size: None,
                without: vec![],
            };
            assert!(shown(&circle).all(|shown| shown == nothing), "{circle:?}");
            n_hidden += u32::from(circle.without(ConditionType::Height) >= 50);
        }
    }
    assert!(n_hidden > 3, "{n_hidden}");
}
