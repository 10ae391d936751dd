//! Waits for work that the server does after its answer, or in the background.

use tokio::time::sleep;

use crate::suite::prelude::*;

const PAUSE: Duration = Duration::from_millis(10);

/// Waits until the condition holds. Fails with the name of the goal if the condition does not hold within `longest`.
pub(crate) async fn wait_until(goal: &str, longest: Duration, is_so: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !is_so().await {
        assert!(started.elapsed() < longest, "never: {goal}");
        sleep(PAUSE).await;
    }
}
