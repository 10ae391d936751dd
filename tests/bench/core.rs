//! How long the core takes for a form, beside what `serde_json` takes to read the same bytes.
//!
//! One run, one machine: the ratios are what to quote.

use std::hint::black_box;

use chrono::NaiveDate;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use enmusubi_core::{CheckContext, Document, Mailboxes, Refusal, Uploads, UserProfileCreate};

const VALID: &[u8] = include_bytes!("../vectors/base.json");
/// Nothing that is required, and something wrong wherever something can be.
const INVALID: &[u8] = br#"{"account":"x","password":"y","nickname":"","gender":"?","height":"1.5",
"birthday":"2026-02-30","aboutMe":"short","hobbyTagIds":[1,1,"x"],"latitude":91,"city":"?",
"photoNameList":["a.exe"],"valueItem":[{"type":"AGE","from":40,"to":20},{"type":"?"},3]}"#;

fn check(bytes: &[u8]) -> Result<UserProfileCreate, Refusal> {
    let context = CheckContext {
        today: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default(),
        uploads: Uploads::Named,
        mailboxes: Mailboxes::Unchecked,
    };
    Document::parse(bytes)?.parse_profile(&context)
}

fn forms(criterion: &mut Criterion) {
    assert!(
        check(VALID).is_ok(),
        "the base payload of the vectors is valid"
    );
    assert!(check(INVALID).is_err());
    for (name, bytes) in [("valid", VALID), ("all wrong", INVALID)] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("core: read and check", |bencher| {
            bencher.iter(|| check(black_box(bytes)));
        });
        group.bench_function("core: read", |bencher| {
            bencher.iter(|| Document::parse(black_box(bytes)));
        });
        group.bench_function("serde_json: read", |bencher| {
            bencher.iter(|| serde_json::from_slice::<serde_json::Value>(black_box(bytes)));
        });
        group.finish();
    }
}

criterion_group!(benches, forms);
criterion_main!(benches);
