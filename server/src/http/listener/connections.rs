//! Answers HTTP/1.1 on accepted sockets, within limits, until the server stops.
//!
//! This replaces poem's own server and adds what that server lacks: a time limit and a size limit
//! for a request's head, a time limit for a client to read its response, and a limit for the number
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
use super::progress::{MAX_BUFFER_BYTES, Overdue, Progress};
use super::request_counter::RequestCounter;
use crate::http::concurrency_limit::{ConcurrencyLimit, Permit};
use crate::http::middleware::client_address::client_prefix;
use crate::ops::config::TrustedProxies;

/// Ten times the size of a head with an ID token, a session token and the headers of browsers and
/// proxies.
const MAX_HEAD_BYTES: usize = MAX_BUFFER_BYTES;
/// The unsent bytes that the kernel may buffer for a client.
#[cfg(target_os = "linux")]
const MAX_UNSENT_BYTES: u32 = 64 * 1024;
/// The time for the first head. A client that uses its connections sends its first request much
/// sooner.
const FIRST_HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The wait after a failure to accept, which happens when the process is out of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The least time between two warnings. A client that opens too many connections may open thousands more, and must not
/// fill the log as well.
const WARNING_INTERVAL: Duration = Duration::from_secs(10);
/// The time that current requests may take after the signal to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) struct Bounds {
    /// The open connections by the IP prefix of the client. Beyond the limit, the server closes a
    /// new connection at once.
    pub(super) connections: Arc<ConcurrencyLimit<IpAddr>>,
    /// The proxies, which have no limit for each address: one proxy serves many clients. The timeout of
    /// the first head does not hold for them, because a proxy opens connections ahead of its requests.
    pub(super) proxies: TrustedProxies,
    /// The time from the end of a response to the end of the next request's head. A connection may be
    /// idle for this long. The first head has ten seconds at most.
    pub(super) head_timeout: Duration,
    /// The time for which a client may read nothing of its response, or almost nothing.
    pub(super) response_timeout: Duration,
}

/// Answers requests until `stop` ends, then lets the current requests finish. `requests` counts them.
pub(super) async fn answer<E: Endpoint + 'static>(
    listener: TcpListener,
    endpoint: E,
    bounds: Bounds,
    requests: RequestCounter,
    stop: impl Future<Output = ()>,
) {
    let endpoint = Arc::new(endpoint);
    let bounds = Arc::new(bounds);
    let (stopping, stopped) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    let mut last_warning = None;
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
                sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        let is_proxy = bounds.proxies.contains(peer.ip());
        let key = (!is_proxy).then(|| client_prefix(peer.ip()));
        // Over the limit, drop the socket: writing a response would need the resources that have
        // run out.
        let Some(permit) = bounds.connections.try_acquire(key, 1) else {
            if last_warning.is_none_or(|at: Instant| at.elapsed() >= WARNING_INTERVAL) {
                tracing::warn!("too many connections are open, in all or from one address");
                last_warning = Some(Instant::now());
            }
            continue;
        };
        let first_timeout = if is_proxy {
            bounds.head_timeout
        } else {
            bounds.head_timeout.min(FIRST_HEAD_TIMEOUT)
        };
        let progress = Progress::new(first_timeout, bounds.response_timeout, requests.clone());
        let accepted = AcceptedConnection {
            stream,
            peer,
            progress,
            permit,
        };
        let connection = serve(accepted, endpoint.clone(), bounds.clone(), stopped.clone());
        connections.spawn(connection);
    }
    drop((listener, stopping));
    finish(connections, &requests).await;
}

/// Waits until all connections have ended, and cuts off those that take longer than
/// [`SHUTDOWN_TIMEOUT`]. The log says how many requests the operator waits for.
async fn finish(mut connections: JoinSet<()>, requests: &RequestCounter) {
    let n_requests = requests.count();
    if n_requests > 0 {
        let timeout_s = SHUTDOWN_TIMEOUT.as_secs();
        tracing::info!(n_requests, timeout_s, "waiting for the requests under way");
    }
    let ended = async { while connections.join_next().await.is_some() {} };
    let has_ended = timeout(SHUTDOWN_TIMEOUT, ended).await.is_ok();
    let n_cut_off = requests.count();
    if n_cut_off > 0 {
        tracing::warn!(
            n_requests = n_cut_off,
            "cut off the requests that took too long"
        );
    } else if n_requests > 0 {
        tracing::info!("all requests have ended");
    }
    if !has_ended {
        connections.shutdown().await;
    }
}

/// A connection that is within the limits.
struct AcceptedConnection {
    stream: TcpStream,
    peer: SocketAddr,
    progress: Progress,
    permit: Permit<IpAddr>,
}

async fn serve<E: Endpoint + 'static>(
    accepted: AcceptedConnection,
    endpoint: Arc<E>,
    bounds: Arc<Bounds>,
    mut stopped: watch::Receiver<()>,
) {
    let AcceptedConnection {
        stream,
        peer,
        progress,
        permit: _permit,
    } = accepted;
    let (Ok(local), Ok(())) = (
        stream.local_addr(),
        // Without this option, a response in two writes waits for the client's delayed acknowledgement.
        stream.set_nodelay(true),
    ) else {
        // The client has disconnected.
        return;
    };
    bound_unsent(&stream);
    let connection = Connection::new(stream, progress.clone());
    let overdue = Overdue::new(progress.clone());
    let service_progress = progress.clone();
    let service = service_fn(move |request| {
        service_progress.begin_request();
        let (endpoint, progress) = (endpoint.clone(), service_progress.clone());
        let (local, peer) = (LocalAddr(local.into()), RemoteAddr(peer.into()));
        async move {
            let request = (request, local, peer, Scheme::HTTP).into();
            let response = endpoint.get_response(request).await;
            let response: hyper::Response<_> = response.into();
            Ok::<_, Infallible>(response.map(|body| progress.begin_response(body)))
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
            // An error comes from the client: it has disconnected, or sent something other than HTTP.
            _ = connection.as_mut() => return,
            () = overdue.as_mut() => return,
            _ = stopped.changed(), if !is_stopping => {
                progress.prepare_shutdown();
                connection.as_mut().graceful_shutdown();
                is_stopping = true;
            }
        }
    }
}

/// Keeps the kernel from buffering megabytes for a client that does not read. Bytes that are on their way
/// to a client that reads do not count.
#[cfg(target_os = "linux")]
fn bound_unsent(stream: &TcpStream) {
    // A kernel without this option has its own bound.
    let _ = socket2::SockRef::from(stream).set_tcp_notsent_lowat(MAX_UNSENT_BYTES);
}

#[cfg(not(target_os = "linux"))]
const fn bound_unsent(_: &TcpStream) {}
