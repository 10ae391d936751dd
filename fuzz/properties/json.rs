//! Whatever looks like JSON: the core's reader and `serde_json` say the same, but where the core means to differ.

use enmusubi_core::json::{MAX_DEPTH, parse};
use serde_json::Value;

pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let ours = parse(text).map(|json| serde_json::to_value(&json).unwrap());
    let theirs = serde_json::from_str::<Value>(text);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(is_same(ours, theirs), "{ours} is not {theirs}"),
        (Ok(_), Err(error)) => assert!(is_leniency(error), "{error}"),
        (Err(error), Ok(theirs)) => assert!(depth(theirs) > MAX_DEPTH, "{error:?} in {text}"),
        (Err(_), Err(_)) => {}
    }
    if let (Ok(Value::Number(ours)), Ok(exact)) = (&ours, text.trim_ascii().parse::<f64>()) {
        let number = ours.as_f64().unwrap();
        assert!(
            number.to_bits() == exact.to_bits(),
            "{number} is not {exact}"
        );
    }
}

/// Numbers beyond all doubles and unpaired surrogates are faults of a field, not of the document.
fn is_leniency(error: &serde_json::Error) -> bool {
    let told = error.to_string();
    [
        "number out of range",
        "lone leading surrogate",
        "unexpected end of hex escape",
    ]
    .iter()
    .any(|leniency| told.starts_with(leniency))
}

/// `serde_json` is content with the last bits of a number being wrong.
fn is_same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            let (ours, theirs) = (ours.as_f64().unwrap(), theirs.as_f64().unwrap());
            (ours - theirs).abs() <= (theirs.abs() * 1e-15).max(f64::MIN_POSITIVE)
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours
                    .iter()
                    .zip(theirs)
                    .all(|(ours, theirs)| is_same(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(name, ours)| {
                    theirs.get(name).is_some_and(|theirs| is_same(ours, theirs))
                })
        }
        (ours, theirs) => ours == theirs,
    }
}

fn depth(value: &Value) -> usize {
    let deepest = match value {
        Value::Array(items) => items.iter().map(depth).max(),
        Value::Object(members) => members.values().map(depth).max(),
        _ => return 0,
    };
    1 + deepest.unwrap_or(0)
}
