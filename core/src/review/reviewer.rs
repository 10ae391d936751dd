//! The reviewers: their roles, and the rule of their names.

use crate::limits::REVIEWER_NAME;
use crate::profile::length_within;
use crate::text::is_visible;

words! {
    /// The roles of reviewers.
    ReviewerRole {
        /// The reviewer decides cases.
        Reviewer = "REVIEWER",
        /// The reviewer decides cases, and sees how the others work.
        Lead = "LEAD",
    }
}

/// Returns the trimmed name of a reviewer, which has 1 to 40 characters ([`REVIEWER_NAME`]) on one line, of which the
/// reader sees at least one. Returns `None` for any other text.
pub fn parse_reviewer_name(text: &str) -> Option<&str> {
    let name = text.trim();
    let is_right = length_within(name, REVIEWER_NAME).is_ok()
        && is_visible(name)
        && !name.chars().any(char::is_control);
    is_right.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_line_of_one_to_forty_characters() {
        assert_eq!(parse_reviewer_name(" Rita 佐藤 "), Some("Rita 佐藤"));
        let of = |n: usize| "愛".repeat(n);
        assert_eq!(parse_reviewer_name(&of(40)), Some(of(40).as_str()));
        assert_eq!(parse_reviewer_name(&of(41)), None);
        for text in [
            "",
            "  ",
            "\u{200B}",
            "a\nb",
            "a\u{1b}[2J",
            "a\u{85}b",
            "a\0",
        ] {
            assert_eq!(parse_reviewer_name(text), None, "{text:?}");
        }
    }
}
