//! Text as people type it, made comparable: trimmed, one kind of line end, no hidden characters.

use std::borrow::Cow;

use crate::json::parse_literal;

/// What may stand inside a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// One line: no control characters at all.
    One,
    /// Several lines: a line feed is allowed.
    Many,
}

/// Trims Unicode white space (U+3000 included) at both ends and turns CRLF into LF.
pub(crate) fn normalise(text: &str) -> Cow<'_, str> {
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

/// Whether the text has a character that changes how text is read without being seen: category Cc,
/// or a bidirectional override or isolate.
pub(crate) fn has_hidden_control(text: &str, lines: Lines) -> bool {
    text.chars().any(|character| {
        let is_allowed_line_feed = lines == Lines::Many && character == '\n';
        let is_bidi = matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        is_bidi || (character.is_control() && !is_allowed_line_feed)
    })
}

/// Returns true if a reader sees something of the text: a character that is neither white space, nor
/// ignored when it is drawn, nor the blank Braille pattern, which no property of Unicode calls blank.
pub(crate) fn is_visible(text: &str) -> bool {
    const BLANK_BRAILLE: char = '\u{2800}';
    text.chars().any(|character| {
        !(character.is_whitespace()
            || character == BLANK_BRAILLE
            || is_default_ignorable(character))
    })
}

/// The property `Default_Ignorable_Code_Point` (`DerivedCoreProperties.txt` of Unicode 16.0.0): fillers,
/// joiners, variation selectors, tags, and the code points kept free for more of them.
const fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// The value of a hexadecimal digit.
pub(crate) const fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// ASCII with its full-width forms (U+FF01–FF5E, and the ideographic full stop as a dot) folded; `None`
/// where anything else is in the text.
pub(crate) fn fold_ascii(text: &str) -> Option<String> {
    text.chars()
        .map(|character| match character {
            '\0'..='\x7F' => Some(character),
            '。' => Some('.'),
            '！'..='～' => {
                char::from_u32(u32::from(character) - u32::from('！') + u32::from('!'))
            }
            _ => None,
        })
        .collect()
}

/// A number written as text: full-width digits folded, white space removed, then
/// `-?digits[.digits][e[+-]digits]`. Infinite where it is beyond f64.
pub(crate) fn parse_number(text: &str) -> Option<f64> {
    parse_literal(text).or_else(|| {
        let folded: String = text
            .chars()
            .filter(|character| !character.is_whitespace())
            .map(fold_digit)
            .collect();
        parse_literal(&folded)
    })
}

/// `０`–`９` (U+FF10–U+FF19) as `0`–`9`.
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
    fn fillers_joiners_tags_and_spaces_show_nothing() {
        for text in [
            "",
            " \u{3000}",
            "\u{200B}",
            "\u{3164}",
            "\u{FFA0} \u{2800}",
            "\u{FE0F}\u{200D}",
            "\u{E0020}\u{E007F}",
        ] {
            assert!(!is_visible(text), "{text:?}");
        }
        for text in ["\u{3164}a", "\u{301}", "\u{2801}", "\u{FFFD}", "한", "😀"] {
            assert!(is_visible(text), "{text:?}");
        }
    }

    #[test]
    fn a_lone_carriage_return_is_hidden_and_a_line_feed_is_not() {
        assert!(has_hidden_control("a\rb", Lines::Many));
        assert!(!has_hidden_control("a\nb", Lines::Many));
        assert!(has_hidden_control("a\nb", Lines::One));
        assert!(has_hidden_control("a\u{202E}b", Lines::Many));
    }
}
