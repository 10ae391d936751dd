//! Generated people who are similar enough that some pairs match.

use chrono::{Days, NaiveDate};
use enmusubi_core::condition::{Condition, ConditionKind, ConditionType, RangeType};
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::place::Cell;
use enmusubi_core::{Education, Gender, IncomeRange, MatchGender};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

pub(super) fn facts() -> impl Strategy<Value = Facts> {
    // From the last day at the age of 99 to the eighteenth birthday.
    let oldest = NaiveDate::from_ymd_opt(1926, 11, 22).unwrap();
    let birthday = (0..=29_950_u64).prop_map(move |n_days| oldest + Days::new(n_days));
    let flags = prop::array::uniform5(any::<bool>());
    let words = (
        select(Gender::ALL),
        select(IncomeRange::ALL),
        select(Education::ALL),
    );
    (words, birthday, 120..=230_i32, flags, cell()).prop_map(
        |((gender, income_range, education), birthday, height_cm, flags, cell)| {
            let [marriage_record, has_children, smoke, tattoo, drink] = flags;
            Facts {
                gender,
                birthday,
                height_cm,
                income_range,
                education,
                marriage_record,
                has_children,
                smoke,
                tattoo,
                drink,
                cell,
            }
        },
    )
}

/// Generates cells mostly in and around Taiwan, sometimes anywhere, and sometimes at an edge of the
/// map.
pub(super) fn cell() -> impl Strategy<Value = Cell> {
    let edge_row = select(vec![-1800, -1799, -1, 0, 1798, 1799]);
    let edge_column = select(vec![-3600, -3599, -1, 0, 3598, 3599]);
    prop_oneof![
        6 => (480..520_i32, 2400..2450_i32),
        2 => (-1800..1800_i32, -3600..3600_i32),
        1 => (edge_row, edge_column),
    ]
    .prop_map(|(row, column)| Cell { row, column })
}

/// Generates two bounds, each of them open sometimes, in order if both are set.
pub(super) fn bounds(kind: RangeType) -> impl Strategy<Value = (i32, i32)> {
    let bound = match kind {
        RangeType::Height => (120..=230_i32).boxed(),
        RangeType::Age => (18..=99_i32).boxed(),
        RangeType::Income => prop_oneof![
            4 => 1..700_i32,
            4 => select(vec![1, 49, 50, 51, 99, 100, 149, 150, 200, 299, 300, 499, 500, 501]),
            1 => 1..=100_000_i32,
        ]
        .boxed(),
    };
    (bound.clone(), bound, 0..5_u8).prop_map(|(one, other, openness)| match openness {
        0 => (0, one),
        1 => (one, 0),
        _ => (one.min(other), one.max(other)),
    })
}

pub(super) fn condition(kind: ConditionType) -> BoxedStrategy<Condition> {
    match kind.kind() {
        ConditionKind::Range(kind) => bounds(kind)
            .prop_map(move |(from, to)| Condition::Range { kind, from, to })
            .boxed(),
        ConditionKind::Education => select(Education::ALL)
            .prop_map(Condition::Education)
            .boxed(),
        ConditionKind::Flag(kind) => any::<bool>()
            .prop_map(move |value| Condition::Flag { kind, value })
            .boxed(),
    }
}

pub(super) fn person() -> impl Strategy<Value = Person> {
    let types = prop_oneof![
        2 => subsequence(ConditionType::ALL, 0..=2),
        1 => subsequence(ConditionType::ALL, 0..=9),
    ];
    let conditions = types
        .prop_shuffle()
        .prop_flat_map(|types| types.into_iter().map(condition).collect::<Vec<_>>());
    let distance = prop_oneof![Just(0), 10..=500_i32];
    let wishes = (select(MatchGender::ALL), conditions, distance).prop_map(
        |(match_gender, conditions, recommend_distance_km)| Wishes {
            match_gender,
            conditions,
            recommend_distance_km,
        },
    );
    (facts(), wishes).prop_map(|(facts, wishes)| Person { facts, wishes })
}
