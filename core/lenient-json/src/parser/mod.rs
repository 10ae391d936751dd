//! Reads JSON text by RFC 8259, except for the leniencies that the crate's documentation lists.

use std::borrow::Cow;

use thiserror::Error;

use crate::number::Number;
use crate::scan::plain_length;
use crate::value::{Json, Object};

/// The deepest accepted level of nesting; the top level is the first.
///
/// The reader calls itself for each level, so the bound keeps hostile input from overflowing the stack. The documents of
/// forms have a handful of levels.
pub const MAX_DEPTH: usize = 32;

/// The reason why a text was not read.
///
/// ```
/// use lenient_json::{MAX_DEPTH, ParseError, ParseOptions, parse};
///
/// assert_eq!(parse("[1,]"), Err(ParseError::Syntax { at: 3 }));
/// let too_deep = "[".repeat(MAX_DEPTH + 1) + &"]".repeat(MAX_DEPTH + 1);
/// assert_eq!(parse(&too_deep), Err(ParseError::Syntax { at: MAX_DEPTH }));
/// let bytes = b"\"\xff\"";
/// assert_eq!(ParseOptions::EVERYTHING.parse(bytes), Err(ParseError::NotUtf8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The text has more bytes than [`ParseOptions::max_bytes`].
    #[error("the text is too long")]
    TooLong,
    /// The bytes are not UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// The text is not JSON, or is JSON that is nested deeper than [`MAX_DEPTH`].
    #[error("not JSON at byte {at}")]
    Syntax {
        /// The byte at which reading stopped, counted from 0. For a text that is nested too deep, it is the bracket
        /// that opens the first level too many.
        at: usize,
    },
}

/// Reads one whole JSON text of any length, in time linear in its length.
///
/// ```
/// use lenient_json::{Json, parse};
///
/// let json = parse(r#"{"name": "Mei", "tags": [101, 205]}"#).unwrap();
/// assert_eq!(json.get("name").and_then(Json::as_text), Some("Mei"));
/// assert_eq!(json.get("tags").and_then(Json::as_list).map(<[Json]>::len), Some(2));
/// ```
///
/// # Errors
/// Returns [`ParseError::Syntax`] if the text is not JSON or is nested deeper than [`MAX_DEPTH`].
pub fn parse(text: &str) -> Result<Json<'_>, ParseError> {
    ParseOptions::EVERYTHING.parse_text(text)
}

/// Bounds on a text, and the parts of it that the result holds.
///
/// A caller that looks only at some members can leave out the rest. Everything in the text must be
/// JSON either way, but lists and objects below the given depths come back empty, which saves the
/// time to build them. The top level has depth 1.
///
/// ```
/// use lenient_json::{ParseOptions, parse};
///
/// let options = ParseOptions {
///     max_bytes: 64 * 1024,
///     list_depth: 2,
///     object_depth: 1,
///     is_known_member: |name| name == "tags",
///     expected_members: 2,
/// };
/// let read = options.parse(br#"{"tags": [1, {"a": 2}], "other": [3], "more": 4}"#);
/// assert_eq!(read, parse(r#"{"tags": [1, {}], "other": [], "more": 4}"#));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ParseOptions {
    /// The largest accepted text, in bytes. A longer text is refused before any of it is read.
    pub max_bytes: usize,
    /// The deepest level on which a list holds its items. Lists below it come back empty.
    pub list_depth: usize,
    /// The deepest level on which an object holds its members. Objects below it come back empty.
    pub object_depth: usize,
    /// Returns true for the members of the top object that the caller knows. Lists and objects in
    /// the other members come back empty; texts, numbers and booleans are kept.
    pub is_known_member: fn(&str) -> bool,
    /// The number of members for which the top object makes room before it reads the first. More members are read all
    /// the same; a good guess saves allocations.
    pub expected_members: usize,
}

impl ParseOptions {
    /// Reads a text of any length and keeps everything.
    pub const EVERYTHING: Self = Self {
        max_bytes: usize::MAX,
        list_depth: MAX_DEPTH,
        object_depth: MAX_DEPTH,
        is_known_member: |_| true,
        expected_members: 0,
    };

    /// Reads one whole JSON text, in time linear in its length. See the example of [`ParseOptions`].
    ///
    /// # Errors
    /// Returns [`ParseError::TooLong`] beyond [`max_bytes`](Self::max_bytes), [`ParseError::NotUtf8`] for bytes that are
    /// no text, and [`ParseError::Syntax`] if the text is not JSON or is nested deeper than [`MAX_DEPTH`].
    #[inline]
    pub fn parse<'a>(&self, bytes: &'a [u8]) -> Result<Json<'a>, ParseError> {
        if bytes.len() > self.max_bytes {
            return Err(ParseError::TooLong);
        }
        match core::str::from_utf8(bytes) {
            Ok(text) => self.parse_text(text),
            Err(_) => Err(ParseError::NotUtf8),
        }
    }

    #[inline(never)]
    fn parse_text<'a>(&self, text: &'a str) -> Result<Json<'a>, ParseError> {
        let mut parser = Parser {
            text,
            at: 0,
            options: self,
            list_depth: self.list_depth,
            object_depth: self.object_depth,
        };
        let value = parser.value(1)?;
        parser.skip_space();
        if parser.at == text.len() {
            Ok(value)
        } else {
            Err(parser.error())
        }
    }
}

struct Parser<'a, 'o> {
    text: &'a str,
    at: usize,
    options: &'o ParseOptions,
    /// The bounds in force here: the bounds of the options, or less inside an unknown member.
    list_depth: usize,
    object_depth: usize,
}

impl<'a> Parser<'a, '_> {
    fn error(&self) -> ParseError {
        ParseError::Syntax { at: self.at }
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Returns the text from a byte to here. Both ends lie beside ASCII, so no character is cut.
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
        let mut members = match depth {
            1 => Object::with_capacity(self.options.expected_members),
            _ => Object::default(),
        };
        loop {
            self.skip_space();
            let key = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            if depth == 1 && !(self.options.is_known_member)(&key) {
                (self.list_depth, self.object_depth) = (0, 1);
            }
            let value = self.value(depth + 1)?;
            if depth == 1 {
                self.list_depth = self.options.list_depth;
                self.object_depth = self.options.object_depth;
            }
            if depth <= self.object_depth {
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
            if depth <= self.list_depth {
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

    /// Returns the text before the next quote, backslash or control character.
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

    /// Returns the character of a UTF-16 unit, and reads the second half of a surrogate pair.
    fn scalar(&mut self, unit: u16) -> char {
        let is_high = matches!(unit, 0xD800..=0xDBFF);
        if is_high && self.rest().starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            let low = self.hex4().ok();
            let pair = low.and_then(|low| char::decode_utf16([unit, low]).next());
            if let Some(Ok(pair)) = pair {
                return pair;
            }
            // The two escapes are no pair: read the next escape by itself.
            self.at = before;
        }
        char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u16, ParseError> {
        let digits = self.rest().first_chunk::<4>().ok_or(self.error())?;
        let mut unit = 0;
        for digit in digits {
            let value = char::from(*digit).to_digit(16).ok_or(self.error())?;
            unit = unit << 4 | value;
        }
        self.at += 4;
        // Four hexadecimal digits fit into 16 bits.
        Ok(u16::try_from(unit).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests;
