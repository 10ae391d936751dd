//! For any stored draft: the core does not panic, errors come in order, and they never quote the input.

use std::collections::{BTreeMap, BTreeSet};

use enmusubi_core::limits;
use enmusubi_core::profile::{OpenedDraft, field_rule, open_draft};
use enmusubi_core::{
    Checked, Field, FieldPath, MAX_DOCUMENT_BYTES, Mailboxes, Rejection, Uploads,
    UserProfileCreate, parse_profile,
};
use serde_json::{Value, json};

use super::world::context;

type Parsed = Result<UserProfileCreate, Rejection>;

pub(crate) fn check(bytes: &[u8]) {
    let named = parse(bytes, Uploads::Named, Mailboxes::Unchecked);
    let pending = parse(bytes, Uploads::Pending, Mailboxes::Unchecked);
    let (no_uploads, no_employers) = (BTreeMap::new(), BTreeSet::new());
    let held = parse(
        bytes,
        Uploads::Owned(&no_uploads),
        Mailboxes::Confirmed(&no_employers),
    );
    // Each call knows more facts than the one before it, so an error never disappears.
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
    let parsed = parse_profile(bytes, &context(uploads, mailboxes));
    if let Err(rejection) = &parsed {
        check_orderly(rejection);
    }
    parsed.map(Checked::into_inner)
}

fn check_orderly(rejection: &Rejection) {
    let code = rejection.code.as_str();
    match code {
        "E002" => assert!(!rejection.fields.is_empty(), "rejected without a reason"),
        _ => assert!(
            matches!(code, "E006" | "E009") && rejection.fields.is_empty(),
            "{rejection:?}"
        ),
    }
    let sorted = rejection
        .fields
        .is_sorted_by(|one, next| one.path < next.path);
    assert!(
        sorted,
        "out of order, or one path twice: {:?}",
        rejection.fields
    );
    for error in &rejection.fields {
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

/// Returns the numbers that an error of this field may mention.
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
        Err(rejection) => rejection.fields.iter().map(|error| error.path).collect(),
    }
}

/// Opening an accepted draft keeps it acceptable, and an opened draft can be opened again.
fn check_opened(stored: &str, before: &Parsed) {
    let OpenedDraft::Loaded(draft) = open_draft(stored) else {
        return;
    };
    let again = serde_json::to_string(&draft).unwrap();
    // Numbers can be longer when they are written out, and exceed the accepted size.
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
