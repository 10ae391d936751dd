//! Reads PDF tokens. The lexer keeps no copy of the file and does not recurse.

use memchr::{memchr2, memchr3};

use super::Refused;

/// A token. The check distinguishes no more kinds than these.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(Name),
    Integer(u32),
    /// The object number of `12 0 R`.
    Reference(u32),
    OpenArray,
    CloseArray,
    OpenDictionary,
    CloseDictionary,
    /// A string, a real or negative number, `true`, `false` or `null`.
    OtherValue,
    Keyword(Keyword),
    End,
}

/// The first [`MAX_NAME_BYTES`] bytes of a name without its slash, with `#xx` decoded. It allocates no
/// memory, because a file may have millions of names.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    bytes: [u8; MAX_NAME_BYTES],
    n_bytes: usize,
}

impl Name {
    fn push(&mut self, byte: u8) {
        if let Some(end) = self.bytes.get_mut(self.n_bytes) {
            *end = byte;
            self.n_bytes += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.n_bytes).unwrap_or_default()
    }
}

/// A bare word that is not a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Stream,
    Other,
}

/// The check compares no longer name.
const MAX_NAME_BYTES: usize = 32;
/// The longest number, in digits. Readers cut longer numbers or let them overflow, each in its own way.
/// The offsets in a table have ten digits.
const MAX_INTEGER_DIGITS: usize = 10;
/// The fixed cost of a token. It takes as much time as this many bytes within a token.
const TOKEN_COST: usize = 4;

/// Reads tokens from `position` on.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    pub(super) position: usize,
    /// The number of bytes read, some of them twice, plus the fixed cost of each token.
    pub(super) n_read: usize,
    /// The lexer stops when `n_read` is larger than this.
    most_read: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8], position: usize, most_read: usize) -> Self {
        Self {
            bytes,
            position,
            n_read: 0,
            most_read,
        }
    }

    pub(super) fn next(&mut self) -> Result<Token, Refused> {
        self.n_read += TOKEN_COST;
        if self.n_read > self.most_read {
            return Err(Refused::TooLarge);
        }
        self.skip_space();
        let Some(byte) = self.peek(0) else {
            return Ok(Token::End);
        };
        let token = match byte {
            b'/' => return self.read_name().map(Token::Name),
            b'(' => return self.skip_string(),
            b'<' if self.peek(1) == Some(b'<') => Token::OpenDictionary,
            b'>' if self.peek(1) == Some(b'>') => Token::CloseDictionary,
            b'<' => return self.skip_hexadecimal_string(),
            b'[' => Token::OpenArray,
            b']' => Token::CloseArray,
            byte if is_regular(byte) => return self.read_word(),
            // No object contains a single `)`, `>`, `{` or `}`.
            _ => return Err(Refused::NotWhole),
        };
        self.advance(match token {
            Token::OpenDictionary | Token::CloseDictionary => 2,
            _ => 1,
        });
        Ok(token)
    }

    /// Skips white space and comments.
    pub(super) fn skip_space(&mut self) {
        while let Some(byte) = self.peek(0) {
            if byte == b'%' {
                self.skip_to(memchr2(b'\n', b'\r', self.rest()));
            } else if is_space(byte) {
                self.skip_while(is_space);
            } else {
                return;
            }
        }
    }

    /// Skips the rest of a reference after its number, up to the `R`. Returns false if there is no `R`.
    fn skip_rest_of_reference(&mut self) -> bool {
        let mut ahead = self.clone();
        ahead.skip_space();
        let generation = ahead.read_regular();
        let is_number = !generation.is_empty() && generation.iter().all(u8::is_ascii_digit);
        ahead.skip_space();
        let is_reference = is_number && ahead.read_regular() == b"R";
        self.n_read = ahead.n_read;
        if is_reference {
            self.position = ahead.position;
        }
        is_reference
    }

    /// Reads a bare word. It refuses bytes beyond ASCII, because readers disagree whether they are white
    /// space or part of a word.
    fn read_word(&mut self) -> Result<Token, Refused> {
        let word = self.read_regular();
        if !word.iter().all(u8::is_ascii_graphic) {
            return Err(Refused::NotWhole);
        }
        if word.iter().all(u8::is_ascii_digit) {
            return Ok(match small_integer(word) {
                Some(number) if self.skip_rest_of_reference() => Token::Reference(number),
                Some(number) => Token::Integer(number),
                None => Token::OtherValue,
            });
        }
        match word {
            // Some writers put `endobj` directly after a number.
            b"true" | b"false" | b"null" | [b'+' | b'-' | b'.' | b'0'..=b'9', ..] => {
                Ok(Token::OtherValue)
            }
            // Some readers read `streamX` as `stream`.
            word if word.starts_with(b"stream") => {
                self.position -= word.len() - b"stream".len();
                Ok(Token::Keyword(Keyword::Stream))
            }
            _ => Ok(Token::Keyword(Keyword::Other)),
        }
    }

    /// Reads a name. Readers disagree about zero bytes, about a `#` without two digits, and about some
    /// bytes that no name needs. Names of fonts may contain letters of any alphabet.
    fn read_name(&mut self) -> Result<Name, Refused> {
        self.advance(1);
        let mut raw = self.read_regular().iter().copied();
        let mut name = Name::default();
        while let Some(byte) = raw.next() {
            let byte = match byte {
                b'#' => {
                    let mut digit = || char::from(raw.next()?).to_digit(16);
                    let decoded = digit().zip(digit()).map(|(high, low)| high * 16 + low);
                    let decoded = decoded.filter(|byte| *byte != 0);
                    decoded.and_then(|it| u8::try_from(it).ok())
                }
                byte => (byte.is_ascii_graphic() || matches!(byte, 0x81..=0xFE)).then_some(byte),
            };
            name.push(byte.ok_or(Refused::NotWhole)?);
        }
        Ok(name)
    }

    fn skip_string(&mut self) -> Result<Token, Refused> {
        let mut depth = 0_usize;
        loop {
            self.skip_to(memchr3(b'(', b')', b'\\', self.rest()));
            match self.peek(0) {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                // Skip the byte after the backslash too.
                Some(_) => self.advance(1),
                None => return Err(Refused::NotWhole),
            }
            self.advance(1);
            if depth == 0 {
                return Ok(Token::OtherValue);
            }
        }
    }

    fn skip_hexadecimal_string(&mut self) -> Result<Token, Refused> {
        self.advance(1);
        self.skip_while(|byte| byte.is_ascii_hexdigit() || is_space(byte));
        if self.peek(0) != Some(b'>') {
            return Err(Refused::NotWhole);
        }
        self.advance(1);
        Ok(Token::OtherValue)
    }

    fn read_regular(&mut self) -> &'a [u8] {
        let start = self.position;
        self.skip_while(is_regular);
        self.bytes.get(start..self.position).unwrap_or_default()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = self.rest();
        self.skip_to(rest.iter().position(|byte| !is_skipped(*byte)));
    }

    /// Moves forward by `n_bytes`, or to the end.
    fn skip_to(&mut self, n_bytes: Option<usize>) {
        self.advance(n_bytes.unwrap_or(self.rest().len()));
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    fn advance(&mut self, n_bytes: usize) {
        self.position += n_bytes;
        self.n_read += n_bytes;
    }

    fn peek(&self, n_ahead: usize) -> Option<u8> {
        self.bytes.get(self.position + n_ahead).copied()
    }
}

