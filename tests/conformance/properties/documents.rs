//! Documents near the border between accepted and refused.

use enmusubi_tests::base;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::values::{day, degrees, either, flag, integer, junk, link, text, upload, word};

/// Generates the base payload with up to eight members changed or removed.
pub(super) fn document() -> BoxedStrategy<Map<String, Value>> {
    let change = select(FIELDS).prop_flat_map(|field| {
        let value = either![
            12 => valid_or_nearly(field).prop_map(Some),
            1 => junk().prop_map(Some),
            1 => Just(None),
        ];
        value.prop_map(move |value| (field, value))
    });
    let n_changes = prop_oneof![5 => 0..4_usize, 2 => 4..9_usize, 1 => 20..43_usize];
    n_changes
        .prop_flat_map(move |n_changes| prop::collection::vec(change.clone(), n_changes))
        .prop_map(|changes| {
            let mut members = base();
            for (field, value) in changes {
                match value {
                    Some(value) => members.insert(field.to_owned(), value),
                    None => members.remove(field),
                };
            }
            members
        })
        .boxed()
}

const FIELDS: &[&str] = &[
    "account",
    "password",
    "nickname",
    "name",
    "gender",
    "matchGender",
    "occupationType",
    "occupation",
    "achievement",
    "height",
    "incomeRange",
    "birthday",
    "school",
    "education",
    "marriageRecord",
    "hasChildren",
    "smoke",
    "tattoo",
    "drink",
    "aboutMe",
    "personalityTagIds",
    "exerciseTagIds",
    "hobbyTagIds",
    "marriageTypeTagIds",
    "fertilityPlanTagIds",
    "petTagIds",
    "datingQuestion",
    "dailyLife",
    "surprisePoint",
    "city",
    "address",
    "latitude",
    "longitude",
    "recommendDistanceKm",
    "feedback",
    "mbti",
    "verifyMethod",
    "employerId",
    "reviewLink",
    "verifyTempFileName",
    "verifyDescription",
    "ageProofFileName",
    "photoNameList",
    "valueItem",
    "valueItem",
    "valueItem",
    "photoNameList",
    "nobodyKnowsThis",
];

fn valid_or_nearly(field: &str) -> BoxedStrategy<Value> {
    match field {
        "account" | "password" => line_user_id(),
        "nickname" => text(1, 20),
        "name" | "occupation" => text(1, 50),
        "achievement" | "address" => text(0, 200),
        "school" => text(0, 100),
        "aboutMe" => text(10, 1000),
        "datingQuestion" | "dailyLife" | "surprisePoint" | "feedback" | "verifyDescription" => {
            text(0, 500)
        }
        "gender" | "matchGender" => word(&["MALE", "FEMALE", "NON_BINARY"]),
        "occupationType" => word(&["DATA", "SALES_MARKETING", "PEOPLE_ADMIN", "OTHER"]),
        "incomeRange" => word(&["UNDER_50", "FROM_300_TO_500", "OVER_500", "UNDISCLOSED"]),
        "education" => word(EDUCATION),
        "marriageRecord" | "hasChildren" | "smoke" | "tattoo" | "drink" => flag(),
        "height" => integer(120, 230),
        "recommendDistanceKm" => integer(10, 500),
        "birthday" => day(),
        "personalityTagIds" => tags(101, 120),
        "exerciseTagIds" => tags(201, 220),
        "hobbyTagIds" => tags(301, 330),
        "marriageTypeTagIds" => tags(401, 410),
        "petTagIds" => tags(601, 610),
        "fertilityPlanTagIds" => either![
            2 => integer(501, 506),
            2 => integer(501, 506).prop_map(|id| json!([id])),
            1 => tags(501, 506),
        ],
        "city" => word(&["TW-TPE", "TW-LIE", "JP-01", "JP-47"]),
        "latitude" => degrees(90.0),
        "longitude" => degrees(180.0),
        "mbti" => word(&["INTJ", "ESFP", "ENFP", ""]),
        "verifyMethod" => word(&["WORK_EMAIL", "DOCUMENT", "LINK"]),
        "employerId" => word(&["google", "adobe", "tsmc", ""]),
        "reviewLink" => either![4 => link(), 1 => text(30, 500)],
        "verifyTempFileName" | "ageProofFileName" => upload(),
        "photoNameList" => photos(),
        "valueItem" => prop_oneof![4 => conditions(0..5), 1 => conditions(8..13)].boxed(),
        _ => junk(),
    }
}

