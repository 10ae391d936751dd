//! Numbers in every spelling, as JSON numbers and as text.

use std::fmt::Write as _;

use fastrand::Rng;

use crate::choice::{one_in, pick};

/// Literals that no field or only some accept: beyond f64 and i32, tiny, signed, or with a tiny
/// fraction.
const LITERALS: [&str; 40] = [
    "1e400",
    "-1e400",
    "1E+999999999999",
    "5e-324",
    "2e-324",
    "-5e-324",
    "1e-400",
    "0.1e1",
    "0",
    "-0",
    "-0.0",
    "0e5",
    "1",
    "-1",
    "170.5",
    "170.0000001",
    "170.00000000000001",
    "170.000000000000014210854715202",
    "169.99999999999999999",
    "170e0",
    "1.7e2",
    "17000e-2",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967466",
    "9007199254740993",
    "123456789012345678901234567890",
    "1e21",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "2.2250738585072011e-308",
    "0.30000000000000004",
    "1e2",
    "18446744073709551786",
    "101.0",
    "5.01e2",
    "99.9999999999999999999999999999999999",
    "0.000001",
];

/// Texts that are nearly numbers, and some that are numbers.
const TEXTS: [&str; 34] = [
    "",
    " ",
    "+170",
    "0x1f",
    "1_70",
    "1,70",
    "Infinity",
    "-Infinity",
    "NaN",
    "inf",
    "١٧٠",
    "170cm",
    "-",
    "1e",
    "1e+",
    ".5",
    "5.",
    "00170",
    "1 7 0",
    "１７０．５",
    "-１７０",
    "１e２",
    "１ｅ２",
    "𝟏𝟕𝟎",
    "1e400",
    "--1",
    "170\u{0}",
    "170\u{200B}",
    "\u{FEFF}170",
    "1\n70",
    "null",
    "true",
    "0170.0",
    "1e00002",
];

/// Writes a whole number in one of its spellings.
pub(crate) fn whole(rng: &mut Rng, number: i32, out: &mut String) {
    let _ = match rng.u32(..20) {
        0 => write!(out, "{number}.0"),
        1 => write!(out, "{number}.{}", "0".repeat(rng.usize(1..25))),
        2 if number != 0 => write!(out, "{number}0e-1"),
        3 if number != 0 => write!(out, "{number}00E-0002"),
        4 => write!(out, "{number}e0"),
        5 if number % 10 == 0 => write!(out, "{}e+1", number / 10),
        6 => write!(out, "{}.{:02}e2", number / 100, (number % 100).abs()),
        7 => write!(out, "\"{number}\""),
        8 => write!(out, "\" {number}\u{3000}\""),
        9 => write!(out, "\"{number}.00\""),
        10 => write!(out, "\"{number}0e-1\""),
        11 => write!(out, "\"{}\"", full_width(&number.to_string())),
        12 => write!(out, "\"{}\"", spaced(&number.to_string())),
        _ => write!(out, "{number}"),
    };
}

/// Writes a number near the ends of a range, just within or beyond it, or anywhere else.
pub(crate) fn hostile(rng: &mut Rng, smallest: i32, largest: i32, out: &mut String) {
    match rng.u32(..8) {
        0 => out.push_str(pick(rng, &LITERALS)),
        1 => crate::texts::quoted(pick(rng, &LITERALS), out),
        2 => crate::texts::quoted(pick(rng, &TEXTS), out),
        3 => {
            let end = pick(rng, &[smallest, largest]);
            let _ = write!(out, "{end}.{:0width$}1", 0, width = rng.usize(1..20));
        }
        4 => any(rng, out),
        5 => whole_at_random(rng, smallest, largest, out),
        _ => {
            let beyond = rng.i32(1..4);
            let number = pick(rng, &[smallest - beyond, largest + beyond]);
            whole(rng, number, out);
        }
    }
}

/// Writes degrees in a range, sometimes its ends.
pub(crate) fn degrees(rng: &mut Rng, largest: i32, out: &mut String) {
    let number = (rng.f64() * 2.0 - 1.0) * f64::from(largest);
    let _ = match rng.u32(..16) {
        0 => write!(out, "{largest}"),
        1 => write!(out, "-{largest}.000"),
        2 => write!(out, "{}.99999999999999", largest - 1),
        3 => return out.push_str(pick(rng, &["-0", "-0.0", "0", "5e-324", "-1e-400", "1e1"])),
        4 => write!(out, "\"{number:.3}\""),
        5 => write!(out, "\"{}\"", full_width(&format!("{number:.1}"))),
        6 => write!(out, "{number:e}"),
        7 => write!(out, "{number:.40}"),
        8 => write!(out, "\"{number:E}\""),
        9 => write!(out, "{number}"),
        _ => write!(out, "{number:.6}"),
    };
}

/// Writes any finite number, chosen by its bits.
pub(crate) fn any(rng: &mut Rng, out: &mut String) {
    let number = f64::from_bits(rng.u64(..));
    if number.is_finite() {
        let _ = match rng.u32(..3) {
            0 => write!(out, "{number:e}"),
            1 => write!(out, "{number:.17e}"),
            _ => write!(out, "{}", rng.i64(..)),
        };
    } else {
        out.push('0');
    }
}

fn whole_at_random(rng: &mut Rng, smallest: i32, largest: i32, out: &mut String) {
    let number = rng.i32(smallest..=largest);
    if one_in(rng, 2) {
        let _ = write!(out, "{number}.5");
    } else {
        let _ = write!(out, "\"-{number}\"");
    }
}

/// Returns the text with full-width digits.
pub(crate) fn full_width(text: &str) -> String {
    let wide = |character: char| {
        let digit = character.to_digit(10);
        digit
            .and_then(|digit| char::from_u32(0xFF10 + digit))
            .unwrap_or(character)
    };
    text.chars().map(wide).collect()
}

fn spaced(text: &str) -> String {
    text.chars().flat_map(|digit| [digit, '\u{A0}']).collect()
}
