//! Reasons on the command line: their form, their help, and their reading.

use std::fmt::Write as _;

use enmusubi_core::Field;
use enmusubi_core::review::{AgeDocument, Reason, ReasonCode, asked_fields, check_reason};

use crate::features::profile_text::{PAGES, Words};

/// The form of a reason on the command line.
pub(super) const REASON_FORM: &str = "FIELD:CODE[:NOTE]";
const EXAMPLE: &str = "photoNameList[0]:unclear:Your face is in the shade.";

/// Returns the help of a document that proves an age: every word with its meaning.
pub(super) fn age_document_help() -> String {
    let mut help = "The kind of document on which you have read the birthday of the profile, the document's name and \
                    its issuer. With AGE_PROOF=required, an approval needs it, and a request or a rejection may have \
                    it unless a reason is about the age:"
        .to_owned();
    for document in AgeDocument::ALL {
        // Writing into a string cannot fail.
        let _ = write!(help, "\n  {:<16} {}", document.as_str(), document.about());
    }
    help
}

/// Returns the help of a reason: every field by the page of the form, and every code with its meaning.
pub(super) fn reason_help() -> String {
    let mut help = format!(
        "A field and what is wrong with it; may be given several times, such as\n\
         --reason \"{EXAMPLE}\"\n\n\
         The member sees the meaning of CODE in their own language, and NOTE as you write it.\n\n\
         FIELD is one of:"
    );
    // Writing into a string cannot fail.
    for (page, fields) in PAGES.iter() {
        let page = Words::english().word(&format!("register.page.{page}"));
        let is_askable = |field: &&Field| !asked_fields([field.as_str()]).is_empty();
        let fields = fields.iter().filter(is_askable).map(|field| field.as_str());
        let fields: Vec<&str> = fields.collect();
        let _ = write!(help, "\n  {page}: {}", fields.join(", "));
    }
    help.push_str("\n\nCODE is one of:");
    for code in ReasonCode::ALL {
        let suffix = if code.needs_note() {
            " Needs a NOTE."
        } else {
            ""
        };
        let _ = write!(help, "\n  {:<16} {}{suffix}", code.as_str(), code.about());
    }
    help
}

/// Parses `FIELD:CODE` or `FIELD:CODE:NOTE`, where the field is one of the payload's, and the code is one of
/// [`ReasonCode`].
pub(super) fn parse_reason(text: &str) -> Result<Reason, String> {
    let mut parts = text.splitn(3, ':');
    let path = parts.next().unwrap_or_default();
    let code = parts.next().unwrap_or_default();
    let note = parts.next().unwrap_or_default().trim();
    let field = path.split(['[', '.']).next().unwrap_or_default();
    if field.parse::<Field>().is_err() {
        return Err(format!("{field:?} is not a field of a profile"));
    }
    check_reason(code, note)
        .map_err(|refused| format!("{refused}. Write {REASON_FORM}, such as {EXAMPLE}"))?;
    Ok(Reason {
        path: path.to_owned(),
        code: code.to_owned(),
        note: note.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_names_a_field_and_keeps_colons_in_its_note() {
        let reason = parse_reason("photoNameList[0]:unclear:See: hidden").unwrap();
        assert_eq!(reason.path, "photoNameList[0]");
        assert_eq!(
            (reason.code.as_str(), reason.note.as_str()),
            ("unclear", "See: hidden")
        );
        assert!(parse_reason("shoeSize:unclear").is_err());
        assert!(parse_reason("name").is_err());
    }

    #[test]
    fn a_code_that_says_nothing_by_itself_needs_a_note() {
        for text in ["school:other", "school:other:", "school:incomplete:  "] {
            let refused = parse_reason(text).unwrap_err();
            assert!(refused.contains(" needs a note, "), "{refused}");
        }
        let reason = parse_reason("school:other: Which one? ").unwrap();
        assert_eq!(reason.note, "Which one?");
    }

    #[test]
    fn a_code_that_is_not_in_the_list_is_refused_with_the_list() {
        for text in ["name:", "name:Unclear", "name:missing:x"] {
            let refused = parse_reason(text).unwrap_err();
            assert!(refused.contains("unclear, another_person, "), "{refused}");
        }
    }

    #[test]
    fn the_help_has_every_field_that_a_reviewer_can_ask_for_and_every_code() {
        let help = reason_help();
        assert!(help.contains("\n  Photos: photoNameList\n"), "{help}");
        assert!(!help.contains("password"), "{help}");
        for code in ReasonCode::ALL {
            let has_meaning =
                |line: &str| line.contains(code.as_str()) && line.contains(code.about());
            assert!(help.lines().any(has_meaning), "{code}");
        }
        assert_eq!(help.matches(" Needs a NOTE.").count(), 2, "{help}");
    }
}
