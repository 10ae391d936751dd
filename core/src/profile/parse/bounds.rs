//! Checks lengths, ranges and counts against their limits.

use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::Limits;

/// Refuses text with too few or too many characters, in Unicode scalar values. [`Violation`] has an example.
///
/// # Errors
///
/// `length`, with the limits.
pub fn length_within(text: &str, limits: Limits) -> Result<(), Violation> {
    let length = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    if (limits.min..=limits.max).contains(&length) {
        Ok(())
    } else {
        Err(Violation {
            code: FieldErrorCode::Length,
            params: Params::between(limits.min, limits.max),
        })
    }
}

/// Refuses a number outside the limits. [`Violation`] has an example.
///
/// # Errors
///
/// `range`, with the limits.
pub fn number_within(number: i32, limits: Limits) -> Result<(), Violation> {
    if (limits.min..=limits.max).contains(&number) {
        Ok(())
    } else {
        Err(out_of_range(limits))
    }
}

/// Refuses a number outside the limits, except 0, which stands for none.
pub(super) fn within_or_zero(number: i32, limits: Limits) -> Result<(), Violation> {
    if number == 0 {
        Ok(())
    } else {
        number_within(number, limits)
    }
}

/// Refuses degrees outside the limits.
pub(super) fn degrees_within(degrees: f64, limits: Limits) -> Result<(), Violation> {
    if (f64::from(limits.min)..=f64::from(limits.max)).contains(&degrees) {
        Ok(())
    } else {
        Err(out_of_range(limits))
    }
}

const fn out_of_range(limits: Limits) -> Violation {
    Violation {
        code: FieldErrorCode::Range,
        params: Params::between(limits.min, limits.max),
    }
}

/// Refuses more items than the upper limit. An empty list counts as not given, so this does not check the lower limit.
pub(super) fn not_too_many(n_items: usize, limits: Limits) -> Result<(), Violation> {
    if n_items <= limits.max.unsigned_abs() as usize {
        Ok(())
    } else {
        Err(Violation {
            code: FieldErrorCode::TooMany,
            params: Params::at_most(limits.max),
        })
    }
}
