//! For any accepted payload: writing and reading it again returns the same payload, on the server too.

use std::collections::{BTreeMap, BTreeSet};

use enmusubi_core::matching::{Person, mismatches, mutual_match};
use enmusubi_core::{
    FileUse, MAX_DOCUMENT_BYTES, Mailboxes, Uploads, UserProfileCreate, parse_profile,
};

use super::world::{context, today};

/// Returns whether the bytes were accepted, so that a test can count the accepted files of a corpus.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Some(payload) = accepted(bytes, Uploads::Named, Mailboxes::Unchecked) else {
        return false;
    };
    let written = serde_json::to_vec(&payload).unwrap();
    assert!(written.len() <= MAX_DOCUMENT_BYTES);
    let read: UserProfileCreate = serde_json::from_slice(&written).unwrap();
    assert_eq!(read, payload, "by serde");

    let again = accepted(&written, Uploads::Named, Mailboxes::Unchecked);
    assert_eq!(again.as_ref(), Some(&payload), "by the form");
    let pending = accepted(&written, Uploads::Pending, Mailboxes::Unchecked);
    assert_eq!(pending.as_ref(), Some(&payload), "while it is filled in");
    let uploads = BTreeMap::from([
        (
            FileUse::Photo,
            payload.photo_name_list.iter().cloned().collect(),
        ),
        (
            FileUse::Employment,
            BTreeSet::from([payload.verify_temp_file_name.clone()]),
        ),
    ]);
    let employers = BTreeSet::from([payload.employer_id.clone()]);
    let held = accepted(
        &written,
        Uploads::Owned(&uploads),
        Mailboxes::Confirmed(&employers),
    );
    assert_eq!(held.as_ref(), Some(&payload), "by the server");
    check_matching(&payload);
    true
}

fn accepted(
    bytes: &[u8],
    uploads: Uploads<'_>,
    mailboxes: Mailboxes<'_>,
) -> Option<UserProfileCreate> {
    let parsed = parse_profile(bytes, &context(uploads, mailboxes)).ok()?;
    Some(parsed.into_inner())
}

/// A person fits themselves if and only if they meet their own wishes.
fn check_matching(payload: &UserProfileCreate) {
    let person = Person::from(payload);
    let fits = mismatches(&person, &person, today()).is_empty();
    assert_eq!(mutual_match(&person, &person, today()), fits);
}
