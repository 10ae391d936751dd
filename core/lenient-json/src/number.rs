//! JSON numbers, which stay literals until the caller reads the value.

use serde::{Serialize, Serializer};

use crate::decimal;

/// A number as the text wrote it, or as a program computed it. Two numbers are equal if their values are.
///
/// ```
/// use lenient_json::{Json, Number, parse};
///
/// let json = parse("[170, 1.70e2, 1e999]").unwrap();
/// let [Json::Number(one), Json::Number(other), Json::Number(huge)] = json.as_list().unwrap() else {
///     panic!("three numbers")
/// };
/// assert!(matches!(other, Number::Literal("1.70e2")));
/// assert_eq!(other, one);
/// assert_eq!(one.to_f64(), 170.0);
/// assert_eq!(huge.to_f64(), f64::INFINITY);
/// assert_eq!(serde_json::to_string(other).unwrap(), "170");
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Number<'a> {
    /// The literal of a JSON text: `-?digits[.digits][e[+-]digits]`. [`parse`](crate::parse) makes these. The value of
    /// any other text is NaN.
    Literal(&'a str),
    /// A computed value.
    Value(f64),
}

impl Number<'_> {
    /// Returns the nearest `f64`, which is infinite for a number beyond `f64`. See the example of [`Number`].
    pub fn to_f64(self) -> f64 {
        match self {
            Self::Literal(text) => parse_literal(text).unwrap_or(f64::NAN),
            Self::Value(value) => value,
        }
    }
}

impl Serialize for Number<'_> {
    /// Writes a whole number of the range of `i32` without a fraction: `170` and not `170.0`. Any other number, and a
    /// negative zero, is written as `f64`; `serde_json` writes a number that is not finite as `null`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.to_f64();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "compared with the original value"
        )]
        // (An `i64` in place of the `i32` would add 0.4 kB gzipped to a wasm, for numbers that no form has.)
        let whole = value as i32;
        if f64::from(whole).to_bits() == value.to_bits() {
            serializer.serialize_i32(whole)
        } else {
            serializer.serialize_f64(value)
        }
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.to_f64() == other.to_f64()
    }
}

/// Returns the nearest `f64` to `-?digits[.digits][e[+-]digits]`, infinite beyond `f64`, or `None`
/// for any other text.
pub(crate) fn parse_literal(text: &str) -> Option<f64> {
    let parts = Parts::of(text)?;
    let n_fraction = i32::try_from(parts.fraction.len()).unwrap_or(i32::MAX);
    let magnitude = match small_whole_number(parts) {
        Some(number) => number,
        None => decimal::nearest(
            &mut parts
                .whole
                .iter()
                .chain(parts.fraction)
                .map(|digit| digit - b'0'),
            parts.exponent.saturating_sub(n_fraction),
        ),
    };
    Some(if parts.is_negative {
        -magnitude
    } else {
        magnitude
    })
}

#[derive(Clone, Copy)]
struct Parts<'a> {
    is_negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i32,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let bytes = text.as_bytes();
        let (is_negative, bytes) = match bytes {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, bytes),
        };
        let (whole, bytes) = digits(bytes)?;
        let (fraction, bytes) = match bytes {
            [b'.', rest @ ..] => digits(rest)?,
            _ => (&bytes[..0], bytes),
        };
        let exponent = match bytes {
            [] => 0,
            [b'e' | b'E', rest @ ..] => exponent(rest)?,
            _ => return None,
        };
        Some(Self {
            is_negative,
            whole,
            fraction,
            exponent,
        })
    }
}

/// Splits the text after its leading digits, of which it must have at least one.
fn digits(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let n_digits = bytes
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(bytes.len());
    (n_digits > 0)
        .then(|| bytes.split_at_checked(n_digits))
        .flatten()
}

/// Reads the exponent. The bound lies far beyond the exponents of `f64`, even after a long row of
/// zeros.
fn exponent(bytes: &[u8]) -> Option<i32> {
    const BOUND: i32 = 1_000_000;
    let (is_negative, bytes) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    let (digits, []) = digits(bytes)? else {
        return None;
    };
    let exponent = digits.iter().fold(0, |sum: i32, digit| {
        (sum * 10 + i32::from(digit - b'0')).min(BOUND)
    });
    Some(if is_negative { -exponent } else { exponent })
}

/// Reads up to fifteen digits without a fraction, which `f64` holds exactly: nearly all numbers of a
/// form.
fn small_whole_number(parts: Parts<'_>) -> Option<f64> {
    let is_small = parts.whole.len() <= 15 && parts.fraction.is_empty() && parts.exponent == 0;
    is_small.then(|| {
        parts
            .whole
            .iter()
            .fold(0.0, |sum, digit| sum * 10.0 + f64::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_equal_values_are_equal() {
        for text in ["170", "170.0", "1.7e2"] {
            assert_eq!(Number::Literal(text), Number::Value(170.0), "{text}");
            assert_ne!(Number::Literal(text), Number::Literal("171"), "{text}");
        }
    }

    #[test]
    fn whole_numbers_of_the_range_of_i32_are_written_without_a_fraction() {
        for (number, written) in [
            ("170.0", "170"),
            ("-2147483648.0", "-2147483648"),
            ("3e9", "3000000000.0"),
            ("-0", "-0.0"),
            ("1.50", "1.5"),
            ("1e999", "null"),
        ] {
            let text = serde_json::to_string(&Number::Literal(number)).unwrap();
            assert_eq!(text, written);
        }
    }

    #[test]
    fn literals_are_read_to_the_nearest_f64() {
        for text in [
            "0",
            "-0",
            "170",
            "0.1",
            "25.033964",
            "121.564468",
            "1e3",
            "1E-3",
            "1e400",
            "-1e400",
            "5e-324",
            "2e-324",
            "9007199254740993",
            "0.000001",
            "123456789012345678901234567890",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "2.2250738585072011e-308",
            "0.1000000000000000055511151231257827021181583404541015625",
            "00012",
            "9007199254740992.999999999999999999999999999999999999999",
        ] {
            let expected: f64 = text.parse().unwrap();
            let actual = parse_literal(text).unwrap();
            assert_eq!(actual.to_bits(), expected.to_bits(), "{text}");
        }
    }

    #[test]
    fn long_rows_of_digits_are_read() {
        let zeros = "0".repeat(400);
        for text in [
            format!("0.{zeros}1e401"),
            format!("1{zeros}e-400"),
            format!("1{zeros}"),
            format!("0.{zeros}1"),
            format!("17{}", ".9".to_owned() + &"9".repeat(1000)),
        ] {
            let expected: f64 = text.parse().unwrap();
            assert_eq!(parse_literal(&text), Some(expected), "{text}");
        }
    }

    #[test]
    fn any_bits_written_out_are_read_back() {
        let mut state = 1u64;
        for _ in 0..20_000 {
            // Knuth's MMIX generator.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(state ^ state >> 29);
            if !number.is_finite() {
                continue;
            }
            for text in [
                format!("{number:e}"),
                format!("{number:.17e}"),
                format!("{number}"),
            ] {
                let expected: f64 = text.parse().unwrap();
                let actual = parse_literal(&text).unwrap();
                assert_eq!(actual.to_bits(), expected.to_bits(), "{text}");
            }
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "", "-", "+5", "5.", ".5", "inf", "NaN", "0x1f", "1_000", "1,5", "1e", "1e+", "٣", "1 ",
        ] {
            assert_eq!(parse_literal(text), None, "{text:?}");
        }
    }
}
