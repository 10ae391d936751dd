//! Matching conditions.

use serde_json::{Value, json};

use super::answer::Answer;
use super::lists::condition_items;
use super::oracle::whole;
use super::table::{EDUCATION, FLAG_TYPES, RANGE_TYPES};
use super::value::{Read, flag, integer, text};

pub(super) fn conditions(say: &mut Answer, value: Option<&Value>) {
    let Some(rows) = condition_items(say, value) else {
        return;
    };
    let is_off = |row: &Value| row.is_object() && flag(row.get("selected")) == Read::Is(false);
    if rows.iter().filter(|row| !is_off(row)).count() > 9 {
        say.error_with("valueItem", "too_many", &json!({ "max": 9 }));
        return;
    }
    let mut kept = Vec::new();
    let mut seen = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let path = format!("valueItem[{index}]");
        if !row.is_object() {
            say.error(&path, "wrong_type");
        } else if !is_off(row) {
            kept.extend(condition(say, &path, row, &mut seen));
            if let Read::Wrong(code) = flag(row.get("selected")) {
                say.error(&format!("{path}.selected"), code);
            }
        }
    }
    say.keep("valueItem", kept);
}

/// Reads a row that is switched on and returns its condition, if the row has one.
fn condition(say: &mut Answer, path: &str, row: &Value, seen: &mut Vec<String>) -> Option<Value> {
    let at_type = format!("{path}.type");
    let kind = match text(row.get("type"), false) {
        Read::Absent => {
            say.error(&at_type, "required");
            return None;
        }
        Read::Wrong(code) => {
            say.error(&at_type, code);
            return None;
        }
        Read::Is(kind) => kind,
    };
    let is_there = |part: &str| row.get(part).is_some_and(|part| !part.is_null());
    let is_duplicate = seen.contains(&kind);
    seen.push(kind.clone());

    if let Some((_, min, max)) = RANGE_TYPES.iter().find(|(name, ..)| *name == kind) {
        if is_there("value") {
            say.error(path, "condition_shape");
        }
        if is_duplicate {
            say.error(&at_type, "duplicate");
        }
        let from = bound(say, &format!("{path}.from"), row.get("from"), *min, *max);
        let to_path = format!("{path}.to");
        let to = bound(say, &to_path, row.get("to"), *min, *max);
        let (from, to) = (from?, to?);
        if from != 0 && to != 0 && from > to {
            say.error(&to_path, "range_reversed");
        }
        return (from != 0 || to != 0).then(|| json!({ "type": kind, "from": from, "to": to }));
    }
    let is_flag = FLAG_TYPES.contains(&kind.as_str());
    if !is_flag && kind != "EDUCATION" {
        say.error(&at_type, "unknown_value");
        return None;
    }
    if is_there("from") || is_there("to") {
        say.error(path, "condition_shape");
    }
    if is_duplicate {
        say.error(&at_type, "duplicate");
    }
    let at_value = format!("{path}.value");
    let wanted = if is_flag {
        match flag(row.get("value")) {
            Read::Absent => Err("required"),
            Read::Wrong(code) => Err(code),
            Read::Is(flag) => Ok(Value::from(flag)),
        }
    } else {
        match text(row.get("value"), false) {
            Read::Absent => Err("required"),
            Read::Wrong(code) => Err(code),
            Read::Is(level) if !EDUCATION.contains(&level.as_str()) => Err("unknown_value"),
            Read::Is(level) => Ok(Value::from(level)),
        }
    };
    match wanted {
        Ok(value) => Some(json!({ "type": kind, "value": value })),
        Err(code) => {
            say.error(&at_value, code);
            None
        }
    }
}

/// Reads a bound and returns it if it is valid; 0 if it is open.
fn bound(say: &mut Answer, path: &str, value: Option<&Value>, min: i64, max: i64) -> Option<i64> {
    match integer(value) {
        Read::Absent => Some(0),
        Read::Wrong(code) => {
            say.error(path, code);
            None
        }
        // Values beyond 64 bits become the largest 64-bit number here, which is out of range too.
        Read::Is(bound) if whole(bound) == 0 || (min..=max).contains(&whole(bound)) => {
            Some(whole(bound))
        }
        Read::Is(_) => {
            say.range(path, min, max);
            None
        }
    }
}
