//! Accepted and refused texts, and the bounds on them.

use super::*;

#[test]
fn surrogates_pair_up_or_become_the_replacement_character() {
    fn read(text: &str) -> Json<'_> {
        parse(text).unwrap()
    }
    assert_eq!(read(r#""\ud83d\ude00""#), Json::Text("😀".into()));
    assert_eq!(read(r#""\ud83dx""#), Json::Text("\u{FFFD}x".into()));
    assert_eq!(read(r#""\ud83d\u0041""#), Json::Text("\u{FFFD}A".into()));
    assert_eq!(
        read(r#""\ud83d\ud83d\ude00""#),
        Json::Text("\u{FFFD}😀".into())
    );
    assert_eq!(read(r#""\ude00""#), Json::Text("\u{FFFD}".into()));
}

#[test]
fn the_last_of_duplicate_keys_wins_and_huge_numbers_are_infinite() {
    let Json::Object(members) = parse(r#"{"a":1,"a":-1e999}"#).unwrap() else {
        panic!("an object")
    };
    assert_eq!(
        members.get("a"),
        Some(&Json::Number(Number::Value(f64::NEG_INFINITY)))
    );
}

#[test]
fn text_of_any_length_ends_at_its_quote() {
    for length in 0..40 {
        let plain = "é".repeat(length / 2) + &"~".repeat(length % 2);
        for escape in ["", "\\n", "\\\""] {
            let text = format!("\"{plain}{escape}{plain}\" ");
            let expected = format!(
                "{plain}{}{plain}",
                match escape {
                    "\\n" => "\n",
                    "\\\"" => "\"",
                    _ => "",
                }
            );
            assert_eq!(parse(&text), Ok(Json::Text(expected.into())), "{text}");
        }
        assert!(parse(&format!("\"{plain}\u{1}{plain}\"")).is_err());
    }
}

#[test]
fn a_document_holds_known_members_down_to_the_given_depths() {
    let options = ParseOptions {
        list_depth: 2,
        object_depth: 3,
        is_known_member: |name| name == "valueItem",
        ..ParseOptions::EVERYTHING
    };
    let text =
        r#"{"valueItem":[{"from":[1],"to":{"a":1}}],"later":[1],"other":{"a":1},"more":"1"}"#;
    let read = options.parse(text.as_bytes());
    let expected = parse(r#"{"valueItem":[{"from":[],"to":{}}],"later":[],"other":{},"more":"1"}"#);
    assert!(read.is_ok());
    assert_eq!(read, expected);
    for broken in [r#"{"later":[1 2]}"#, r#"{"valueItem":[{"from":[1,]}]}"#] {
        assert!(options.parse(broken.as_bytes()).is_err(), "{broken}");
    }
}

#[test]
fn bytes_are_bounded_and_must_be_utf8() {
    let options = ParseOptions {
        max_bytes: 4,
        ..ParseOptions::EVERYTHING
    };
    assert_eq!(options.parse(b"null"), Ok(Json::Null));
    assert_eq!(options.parse(b"null "), Err(ParseError::TooLong));
    assert_eq!(options.parse(b"\"\xff\""), Err(ParseError::NotUtf8));
    assert_eq!(options.parse(b"nul"), Err(ParseError::Syntax { at: 0 }));
}

#[test]
fn thirty_two_levels_are_read_and_one_more_is_not() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    assert!(parse(&nested(MAX_DEPTH + 1)).is_err());
}

#[test]
fn text_that_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "tru",
        "nul",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"",
        "[1 2]",
        "1 2",
        "NaN",
        "'a'",
        "\u{FEFF}1",
    ] {
        assert!(parse(text).is_err(), "{text:?}");
    }
}
