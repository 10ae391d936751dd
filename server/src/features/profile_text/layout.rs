//! The pages of the form with their fields, in the order in which the form asks, and the answers that a card has.

use std::sync::LazyLock;

use enmusubi_core::profile::{Visibility, field_rule};
use enmusubi_core::{ConditionType, Field};

/// Every page of the form by its name in the messages, with its fields. The last page also has the
/// fields that a person cannot type.
pub(crate) const PAGES: &[(&str, &[Field])] = &[
    (
        "you",
        &[Field::Nickname, Field::Name, Field::Gender, Field::Birthday],
    ),
    (
        "life",
        &[
            Field::Height,
            Field::City,
            Field::Address,
            Field::Latitude,
            Field::Longitude,
            Field::Smoke,
            Field::Drink,
            Field::Tattoo,
            Field::MarriageRecord,
            Field::HasChildren,
        ],
    ),
    (
        "work",
        &[
            Field::OccupationType,
            Field::Occupation,
            Field::Achievement,
            Field::IncomeRange,
            Field::Education,
            Field::School,
        ],
    ),
    (
        "tags",
        &[
            Field::PersonalityTagIds,
            Field::ExerciseTagIds,
            Field::HobbyTagIds,
            Field::PetTagIds,
        ],
    ),
    (
        "about",
        &[
            Field::AboutMe,
            Field::DatingQuestion,
            Field::DailyLife,
            Field::SurprisePoint,
            Field::Mbti,
        ],
    ),
    (
        "marriage",
        &[Field::FertilityPlanTagIds, Field::MarriageTypeTagIds],
    ),
    ("photos", &[Field::PhotoNameList]),
    (
        "partner",
        &[
            Field::MatchGender,
            Field::RecommendDistanceKm,
            Field::ValueItem,
        ],
    ),
    (
        EVIDENCE,
        &[
            Field::VerifyMethod,
            Field::VerifyTempFileName,
            Field::ReviewLink,
            Field::EmployerId,
            Field::VerifyDescription,
            Field::AgeProofFileName,
        ],
    ),
    ("check", &[Field::Feedback, Field::Account, Field::Password]),
];

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
    fn the_pages_are_those_of_the_form() {
        let table = part_of("answers/page-table.ts", "pageTable = [", "] as const");
        let pages: Vec<Vec<&str>> = table.split("id: ").skip(1).map(quoted).collect();
        let shown: Vec<Vec<&str>> = PAGES
            .iter()
            .map(|(page, fields)| {
                let fields = fields.iter().map(|field| field.as_str());
                std::iter::once(*page).chain(fields).collect()
            })
            .collect();
        assert_eq!(shown, pages);
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
