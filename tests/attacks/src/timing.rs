//! Compares the times of two kinds of calls.

use std::time::Duration;

use crate::world::Result;

/// Returns the median in microseconds.
pub(crate) fn median_us(samples: &[Duration]) -> u128 {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    let middle = sorted.get(sorted.len() / 2);
    middle.map_or(0, Duration::as_micros)
}

/// Returns the probability that a call of the first kind takes longer than one of the second kind: the area under
/// the curve of a test that tells them apart by their times. Equal times count half, and 0.5 means that the times
/// tell nothing.
pub(crate) fn probability_of_longer(first: &[Duration], second: &[Duration]) -> Result<f64> {
    let mut sorted = second.to_vec();
    sorted.sort_unstable();
    let mut n_longer = 0.0;
    let mut n_pairs = 0.0;
    for sample in first {
        let n_shorter = sorted.partition_point(|other| other < sample);
        let n_not_longer = sorted.partition_point(|other| other <= sample);
        n_longer += f64::from(u32::try_from(n_shorter + n_not_longer)?) / 2.0;
        n_pairs += f64::from(u32::try_from(sorted.len())?);
    }
    Ok(n_longer / n_pairs)
}
