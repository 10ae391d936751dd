//! The number that a member sees for a count of people.

/// Looks through the series from its end.
pub(crate) fn naive_count(count: u32, offset: u32) -> Option<u32> {
    let mut series: Vec<u128> = Vec::new();
    for zeros in 0..9 {
        for digit in [1, 2, 5] {
            series.push(digit * 10_u128.pow(zeros));
        }
    }
    series.push(10_u128.pow(9));
    series.push(2 * 10_u128.pow(9));
    series.push(5 * 10_u128.pow(9));
    series.retain(|number| *number >= 20);
    for pair in series.windows(2).rev() {
        // Multiplied by 2³², so that the shift is exact.
        let whole = (pair[0] << 32) + (pair[1] - pair[0]) * u128::from(offset);
        if u128::from(count) >= whole >> 32 {
            return u32::try_from(pair[0]).ok();
        }
    }
    None
}
