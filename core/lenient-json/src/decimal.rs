//! Converts decimal digits to the nearest `f64`, exactly, in little code.
//!
//! The standard library gives the same bits with tables that take 14 kB gzipped of WebAssembly, and
//! `minimal-lexical` takes 4 kB. Numbers of a form have few digits and no exponent, so the slow path
//! for all other numbers may be slow.

use std::cmp::Ordering;

/// The largest power of ten that `f64` holds exactly.
const EXACT_POWERS: i32 = 22;
/// The number of digits that always make a whole number that `f64` holds exactly.
const EXACT_DIGITS: usize = 15;
/// The number of digits that decide between two neighbours (the longest halfway point has 767).
const MAX_DIGITS: usize = 800;
/// A power of ten that is infinite as an `f64`. Ten to minus this power is zero.
const MAX_EXPONENT: i32 = 400;

/// Returns the `f64` nearest to `digits × 10^exponent`: a halfway point goes to the even neighbour, and
/// a number beyond `f64` is infinite.
pub(crate) fn nearest(digits: &mut dyn Iterator<Item = u8>, exponent: i32) -> f64 {
    let mut significant = Vec::with_capacity(EXACT_DIGITS);
    let mut exponent = exponent;
    let mut is_cut = false;
    for digit in digits.skip_while(|digit| *digit == 0) {
        if significant.len() < MAX_DIGITS {
            significant.push(digit);
        } else {
            exponent = exponent.saturating_add(1);
            is_cut |= digit != 0;
        }
    }
    if is_cut {
        // This digit stands for all cut digits: a number above a halfway point stays above it.
        significant.push(1);
        exponent = exponent.saturating_sub(1);
    }
    let length = i32::try_from(significant.len()).unwrap_or(i32::MAX);
    if significant.is_empty() || exponent.saturating_add(length) < -MAX_EXPONENT {
        0.0
    } else if exponent.saturating_add(length) > MAX_EXPONENT {
        f64::INFINITY
    } else if significant.len() <= EXACT_DIGITS && exponent.abs() <= EXACT_POWERS {
        exact(&significant, exponent)
    } else {
        divided(&significant, exponent)
    }
}

/// Multiplies or divides two exact factors, so that the result is rounded once.
fn exact(digits: &[u8], exponent: i32) -> f64 {
    let number = digits
        .iter()
        .fold(0.0, |sum, digit| sum * 10.0 + f64::from(*digit));
    let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 {
        number / power
    } else {
        number * power
    }
}

/// The bits of a quotient: enough to round to 53 bits, and few enough for a machine word.
const QUOTIENT_BITS: i32 = 60;

/// Divides two big whole numbers to more bits than `f64` holds, then rounds.
fn divided(digits: &[u8], exponent: i32) -> f64 {
    let mut above = Big(Vec::new());
    for digit in digits {
        above.multiply_add(10, u32::from(*digit));
    }
    let mut below = Big(vec![1]);
    let scaled = if exponent < 0 { &mut below } else { &mut above };
    for _ in 0..exponent.abs() {
        scaled.multiply_add(10, 0);
    }
    // After these shifts, the quotient has 60 or 61 bits.
    let shift = QUOTIENT_BITS + below.n_bits() - above.n_bits();
    if shift < 0 {
        below.shift_left(-shift);
    } else {
        above.shift_left(shift);
    }
    let mut quotient: u64 = 0;
    below.shift_left(QUOTIENT_BITS);
    for _ in 0..=QUOTIENT_BITS {
        quotient <<= 1;
        if above.subtract(&below) {
            quotient |= 1;
        }
        below.shift_right_one();
    }
    rounded(quotient, -shift, !above.0.is_empty())
}

/// Returns the `f64` nearest to `number × 2^exponent`, or to slightly more if the division left a
/// remainder.
fn rounded(number: u64, exponent: i32, has_remainder: bool) -> f64 {
    const MANTISSA_BITS: i32 = 53;
    const SMALLEST_EXPONENT: i32 = -1074;
    let n_bits = bits_of(64, number.leading_zeros());
    let n_dropped = (n_bits - MANTISSA_BITS).max(SMALLEST_EXPONENT - exponent);
    let high = number.checked_shr(n_dropped.unsigned_abs()).unwrap_or(0);
    let dropped = number ^ high.checked_shl(n_dropped.unsigned_abs()).unwrap_or(0);
    let half = 1u64
        .checked_shl(n_dropped.unsigned_abs() - 1)
        .unwrap_or(u64::MAX);
    let is_up = match dropped.cmp(&half) {
        Ordering::Less => false,
        Ordering::Equal => has_remainder || high & 1 == 1,
        Ordering::Greater => true,
    };
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits remain")]
    let mantissa = (high + u64::from(is_up)) as f64;
    libm::ldexp(mantissa, exponent + n_dropped)
}

fn bits_of(width: i32, leading_zeros: u32) -> i32 {
    width - i32::try_from(leading_zeros).unwrap_or(width)
}

/// A whole number in digits of 32 bits, the lowest first. The highest digit is not zero.
struct Big(Vec<u32>);

impl Big {
    fn multiply_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = low(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    fn n_bits(&self) -> i32 {
        let Some(highest) = self.0.last() else {
            return 0;
        };
        let length = i32::try_from(self.0.len()).unwrap_or(i32::MAX);
        (length - 1) * 32 + bits_of(32, highest.leading_zeros())
    }

    fn shift_left(&mut self, n_bits: i32) {
        self.multiply_add(1 << (n_bits % 32), 0);
        for _ in 0..n_bits / 32 {
            self.0.insert(0, 0);
        }
    }

    fn shift_right_one(&mut self) {
        let mut carry = 0;
        for digit in self.0.iter_mut().rev() {
            let lowest = *digit & 1;
            *digit = *digit >> 1 | carry << 31;
            carry = lowest;
        }
        self.trim();
    }

    /// Subtracts the other number and returns true, or returns false if the other number is larger.
    fn subtract(&mut self, other: &Self) -> bool {
        let is_less = match self.0.len().cmp(&other.0.len()) {
            Ordering::Equal => self.0.iter().rev().lt(other.0.iter().rev()),
            length => length == Ordering::Less,
        };
        if is_less {
            return false;
        }
        let mut is_borrowed = false;
        for (index, digit) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(index).copied().unwrap_or_default();
            let (rest, is_below) = digit.overflowing_sub(taken);
            let (rest, is_below_again) = rest.overflowing_sub(u32::from(is_borrowed));
            *digit = rest;
            is_borrowed = is_below || is_below_again;
        }
        self.trim();
        true
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "returns the low half")]
const fn low(wide: u64) -> u32 {
    wide as u32
}
