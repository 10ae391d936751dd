//! The form's English words, for the reviewer's command.
//!
//! Labels, tags and the words of lists have their English names in the web app's messages only. The
//! build copies these files into the program, so that no second list can differ from the form.

use std::collections::HashMap;
use std::sync::LazyLock;

const FILES: [&str; 2] = [
    include_str!("../../../../web/src/i18n/messages/en/register.json"),
    include_str!("../../../../web/src/i18n/messages/en/vocabulary.json"),
];

static MESSAGES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    // The tests would notice a file that cannot be read.
    let read = |text: &&str| serde_json::from_str(text).unwrap_or_default();
    let files: Vec<HashMap<String, String>> = FILES.iter().map(read).collect();
    files.into_iter().flatten().collect()
});

/// Returns the message with this id, or the id itself if no message has it: then the reviewer still sees
/// the word that the profile has.
pub(super) fn word(id: &str) -> String {
    MESSAGES.get(id).map_or(id, String::as_str).to_owned()
}

/// Returns the message with this id and with a value in the place of a name in braces.
pub(super) fn word_with(id: &str, name: &str, value: &str) -> String {
    word(id).replace(&format!("{{{name}}}"), value)
}

#[cfg(test)]
mod tests {
    use enmusubi_core::vocabulary::VerifyMethod;
    use enmusubi_core::{
        ConditionType, Education, Field, Gender, IncomeRange, MatchGender, OccupationType,
        ReviewStatus, catalogue,
    };

    use super::super::layout::PAGES;
    use super::*;

    #[test]
    fn every_message_of_the_command_exists() {
        let mut ids: Vec<String> = [
            "register.yes",
            "register.no",
            "register.notGiven",
            "register.listSeparator",
            "register.anyDistance",
            "register.condition.yes",
            "register.condition.no",
            "register.range.between",
            "register.range.atLeast",
            "register.range.atMost",
            "register.unit.cm",
            "register.unit.km",
            "register.unit.years",
            "register.photo.label",
            "register.workEmail.confirmed",
        ]
        .map(str::to_owned)
        .to_vec();
        let mut add = |group: &str, words: &[&str]| {
            ids.extend(words.iter().map(|word| format!("{group}.{word}")));
        };
        for (page, fields) in PAGES {
            add("register.page", &[page]);
            for field in *fields {
                add("register", &[&format!("{field}.label")]);
            }
        }
        add("vocabulary.gender", Gender::WORDS);
        add("vocabulary.matchGender", MatchGender::WORDS);
        add("vocabulary.occupationType", OccupationType::WORDS);
        add("vocabulary.incomeRange", IncomeRange::WORDS);
        add("vocabulary.education", Education::WORDS);
        add("vocabulary.verifyMethod", VerifyMethod::WORDS);
        add("vocabulary.condition", ConditionType::WORDS);
        add("vocabulary.reviewStatus", ReviewStatus::WORDS);
        for group in catalogue().tag_groups {
            for tag in group.tags {
                add(&format!("vocabulary.{}", group.group), &[tag.key]);
            }
        }
        for city in catalogue().cities {
            add("vocabulary.country", &[city.country]);
        }
        ids.retain(|id| !MESSAGES.contains_key(id));
        assert!(ids.is_empty(), "{ids:?}");
        assert_eq!(
            word(&format!("register.{}.label", Field::Nickname)),
            "Nickname"
        );
    }

    #[test]
    fn a_word_without_a_message_is_shown_as_it_is() {
        assert_eq!(word("vocabulary.gender.OTHER"), "vocabulary.gender.OTHER");
    }

    #[test]
    fn a_value_takes_the_place_of_its_name() {
        assert_eq!(word_with("register.photo.label", "number", "2"), "Photo 2");
    }
}
