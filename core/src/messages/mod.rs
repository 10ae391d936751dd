//! The sentences about broken rules, in each language (feature `messages`).
//!
//! A table has a sentence for each [`FieldErrorCode`], and a second one for a length without a lower limit.

use crate::error::{FieldError, FieldErrorCode, Params};
use crate::language::Language;

/// The key of the sentence for a text that is too long, where an empty text or one character would be enough.
const LENGTH_UP_TO: &str = "length_up_to";

impl FieldErrorCode {
    /// Returns a sentence for the person who typed the value. `label` is the caller's word for the field, in the same
    /// language. A limit that the sentence names and `params` lacks becomes nothing.
    ///
    /// ```
    /// use enmusubi_core::language::Language;
    /// use enmusubi_core::{FieldErrorCode, Params};
    ///
    /// let too_long = FieldErrorCode::Length.sentence(Params::between(1, 20), Language::Japanese, "ニックネーム");
    /// assert_eq!(too_long, "ニックネームは20文字以内で入力してください");
    /// ```
    pub fn sentence(self, params: Params, language: Language, label: &str) -> String {
        let is_up_to = self == Self::Length && params.min.unwrap_or(0) <= 1;
        let key = if is_up_to {
            LENGTH_UP_TO
        } else {
            self.as_str()
        };
        fill(find(language, key), params, label)
    }
}

impl FieldError {
    /// Returns a sentence for the person who typed the value. `label` is the caller's word for the field, in the same
    /// language.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use enmusubi_core::language::Language;
    /// use enmusubi_core::{CheckContext, Field, parse_profile};
    ///
    /// let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap());
    /// let rejection = parse_profile(br#"{"height": 300}"#, &context).unwrap_err();
    /// let height = rejection.fields.iter().find(|it| it.path.field == Field::Height).unwrap();
    /// assert_eq!(
    ///     height.sentence(Language::English, "Height"),
    ///     "Height: enter a number from 120 to 230",
    /// );
    /// assert_eq!(height.sentence(Language::TraditionalChinese, "身高"), "身高請填 120 到 230");
    /// ```
    pub fn sentence(&self, language: Language, label: &str) -> String {
        self.code.sentence(self.params, language, label)
    }
}

/// Returns the table of a language: keys and sentences.
const fn table_of(language: Language) -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"))
}

/// Returns the sentence with a key. A test finds every key in every table.
fn find(language: Language, key: &str) -> &'static str {
    let found = table_of(language).iter().find(|(known, _)| *known == key);
    found.map_or("", |(_, sentence)| sentence)
}

/// Replaces the placeholders of a sentence. Braces in the label stay, because the function reads only the sentence.
fn fill(sentence: &str, params: Params, label: &str) -> String {
    let text_of = |limit: Option<i32>| limit.map(|it| it.to_string()).unwrap_or_default();
    let mut filled = String::new();
    // Texts and placeholders alternate.
    let mut parts = sentence.split(['{', '}']);
    while let Some(text) = parts.next() {
        filled.push_str(text);
        match parts.next() {
            Some("label") => filled.push_str(label),
            Some("min") => filled.push_str(&text_of(params.min)),
            Some("max") => filled.push_str(&text_of(params.max)),
            _ => {}
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_language_has_a_sentence_for_every_code_and_no_others() {
        let wanted: BTreeSet<&str> = FieldErrorCode::WORDS
            .iter()
            .copied()
            .chain([LENGTH_UP_TO])
            .collect();
        for &language in Language::ALL {
            let keys = table_of(language).iter().map(|(key, _)| *key);
            assert_eq!(keys.collect::<BTreeSet<_>>(), wanted, "{language}");
        }
    }

    #[test]
    fn a_sentence_has_the_label_and_the_limits_as_its_only_placeholders() {
        for &language in Language::ALL {
            for (key, sentence) in table_of(language) {
                assert!(!sentence.is_empty(), "{language}: {key}");
                // The web reads the sentences as ICU messages, in which an apostrophe quotes a brace.
                assert!(!sentence.contains('\''), "{language}: {key}");
                let parts: Vec<&str> = sentence.split(['{', '}']).collect();
                let braces: String = sentence.chars().filter(|it| "{}".contains(*it)).collect();
                assert_eq!(braces, "{}".repeat(parts.len() / 2), "{language}: {key}");
                for placeholder in parts.iter().skip(1).step_by(2) {
                    let is_known = ["label", "min", "max"].contains(placeholder);
                    assert!(is_known, "{language}: {key}: {placeholder}");
                }
            }
        }
    }

    #[test]
    fn the_languages_name_the_same_limits() {
        for (key, sentence) in table_of(Language::English) {
            for limit in ["{min}", "{max}"] {
                for &language in Language::ALL {
                    let has_limit = find(language, key).contains(limit);
                    assert_eq!(has_limit, sentence.contains(limit), "{language}: {key}");
                }
            }
        }
    }
}
