//! Tests the words of answers.

use serde_json::{Value, json};

use super::*;

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 23).unwrap()
}

/// Returns the valid payload with these answers changed.
fn profile(changes: &Value) -> UserProfileCreate {
    let mut payload: Value = serde_json::from_str(&crate::testing::form("a.jpg")).unwrap();
    for field in Field::ALL {
        // The stored profile has every field, and a text that was not given is empty.
        let (name, payload) = (field.as_str(), payload.as_object_mut().unwrap());
        let empty = match field {
            Field::Latitude | Field::Longitude => Value::Null,
            Field::RecommendDistanceKm => json!(0),
            _ if name.ends_with("TagIds") || *field == Field::ValueItem => json!([]),
            _ => json!(""),
        };
        payload.entry(name).or_insert(empty);
        if let Some(change) = changes.get(name) {
            payload.insert(name.to_owned(), change.clone());
        }
    }
    serde_json::from_value(payload).unwrap()
}

fn text(field: Field, answer: Value) -> String {
    let mut changes = Value::Null;
    changes[field.as_str()] = answer;
    Words::english().text_of(field, &profile(&changes), today())
}

#[test]
fn the_pages_are_in_the_order_of_the_form_without_empty_answers() {
    let pages = Words::english().summary(&profile(&Value::Null), today());
    let shown: Vec<(&str, Vec<&str>)> = pages
        .iter()
        .map(|(_, section)| {
            let labels = section.rows.iter().map(|row| row.label.as_str());
            (section.heading.as_str(), labels.collect())
        })
        .collect();
    let expected = [
        (
            "Who you are",
            vec!["Nickname", "Full name", "Gender", "Birthday"],
        ),
        (
            "Looks and lifestyle",
            vec![
                "Height",
                "City",
                "Do you smoke?",
                "Do you drink alcohol?",
                "Do you have any tattoos?",
                "Have you been married before?",
                "Do you have children?",
            ],
        ),
        (
            "Work and education",
            vec![
                "Field of work",
                "Job title",
                "Yearly income",
                "Education level",
            ],
        ),
        ("Personality and hobbies", vec![]),
        ("About you", vec!["About me"]),
        ("Marriage plans", vec!["Plans for children"]),
        ("Photos", vec![]),
        (
            "Who you’re looking for",
            vec!["Looking for", "Maximum distance"],
        ),
        ("Verification", vec!["How to verify", "Link", "Employer"]),
        ("Check your answers", vec![]),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn the_age_is_that_of_today() {
    for (birthday, words) in [
        ("1994-11-23", "1994-11-23, 32 years old today"),
        ("1994-11-24", "1994-11-24, 31 years old today"),
        ("2030-01-01", "2030-01-01"),
    ] {
        assert_eq!(text(Field::Birthday, json!(birthday)), words);
    }
}

#[test]
fn numbers_have_units_and_words_have_names() {
    for (field, answer, words) in [
        (Field::Height, json!(170), "170 cm"),
        (Field::RecommendDistanceKm, json!(50), "50 km"),
        (Field::RecommendDistanceKm, json!(0), "No limit"),
        (Field::Gender, json!("NON_BINARY"), "Non-binary"),
        (Field::MatchGender, json!("ANY"), "Anyone"),
        (Field::OccupationType, json!("DATA"), "Data and AI"),
        (Field::IncomeRange, json!("UNDER_50"), "Under 500k"),
        (Field::Education, json!("MASTER"), "Master’s degree"),
        (Field::Smoke, json!(true), "Yes"),
        (Field::Tattoo, json!(false), "No"),
        (Field::City, json!("TW-TPE"), "Taipei City, Taiwan"),
        (Field::City, json!("XX-1"), "XX-1"),
        (Field::VerifyMethod, json!("DOCUMENT"), "Upload a document"),
        (Field::EmployerId, json!("google"), "Google"),
        (Field::EmployerId, json!("gone"), "gone"),
        (Field::EmployerId, json!(""), "Not given"),
        (Field::ReviewLink, json!(""), "Not given"),
    ] {
        assert_eq!(text(field, answer), words, "{field}");
    }
}

#[test]
fn tags_are_named_in_the_order_of_the_form() {
    let shown = text(Field::PersonalityTagIds, json!([102, 9999, 101]));
    assert_eq!(shown, "Outgoing, Calm, 9999");
    let shown = text(Field::FertilityPlanTagIds, json!([501]));
    assert_eq!(shown, "Wants children");
}

#[test]
fn conditions_are_sentences_in_the_order_of_the_form() {
    let wishes = json!([
        { "type": "TATTOO", "value": false },
        { "type": "EDUCATION", "value": "BACHELOR" },
        { "type": "INCOME", "from": 90, "to": 150 },
        { "type": "HEIGHT", "from": 160, "to": 180 },
        { "type": "AGE", "from": 28, "to": 0 },
    ]);
    let lines = [
        "Age: 28 years or more",
        "Height: 160 – 180 cm",
        "Yearly income: 900k – 1.5M",
        "Education: Bachelor’s degree or more",
        "Tattoo: No",
    ];
    assert_eq!(text(Field::ValueItem, wishes), lines.join("\n"));
    let wish = json!([{ "type": "INCOME", "from": 0, "to": 100_000 }]);
    assert_eq!(text(Field::ValueItem, wish), "Yearly income: 1000M or less");
}

#[test]
fn an_income_names_the_currency_of_the_deployment() {
    let expected = [
        (
            Language::English,
            "Under TWD 500k",
            "Yearly income: TWD 900k – 1.5M",
        ),
        (
            Language::TraditionalChinese,
            "未滿 TWD 50 萬元",
            "年收入：TWD 90萬 到 150萬元",
        ),
        (Language::Japanese, "50万 TWD未満", "年収：90万〜150万 TWD"),
    ];
    let wish = json!([{ "type": "INCOME", "from": 90, "to": 150 }]);
    let answers = profile(&json!({ "incomeRange": "UNDER_50", "valueItem": wish }));
    for (language, bracket, range) in expected {
        let words = Words::of(language).with_currency("TWD");
        let text = |field| words.text_of(field, &answers, today());
        assert_eq!(text(Field::IncomeRange), bracket);
        assert_eq!(text(Field::ValueItem), range);
    }
}
