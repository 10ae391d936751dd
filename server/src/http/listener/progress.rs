//! Tracks the state of a connection, and sets deadlines for its first request and for each response.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use super::request_counter::{CountedRequest, RequestCounter};

/// The bytes of a response that extend its deadline by a millisecond. The number is small because a browser loads six
/// pictures at a time, and 2G transfers 5 kB/s for all of them together. The initial timeout of a response makes up for
/// the difference.
const RESPONSE_BYTES_PER_MS: u64 = 1;
/// The size of hyper's buffer for the head of a request, and for its writes. The server drops a body up
/// to this size when its last bytes are in the buffer. A larger body may be a single piece of memory, so
/// the server drops it only when the kernel has taken its last bytes.
pub(super) const MAX_BUFFER_BYTES: usize = 64 * 1024;

/// The state that a connection shares with its responses.
#[derive(Clone)]
pub(super) struct Progress(Arc<Mutex<State>>);

/// The part of a response that the kernel has not taken yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnsentPart {
    Nothing,
    Response,
    /// The last bytes of the response, which are in hyper's buffer.
    LastBytes,
}

struct State {
    response_timeout: Duration,
    requests: RequestCounter,
    /// The request whose response is not yet in hyper's buffer.
    request: Option<CountedRequest>,
    /// The request whose response the kernel has not yet taken from hyper's buffer.
    buffered_request: Option<CountedRequest>,
    /// `None` while the server handles a request, or waits for the next one.
    deadline: Option<Instant>,
    unsent: UnsentPart,
    /// A large body whose last bytes are in hyper's buffer.
    body: Option<BoxBody<Bytes, io::Error>>,
    is_cut_off: bool,
    /// False if the server stops and the connection is idle.
    must_linger: bool,
}

impl Progress {
    /// Starts a connection whose first request has to begin within `first_timeout`. Each response then has
    /// `response_timeout`, and a second more for each 1,000 bytes. Its deadline is never more than
    /// `response_timeout` ahead.
    pub(super) fn new(
        first_timeout: Duration,
        response_timeout: Duration,
        requests: RequestCounter,
    ) -> Self {
        Self(Arc::new(Mutex::new(State {
            response_timeout,
            requests,
            request: None,
            buffered_request: None,
            deadline: Some(Instant::now() + first_timeout),
            unsent: UnsentPart::Nothing,
            body: None,
            is_cut_off: false,
            must_linger: true,
        })))
    }

    /// Notes that the head of a request has arrived.
    pub(super) fn begin_request(&self) {
        let mut state = self.lock();
        state.deadline = None;
        state.request = Some(state.requests.begin());
        state.must_linger = true;
    }

    /// Notes that the server begins to send a response.
    pub(super) fn begin_response(&self, body: BoxBody<Bytes, io::Error>) -> ResponseBody {
        let mut state = self.lock();
        state.deadline = Some(Instant::now() + state.response_timeout);
        state.unsent = UnsentPart::Response;
        drop(state);
        ResponseBody {
            body: Some(body),
            n_bytes: 0,
            progress: self.clone(),
        }
    }

    /// Notes that the kernel has taken `n_bytes` from hyper.
    pub(super) fn written(&self, n_bytes: usize) {
        let mut state = self.lock();
        if let Some(deadline) = state
            .deadline
            .filter(|_| state.unsent != UnsentPart::Nothing)
        {
            let more = Duration::from_millis(n_bytes as u64 / RESPONSE_BYTES_PER_MS);
            let latest = Instant::now() + state.response_timeout;
            state.deadline = Some((deadline + more).min(latest));
        }
    }

    /// Notes that the kernel has taken everything from hyper's buffer.
    pub(super) fn flushed(&self) {
        let mut state = self.lock();
        if state.unsent == UnsentPart::LastBytes {
            state.unsent = UnsentPart::Nothing;
            state.deadline = None;
            state.buffered_request = None;
            let body = state.body.take();
            drop(state);
            drop(body);
        }
    }

    /// Notes that the client reads its response too slowly, or not at all.
    pub(super) fn cut_off(&self) {
        let mut state = self.lock();
        state.is_cut_off = state.unsent != UnsentPart::Nothing;
    }

    /// Returns whether the connection ends in the middle of a response.
    pub(super) fn is_cut_off(&self) -> bool {
        self.lock().is_cut_off
    }

    /// Notes that the server stops. An idle client has all its responses, so its connection need not
    /// linger, and the operator does not wait for it.
    pub(super) fn prepare_shutdown(&self) {
        let mut state = self.lock();
        state.must_linger = state.request.is_some() || state.buffered_request.is_some();
    }