/// Returns an integer about which all readers agree.
pub(super) fn small_integer(digits: &[u8]) -> Option<u32> {
    if digits.len() > MAX_INTEGER_DIGITS || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number: i32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    u32::try_from(number).ok()
}

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

const fn is_regular(byte: u8) -> bool {
    let is_delimiter = matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    );
    !is_delimiter && !is_space(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(bytes: &[u8]) -> Result<Vec<Token>, Refused> {
        let mut lexer = Lexer::new(bytes, 0, usize::MAX);
        let mut found = Vec::new();
        loop {
            match lexer.next()? {
                Token::End => return Ok(found),
                token => found.push(token),
            }
        }
    }

    fn name(text: &str) -> Token {
        let mut name = Name::default();
        text.bytes().for_each(|byte| name.push(byte));
        Token::Name(name)
    }

    #[test]
    fn a_name_is_decoded() {
        for (written, read) in [
            ("/Page", "Page"),
            ("/#4aS", "JS"),
            ("/J#53", "JS"),
            ("/#E3#81#82", "あ"),
            ("/あ", "あ"),
            ("/", ""),
        ] {
            assert_eq!(
                tokens(written.as_bytes()),
                Ok(vec![name(read)]),
                "{written}"
            );
        }
    }

    #[test]
    fn strings_and_comments_hold_no_tokens() {
        let bytes = b"(a (/B) \\) /C) <2F> % /D (\n/E%/F\r/G";
        let expected = vec![Token::OtherValue, Token::OtherValue, name("E"), name("G")];
        assert_eq!(tokens(bytes), Ok(expected));
    }

    #[test]
    fn a_reference_is_one_token() {
        let bytes = b"12 0 R 3 4 [5 0 %x\n R]-1 99999999999 .5 6 0R";
        let expected = vec![
            Token::Reference(12),
            Token::Integer(3),
            Token::Integer(4),
            Token::OpenArray,
            Token::Reference(5),
            Token::CloseArray,
            Token::OtherValue,
            Token::OtherValue,
            Token::OtherValue,
            Token::Integer(6),
            Token::OtherValue,
        ];
        assert_eq!(tokens(bytes), Ok(expected));
    }

    #[test]
    fn a_token_that_readers_take_for_different_ones_is_refused() {
        let tokens_of_some: [&[u8]; 11] = [
            b"/JS#",
            b"/JS#5",
            b"/JS#zz",
            b"/JS#5 5",
            b"/JS#00x",
            b"/JS\x80",
            b"/J\xFFS",
            b"/JS\x0B",
            b"5\xFF",
            b"true\x80",
            b"<6x>",
        ];
        for bytes in tokens_of_some {
            let text = String::from_utf8_lossy(bytes);
            assert_eq!(tokens(bytes), Err(Refused::NotWhole), "{text}");
        }
    }

    #[test]
    fn an_integer_that_some_readers_cut_is_no_integer() {
        for bytes in [&b"2147483648"[..], b"00000000005", b"-5", b"+5", b"5."] {
            assert_eq!(tokens(bytes), Ok(vec![Token::OtherValue]));
        }
        assert_eq!(
            tokens(b"2147483647"),
            Ok(vec![Token::Integer(2_147_483_647)])
        );
    }

    #[test]
    fn a_string_without_its_end_is_refused() {
        for bytes in [&b"(a"[..], b"((a)", b"<61", b"(a\\", b")", b">", b"{"] {
            assert_eq!(tokens(bytes), Err(Refused::NotWhole));
        }
    }
}
