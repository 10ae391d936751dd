//! Texts as JSON strings, in many scripts and with hidden characters.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::choice::{one_in, pick};

/// Characters of every width that no rule forbids: ASCII, JSON's own, CJK, full width, beyond the
/// basic plane, combining, joining, right to left, unassigned.
const HARMLESS: [char; 44] = [
    'a',
    'Z',
    '0',
    '9',
    '-',
    '.',
    '/',
    '"',
    '\\',
    '\'',
    '<',
    '&',
    '{',
    ']',
    '~',
    'é',
    'ß',
    'ı',
    '小',
    '明',
    '勤',
    'の',
    'ｶ',
    '한',
    '０',
    '９',
    'Ａ',
    '．',
    '𠮷',
    '😀',
    '🏽',
    '𝟙',
    '\u{301}',
    '\u{20DD}',
    '\u{200D}',
    '\u{200B}',
    '\u{FE0F}',
    '\u{FEFF}',
    'ش',
    'א',
    '\u{FFFD}',
    '\u{FFFF}',
    '\u{E000}',
    '\u{10FFFF}',
];

/// Unicode's white space and similar characters, only some of which are trimmed.
const SPACES: [char; 16] = [
    ' ', '\u{A0}', '\u{1680}', '\u{2000}', '\u{2003}', '\u{200A}', '\u{2028}', '\u{2029}',
    '\u{202F}', '\u{205F}', '\u{3000}', ' ', '\u{3000}', '\u{180E}', '\u{200B}', '\u{2060}',
];

/// Invisible characters from all parts of Unicode, and white space among them.
const INVISIBLE: [char; 18] = [
    '\u{AD}',
    '\u{34F}',
    '\u{61C}',
    '\u{115F}',
    '\u{1160}',
    '\u{17B5}',
    '\u{180F}',
    '\u{200B}',
    '\u{206F}',
    '\u{2800}',
    '\u{3000}',
    '\u{3164}',
    '\u{FE0F}',
    '\u{FEFF}',
    '\u{FFA0}',
    '\u{1BCA3}',
    '\u{1D17A}',
    '\u{E0020}',
];

/// Category Cc, the bidirectional overrides and isolates, and their harmless neighbours.
const HIDDEN: [char; 32] = [
    '\0',
    '\u{1}',
    '\u{8}',
    '\t',
    '\n',
    '\u{B}',
    '\u{C}',
    '\r',
    '\u{1B}',
    '\u{1C}',
    '\u{1F}',
    '\u{7F}',
    '\u{80}',
    '\u{85}',
    '\u{9F}',
    '\u{A0}',
    '\u{AD}',
    '\u{61C}',
    '\u{200E}',
    '\u{200F}',
    '\u{2028}',
    '\u{2029}',
    '\u{202A}',
    '\u{202D}',
    '\u{202E}',
    '\u{2065}',
    '\u{2066}',
    '\u{2067}',
    '\u{2069}',
    '\u{206A}',
    '\u{E0001}',
    '\u{FFF9}',
];

/// Lone surrogates, surrogates in wrong order, and pairs.
const SURROGATES: [&str; 8] = [
    r"\ud800",
    r"\uDFFF",
    r"\udc00\ud800",
    r"\ud83dx",
    r"\ud83d\u0041",
    r"\ud83d\ud83d\ude00",
    r"\ud83d\ude00",
    r"\uDBFF\udfff",
];

/// Writes a text of harmless characters. The length does not count the spaces around it.
pub(crate) fn fitting(
    rng: &mut Rng,
    lengths: RangeInclusive<usize>,
    is_long: bool,
    out: &mut String,
) {
    let (shortest, longest) = (*lengths.start(), *lengths.end());
    let length = match rng.u32(..24) {
        0 => shortest,
        1 => longest,
        2 => rng.usize(shortest..=longest),
        _ => rng.usize(shortest..=longest.min(shortest + 12)),
    };
    out.push('"');
    pad(rng, out);
    harmless(rng, length, is_long, out);
    pad(rng, out);
    out.push('"');
}

