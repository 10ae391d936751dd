//! What holds for any input. Natively only: proptest is not built for a browser.

mod crossed;
mod documents;
mod matching;
mod oracle;
mod people;
mod place;
mod reader;
mod values;
mod work_email;

use chrono::NaiveDate;
use enmusubi_core::{
    CheckContext, Mailboxes, Rejection, Uploads, UserProfileCreate, parse_profile,
};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::{RngSeed, TestRunner};

const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();

fn parse(text: &str) -> Result<UserProfileCreate, Rejection> {
    let context = CheckContext {
        today: TODAY,
        uploads: Uploads::Named,
        mailboxes: Mailboxes::Unchecked,
    };
    parse_profile(text.as_bytes(), &context)
}

/// The same cases every time: a red test stays red.
fn config(n_cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_121),
        ..ProptestConfig::with_cases(n_cases)
    }
}

/// For a test that counts what it met.
fn runner(n_cases: u32) -> TestRunner {
    TestRunner::new(config(n_cases))
}
