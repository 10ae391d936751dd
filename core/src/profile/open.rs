//! A draft that was kept on the device, opened by this build.

use super::DRAFT_SCHEMA_VERSION;
use crate::document::Document;
use crate::json::Json;

/// What became of a stored draft.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenedDraft {
    /// This build can go on with it.
    Loaded(Json),
    /// Written by a newer build: leave it where it is and do not load it.
    Newer,
    /// Not a draft at all.
    Unreadable,
}

/// Opens a stored draft by its `schemaVersion`. Version 1 is the first, so nothing needs migrating
/// yet; a draft without a version is taken for the first.
pub fn open_draft(stored: &str) -> OpenedDraft {
    let Ok(document) = Document::parse(stored.as_bytes()) else {
        return OpenedDraft::Unreadable;
    };
    match document.members().get("schemaVersion") {
        None | Some(Json::Null) => OpenedDraft::Loaded(document.into_json()),
        Some(Json::Number(version)) if *version <= f64::from(DRAFT_SCHEMA_VERSION) => {
            OpenedDraft::Loaded(document.into_json())
        }
        Some(Json::Number(_)) => OpenedDraft::Newer,
        Some(_) => OpenedDraft::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_of_a_newer_build_is_not_loaded() {
        assert_eq!(
            open_draft(r#"{"schemaVersion":2,"nickname":"A"}"#),
            OpenedDraft::Newer
        );
    }

    #[test]
    fn a_draft_of_this_build_is_loaded_as_it_was() {
        let OpenedDraft::Loaded(Json::Object(members)) =
            open_draft(r#"{"schemaVersion":1,"nickname":" A ","later":[1]}"#)
        else {
            panic!("loaded")
        };
        assert_eq!(members["nickname"], Json::Text(" A ".into()));
        assert!(members.contains_key("later"));
    }

    #[test]
    fn what_is_no_draft_is_unreadable() {
        for stored in ["", "[]", "null", "{", r#"{"schemaVersion":"one"}"#] {
            assert_eq!(open_draft(stored), OpenedDraft::Unreadable, "{stored:?}");
        }
    }
}
