//! The bodies of blocks and reports, checked against the vectors.

use enmusubi_core::safety::SafetyError;
use enmusubi_core::{JsonDocument, Report, parse_block};
use enmusubi_tests::safety::{SafetyCase, SafetyKind, safety_cases};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

fn read(kind: SafetyKind, document: JsonDocument<'_>) -> Result<Vec<String>, Vec<SafetyError>> {
    match kind {
        SafetyKind::Block => parse_block(document).map(|id| vec![id]),
        SafetyKind::Report => {
            let report = Report::parse(document)?;
            Ok(vec![
                report.pair_id,
                report.category.to_string(),
                report.note,
            ])
        }
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn blocks_and_reports_match_the_vectors() {
    check_all(&safety_cases(), 36, |case: &SafetyCase| {
        let text = Value::Object(case.document()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match read(case.kind, document) {
            Ok(parts) => case.errors.is_empty() && case.read() == Some(parts),
            Err(errors) => {
                let errors = errors
                    .iter()
                    .map(|error| [error.field.as_str(), error.code.as_str()].map(str::to_owned));
                errors.eq(case.errors.iter().cloned())
            }
        };
        (!same).then(|| format!("- {}", case.name))
    });
}
