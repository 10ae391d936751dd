//! Arbitrary JSON values.

use std::fmt::Write as _;

use fastrand::Rng;

use crate::choice::{one_in, pick};
use crate::{numbers, texts};

/// Values that no field accepts.
const VALUES: [&str; 22] = [
    "null",
    "true",
    "false",
    "0",
    "[]",
    "{}",
    "\"\"",
    "\"\u{3000}\"",
    "[null]",
    "[[]]",
    "[\"\"]",
    "{\"\":null}",
    "1e400",
    "[1e400]",
    "-0",
    "\"0\"",
    "[[[]]]",
    "\"null\"",
    "{\"length\":1}",
    "{\"__proto__\":null}",
    "{\"toJSON\":1,\"constructor\":{}}",
    "{\"picked\":true}",
];

/// Writes an arbitrary value.
pub(crate) fn value(rng: &mut Rng, out: &mut String) {
    match rng.u32(..40) {
        0 => tower(rng, out),
        1..10 => nested(rng, 3, out),
        _ => out.push_str(pick(rng, &VALUES)),
    }
}

/// Writes a nested value.
fn nested(rng: &mut Rng, depth: u32, out: &mut String) {
    match rng.u32(..if depth == 0 { 4 } else { 6 }) {
        0 => numbers::any(rng, out),
        1 => texts::hostile(rng, 0..=6, out),
        2 => texts::fitting(rng, 0..=6, true, out),
        3 => out.push_str(pick(rng, &VALUES)),
        4 => {
            out.push('[');
            for index in 0..rng.u32(..4) {
                out.push_str(if index == 0 { "" } else { " ," });
                nested(rng, depth - 1, out);
            }
            out.push(']');
        }
        _ => {
            out.push('{');
            for index in 0..rng.u32(..4) {
                out.push_str(if index == 0 { "" } else { ",\t" });
                key(rng, out);
                out.push(':');
                nested(rng, depth - 1, out);
            }
            out.push('}');
        }
    }
}

/// Writes the name of an unknown member, mostly similar to a known one.
pub(crate) fn key(rng: &mut Rng, out: &mut String) {
    const KEYS: [&str; 20] = [
        "",
        "x",
        "__proto__",
        "constructor",
        "toJSON",
        "length",
        "0",
        "4294967295",
        "nickName",
        "Height",
        "height ",
        "height\u{0}",
        "smoke\u{301}",
        "toString",
        "schemaVersion",
        "id",
        "status",
        "鍵",
        "value",
        "picked",
    ];
    if one_in(rng, 4) {
        texts::fitting(rng, 0..=6, true, out);
    } else {
        texts::quoted(pick(rng, &KEYS), out);
    }
}

/// Writes nested lists or objects of about the allowed depth, which is 32 with the document.
fn tower(rng: &mut Rng, out: &mut String) {
    let n_levels = rng.usize(28..36);
    if one_in(rng, 2) {
        let _ = write!(out, "{}{}", "[".repeat(n_levels), "]".repeat(n_levels));
    } else {
        let _ = write!(
            out,
            "{}0{}",
            "{\"a\":".repeat(n_levels),
            "}".repeat(n_levels)
        );
    }
}
