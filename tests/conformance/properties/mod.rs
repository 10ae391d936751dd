//! Properties that hold for any input. These tests run natively only, because proptest does not run
//! in a browser.

mod circle;
mod crossed;
mod index;
mod matching;
mod oracle;
mod pairing;
mod people;
mod place;
mod reader;
mod work_email;

use chrono::NaiveDate;
use enmusubi_core::{CheckContext, Checked, Rejection, Uploads, UserProfileCreate, parse_profile};
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::test_runner::{RngSeed, TestRunner};

const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();

const CONTEXT: CheckContext<'static> = CheckContext::for_form(TODAY).with_uploads(Uploads::Named);

fn parse(text: &str) -> Result<UserProfileCreate, Rejection> {
    parse_profile(text.as_bytes(), &CONTEXT).map(Checked::into_inner)
}

/// A fixed seed: a failing test fails again.
fn config(n_cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_121),
        ..ProptestConfig::with_cases(n_cases)
    }
}

/// Generates documents near the border between accepted and refused. A smaller seed is no simpler document, so a
/// failure is not shrunk.
fn document() -> impl Strategy<Value = String> {
    any::<u64>()
        .prop_map(|seed| enmusubi_differential::document::of_seed(seed, TODAY))
        .no_shrink()
}

/// Returns a runner for a test that counts its cases.
fn runner(n_cases: u32) -> TestRunner {
    TestRunner::new(config(n_cases))
}
