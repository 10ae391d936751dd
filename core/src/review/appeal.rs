//! The body with which a member appeals against a rejection.

use crate::JsonDocument;
use crate::body::{BodyError, read_lines};
use crate::error::{FieldErrorCode, Violation};
use crate::limits::APPEAL_TEXT;

words! {
    /// The field of an appeal.
    AppealField {
        /// The reasons for which the member asks for another review.
        Text = "text",
    }
}

/// Reads the text of an appeal, which has 1 to 1000 characters ([`APPEAL_TEXT`]).
pub fn parse_appeal(document: JsonDocument<'_>) -> Result<String, BodyError<AppealField>> {
    let body = document.into_json();
    let text = read_lines(body.get(AppealField::Text.as_str()), APPEAL_TEXT);
    let required = || Violation::new(FieldErrorCode::Required);
    text.and_then(|text| text.ok_or_else(required))
        .map_err(|violation| BodyError::new(AppealField::Text, violation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> Result<String, FieldErrorCode> {
        parse_appeal(JsonDocument::parse(body.as_bytes()).unwrap()).map_err(|error| error.code)
    }

    #[test]
    fn an_appeal_has_a_text_within_the_limit() {
        let text = parse(r#"{"text": " Please look.\nIt is me. "}"#);
        assert_eq!(text.unwrap(), "Please look.\nIt is me.");
        for body in ["{}", r#"{"text": null}"#, r#"{"text": "  "}"#] {
            assert_eq!(parse(body), Err(FieldErrorCode::Required), "{body}");
        }
        assert_eq!(parse(r#"{"text": [1]}"#), Err(FieldErrorCode::WrongType));
        let of = |n: usize| format!(r#"{{"text": "{}"}}"#, "愛".repeat(n));
        assert!(parse(&of(1000)).is_ok());
        assert_eq!(parse(&of(1001)), Err(FieldErrorCode::Length));
    }
}
