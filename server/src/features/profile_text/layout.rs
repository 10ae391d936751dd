//! The pages of the form with their fields, in the order in which the form asks, and the answers that a card has.

use std::sync::LazyLock;

use enmusubi_core::json::{Json, Object};
use enmusubi_core::profile::{FieldType, Visibility, field_rule, field_type};
use enmusubi_core::{ConditionType, Field};

/// Every page of the form by its name in the messages, with its fields. The last page also has the
/// fields that a person cannot type.
pub(crate) static PAGES: LazyLock<Vec<(String, Vec<Field>)>> = LazyLock::new(|| {
    let table = include_str!("../../../../web/src/profile-form/answers/pages.json");
    // The tests would notice a table that cannot be read.
    let table: Json<'_> = serde_json::from_str(table).unwrap_or(Json::Null);
    let pages = table.as_object().into_iter().flat_map(Object::iter);
    let fields = |names: &Json<'_>| {
        let names = names.as_list().unwrap_or_default().iter();
        names
            .filter_map(|name| Field::find(name.as_text()?))
            .collect()
    };
    pages
        .map(|(page, names)| (page.to_owned(), fields(names)))
        .collect()
});

/// The page about the proofs of employment and age.
pub(crate) const EVIDENCE: &str = "verification";

/// The matching conditions in the order in which the form asks for them.
pub(crate) const CONDITIONS: [ConditionType; ConditionType::ALL.len()] = [
    ConditionType::Age,
    ConditionType::Height,
    ConditionType::Income,
    ConditionType::Education,
    ConditionType::MarriageRecord,
    ConditionType::HasChildren,
    ConditionType::Smoke,
    ConditionType::Drink,
    ConditionType::Tattoo,
];

/// The answers of a profile that a card has, in the order of the payload. Photos are not among them.
pub(crate) static CARD: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let is_shown = |field: &Field| field_rule(*field).visibility == Visibility::Shown;
    let shown = Field::ALL.iter().copied().filter(is_shown);
    shown
        .filter(|field| *field != Field::PhotoNameList)
        .collect()
});

/// Returns the list of words from which a person may choose nothing, such as that of `mbti`.
pub(crate) fn optional_words(field: Field) -> Option<&'static [&'static str]> {
    match field_type(field) {
        FieldType::Word(words) if !field_rule(field).required => Some(words),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the part of a source of the web app between two texts.
    fn part_of(file: &str, start: &str, end: &str) -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/profile-form");
        let source = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        let (_, rest) = source.split_once(start).unwrap();
        rest.split_once(end).unwrap().0.to_owned()
    }

    /// Returns the texts in quotation marks.
    fn quoted(source: &str) -> Vec<&str> {
        source.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn every_field_is_on_one_page() {
        for field in Field::ALL {
            let pages = PAGES.iter().filter(|(_, fields)| fields.contains(field));
            assert_eq!(pages.count(), 1, "{field}");
        }
    }

    #[test]
    fn the_conditions_are_in_the_order_of_the_form() {
        let table = part_of("fields/conditions.ts", "conditionLayouts:", "];");
        let types: Vec<&str> = table
            .split("type: ")
            .skip(1)
            .filter_map(|rest| quoted(rest).first().copied())
            .collect();
        assert_eq!(CONDITIONS.map(ConditionType::as_str).to_vec(), types);
    }
}
