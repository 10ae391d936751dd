//! Random choices.

use std::ops::RangeBounds;

use fastrand::Rng;

/// Picks one of these values.
pub(crate) fn pick<T: Copy>(rng: &mut Rng, these: &[T]) -> T {
    these[rng.usize(..these.len())]
}

/// Returns true once in `n_times`.
pub(crate) fn one_in(rng: &mut Rng, n_times: u32) -> bool {
    rng.u32(..n_times) == 0
}

/// Picks several of these values, each at most once, in any order.
pub(crate) fn several<T: Copy>(
    rng: &mut Rng,
    these: &[T],
    how_many: impl RangeBounds<usize>,
) -> Vec<T> {
    let mut chosen = these.to_vec();
    rng.shuffle(&mut chosen);
    chosen.truncate(rng.usize(how_many));
    chosen
}
