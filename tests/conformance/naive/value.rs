//! A value of a document, read as leniently as the rules allow.

use serde_json::Value;

/// A value as it was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Read<T> {
    /// The value is missing.
    Absent,
    /// The value is wrong, with the code of the error.
    Wrong(&'static str),
    /// The value is right.
    Is(T),
}

/// The characters of Unicode with the property `White_Space`.
const WHITE_SPACE: [char; 25] = [
    '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', '\u{20}', '\u{85}', '\u{a0}', '\u{1680}',
    '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2007}',
    '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{205f}', '\u{3000}',
];

fn trimmed(text: &str) -> String {
    let text = text.trim_matches(|letter| WHITE_SPACE.contains(&letter));
    text.replace("\r\n", "\n")
}

/// Reads a text of one line, or of several.
pub(super) fn text(value: Option<&Value>, may_have_lines: bool) -> Read<String> {
    match value {
        None | Some(Value::Null) => Read::Absent,
        Some(Value::String(raw)) => {
            let text = trimmed(raw);
            if text.is_empty() {
                Read::Absent
            } else if text
                .chars()
                .any(|letter| is_forbidden(letter, may_have_lines))
            {
                Read::Wrong("control_character")
            } else {
                Read::Is(text)
            }
        }
        Some(_) => Read::Wrong("wrong_type"),
    }
}

/// Returns whether a character has category Cc or is a bidirectional override.
fn is_forbidden(letter: char, may_have_lines: bool) -> bool {
    if letter == '\n' {
        return !may_have_lines;
    }
    let code = u32::from(letter);
    code <= 0x1f
        || (0x7f..=0x9f).contains(&code)
        || (0x202a..=0x202e).contains(&code)
        || (0x2066..=0x2069).contains(&code)
}

/// The first and last character of each run with the property `Default_Ignorable_Code_Point`, from
/// `DerivedCoreProperties.txt` of Unicode 16.0.
const IGNORABLE: [(u32, u32); 17] = [
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
];

/// Returns whether a character is neither white space, nor ignorable, nor the Braille pattern
/// without dots.
pub(super) fn is_visible(letter: char) -> bool {
    let code = u32::from(letter);
    let is_ignorable = IGNORABLE
        .iter()
        .any(|(first, last)| (first..=last).contains(&&code));
    !WHITE_SPACE.contains(&letter) && !is_ignorable && code != 0x2800
}

/// Reads a number, or a text with a number.
pub(super) fn number(value: Option<&Value>) -> Read<f64> {
    match value {
        None | Some(Value::Null) => Read::Absent,
        Some(Value::Number(number)) => finite(number.as_f64().unwrap()),
        Some(Value::String(raw)) => {
            let mut letters = String::new();
            for letter in raw.chars().filter(|letter| !WHITE_SPACE.contains(letter)) {
                let wide = "０１２３４５６７８９"
                    .chars()
                    .position(|digit| digit == letter);
                letters.push(wide.map_or(letter, |digit| {
                    char::from_digit(u32::try_from(digit).unwrap(), 10).unwrap()
                }));
            }
            if letters.is_empty() {
                Read::Absent
            } else if is_written_as_number(&letters) {
                finite(letters.parse().unwrap())
            } else {
                Read::Wrong("wrong_type")
            }
        }
        Some(_) => Read::Wrong("wrong_type"),
    }
}

fn finite(number: f64) -> Read<f64> {
    if number.is_finite() {
        Read::Is(number)
    } else {
        Read::Wrong("wrong_type")
    }
}

/// Returns whether a text is a JSON number, except that it may start with zeros.
fn is_written_as_number(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let mantissa_is_fine = match mantissa.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(mantissa),
    };
    let exponent_is_fine = exponent
        .is_none_or(|exponent| is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    mantissa_is_fine && exponent_is_fine
}

/// Reads a number without a fraction, as a float, because it may be far too large for an integer.
pub(super) fn integer(value: Option<&Value>) -> Read<f64> {
    match number(value) {
        Read::Is(number) if number.trunc() < number || number.trunc() > number => {
            Read::Wrong("not_an_integer")
        }
        read => read,
    }
}

/// Reads a boolean, or a text with a boolean.
pub(super) fn flag(value: Option<&Value>) -> Read<bool> {
    match value {
        None | Some(Value::Null) => Read::Absent,
        Some(Value::Bool(flag)) => Read::Is(*flag),
        Some(Value::String(raw)) => match trimmed(raw).as_str() {
            "" => Read::Absent,
            "true" => Read::Is(true),
            "false" => Read::Is(false),
            _ => Read::Wrong("wrong_type"),
        },
        Some(_) => Read::Wrong("wrong_type"),
    }
}
