//! The codes of the reasons that a reviewer gives to a member.

use serde::{Deserialize, Serialize};
use thiserror::Error;

words! {
    /// The codes of the reasons that a reviewer gives for a decision.
    ReasonCode {
        /// The picture, document or text cannot be made out.
        Unclear = "unclear",
        /// The picture or document is of another person.
        AnotherPerson = "another_person",
        /// The answer does not agree with the evidence.
        Mismatch = "mismatch",
        /// The document or page is out of date.
        Outdated = "outdated",
        /// Something is missing.
        Incomplete = "incomplete",
        /// The picture or text is not suitable for a profile.
        Inappropriate = "inappropriate",
        /// The picture or text has contact details, such as a phone number or an account name.
        ContactDetails = "contact_details",
        /// None of the other reasons.
        Other = "other",
    }
}

impl ReasonCode {
    /// Returns true if the code alone does not say to the member what is wrong, so that the reviewer
    /// has to write a note.
    pub const fn needs_note(self) -> bool {
        matches!(self, Self::Incomplete | Self::Other)
    }
}

/// The reason why a reviewer asks for information or objects to a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reason {
    /// The path of the field in the payload.
    pub path: String,
    /// A code: a word of [`ReasonCode`], or of an older list.
    pub code: String,
    /// The reviewer's text to the user. It may be empty.
    pub note: String,
}

/// The error for a reason that a reviewer cannot give.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReasonError {
    /// The code is not one of the list.
    #[error("{0:?} is not the code of a reason; the codes are {codes}", codes = ReasonCode::WORDS.join(", "))]
    UnknownCode(String),
    /// The code needs a note, and there is none.
    #[error("{0} needs a note, because the code alone does not say what is wrong")]
    NoteMissing(ReasonCode),
}

/// Checks a new reason. Refuses a code that is not in the list, and a code without the note that it needs.
/// The reasons of stored decisions may have codes that were in older lists.
///
/// # Errors
///
/// The code that is unknown, or that needs a note.
pub fn check_reason(code: &str, note: &str) -> Result<(), ReasonError> {
    let code = code
        .parse::<ReasonCode>()
        .map_err(|_| ReasonError::UnknownCode(code.to_owned()))?;
    if code.needs_note() && note.trim().is_empty() {
        return Err(ReasonError::NoteMissing(code));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_of_the_list_is_accepted() {
        for code in ReasonCode::ALL {
            assert_eq!(check_reason(code.as_str(), "A note."), Ok(()));
        }
    }

    #[test]
    fn only_the_codes_that_need_a_note_are_refused_without_one() {
        let refused: Vec<ReasonCode> = ReasonCode::ALL
            .iter()
            .copied()
            .filter(|code| {
                check_reason(code.as_str(), " \n") == Err(ReasonError::NoteMissing(*code))
            })
            .collect();
        assert_eq!(refused, [ReasonCode::Incomplete, ReasonCode::Other]);
        for code in ReasonCode::ALL.iter().filter(|code| !code.needs_note()) {
            assert_eq!(check_reason(code.as_str(), ""), Ok(()));
        }
    }

    #[test]
    fn another_code_is_refused_with_the_list() {
        for code in ["", "Unclear", "too_short", "unclear "] {
            let refused = check_reason(code, "A note.").unwrap_err();
            assert_eq!(refused, ReasonError::UnknownCode(code.to_owned()));
            assert!(refused.to_string().contains("unclear, another_person, "));
        }
        let refused = check_reason("\u{1b}[2J", "").unwrap_err();
        assert!(!refused.to_string().contains('\u{1b}'));
    }
}