    /// Returns whether a closed connection goes on to read what the client still sends.
    pub(super) fn must_linger(&self) -> bool {
        self.lock().must_linger
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A future that ends when the connection has missed its deadline. Poll it after the connection, in the
/// same task: only the connection changes the deadline.
pub(super) struct Overdue {
    progress: Progress,
    sleep: Pin<Box<Sleep>>,
}

impl Overdue {
    pub(super) fn new(progress: Progress) -> Self {
        let deadline = progress.lock().deadline.unwrap_or_else(Instant::now);
        Self {
            progress,
            sleep: Box::pin(sleep_until(deadline)),
        }
    }
}

impl Future for Overdue {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let deadline = self.progress.lock().deadline;
        let Some(deadline) = deadline else {
            return Poll::Pending;
        };
        if self.sleep.deadline() != deadline {
            self.sleep.as_mut().reset(deadline);
        }
        ready!(self.sleep.as_mut().poll(context));
        self.progress.cut_off();
        Poll::Ready(())
    }
}

/// The body of a response. Its drop tells the connection that no more bytes follow.
pub(super) struct ResponseBody {
    body: Option<BoxBody<Bytes, io::Error>>,
    n_bytes: usize,
    progress: Progress,
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if let Some(Ok(frame)) = &frame {
            self.n_bytes += frame.data_ref().map_or(0, Bytes::len);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body
            .as_ref()
            .map_or_else(SizeHint::default, Body::size_hint)
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        let body = self.body.take();
        let mut state = self.progress.lock();
        state.unsent = UnsentPart::LastBytes;
        state.buffered_request = state.request.take();
        if self.n_bytes > MAX_BUFFER_BYTES {
            state.body = body;
        }
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{BodyExt as _, Full};

    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    fn progress() -> Progress {
        Progress::new(Duration::from_secs(10), MINUTE, RequestCounter::default())
    }

    fn body(n_bytes: usize) -> (BoxBody<Bytes, io::Error>, Bytes) {
        let bytes = Bytes::from(vec![0; n_bytes]);
        let body = Full::new(bytes.clone()).map_err(|never| match never {});
        (BoxBody::new(body), bytes)
    }

    fn seconds_left(progress: &Progress) -> Option<u64> {
        let deadline = progress.lock().deadline?;
        let left = deadline.duration_since(Instant::now());
        Some((left + Duration::from_millis(500)).as_secs())
    }

    #[tokio::test]
    async fn a_connection_has_a_deadline_before_its_first_request_and_while_it_responds() {
        let progress = progress();
        assert_eq!(seconds_left(&progress), Some(10));
        progress.begin_request();
        assert_eq!(seconds_left(&progress), None);
        let response = progress.begin_response(body(1).0);
        assert_eq!(seconds_left(&progress), Some(60));
        progress.flushed();
        assert_eq!(
            seconds_left(&progress),
            Some(60),
            "the body is not complete"
        );
        drop(response);
        progress.flushed();
        assert_eq!(seconds_left(&progress), None);
    }

    #[tokio::test]
    async fn a_request_counts_until_its_response_is_flushed() {
        let requests = RequestCounter::default();
        let progress = Progress::new(MINUTE, MINUTE, requests.clone());
        progress.begin_request();
        assert_eq!(requests.count(), 1);
        drop(progress.begin_response(body(1).0));
        assert_eq!(requests.count(), 1, "the response is in the buffer");
        // A client may send its next request before it has the response.
        progress.begin_request();
        assert_eq!(requests.count(), 2);
        progress.flushed();
        assert_eq!(requests.count(), 1);
        drop(progress);
        assert_eq!(requests.count(), 0, "the connection has ended");
    }

    #[tokio::test]
    async fn only_an_idle_connection_closes_at_once_when_the_server_stops() {
        let progress = progress();
        assert!(progress.must_linger(), "the server does not stop");
        progress.prepare_shutdown();
        assert!(!progress.must_linger());
        progress.begin_request();
        assert!(progress.must_linger(), "its head was on its way");
        progress.prepare_shutdown();
        assert!(progress.must_linger());
        drop(progress.begin_response(body(1).0));
        progress.prepare_shutdown();
        assert!(progress.must_linger(), "the response is in the buffer");
        progress.flushed();
        progress.prepare_shutdown();
        assert!(!progress.must_linger());
    }

    #[tokio::test]
    async fn sent_bytes_extend_the_deadline_only_up_to_the_timeout() {
        let progress = progress();
        let _response = progress.begin_response(body(1).0);
        progress.written(1_000_000);
        assert_eq!(seconds_left(&progress), Some(60));
        progress.lock().deadline = Some(Instant::now() + Duration::from_secs(5));
        progress.written(20_000);
        assert_eq!(seconds_left(&progress), Some(25));
    }

    #[tokio::test]
    async fn a_large_body_is_kept_until_the_kernel_has_its_last_bytes() {
        for (n_bytes, is_kept) in [(64 * 1024, false), (64 * 1024 + 1, true)] {
            let progress = progress();
            let (body, bytes) = body(n_bytes);
            let mut response = progress.begin_response(body);
            let frame = response.frame().await.unwrap().unwrap();
            drop((frame, response));
            assert_eq!(progress.lock().body.is_some(), is_kept);
            progress.flushed();
            assert!(bytes.is_unique(), "{n_bytes}");
        }
    }
}
