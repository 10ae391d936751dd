//! Opens a draft that the device stored, perhaps written by an older build.

use std::borrow::Cow;

use lenient_json::{Json, Number, Object, ParseOptions, parse_number};

use crate::field::Field;
use crate::limits::MAX_DOCUMENT_BYTES;

/// The version of the drafts that this build writes. The form keeps a newer draft untouched and does not
/// load it.
pub const DRAFT_SCHEMA_VERSION: u32 = 1;

const VERSION: &str = "schemaVersion";

/// The outcome of opening a stored draft.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenedDraft<'a> {
    /// A draft that this build can use. A draft of an older build is converted to the current version.
    Loaded(Json<'a>),
    /// A draft of a newer build: leave it stored and do not load it.
    Newer,
    /// Text that is no draft.
    Unreadable,
}

/// Opens a stored draft by its `schemaVersion`. A draft without a version is of version 0, from the time before drafts
/// had versions. The README has an example: [convert a draft](crate#convert-a-draft).
pub fn open_draft(stored: &str) -> OpenedDraft<'_> {
    const OPTIONS: ParseOptions = ParseOptions {
        max_bytes: MAX_DOCUMENT_BYTES,
        expected_members: Field::COUNT + 1,
        ..ParseOptions::EVERYTHING
    };
    let Ok(Json::Object(mut draft)) = OPTIONS.parse(stored.as_bytes()) else {
        return OpenedDraft::Unreadable;
    };
    let version = match draft.get(VERSION) {
        None | Some(Json::Null) => 0.0,
        Some(Json::Number(version)) => version.to_f64(),
        Some(_) => return OpenedDraft::Unreadable,
    };
    if version > f64::from(DRAFT_SCHEMA_VERSION) {
        return OpenedDraft::Newer;
    }
    if version < 1.0 {
        to_version_1(&mut draft);
    }
    OpenedDraft::Loaded(Json::Object(draft))
}

/// Converts a draft of version 0, which held booleans as text and the plan about children without a
/// list. A value that cannot be read stays unchanged, so that the rules refuse it.
///
/// These are the fields of version 0. A field that is added later does not belong here.
fn to_version_1(draft: &mut Object<'_>) {
    const FLAGS: [Field; 5] = [
        Field::MarriageRecord,
        Field::HasChildren,
        Field::Smoke,
        Field::Tattoo,
        Field::Drink,
    ];
    for flag in FLAGS {
        for value in draft.all_mut(flag.as_str()) {
            match value.as_text() {
                Some("true") => *value = Json::Bool(true),
                Some("false") => *value = Json::Bool(false),
                _ => {}
            }
        }
    }
    for value in draft.all_mut(Field::FertilityPlanTagIds.as_str()) {
        let id = match value {
            Json::Number(id) => Some(id.to_f64()),
            Json::Text(id) => parse_number(id),
            _ => None,
        };
        if let Some(id) = id {
            *value = Json::List(vec![Json::Number(Number::Value(id))]);
        }
    }
    draft.insert(Cow::Borrowed(VERSION), Json::Number(Number::Value(1.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(stored: &str) -> Json<'_> {
        match open_draft(stored) {
            OpenedDraft::Loaded(draft) => draft,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_draft_of_a_newer_build_is_not_loaded() {
        assert_eq!(
            open_draft(r#"{"schemaVersion":2,"nickname":"A"}"#),
            OpenedDraft::Newer
        );
    }

    #[test]
    fn a_draft_of_this_build_is_loaded_unchanged() {
        let stored = r#"{"schemaVersion":1,"nickname":" A ","smoke":"true","later":[1]}"#;
        let draft = loaded(stored);
        assert_eq!(draft.get("nickname").and_then(Json::as_text), Some(" A "));
        assert_eq!(draft.get("smoke").and_then(Json::as_text), Some("true"));
        assert!(draft.get("later").is_some());
    }

    #[test]
    fn a_draft_without_a_version_is_converted() {
        let draft = loaded(
            r#"{"nickname":"A","smoke":"true","drink":"false","tattoo":"?","hasChildren":true,"fertilityPlanTagIds":"502"}"#,
        );
        let number = |value| Json::Number(Number::Value(value));
        assert_eq!(draft.get("schemaVersion"), Some(&number(1.0)));
        assert_eq!(draft.get("nickname").and_then(Json::as_text), Some("A"));
        assert_eq!(draft.get("smoke"), Some(&Json::Bool(true)));
        assert_eq!(draft.get("drink"), Some(&Json::Bool(false)));
        assert_eq!(draft.get("tattoo").and_then(Json::as_text), Some("?"));
        assert_eq!(draft.get("hasChildren"), Some(&Json::Bool(true)));
        assert_eq!(
            draft.get("fertilityPlanTagIds"),
            Some(&Json::List(vec![number(502.0)]))
        );
    }

    #[test]
    fn the_plan_about_children_becomes_a_list_from_any_form() {
        let list = Json::List(vec![Json::Number(Number::Value(502.0))]);
        for stored in [
            r#"{"fertilityPlanTagIds":502}"#,
            r#"{"fertilityPlanTagIds":"５０２"}"#,
            r#"{"fertilityPlanTagIds":[502]}"#,
        ] {
            let draft = loaded(stored);
            assert_eq!(draft.get("fertilityPlanTagIds"), Some(&list), "{stored}");
        }
    }

    #[test]
    fn a_draft_is_read_up_to_the_size_of_a_document() {
        let longest = "{}".to_owned() + &" ".repeat(MAX_DOCUMENT_BYTES - 2);
        assert!(matches!(open_draft(&longest), OpenedDraft::Loaded(_)));
        assert_eq!(open_draft(&(longest + " ")), OpenedDraft::Unreadable);
    }

    #[test]
    fn text_that_is_no_draft_is_unreadable() {
        for stored in ["", "[]", "null", "{", r#"{"schemaVersion":"one"}"#] {
            assert_eq!(open_draft(stored), OpenedDraft::Unreadable, "{stored:?}");
        }
    }
}
