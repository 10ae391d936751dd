//! The documents of at most 256 KiB that take a reader longest, for tests and for a benchmark that
//! times them per byte.

use std::fmt::Write as _;

use serde_json::Value;

use crate::base;

/// The largest document that the core reads.
const MAX_BYTES: usize = 256 * 1024;

/// Returns the name and text of each document. All have the largest allowed size, or at most one piece
/// less: if one of them takes longer per byte than the others, the reader is not linear.
pub fn worst_documents() -> Vec<(&'static str, String)> {
    let kinds = [
        depths(),
        members(),
        numbers(),
        texts(),
        lists(),
        conditions(),
    ];
    kinds.into_iter().flatten().collect()
}

/// Repeats the piece as often as there is room.
fn filled(before: &str, piece: &str, after: &str) -> String {
    let n_times = (MAX_BYTES - before.len() - after.len()) / piece.len();
    [before, &piece.repeat(n_times), after].concat()
}

/// Returns the base payload with a last member of raw JSON, in which the piece is repeated.
fn with(field: &str, before: &str, piece: &str, after: &str) -> String {
    let mut members = base();
    members.remove(field);
    let mut start = Value::Object(members).to_string();
    start.pop();
    let start = format!("{start},{}:{before}", Value::from(field));
    filled(&start, piece, &format!("{after}}}"))
}

fn depths() -> Vec<(&'static str, String)> {
    let (open, close) = ("[".repeat(30), "]".repeat(30));
    vec![
        ("lists that are never closed", filled("", "[", "")),
        ("objects that are never closed", filled("", "{\"a\":", "")),
        (
            "lists in a member that are never closed",
            with("x", "", "[", ""),
        ),
        (
            "lists that are closed and never opened",
            filled("{}", "]", ""),
        ),
        (
            "nesting of thirty-two levels",
            with("x", "[", &format!("{open}{close},"), "0]"),
        ),
        (
            "nesting of thirty-three levels",
            with("x", "[", &format!("[{open}{close}],"), "0]"),
        ),
        ("empty objects", with("x", "[", "{},", "0]")),
    ]
}

fn members() -> Vec<(&'static str, String)> {
    let mut unknown = String::new();
    for number in 0..28_960 {
        let _ = write!(unknown, "\"{number:04x}\":0,");
    }
    vec![
        ("unknown members", with("x", "0,", &unknown, "\"y\":0")),
        (
            "one unknown member, repeated",
            with("x", "0", ",\"\":0", ""),
        ),
        (
            "one known member, repeated",
            with("height", "1", ",\"height\":1", ",\"height\":170"),
        ),
        (
            "a known member repeated after many others",
            with("smoke", "0", ",\"drink\":0", ""),
        ),
        (
            "known members written with escapes",
            with("height", "1", ",\"\\u0068eight\":171", ""),
        ),
        ("one long key", with("x", "0,\"", "a", "\":0")),
        (
            "one long key of escapes",
            with("x", "0,\"", "\\u0061", "\":0"),
        ),
        (
            "keys similar to fields",
            with("x", "0", ",\"photoNameLisT\":0", ""),
        ),
    ]
}

fn numbers() -> Vec<(&'static str, String)> {
    vec![
        ("a number of ones", with("height", "", "1", "")),
        (
            "a number with zeros behind the point",
            with("height", "170.", "0", ""),
        ),
        (
            "a number with a tiny fraction",
            with("height", "170.", "0", "1"),
        ),
        (
            "a number with a large exponent",
            with("height", "1e", "9", ""),
        ),
        (
            "a number with a very negative exponent",
            with("height", "1e-", "9", ""),
        ),
        ("a number of minus signs", with("height", "", "-", "1")),
        ("a number as text, of ones", with("height", "\"", "1", "\"")),
        (
            "a number as text, of full-width zeros",
            with("height", "\"", "０", "170\""),
        ),
        (
            "a number as text, of ideographic spaces",
            with("height", "\"1", "\u{3000}", "70\""),
        ),
    ]
}

