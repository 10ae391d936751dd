//! RFC 8259, read strictly but for what [`super::Json`] says.

use std::borrow::Cow;

use thiserror::Error;

use super::scan::plain_length;
use super::{Json, MAX_DEPTH, Number, Object};
use crate::field::Field;
use crate::text::hex_digit;

/// The text is not JSON, or is nested too deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not JSON at byte {at}")]
pub struct ParseError {
    /// The byte at which reading stopped.
    pub at: usize,
}

/// Reads one JSON text, in time linear in its length.
pub fn parse(text: &str) -> Result<Json<'_>, ParseError> {
    parse_to(text, EVERYTHING)
}

/// The same, keeping what the rules of a profile look into: the document, the lists in its fields,
/// and the objects in these. Whatever else lists and objects hold must be JSON and is not kept, so
/// that no time goes into building what nobody looks at.
pub(crate) fn parse_profile(text: &str) -> Result<Json<'_>, ParseError> {
    parse_to(
        text,
        Kept {
            lists: 2,
            objects: 3,
        },
    )
}

/// How deep lists and objects are kept with what they hold.
#[derive(Clone, Copy, PartialEq)]
struct Kept {
    lists: usize,
    objects: usize,
}

const EVERYTHING: Kept = Kept {
    lists: MAX_DEPTH,
    objects: MAX_DEPTH,
};

/// No more than the top.
const NOTHING_BELOW: Kept = Kept {
    lists: 0,
    objects: 1,
};

#[inline(never)]
fn parse_to(text: &str, kept: Kept) -> Result<Json<'_>, ParseError> {
    let mut parser = Parser { text, at: 0, kept };
    let value = parser.value(1)?;
    parser.skip_space();
    if parser.at == text.len() {
        Ok(value)
    } else {
        Err(parser.error())
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    kept: Kept,
}

impl<'a> Parser<'a> {
    fn error(&self) -> ParseError {
        ParseError { at: self.at }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text from a byte to here; both ends stand beside ASCII, so it is never cut in two.
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<(), ParseError> {
        if self.take(byte) {
            Ok(())
        } else {
            Err(self.error())
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, ParseError> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.error());
        }
        self.at += word.len();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        self.open(depth)?;
        self.skip_space();
        if self.take(b'}') {
            return Ok(Json::Object(Object::default()));
        }
        // At the top stands a profile, nearly always with every field; below it, little things.
        let mut members = match depth {
            1 => Object::with_capacity(Field::COUNT + 1),
            _ => Object::default(),
        };
        let kept = self.kept;
        loop {
            self.skip_space();
            let key = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            if depth == 1 && kept != EVERYTHING && Field::find(&key).is_none() {
                self.kept = NOTHING_BELOW;
            }
            let value = self.value(depth + 1)?;
            self.kept = kept;
            if depth <= kept.objects {
                members.insert(key, value);
            }
            self.skip_space();
            if self.take(b'}') {
                return Ok(Json::Object(members));
            }
            self.expect(b',')?;
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json<'a>, ParseError> {
        let mut items = Vec::new();
        self.open(depth)?;
        self.skip_space();
        if self.take(b']') {
            return Ok(Json::List(items));
        }
        loop {
            let item = self.value(depth + 1)?;
            if depth <= self.kept.lists {
                items.push(item);
            }
            self.skip_space();
            if self.take(b']') {
                return Ok(Json::List(items));
            }
            self.expect(b',')?;
        }
    }

    fn open(&mut self, depth: usize) -> Result<(), ParseError> {
        if depth > MAX_DEPTH {
            return Err(self.error());
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<Json<'a>, ParseError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _signed = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Json::Number(Number::Literal(self.since(start))))
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > start {
            Ok(())
        } else {
            Err(self.error())
        }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, ParseError> {
        self.expect(b'"')?;
        let plain = self.plain();
        if self.take(b'"') {
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_owned();
        loop {
            self.expect(b'\\')?;
            text.push(self.escape()?);
            text.push_str(self.plain());
            if self.take(b'"') {
                return Ok(Cow::Owned(text));
            }
        }
    }

    /// What stands before the next quote, backslash or control character.
    fn plain(&mut self) -> &'a str {
        let start = self.at;
        self.at += plain_length(self.rest());
        self.since(start)
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let escaped = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let unit = self.hex4()?;
                return Ok(self.scalar(unit));
            }
            _ => return Err(self.error()),
        };
        self.at += 1;
        Ok(escaped)
    }

    /// The character of a UTF-16 unit, taking the second half of a surrogate pair with it.
    fn scalar(&mut self, unit: u16) -> char {
        let is_high = matches!(unit, 0xD800..=0xDBFF);
        if is_high && self.rest().starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            if let Ok(low) = self.hex4()
                && let Some(Ok(pair)) = char::decode_utf16([unit, low]).next()
            {
                return pair;
            }
            // Not a pair: the next escape is read by itself.
            self.at = before;
        }
        char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u16, ParseError> {
        let digits = self.rest().first_chunk::<4>().ok_or(self.error())?;
        let mut unit = 0;
        for digit in digits {
            let value = hex_digit(*digit).ok_or(self.error())?;
            unit = unit << 4 | u16::from(value);
        }
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
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
    fn a_profile_is_kept_as_deep_as_its_rules_look() {
        let text =
            r#"{"valueItem":[{"from":[1],"to":{"a":1}}],"later":[1],"other":{"a":1},"more":"1"}"#;
        let read = parse_profile(text).unwrap();
        let expected =
            parse(r#"{"valueItem":[{"from":[],"to":{}}],"later":[],"other":{},"more":"1"}"#);
        assert_eq!(Ok(read), expected);
        for broken in [r#"{"later":[1 2]}"#, r#"{"valueItem":[{"from":[1,]}]}"#] {
            assert!(parse_profile(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn thirty_two_levels_are_read_and_one_more_is_not() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert!(parse(&nested(MAX_DEPTH + 1)).is_err());
    }

    #[test]
    fn what_is_not_json_is_refused() {
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
}
