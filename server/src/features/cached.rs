//! A value that is read often and computed seldom.

use std::sync::Arc;

use tokio::sync::Mutex;

use crate::clock::Millis;
use crate::error::Result;

/// The latest value with the moment when it was computed. All clones share it.
#[derive(Debug)]
pub(crate) struct Cached<T>(Arc<Mutex<Option<(T, Millis)>>>);

impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Cached<T> {
    /// Returns the value if it is younger than `lifetime_ms`, or computes it. Concurrent callers wait for one
    /// computation and share its value.
    pub(crate) async fn get_or_compute(
        &self,
        now_ms: Millis,
        lifetime_ms: i64,
        computing: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let mut latest = self.0.lock().await;
        // A developer may move the clock of the mock back.
        if let Some((value, at_ms)) = &*latest
            && (0..lifetime_ms).contains(&(now_ms - *at_ms))
        {
            return Ok(value.clone());
        }
        let value = computing.await?;
        *latest = Some((value.clone(), now_ms));
        Ok(value)
    }
}