const EDUCATION: &[&str] = &[
    "HIGH_SCHOOL",
    "ASSOCIATE",
    "BACHELOR",
    "MASTER",
    "DOCTORATE",
];

fn line_user_id() -> BoxedStrategy<Value> {
    let base = "U0123456789abcdef0123456789abcdef";
    select(vec![
        json!(base),
        json!(base),
        json!(base),
        json!(format!(" {base}\u{3000}")),
        json!(&base[1..]),
        json!(base.to_uppercase()),
        json!(format!("{base}0")),
        json!(format!("{base}\n0")),
        json!("Uffffffffffffffffffffffffffffffff"),
        json!("Ufffffffffffffffffffffffffffffffg"),
    ])
    .boxed()
}

fn tags(from: i64, to: i64) -> BoxedStrategy<Value> {
    let known: Vec<i64> = (from..=to).collect();
    let most = known.len().min(10);
    let right = prop::sample::subsequence(known, 0..=most)
        .prop_shuffle()
        .prop_map(Value::from);
    let item = either![12 => integer(from, to), 1 => junk()];
    either![
        3 => right,
        3 => prop::collection::vec(item, 0..13).prop_map(Value::from),
        1 => (from..=to, 2..12_usize).prop_map(|(id, times)| Value::from(vec![id; times])),
    ]
}

fn photos() -> BoxedStrategy<Value> {
    let name = "0123456789abcdef"
        .chars()
        .map(|letter| format!("{}.jpg", letter.to_string().repeat(32)));
    let right = prop::sample::subsequence(name.collect::<Vec<_>>(), 0..=7).prop_map(Value::from);
    let slot = either![
        8 => upload(),
        2 => select(vec![json!(null), json!("")]),
        1 => Just(json!({"picked": true})),
        1 => junk(),
    ];
    either![3 => right, 3 => prop::collection::vec(slot, 0..9).prop_map(Value::from)]
}

const RANGES: [(&str, i64, i64); 3] = [
    ("HEIGHT", 120, 230),
    ("AGE", 18, 99),
    ("INCOME", 1, 100_000),
];
const FLAGS: [&str; 5] = [
    "MARRIAGE_RECORD",
    "HAS_CHILDREN",
    "SMOKE",
    "TATTOO",
    "DRINK",
];

fn conditions(sizes: core::ops::Range<usize>) -> BoxedStrategy<Value> {
    let right = prop_oneof![
        3 => select(RANGES.to_vec()).prop_flat_map(|(kind, min, max)| {
            (0..=1_i64, min..=max, min..=max).prop_map(move |(is_open, from, to)| {
                json!({"type": kind, "from": from.min(to) * is_open, "to": from.max(to)})
            })
        }),
        3 => (select(FLAGS.to_vec()), any::<bool>())
            .prop_map(|(kind, value)| json!({"type": kind, "value": value})),
        1 => select(EDUCATION).prop_map(|level| json!({"type": "EDUCATION", "value": level})),
    ];
    let member = prop_oneof![
        2 => Just("type"), 4 => Just("from"), 4 => Just("to"), 3 => Just("value"), 4 => Just("selected")
    ];
    let change = member.prop_flat_map(|member| {
        let value = match member {
            "type" => word(&["HEIGHT", "AGE", "INCOME", "SMOKE", "EDUCATION", "WEIGHT"]),
            "from" | "to" => {
                prop_oneof![integer(120, 230), integer(18, 99), integer(1, 100_000)].boxed()
            }
            "value" => prop_oneof![flag(), word(EDUCATION)].boxed(),
            _ => flag(),
        };
        either![8 => value, 1 => junk(), 1 => Just(Value::Null)]
            .prop_map(move |value| (member, value))
    });
    let changed =
        (right.clone(), prop::collection::vec(change, 1..4)).prop_map(|(mut row, changes)| {
            for (member, value) in changes {
                row[member] = value;
            }
            row
        });
    let row = either![8 => right, 6 => changed, 1 => junk()];
    prop::collection::vec(row, sizes)
        .prop_map(Value::from)
        .boxed()
}
