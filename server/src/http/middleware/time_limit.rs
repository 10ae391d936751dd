//! Limits how long a request may take: a minute by default, and longer only while its body arrives.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use poem::{Body, Endpoint, Request, Result};
use tokio::time::{Instant, sleep_until};

use crate::error::Error;

/// The slowest rate at which the server still waits for a JSON body. 2G has 40 kbit/s, which is 5 kB/s. A
/// slower client would hold a permit for too long.
const BODY_BYTES_PER_S: u64 = 4 * 1024;

/// The average rate that an upload needs after the usual time; it is the rate of 3G. Within the usual
/// minute, 2G transfers 300 kB, which is a photo after the page has shrunk it.
const UPLOAD_BYTES_PER_MS: u64 = 32;
/// The longest time of an upload. A file of the largest size takes this long at 50 kB/s.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(5);

/// Runs the call for at most `timeout` and one more second for each 4 KiB of body received, then returns E503.
///
/// With E503, the server drops the call, as it does when the client disconnects.
pub(crate) async fn within<E: Endpoint>(
    timeout: Duration,
    endpoint: Arc<E>,
    mut request: Request,
) -> Result<E::Output> {
    let (body, n_received) = counted(request.take_body());
    request.set_body(body);
    let allowed = |n_received| timeout + Duration::from_secs(n_received / BODY_BYTES_PER_S);
    run(endpoint.call(request), &n_received, allowed).await?
}

/// Reads the body of an upload within the time limit of uploads, or returns E503.
pub(crate) async fn read_upload_within<T>(
    timeout: Duration,
    body: Body,
    read: impl AsyncFnOnce(Body) -> crate::error::Result<T>,
) -> crate::error::Result<T> {
    let (body, n_received) = counted(body);
    let allowed = |n_received| upload_time(timeout, n_received);
    run(read(body), &n_received, allowed).await?
}

/// Returns the time limit of an upload of which the server has received `n_received` bytes.
fn upload_time(timeout: Duration, n_received: u64) -> Duration {
    let at_pace = Duration::from_millis(n_received / UPLOAD_BYTES_PER_MS);
    timeout.max(at_pace).min(UPLOAD_TIMEOUT)
}

/// Wraps the body, and counts the bytes that the server has read of it.
fn counted(body: Body) -> (Body, Arc<AtomicU64>) {
    let n_received = Arc::new(AtomicU64::new(0));
    let sum = n_received.clone();
    let chunks = body.into_bytes_stream().inspect_ok(move |chunk| {
        sum.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    });
    (Body::from_bytes_stream(chunks), n_received)
}

/// Runs `call` for the time that the number of received bytes allows.
async fn run<T>(
    call: impl Future<Output = T>,
    n_received: &AtomicU64,
    allowed: impl Fn(u64) -> Duration,
) -> crate::error::Result<T> {
    let started = Instant::now();
    let mut call = pin!(call);
    loop {
        let deadline = started + allowed(n_received.load(Ordering::Relaxed));
        if deadline <= Instant::now() {
            return Err(Error::busy());
        }
        tokio::select! {
            outcome = &mut call => return Ok(outcome),
            () = sleep_until(deadline) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upload_has_a_minute_then_32_kb_a_second_and_five_minutes_in_all() {
        for (n_received, allowed_s) in [
            (0, 60),
            (300_000, 60),
            (1_920_000, 60),
            (3_200_000, 100),
            (9_600_000, 300),
            (15_000_000, 300),
        ] {
            let allowed = upload_time(Duration::from_mins(1), n_received);
            assert_eq!(allowed.as_secs(), allowed_s, "{n_received}");
        }
    }
}
