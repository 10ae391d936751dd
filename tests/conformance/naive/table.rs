//! The words and lists of the rules, written a second time.

use std::sync::LazyLock;

use serde_json::Value;

pub(super) const GENDER: &[&str] = &["MALE", "FEMALE", "NON_BINARY"];
pub(super) const MATCH_GENDER: &[&str] = &["MALE", "FEMALE", "NON_BINARY", "ANY"];
pub(super) const OCCUPATION_TYPE: &[&str] = &[
    "ENGINEERING",
    "DATA",
    "PRODUCT",
    "DESIGN",
    "HARDWARE",
    "MANUFACTURING",
    "RESEARCH",
    "SALES_MARKETING",
    "FINANCE",
    "PEOPLE_ADMIN",
    "LEGAL",
    "MANAGEMENT",
    "OTHER",
];
pub(super) const INCOME_RANGE: &[&str] = &[
    "UNDER_50",
    "FROM_50_TO_100",
    "FROM_100_TO_150",
    "FROM_150_TO_200",
    "FROM_200_TO_300",
    "FROM_300_TO_500",
    "OVER_500",
    "UNDISCLOSED",
];
pub(super) const EDUCATION: &[&str] = &[
    "HIGH_SCHOOL",
    "ASSOCIATE",
    "BACHELOR",
    "MASTER",
    "DOCTORATE",
];
pub(super) const VERIFY_METHOD: &[&str] = &["WORK_EMAIL", "DOCUMENT", "LINK"];
pub(super) const FLAGS: [&str; 5] = ["marriageRecord", "hasChildren", "smoke", "tattoo", "drink"];

/// The conditions with two bounds, and the range of a bound that is not 0.
pub(super) const RANGE_TYPES: [(&str, i64, i64); 3] = [
    ("HEIGHT", 120, 230),
    ("AGE", 18, 99),
    ("INCOME", 1, 100_000),
];
pub(super) const FLAG_TYPES: [&str; 5] = [
    "MARRIAGE_RECORD",
    "HAS_CHILDREN",
    "SMOKE",
    "TATTOO",
    "DRINK",
];

/// The texts that may have several lines.
pub(super) const LINES: [&str; 7] = [
    "aboutMe",
    "datingQuestion",
    "dailyLife",
    "surprisePoint",
    "feedback",
    "verifyDescription",
    "achievement",
];

/// Each text field with its smallest and largest number of characters. A field with a minimum of at
/// least one is required.
pub(super) const TEXTS: [(&str, i64, i64); 12] = [
    ("nickname", 1, 20),
    ("name", 1, 50),
    ("occupation", 1, 50),
    ("achievement", 0, 200),
    ("school", 0, 100),
    ("aboutMe", 10, 1000),
    ("datingQuestion", 0, 500),
    ("dailyLife", 0, 500),
    ("surprisePoint", 0, 500),
    ("address", 0, 200),
    ("feedback", 0, 500),
    ("verifyDescription", 0, 500),
];

/// Each word field with its words, and whether the field is required.
pub(crate) static WORDS: LazyLock<Vec<(&str, Vec<String>, bool)>> = LazyLock::new(|| {
    let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    vec![
        ("gender", owned(GENDER), true),
        ("matchGender", owned(MATCH_GENDER), true),
        ("occupationType", owned(OCCUPATION_TYPE), true),
        ("incomeRange", owned(INCOME_RANGE), true),
        ("education", owned(EDUCATION), true),
        ("city", cities(), true),
        ("mbti", mbti(), false),
        ("verifyMethod", owned(VERIFY_METHOD), true),
    ]
});

fn mbti() -> Vec<String> {
    let mut types = Vec::new();
    for world in ["E", "I"] {
        for information in ["S", "N"] {
            for decisions in ["T", "F"] {
                for structure in ["J", "P"] {
                    types.push([world, information, decisions, structure].concat());
                }
            }
        }
    }
    types
}

static CATALOGUE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../core/src/catalogue/catalogue.json")).unwrap()
});

pub(super) static EMPLOYERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let list = include_str!("../../../core/src/catalogue/employers.json");
    let list: Value = serde_json::from_str(list).unwrap();
    strings(&list["employers"], "id")
});

fn strings(list: &Value, member: &str) -> Vec<String> {
    let items = list.as_array().unwrap();
    items
        .iter()
        .map(|item| item[member].as_str().unwrap().to_owned())
        .collect()
}

fn cities() -> Vec<String> {
    strings(&CATALOGUE["cities"], "code")
}

/// Returns the ids of the tag group of a field.
pub(super) fn tags(field: &str) -> Vec<i64> {
    let groups = CATALOGUE["tagGroups"].as_array().unwrap();
    let group = groups.iter().find(|group| group["field"] == field).unwrap();
    let tags = group["tags"].as_array().unwrap();
    tags.iter().map(|tag| tag["id"].as_i64().unwrap()).collect()
}
