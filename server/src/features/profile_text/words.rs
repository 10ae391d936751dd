//! The words of the form in each language.
//!
//! Labels, tags and the words of lists have their names in the web app's messages only. The build copies
//! these files into the program, so that no second list can differ from the form.

use std::collections::HashMap;
use std::sync::LazyLock;

use enmusubi_core::language::Language;

/// The messages of the form by their ids.
type Messages = HashMap<String, String>;

macro_rules! messages_of {
    ($language:literal) => {
        LazyLock::new(|| {
            merge([
                include_str!(concat!(
                    "../../../../web/src/i18n/messages/",
                    $language,
                    "/register.json"
                )),
                include_str!(concat!(
                    "../../../../web/src/i18n/messages/",
                    $language,
                    "/vocabulary.json"
                )),
            ])
        })
    };
}

static CHINESE: LazyLock<Messages> = messages_of!("zh-TW");
static JAPANESE: LazyLock<Messages> = messages_of!("ja");
static ENGLISH: LazyLock<Messages> = messages_of!("en");

fn merge(files: [&str; 2]) -> Messages {
    // The tests would notice a file that cannot be read.
    let read = |text: &str| serde_json::from_str(text).unwrap_or_default();
    let files: Vec<Messages> = files.into_iter().map(read).collect();
    files.into_iter().flatten().collect()
}

/// The words of one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) language: Language,
    messages: &'static Messages,
    /// The currency of incomes as a code of ISO 4217, which is the same in every language. Incomes have no
    /// currency if it is empty.
    currency: &'a str,
}

impl<'a> Words<'a> {
    /// The words of the reviewer's command.
    pub(crate) fn english() -> Self {
        Self::of(Language::English)
    }

    pub(crate) fn with_currency(self, currency: &'a str) -> Self {
        Self { currency, ..self }
    }

    pub(crate) fn of(language: Language) -> Self {
        let messages = match language {
            Language::TraditionalChinese => &CHINESE,
            Language::Japanese => &JAPANESE,
            Language::English => &ENGLISH,
        };
        Self {
            language,
            messages,
            currency: "",
        }
    }

    /// Returns the message with this id, with the currency filled in.
    pub(super) fn word_with_currency(self, id: &str) -> String {
        let code = match self.language {
            _ if self.currency.is_empty() => String::new(),
            Language::TraditionalChinese | Language::Japanese => format!(" {}", self.currency),
            Language::English => format!("{} ", self.currency),
        };
        self.word_with(id, "currency", &code).trim().to_owned()
    }

    /// Returns the message with this id, or the id itself if no message has it: then the reader still
    /// sees the word that the profile has.
    pub(crate) fn word(self, id: &str) -> String {
        self.find(id).unwrap_or(id).to_owned()
    }

    /// Returns the message with this id.
    pub(super) fn find(self, id: &str) -> Option<&'static str> {
        self.messages.get(id).map(String::as_str)
    }

    /// Returns the message with this id and with a value in the place of a name in braces.
    pub(crate) fn word_with(self, id: &str, name: &str, value: &str) -> String {
        self.word(id).replace(&format!("{{{name}}}"), value)
    }
}

#[cfg(test)]
mod tests {
    use enmusubi_core::catalogue::catalogue;
    use enmusubi_core::profile::{FieldType, field_type};
    use enmusubi_core::review::ReviewStatus;
    use enmusubi_core::vocabulary::{Mbti, VerifyMethod};
    use enmusubi_core::{ConditionType, Field};

    use super::super::layout::PAGES;
    use super::*;

    #[test]
    fn every_message_exists_in_every_language() {
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
        for (page, fields) in PAGES.iter() {
            add("register.page", &[page]);
            for field in fields {
                add("vocabulary.field", &[field.as_str()]);
                match field_type(*field) {
                    // The types are written alike in every language.
                    FieldType::Word(words) if words != Mbti::WORDS => {
                        add(&format!("vocabulary.{field}"), words);
                    }
                    _ => {}
                }
            }
        }
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
        for language in Language::ALL {
            let words = Words::of(*language);
            let missing: Vec<_> = ids
                .iter()
                .filter(|id| !words.messages.contains_key(*id))
                .collect();
            assert!(missing.is_empty(), "{language}: {missing:?}");
        }
        let label = format!("vocabulary.field.{}", Field::Nickname);
        assert_eq!(Words::english().word(&label), "Nickname");
    }

    #[test]
    fn a_word_without_a_message_is_shown_as_it_is() {
        let id = "vocabulary.gender.OTHER";
        assert_eq!(Words::english().word(id), id);
    }

    #[test]
    fn a_value_takes_the_place_of_its_name() {
        let words = Words::english();
        let photo = words.word_with("register.photo.label", "number", "2");
        assert_eq!(photo, "Photo 2");
    }
}
