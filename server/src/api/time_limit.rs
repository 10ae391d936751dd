//! How long a request may take: a minute or what is configured, and more only for a body that comes.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use poem::{Body, Endpoint, Request, Result};
use tokio::time::{Instant, sleep_until};

use crate::error::Error;

/// The slowest network on which a picture is still sent: 2G, whose 40 kbit/s are 5 kB/s. Whoever sends
/// less holds a place for nothing.
const BODY_BYTES_PER_S: u64 = 4 * 1024;

/// Answers within `timeout` and a second for each 4 KiB received, or with E503.
///
/// The call is then dropped, as when its client goes away.
pub(super) async fn within<E: Endpoint>(
    timeout: Duration,
    endpoint: Arc<E>,
    mut request: Request,
) -> Result<E::Output> {
    let started = Instant::now();
    let n_received = Arc::new(AtomicU64::new(0));
    let sum = n_received.clone();
    let body = request.take_body().into_bytes_stream();
    let body = body.inspect_ok(move |chunk| {
        sum.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    });
    request.set_body(Body::from_bytes_stream(body));
    let mut call = pin!(endpoint.call(request));
    loop {
        let more_s = n_received.load(Ordering::Relaxed) / BODY_BYTES_PER_S;
        let deadline = started + timeout + Duration::from_secs(more_s);
        if deadline <= Instant::now() {
            return Err(Error::busy().into());
        }
        tokio::select! {
            answer = &mut call => return answer,
            () = sleep_until(deadline) => {}
        }
    }
}
