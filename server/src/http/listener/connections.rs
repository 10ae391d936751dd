//! Answers HTTP/1.1 on accepted sockets, within bounds, until told to stop.
//!
//! This replaces poem's own server and adds what that server lacks: a time limit and a size limit
//! for a request's head, a time limit for a client to read its answer, and a limit for the number
//! of connections. HTTP/2 is left to the proxy that terminates TLS: browsers speak it only over
//! TLS.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::Endpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::connection::Connection;
use super::progress::{Overdue, Progress};
use crate::http::concurrency_limit::{ConcurrencyLimit, Permit};
use crate::http::ip_prefix::customer_prefix;
use crate::ops::config::TrustedProxies;

/// An ID token, a session and what browsers and proxies add are a tenth of it.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// hyper's buffer for the head, and for what it writes.
pub(super) const MAX_BUFFER_BYTES: usize = MAX_HEAD_BYTES;
#[cfg(target_os = "linux")]
const MAX_UNSENT_BYTES: u32 = 64 * 1024;
/// A client that keeps its connections busy has sent its first request long before.
const FIRST_HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// After a failure to accept, such as of a process out of file descriptors.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(100);
/// Whoever opens too many connections opens thousands more, and should not fill the log too.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(10);
/// How long requests under way may take after the signal to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// The limits of connections.
pub(super) struct Bounds {
    /// Open connections, by the IP prefix of the client. One more is closed at once.
    pub(super) connections: Arc<ConcurrencyLimit<IpAddr>>,
    /// One address of a proxy brings many clients, and a proxy opens connections before it has
    /// requests to send.
    pub(super) proxies: TrustedProxies,
    /// From the end of an answer to the end of the next request's head; so this is also how long a
    /// connection may be idle. The first head has ten seconds at most.
    pub(super) head_timeout: Duration,
    /// A client may take nothing of its answer, or next to nothing, for this long.
    pub(super) answer_timeout: Duration,
}

/// Answers until `stop`, then lets the requests under way finish.
pub(super) async fn answer<E: Endpoint + 'static>(
    listener: TcpListener,
    endpoint: E,
    bounds: Bounds,
    stop: impl Future<Output = ()>,
) {
    let endpoint = Arc::new(endpoint);
    let bounds = Arc::new(bounds);
    let (stopping, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    let mut told = None;
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                sleep(PAUSE_AFTER_FAILURE).await;
                continue;
            }
        };
        let is_proxy = bounds.proxies.contains(peer.ip());
        let key = (!is_proxy).then(|| customer_prefix(peer.ip()));
        // Over the limit, drop the socket: writing a response would need the resources that have
        // run out.
        let Some(permit) = bounds.connections.try_acquire(key, 1) else {
            if told.is_none_or(|at: Instant| at.elapsed() >= BETWEEN_WARNINGS) {
                tracing::warn!("too many connections are open, in all or from one address");
                told = Some(Instant::now());
            }
            continue;
        };
        let first_timeout = if is_proxy {
            bounds.head_timeout
        } else {
            bounds.head_timeout.min(FIRST_HEAD_TIMEOUT)
        };
        let progress = Progress::new(first_timeout, bounds.answer_timeout);
        let accepted = Accepted {
            stream,
            peer,
            progress,
            permit,
        };
        let connection = serve(accepted, endpoint.clone(), bounds.clone(), stopped.clone());
        connections.spawn(connection);
    }
    drop((listener, stopping));
    let finished = async { while connections.join_next().await.is_some() {} };
    if timeout(SHUTDOWN_TIMEOUT, finished).await.is_err() {
        connections.shutdown().await;
    }
}

/// A connection that is within the limits.
struct Accepted {
    stream: TcpStream,
    peer: SocketAddr,
    progress: Progress,
    permit: Permit<IpAddr>,
}

async fn serve<E: Endpoint + 'static>(
    accepted: Accepted,
    endpoint: Arc<E>,
    bounds: Arc<Bounds>,
    mut stopped: watch::Receiver<()>,
) {
    let Accepted {
        stream,
        peer,
        progress,
        permit: _permit,
    } = accepted;
    let (Ok(local), Ok(())) = (
        stream.local_addr(),
        // Without it an answer in two writes waits for the client's delayed acknowledgement.
        stream.set_nodelay(true),
    ) else {
        // It is gone already.
        return;
    };
    bound_unsent(&stream);
    let connection = Connection::new(stream, progress.clone());
    let overdue = Overdue::new(progress.clone());
    let service = service_fn(move |request| {
        progress.begin_request();
        let (endpoint, progress) = (endpoint.clone(), progress.clone());
        let (local, peer) = (LocalAddr(local.into()), RemoteAddr(peer.into()));
        async move {
            let request = (request, local, peer, Scheme::HTTP).into();
            let response = endpoint.get_response(request).await;
            let response: hyper::Response<_> = response.into();
            Ok::<_, Infallible>(response.map(|body| progress.begin_answer(body)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head_timeout)
        .max_header_size(MAX_HEAD_BYTES)
        .max_buf_size(MAX_BUFFER_BYTES)
        .serve_connection(TokioIo::new(connection), service);
    let mut connection = std::pin::pin!(connection);
    let mut overdue = std::pin::pin!(overdue);
    let mut is_stopping = false;
    loop {
        tokio::select! {
            biased;
            // An error is the client's: it went away, or spoke something else.
            _ = connection.as_mut() => return,
            () = overdue.as_mut() => return,
            _ = stopped.changed(), if !is_stopping => {
                connection.as_mut().graceful_shutdown();
                is_stopping = true;
            }
        }
    }
}

/// Keeps the kernel from buffering megabytes for a client that does not read. What is on its way to a
/// client that reads does not count.
#[cfg(target_os = "linux")]
fn bound_unsent(stream: &TcpStream) {
    // A kernel that does not know the option has its own bound.
    let _ = socket2::SockRef::from(stream).set_tcp_notsent_lowat(MAX_UNSENT_BYTES);
}

#[cfg(not(target_os = "linux"))]
const fn bound_unsent(_: &TcpStream) {}