fn texts() -> Vec<(&'static str, String)> {
    vec![
        ("a text that is never closed", filled("{\"a\":\"", "a", "")),
        ("a text of letters", with("nickname", "\"", "a", "\"")),
        (
            "a text of escaped letters",
            with("nickname", "\"", "\\u0041", "\""),
        ),
        (
            "a text of escaped spaces",
            with("nickname", "\"", "\\u3000", "\""),
        ),
        (
            "a text of spaces round a letter",
            with("nickname", "\"a", " ", "\""),
        ),
        (
            "a text of backslashes",
            with("nickname", "\"", "\\\\", "\""),
        ),
        (
            "a text of lone surrogates",
            with("nickname", "\"", "\\ud800", "\""),
        ),
        (
            "a text of surrogate pairs",
            with("nickname", "\"", "\\ud83d\\ude00", "\""),
        ),
        (
            "a text of null characters",
            with("nickname", "\"", "\\u0000", "\""),
        ),
        (
            "a text of line breaks",
            with("aboutMe", "\"a", "\\r\\n", "b\""),
        ),
        (
            "a text of carriage returns",
            with("aboutMe", "\"a", "\\r", "b\""),
        ),
        (
            "a text of four-byte letters",
            with("aboutMe", "\"", "😀", "\""),
        ),
        ("a text in an unknown member", with("x", "\"", "a", "\"")),
        (
            "a link of labels",
            with("reviewLink", "\"https://", "a.", "com\""),
        ),
        ("a date of digits", with("birthday", "\"", "1", "\"")),
        ("a word of letters", with("gender", "\"", "MALE", "\"")),
        ("a boolean of letters", with("smoke", "\"", "true", "\"")),
        ("white space", with("x", "0", " \n\r\t", "")),
    ]
}

fn lists() -> Vec<(&'static str, String)> {
    let photo = "\"11111111111111111111111111111111.jpg\"";
    vec![
        (
            "empty photo slots",
            with("photoNameList", "[", "\"\",", "null]"),
        ),
        (
            "empty photo slots before a photo",
            with("photoNameList", "[", "\"\",", &format!("{photo}]")),
        ),
        (
            "empty photo slots before an invalid photo",
            with("photoNameList", "[", "\"\",", "\"x\"]"),
        ),
        (
            "photos",
            with("photoNameList", "[", &format!("{photo},"), "\"\"]"),
        ),
        (
            "photos that are numbers",
            with("photoNameList", "[", "0,", "0]"),
        ),
        (
            "photos that are lists of lists",
            with("photoNameList", "[", "[[]],", "0]"),
        ),
        ("tags", with("hobbyTagIds", "[", "1,", "1]")),
        (
            "one tag, repeated",
            with("hobbyTagIds", "[", "301,", "301]"),
        ),
        ("plans", with("fertilityPlanTagIds", "[", "501,", "501]")),
        (
            "tags that are objects",
            with("petTagIds", "[", "{},", "{}]"),
        ),
    ]
}

fn conditions() -> Vec<(&'static str, String)> {
    let off = "{\"selected\":false},";
    let many_members = "\"a\":{\"b\":[]},";
    vec![
        (
            "conditions without a type",
            with("valueItem", "[", "{},", "{}]"),
        ),
        (
            "conditions that are numbers",
            with("valueItem", "[", "0,", "0]"),
        ),
        (
            "conditions switched off",
            with("valueItem", "[", off, "{\"selected\":false}]"),
        ),
        (
            "conditions switched off before a valid one",
            with(
                "valueItem",
                "[",
                off,
                "{\"type\":\"SMOKE\",\"value\":false}]",
            ),
        ),
        (
            "conditions switched off before an invalid one",
            with("valueItem", "[", off, "{}]"),
        ),
        (
            "conditions switched off by text",
            with("valueItem", "[", "{\"selected\":\"false\"},", "0]"),
        ),
        (
            "conditions switched on and off",
            with(
                "valueItem",
                "[",
                "{\"selected\":true},{\"selected\":false},",
                "{}]",
            ),
        ),
        (
            "one condition with many members",
            with(
                "valueItem",
                "[{\"type\":\"SMOKE\",",
                many_members,
                "\"value\":true}]",
            ),
        ),
        (
            "one condition switched off with many members",
            with(
                "valueItem",
                "[{\"selected\":false,",
                many_members,
                "\"type\":0}]",
            ),
        ),
        (
            "one condition with its type repeated",
            with("valueItem", "[{\"value\":true", ",\"type\":\"SMOKE\"", "}]"),
        ),
        (
            "conditions switched off with many members",
            with(
                "valueItem",
                "[",
                "{\"a\":{\"b\":{\"c\":0}},\"selected\":false},",
                "0]",
            ),
        ),
    ]
}