/// Writes a text that is too short, too long, or has a forbidden character.
pub(crate) fn hostile(rng: &mut Rng, lengths: RangeInclusive<usize>, out: &mut String) {
    let (shortest, longest) = (*lengths.start(), *lengths.end());
    out.push('"');
    match rng.u32(..9) {
        8 => {
            let length = rng.usize(shortest..=longest.min(shortest + 12));
            (0..length).for_each(|_| push(rng, |rng| pick(rng, &INVISIBLE), out));
        }
        0 => harmless(rng, shortest.saturating_sub(1), false, out),
        1 | 2 => harmless(rng, longest + 1, false, out),
        3 => {
            let length = longest + rng.usize(1..60);
            harmless(rng, length, false, out);
        }
        4 => (0..rng.u32(..4)).for_each(|_| push(rng, pick_space, out)),
        5 => {
            harmless(rng, shortest, false, out);
            out.push_str(pick(rng, &SURROGATES));
        }
        _ => {
            harmless(rng, shortest, false, out);
            (0..rng.u32(1..4)).for_each(|_| push(rng, |rng| pick(rng, &HIDDEN), out));
            harmless(rng, 1, false, out);
        }
    }
    out.push('"');
}

/// Writes these characters as a JSON string, sometimes with needless escapes and spaces around.
pub(crate) fn padded(rng: &mut Rng, text: &str, out: &mut String) {
    out.push('"');
    if one_in(rng, 8) {
        pad(rng, out);
    }
    let is_escaped = one_in(rng, 30);
    for character in text.chars() {
        write(character, is_escaped && one_in(rng, 2), out);
    }
    if one_in(rng, 8) {
        pad(rng, out);
    }
    out.push('"');
}

/// Writes these characters as a JSON string.
pub(crate) fn quoted(text: &str, out: &mut String) {
    out.push('"');
    text.chars()
        .for_each(|character| write(character, false, out));
    out.push('"');
}

/// Writes these characters with one of them changed, added, removed, or in the other case.
pub(crate) fn misspelt(rng: &mut Rng, text: &str, out: &mut String) {
    let mut characters: Vec<char> = text.chars().collect();
    let at = rng.usize(..=characters.len());
    let other = match rng.u32(..3) {
        0 => pick(rng, &HARMLESS),
        1 => pick(rng, &HIDDEN),
        _ => pick(rng, &SPACES),
    };
    match (rng.u32(..4), characters.get_mut(at)) {
        (0, Some(character)) => *character = other,
        (1, Some(_)) => drop(characters.remove(at)),
        (2, Some(character)) if character.is_ascii_alphabetic() => {
            *character = char::from(u8::try_from(*character).unwrap_or_default() ^ 0x20);
        }
        _ => characters.insert(at, other),
    }
    out.push('"');
    for character in characters {
        write(character, false, out);
    }
    out.push('"');
}

/// Writes this many characters, without a space at either end.
fn harmless(rng: &mut Rng, length: usize, is_long: bool, out: &mut String) {
    let is_plain = one_in(rng, 3);
    for index in 0..length {
        let is_inside = index > 0 && index + 1 < length;
        if is_plain {
            out.push(char::from(rng.u8(b'a'..=b'z')));
        } else if is_inside && is_long && one_in(rng, 12) {
            // A line end of two characters counts as one.
            out.push_str(pick(rng, &[r"\n", r"\r\n", r"\u000A", r"\u000d\u000a"]));
        } else if is_inside && one_in(rng, 12) {
            push(rng, |rng| pick(rng, &SPACES[..11]), out);
        } else {
            push(rng, |rng| pick(rng, &HARMLESS), out);
        }
    }
}

fn pad(rng: &mut Rng, out: &mut String) {
    if one_in(rng, 6) {
        (0..rng.u32(1..4)).for_each(|_| push(rng, |rng| pick(rng, &SPACES[..13]), out));
    }
}

fn pick_space(rng: &mut Rng) -> char {
    pick(rng, &SPACES)
}

fn push(rng: &mut Rng, character: impl Fn(&mut Rng) -> char, out: &mut String) {
    let character = character(rng);
    let is_escaped = one_in(rng, 12);
    write(character, is_escaped, out);
}

/// Writes a character within a JSON string.
fn write(character: char, is_escaped: bool, out: &mut String) {
    match character {
        '"' | '\\' if !is_escaped => out.extend(['\\', character]),
        '/' if is_escaped => out.push_str("\\/"),
        '\n' if !is_escaped => out.push_str("\\n"),
        '\t' if !is_escaped => out.push_str("\\t"),
        '\0'..' ' | '"' | '\\' => escape(character, out),
        _ if is_escaped => escape(character, out),
        _ => out.push(character),
    }
}

fn escape(character: char, out: &mut String) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}
