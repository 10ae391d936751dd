//! RFC 8259, read strictly but for what [`super::Json`] says.

use thiserror::Error;

use super::{Json, MAX_DEPTH, Object};

/// The text is not JSON, or is nested too deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not JSON at byte {at}")]
pub struct ParseError {
    /// The byte at which reading stopped.
    pub at: usize,
}

/// Reads one JSON text.
pub fn parse(text: &str) -> Result<Json, ParseError> {
    let mut parser = Parser { text, at: 0 };
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
}

impl Parser<'_> {
    fn error(&self) -> ParseError {
        ParseError { at: self.at }
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

    fn value(&mut self, depth: usize) -> Result<Json, ParseError> {
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

    fn word(&mut self, word: &str, value: Json) -> Result<Json, ParseError> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.error());
        }
        self.at += word.len();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json, ParseError> {
        let mut members = Object::new();
        self.open(depth)?;
        self.skip_space();
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            let key = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            let value = self.value(depth + 1)?;
            members.insert(key, value);
            self.skip_space();
            if self.take(b'}') {
                return Ok(Json::Object(members));
            }
            self.expect(b',')?;
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, ParseError> {
        let mut items = Vec::new();
        self.open(depth)?;
        self.skip_space();
        if self.take(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
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

    fn number(&mut self) -> Result<Json, ParseError> {
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
        self.text[start..self.at]
            .parse()
            .map(Json::Number)
            .map_err(|_| self.error())
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

    fn string(&mut self) -> Result<String, ParseError> {
        self.expect(b'"')?;
        let mut text = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1F)) {
                self.at += 1;
            }
            text.push_str(&self.text[start..self.at]);
            if self.take(b'"') {
                return Ok(text);
            }
            self.expect(b'\\')?;
            text.push(self.escape()?);
        }
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
        let rest = &self.text.as_bytes()[self.at..];
        let is_high = matches!(unit, 0xD800..=0xDBFF);
        if is_high && rest.starts_with(b"\\u") {
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
        let digits = self.text.as_bytes().get(self.at..self.at + 4);
        let unit = digits
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| core::str::from_utf8(digits).ok())
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .ok_or(self.error())?;
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_pair_up_or_become_the_replacement_character() {
        let read = |text: &str| parse(text).unwrap();
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
        assert_eq!(members["a"], Json::Number(f64::NEG_INFINITY));
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
