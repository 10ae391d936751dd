//! Reads PDF tokens. The lexer keeps no copy of the file and does not recurse.

use memchr::{memchr, memchr2, memchr3};

use super::Refused;

/// A token, as far as the check needs to tell tokens apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// The name without its slash; `#xx` is decoded.
    Name(Vec<u8>),
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

/// A bare word that is no value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Stream,
    Other,
}

/// No name that the check compares is longer.
const MAX_NAME_BYTES: usize = 32;

/// Reads tokens from `position` on.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    pub(super) position: usize,
    /// The number of bytes that were read, some of them twice.
    pub(super) n_read: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8], position: usize) -> Self {
        let n_read = 0;
        Self {
            bytes,
            position,
            n_read,
        }
    }

    pub(super) fn next(&mut self) -> Result<Token, Refused> {
        self.skip_space();
        let Some(byte) = self.peek(0) else {
            return Ok(Token::End);
        };
        let token = match byte {
            b'/' => return Ok(Token::Name(self.read_name())),
            b'(' => return self.skip_string(),
            b'<' if self.peek(1) == Some(b'<') => Token::OpenDictionary,
            b'>' if self.peek(1) == Some(b'>') => Token::CloseDictionary,
            b'<' => return self.skip_hexadecimal_string(),
            b'[' => Token::OpenArray,
            b']' => Token::CloseArray,
            byte if is_regular(byte) => return Ok(self.read_word()),
            // `)`, `>`, `{` and `}` have no place in an object.
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

    /// Reads on up to the `R` of a reference whose number was read already; false where there is none.
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

    fn read_word(&mut self) -> Token {
        let word = self.read_regular();
        if word.iter().all(u8::is_ascii_digit) {
            let number = std::str::from_utf8(word)
                .ok()
                .and_then(|it| it.parse().ok());
            return match number {
                Some(number) if self.skip_rest_of_reference() => Token::Reference(number),
                Some(number) => Token::Integer(number),
                None => Token::OtherValue,
            };
        }
        match word {
            b"true" | b"false" | b"null" | [b'+' | b'-' | b'.' | b'0'..=b'9', ..] => {
                Token::OtherValue
            }
            // Some readers take `streamX` for `stream`.
            word if word.starts_with(b"stream") => {
                self.position -= word.len() - b"stream".len();
                Token::Keyword(Keyword::Stream)
            }
            _ => Token::Keyword(Keyword::Other),
        }
    }

    /// Readers disagree about what follows a zero byte or a `#` without two digits. The name ends
    /// there, so that neither hides a name that is not allowed.
    fn read_name(&mut self) -> Vec<u8> {
        self.advance(1);
        let mut raw = self.read_regular().iter().copied();
        let mut name = Vec::new();
        while let Some(byte) = raw.next() {
            let byte = match byte {
                b'#' => {
                    let mut digit = || char::from(raw.next()?).to_digit(16);
                    match (digit(), digit()) {
                        (Some(high), Some(low)) => u8::try_from(high * 16 + low).unwrap_or(0),
                        _ => 0,
                    }
                }
                byte => byte,
            };
            if byte == 0 || name.len() == MAX_NAME_BYTES {
                break;
            }
            name.push(byte);
        }
        name
    }

    fn skip_string(&mut self) -> Result<Token, Refused> {
        let mut depth = 0_usize;
        loop {
            self.skip_to(memchr3(b'(', b')', b'\\', self.rest()));
            match self.peek(0) {
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                // The byte behind the backslash is skipped too.
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
        self.skip_to(memchr(b'>', self.rest()));
        if self.peek(0).is_none() {
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

    /// Goes on this far, or to the end.
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

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
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
        let mut lexer = Lexer::new(bytes, 0);
        let mut found = Vec::new();
        loop {
            match lexer.next()? {
                Token::End => return Ok(found),
                token => found.push(token),
            }
        }
    }

    fn name(text: &str) -> Token {
        Token::Name(text.as_bytes().to_vec())
    }

    #[test]
    fn a_name_is_decoded() {
        for (written, read) in [
            ("/Page", "Page"),
            ("/#4aS", "JS"),
            ("/J#53", "JS"),
            ("/JS#00x", "JS"),
            ("/JS#", "JS"),
            ("/JS#5", "JS"),
            ("/JS#zz", "JS"),
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
    fn a_string_without_its_end_is_refused() {
        for bytes in [&b"(a"[..], b"((a)", b"<61", b"(a\\", b")", b">", b"{"] {
            assert_eq!(tokens(bytes), Err(Refused::NotWhole));
        }
    }
}
