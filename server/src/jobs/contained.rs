//! Runs work so that its panic or endless wait does not end the caller.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::time::timeout;

use crate::error::{Error, Result};

/// The longest time for one row of a job. A row that waits for ever would otherwise keep its job from the other rows.
pub(crate) const ROW_LIMIT: Duration = Duration::from_secs(30);

/// Runs work to its end, or returns an error if the work panics or exceeds the limit.
///
/// A panic may leave a half-made change in the values that the work borrows, so the caller must replace them or not use
/// them afterwards.
pub(crate) async fn contained<T, E: From<Error>>(
    limit: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    // Boxed, because a round of a job is a large future.
    let caught = Box::pin(AssertUnwindSafe(work).catch_unwind());
    match timeout(limit, caught).await {
        Ok(Ok(result)) => result,
        // The panic hook has written the message to the standard error. It may hold personal data, so the log does not.
        Ok(Err(_)) => Err(Error::internal("a panic, which the standard error shows").into()),
        Err(_) => Err(Error::internal(format!("no end within {limit:?}")).into()),
    }
}
