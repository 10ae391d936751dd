//! Whatever is stored as a draft: nothing panics, and errors are orderly and tell no one's input.

use std::collections::BTreeSet;

use enmusubi_core::limits;
use enmusubi_core::profile::{OpenedDraft, field_rule, open_draft};
use enmusubi_core::{
    Field, FieldPath, JsonDocument, MAX_DOCUMENT_BYTES, Mailboxes, Rejection, Uploads,
    UserProfileCreate,
};
use serde_json::{Value, json};

use super::world::context;

type Parsed = Result<UserProfileCreate, Rejection>;

pub(crate) fn check(bytes: &[u8]) {
    let named = parse(bytes, Uploads::Named, Mailboxes::Unchecked);
    let pending = parse(bytes, Uploads::Pending, Mailboxes::Unchecked);
    let nothing = BTreeSet::new();
    let held = parse(
        bytes,
        Uploads::Held(&nothing),
        Mailboxes::Confirmed(&nothing),
    );
    // Each knows more of the world than the one before it, so what was wrong stays wrong.
    assert!(
        paths(&pending).is_subset(&paths(&named)),
        "{pending:?} {named:?}"
    );
    assert!(paths(&named).is_subset(&paths(&held)), "{named:?} {held:?}");
    if let Ok(text) = str::from_utf8(bytes) {
        check_opened(text, &named);
    }
}

fn parse(bytes: &[u8], uploads: Uploads<'_>, mailboxes: Mailboxes<'_>) -> Parsed {
    let parsed = JsonDocument::parse(bytes)
        .and_then(|document| document.parse_profile(&context(uploads, mailboxes)));
    if let Err(refusal) = &parsed {
        check_orderly(refusal);
    }
    parsed
}

fn check_orderly(refusal: &Rejection) {
    let code = refusal.code.as_str();
    match code {
        "E002" => assert!(!refusal.fields.is_empty(), "refused for no reason"),
        _ => assert!(
            matches!(code, "E006" | "E009") && refusal.fields.is_empty(),
            "{refusal:?}"
        ),
    }
    let sorted = refusal
        .fields
        .is_sorted_by(|one, next| one.path < next.path);
    assert!(
        sorted,
        "out of order, or one path twice: {:?}",
        refusal.fields
    );
    for error in &refusal.fields {
        let limits = limits_of(error.path.field);
        let params = json!(error.params);
        for number in params
            .as_object()
            .into_iter()
            .flat_map(|params| params.values())
        {
            assert!(limits.contains(number), "{number} is no limit: {error:?}");
        }
    }
}

/// The numbers an error of this field may mention.
fn limits_of(field: Field) -> Vec<Value> {
    let rule = json!(field_rule(field));
    let mut numbers: Vec<Value> = ["min", "max"]
        .iter()
        .map(|bound| rule[bound].clone())
        .collect();
    if field == Field::ValueItem {
        for limits in [limits::HEIGHT_CM, limits::AGE_YEARS, limits::INCOME_10K] {
            numbers.extend([json!(limits.min), json!(limits.max)]);
        }
    }
    numbers
}

fn paths(parsed: &Parsed) -> BTreeSet<FieldPath> {
    match parsed {
        Ok(_) => BTreeSet::new(),
        Err(refusal) => refusal.fields.iter().map(|error| error.path).collect(),
    }
}

/// Opening a draft keeps what was there to be accepted, and can be done again.
fn check_opened(stored: &str, before: &Parsed) {
    let OpenedDraft::Loaded(draft) = open_draft(stored) else {
        return;
    };
    let again = serde_json::to_string(&draft).unwrap();
    // Numbers written out can outgrow what may be read.
    if again.len() > MAX_DOCUMENT_BYTES {
        return;
    }
    assert!(
        matches!(open_draft(&again), OpenedDraft::Loaded(_)),
        "{again}"
    );
    if before.is_ok() {
        let after = parse(again.as_bytes(), Uploads::Named, Mailboxes::Unchecked);
        assert_eq!(&after, before);
    }
}
