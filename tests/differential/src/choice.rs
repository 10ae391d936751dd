//! Choosing at random.

use std::ops::RangeBounds;

use fastrand::Rng;

/// One of these.
pub(crate) fn pick<T: Copy>(rng: &mut Rng, these: &[T]) -> T {
    these[rng.usize(..these.len())]
}

/// Once in so many times.
pub(crate) fn one_in(rng: &mut Rng, n_times: u32) -> bool {
    rng.u32(..n_times) == 0
}

/// So many of these, each once, in any order.
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
