//! Text as people type it, made comparable: trimmed, with one kind of line end, without hidden
//! characters.

use std::borrow::Cow;

use crate::number::parse_literal;

/// The control characters that a text may hold. See the example of [`has_hidden_control`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// A single line: no control characters at all.
    One,
    /// Several lines: a line feed is allowed.
    Many,
}

/// Trims Unicode white space (U+3000 included) at both ends and turns CRLF into LF. A carriage return without a line
/// feed stays.
///
/// ```
/// use lenient_json::normalise;
///
/// assert_eq!(normalise("\u{3000}Mei\r\nLin "), "Mei\nLin");
/// ```
pub fn normalise(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    if !trimmed.as_bytes().contains(&b'\r') {
        return Cow::Borrowed(trimmed);
    }
    let mut characters = trimmed.chars().peekable();
    let mut normal = String::with_capacity(trimmed.len());
    while let Some(character) = characters.next() {
        if character != '\r' || characters.peek() != Some(&'\n') {
            normal.push(character);
        }
    }
    Cow::Owned(normal)
}

/// Returns true if the text has an invisible character that changes how the text is read: one of
/// category Cc (control characters), or a bidirectional embedding, override or isolate (U+202A–202E, U+2066–2069).
///
/// ```
/// use lenient_json::{Lines, has_hidden_control};
///
/// assert!(has_hidden_control("two\nlines", Lines::One));
/// assert!(!has_hidden_control("two\nlines", Lines::Many));
/// // A browser shows this name backwards after the override.
/// assert!(has_hidden_control("photo\u{202E}gnp.exe", Lines::Many));
/// ```
pub fn has_hidden_control(text: &str, lines: Lines) -> bool {
    // A hidden character begins with one of these bytes. Most texts have none of them, and bytes are looked at in a
    // fraction of the time that characters take: many at once, because the loop has no other end than the text's.
    let may_be_hidden = text.bytes().fold(false, |found, byte| {
        found | matches!(byte, ..0x20 | 0x7F | 0xC2 | 0xE2)
    });
    may_be_hidden && text.chars().any(|character| is_hidden(character, lines))
}

fn is_hidden(character: char, lines: Lines) -> bool {
    match character {
        '\n' => matches!(lines, Lines::One),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

/// Reads a number that was typed: turns the full-width digits `０`–`９` into ASCII, removes white space, also between
/// the digits, then reads `-?digits[.digits][e[+-]digits]`. A number beyond `f64` is infinite. Returns `None` for any
/// other text, such as one with a plus sign in front, a comma, a full-width point or no digit before the point.
///
/// ```
/// use lenient_json::parse_number;
///
/// assert_eq!(parse_number(" １７０ "), Some(170.0));
/// assert_eq!(parse_number("1 700"), Some(1700.0));
/// assert_eq!(parse_number("1,700"), None);
/// ```
pub fn parse_number(text: &str) -> Option<f64> {
    parse_literal(text).or_else(|| {
        let folded: String = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .map(fold_digit)
            .collect();
        parse_literal(&folded)
    })
}

/// Turns `０`–`９` (U+FF10–U+FF19) into `0`–`9`.
fn fold_digit(character: char) -> char {
    match character {
        '０'..='９' => char::from_u32(u32::from(character) - u32::from('０') + u32::from('0')),
        _ => None,
    }
    .unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_text_is_folded_and_stripped() {
        assert_eq!(parse_number(" １７０ "), Some(170.0));
        assert_eq!(parse_number("1 70"), Some(170.0));
        assert_eq!(parse_number("-25.5e1"), Some(-255.0));
        assert_eq!(parse_number("1e400"), Some(f64::INFINITY));
    }

    #[test]
    fn other_spellings_are_no_numbers() {
        for text in [
            "", "-", "+5", "5.", ".5", "inf", "NaN", "0x1f", "1_000", "1,5", "1e", "٣",
        ] {
            assert_eq!(parse_number(text), None, "{text:?}");
        }
    }

    #[test]
    fn every_hidden_character_is_noticed() {
        for lines in [Lines::One, Lines::Many] {
            let hidden = ('\0'..=char::MAX).filter(|character| is_hidden(*character, lines));
            for character in hidden {
                assert!(has_hidden_control(&format!("a{character}b"), lines));
            }
        }
        assert!(!has_hidden_control("“a” … ÿ 縁結び", Lines::One));
    }

    #[test]
    fn a_lone_carriage_return_is_hidden_and_a_line_feed_is_not() {
        assert!(has_hidden_control("a\rb", Lines::Many));
        assert!(!has_hidden_control("a\nb", Lines::Many));
        assert!(has_hidden_control("a\nb", Lines::One));
        assert!(has_hidden_control("a\u{202E}b", Lines::Many));
    }
}
