//! Counts the requests that the server has not answered completely.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of requests under way on all connections of a listener. A request counts from the end of
/// its head until the kernel has the last bytes of the response. All clones share one number.
#[derive(Debug, Clone, Default)]
pub struct RequestCounter(Arc<AtomicUsize>);

impl RequestCounter {
    /// Returns the number of requests under way.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Counts one more request until the guard is dropped.
    pub(super) fn begin(&self) -> CountedRequest {
        self.0.fetch_add(1, Ordering::Relaxed);
        CountedRequest(self.clone())
    }
}

/// A guard for a request under way.
#[derive(Debug)]
pub(super) struct CountedRequest(RequestCounter);

impl Drop for CountedRequest {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}
