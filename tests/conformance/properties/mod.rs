//! Properties that hold for any input. These tests run natively only, because proptest does not run
//! in a browser.

mod circle;
mod crossed;
mod documents;
mod index;
mod matching;
mod oracle;
mod pairing;
mod people;
mod place;
mod reader;
mod values;
mod work_email;

use chrono::NaiveDate;
use enmusubi_core::{
    AgeProof, CheckContext, Mailboxes, Rejection, Uploads, UserProfileCreate, parse_profile,
};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::{RngSeed, TestRunner};

const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();

fn parse(text: &str) -> Result<UserProfileCreate, Rejection> {
    let context = CheckContext {
        today: TODAY,
        uploads: Uploads::Named,
        mailboxes: Mailboxes::Unchecked,
        age_proof: AgeProof::Off,
    };
    parse_profile(text.as_bytes(), &context)
}

/// A fixed seed: a failing test fails again.
fn config(n_cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_121),
        ..ProptestConfig::with_cases(n_cases)
    }
}

/// Returns a runner for a test that counts its cases.
fn runner(n_cases: u32) -> TestRunner {
    TestRunner::new(config(n_cases))
}
