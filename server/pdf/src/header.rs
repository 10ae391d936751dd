//! Finds the number of an object before its `obj`.

use super::Refused;
use super::lexer::{is_space, small_integer};

/// Returns the number of the object that the `obj` at `at` begins, or `None` if no reader finds an object
/// there.
///
/// The function refuses a header that only some readers understand. It treats the rest of a line after
/// a `%` as a comment. It reads each byte of a file a few times at most, because it stops at the previous
/// `obj`.
pub(super) fn object_number(bytes: &[u8], at: usize) -> Result<Option<u32>, Refused> {
    let before = bytes.get(..at).unwrap_or_default();
    let (before, gap) = split_gap(before);
    let (before, generation) = split_number(before);
    let (before, gap_between) = split_gap(before);
    let (_, number) = split_number(before);

    let has_generation = !generation.is_empty();
    let has_both = has_generation && !gap_between.bytes.is_empty() && !number.is_empty();
    let is_plain = gap.is_plain() && gap_between.is_plain();
    if let (true, Some(_), Some(number)) =
        (is_plain, small_integer(generation), small_integer(number))
    {
        return Ok(Some(number));
    }
    let has_comment = gap.ends_comment || (has_generation && gap_between.ends_comment);
    let could_begin = has_both || has_comment || could_be_two(generation);
    // No reader takes `objective` for `obj`.
    let is_longer_word = bytes.get(at + 3).is_some_and(u8::is_ascii_alphabetic);
    if could_begin && !is_longer_word {
        Err(Refused::NotWhole)
    } else {
        Ok(None)
    }
}

/// The white space between two tokens, with the bytes that only some readers treat as such.
struct Gap<'a> {
    bytes: &'a [u8],
    ends_comment: bool,
}

impl Gap<'_> {
    fn is_plain(&self) -> bool {
        !self.bytes.is_empty() && !self.ends_comment && self.bytes.iter().all(|it| is_space(*it))
    }
}

/// Returns true if some reader treats this byte as white space although the PDF standard does not. C's
/// `isspace` and JavaScript's `\s` do so with 0x0B, 0x85 and 0xA0, and `PDFium` with 0x80 and 0xFF.
pub(super) const fn is_odd_space(byte: u8) -> bool {
    matches!(byte, b'\x0B' | 0x80 | 0x85 | 0xA0 | 0xFF)
}

fn split_gap(bytes: &[u8]) -> (&[u8], Gap<'_>) {
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let is_of_gap = |byte: &&u8| is_space(**byte) || is_odd_space(**byte);
    let n_bytes = bytes.iter().rev().take_while(is_of_gap).count();
    let (before, gap) = bytes.split_at(bytes.len() - n_bytes);
    let mut line = before.iter().rev().take_while(|it| !is_line_end(it));
    let ends_comment = gap.iter().any(is_line_end) && line.any(|it| *it == b'%');
    let gap = Gap {
        bytes: gap,
        ends_comment,
    };
    (before, gap)
}

/// Splits off the number at the end of the bytes. It accepts `1.0` and `1e0` too, because some readers
/// read these as an object's number.
fn split_number(bytes: &[u8]) -> (&[u8], &[u8]) {
    let is_of_number = |byte: &&u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let n_bytes = bytes.iter().rev().take_while(is_of_number).count();
    bytes.split_at(bytes.len() - n_bytes)
}

/// Returns true if some reader finds two numbers in the bytes, as in `1+0`, `1-0` or `1.0.0`.
fn could_be_two(number: &[u8]) -> bool {
    let signs = number.iter().skip(1).filter(|it| b"+-.".contains(it));
    number.iter().any(u8::is_ascii_digit) && signs.count() > usize::from(number.contains(&b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(header: &[u8]) -> Result<Option<u32>, Refused> {
        let at = memchr::memmem::rfind(header, b"obj").unwrap();
        object_number(header, at)
    }

    #[test]
    fn a_plain_header_has_a_number() {
        for header in [
            "12 0 obj",
            "\n12\r\n0\t\tobj<<",
            "/F12 0 obj",
            "%\n12 00 obj",
        ] {
            assert_eq!(number(header.as_bytes()), Ok(Some(12)), "{header}");
        }
    }

    #[test]
    fn other_words_begin_no_object() {
        for text in [
            "obj",
            "0 endobj",
            "no obj",
            "see obj",
            "2.1 objects",
            "x - objects",
            "\nobj",
        ] {
            assert_eq!(number(text.as_bytes()), Ok(None), "{text}");
        }
    }

    #[test]
    fn a_header_that_only_some_readers_understand_is_refused() {
        let headers: [&[u8]; 20] = [
            b"5\xFF0\xFFobj",
            b"5 0\x80obj",
            b"5\x0B0 obj",
            b"5\xA00 obj",
            b"5 0obj",
            b"5.0 0 obj",
            b"+5 0 obj",
            b"5 -0 obj",
            b"5 - obj",
            b"5 0- obj",
            b"5+0 obj",
            b"5-0 obj",
            b"5.0.0 obj",
            b"5e0 0 obj",
            b"99999999999 0 obj",
            b"00000000005 0 obj",
            b"5 0 %x\nobj",
            b"5 0%5\nobj",
            b"5%5\r0 obj",
            b"5%x\n%y\n0 obj",
        ];
        for header in headers {
            let text = String::from_utf8_lossy(header);
            assert_eq!(number(header), Err(Refused::NotWhole), "{text}");
        }
    }
}
