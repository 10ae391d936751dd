//! Times the core natively beside `serde_json`, and beside typed structs that `validator` and `garde` check: `bench-native DOCUMENTS [quick]`.
//!
//! `DOCUMENTS` is a JSON file of texts by name. The program prints rows of JSON: the document, the
//! contender, and the median of many short samples in nanoseconds. The contenders take turns in
//! each round. For the slowest documents it times only the core, per byte.

mod typed;

use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use enmusubi_conformance::worst::worst_documents;
use enmusubi_core::{CheckContext, JsonDocument, Uploads, parse_profile};
use serde_json::{Value, json};

/// The length of a sample: long enough for the clock, and short enough to fall between two interruptions.
const SAMPLE: Duration = Duration::from_micros(300);

type Contender<'a> = (&'a str, fn(&[u8]));

const CONTENDERS: [Contender<'_>; 5] = [
    ("read and check", read_and_check),
    ("serde and validator", |bytes| {
        black_box(typed::is_valid_for_validator(black_box(bytes)));
    }),
    ("serde and garde", |bytes| {
        black_box(typed::is_valid_for_garde(black_box(bytes)));
    }),
    ("read", read),
    ("serde_json", read_by_serde),
];

fn read_and_check(bytes: &[u8]) {
    black_box(is_valid(black_box(bytes)));
}

fn is_valid(bytes: &[u8]) -> bool {
    let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default())
        .with_uploads(Uploads::Named);
    parse_profile(bytes, &context).is_ok()
}

fn read(bytes: &[u8]) {
    let _ = black_box(JsonDocument::parse(black_box(bytes)));
}

fn read_by_serde(bytes: &[u8]) {
    let _ = black_box(serde_json::from_slice::<Value>(black_box(bytes)));
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("expected a file of documents")?;
    let is_quick = arguments.next().is_some_and(|word| word == "quick");
    let (n_rounds, n_worst_rounds) = if is_quick { (31, 3) } else { (401, 11) };

    let documents: BTreeMap<String, String> = serde_json::from_slice(&std::fs::read(file)?)?;
    let mut rows = Vec::new();
    for (document, text) in &documents {
        let answers = [
            is_valid(text.as_bytes()),
            typed::is_valid_for_validator(text.as_bytes()),
            typed::is_valid_for_garde(text.as_bytes()),
        ];
        if answers != [document == "all valid"; 3] {
            return Err(format!("wrong answers to {document}: {answers:?}").into());
        }
        let medians = medians(&CONTENDERS, text.as_bytes(), n_rounds);
        for ((contender, _), nanoseconds) in CONTENDERS.iter().zip(medians) {
            rows.push(json!({
                "document": document, "contender": contender,
                "nanoseconds": nanoseconds, "bytes": text.len(),
            }));
        }
    }
    for (document, text) in worst_documents() {
        let contender = [CONTENDERS[0]];
        let nanoseconds = medians(&contender, text.as_bytes(), n_worst_rounds)[0];
        rows.push(json!({
            "document": document, "contender": "worst",
            "nanoseconds": nanoseconds, "bytes": text.len(),
        }));
    }
    Ok(writeln!(stdout(), "{}", Value::from(rows))?)
}

/// Returns the median time of a call of each contender, in nanoseconds.
fn medians(contenders: &[Contender<'_>], bytes: &[u8], n_rounds: usize) -> Vec<f64> {
    let n_calls: Vec<u32> = contenders
        .iter()
        .map(|(_, call)| calls_per_sample(*call, bytes))
        .collect();
    let mut samples = vec![Vec::with_capacity(n_rounds); contenders.len()];
    for _ in 0..n_rounds {
        for (index, (_, call)) in contenders.iter().enumerate() {
            let start = Instant::now();
            for _ in 0..n_calls[index] {
                call(bytes);
            }
            samples[index].push(start.elapsed().as_secs_f64() * 1e9 / f64::from(n_calls[index]));
        }
    }
    samples
        .into_iter()
        .map(|mut samples| {
            samples.sort_by(f64::total_cmp);
            samples[samples.len() / 2]
        })
        .collect()
}

/// Returns how many calls make a sample long enough. Finding out also warms the contender up.
fn calls_per_sample(call: fn(&[u8]), bytes: &[u8]) -> u32 {
    let mut n_calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..n_calls {
            call(bytes);
        }
        if start.elapsed() >= SAMPLE {
            return n_calls;
        }
        n_calls *= 2;
    }
}
