//! Checks that the generated documents cover the rules.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use enmusubi_core::FieldErrorCode;
use fastrand::Rng;

use crate::answers::{self, Parsed};
use crate::document;

fn documents(seed: u64, n_documents: usize) -> Vec<(NaiveDate, String)> {
    let mut rng = Rng::with_seed(seed);
    let one = |_| {
        let today = document::today(&mut rng);
        let mut text = String::new();
        document::write(&mut rng, today, &mut text);
        (today, text)
    };
    (0..n_documents).map(one).collect()
}

#[test]
fn a_seed_always_gives_the_same_documents() {
    assert_eq!(documents(7, 50), documents(7, 50));
    assert_ne!(documents(7, 50), documents(8, 50));
}

#[test]
fn about_a_third_is_accepted() {
    let documents = documents(1, 2000);
    let is_accepted = |(today, text): &&(NaiveDate, String)| {
        matches!(answers::parsed(text, *today), Parsed::Payload(_))
    };
    let n_accepted = documents.iter().filter(is_accepted).count();
    assert!((500..800).contains(&n_accepted), "{n_accepted}");
}

#[test]
fn every_rule_is_broken_many_times() {
    let mut counts: BTreeMap<FieldErrorCode, usize> = BTreeMap::new();
    for (today, text) in documents(1, 2000) {
        if let Parsed::Rejection(refusal) = answers::parsed(&text, today) {
            for error in refusal.fields {
                *counts.entry(error.code).or_default() += 1;
            }
        }
    }
    // Only the server can find an unconfirmed mailbox. The other codes are not about profiles: the vectors of
    // `core::work_email` and `core::conversation` have them.
    let of_others = [
        FieldErrorCode::EmailUnconfirmed,
        FieldErrorCode::Email,
        FieldErrorCode::EmailDomain,
        FieldErrorCode::ConfirmationCode,
        FieldErrorCode::LineContact,
    ];
    assert!(of_others.iter().all(|code| !counts.contains_key(code)));
    for code in FieldErrorCode::ALL {
        if of_others.contains(code) {
            continue;
        }
        let count = counts.get(code).copied().unwrap_or_default();
        assert!(count >= 10, "{code}: {count}");
    }
}
