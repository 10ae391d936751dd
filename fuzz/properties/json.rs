//! For any JSON text: the reader and `serde_json` agree, except for the documented leniencies.

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

/// Returns true if `serde_json` refused the text for a documented leniency: a number beyond `f64` or an
/// unpaired surrogate.
fn is_leniency(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    [
        "number out of range",
        "lone leading surrogate",
        "unexpected end of hex escape",
    ]
    .iter()
    .any(|leniency| message.starts_with(leniency))
}

/// Compares two values. `serde_json` may be wrong in the last bits of a number.
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
