//! Answers HTTP/1.1 on accepted sockets, within bounds, until told to stop.
//!
//! This is poem's own server with what that one leaves open: a time for a request's head to arrive in,
//! a bound for its size, and one for the number of connections. HTTP/2 is for the proxy that brings
//! TLS; without it a browser never speaks it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use poem::Endpoint;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::connection::Connection;

/// An ID token, a session and what browsers and proxies add are a tenth of it.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// After a failure to accept, such as of a process out of file descriptors.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(100);
/// Whoever opens too many connections opens thousands more, and should not fill the log too.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(10);
/// How long requests under way may take after the signal to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// What a connection may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Open connections; one more is closed at once.
    pub(super) max_connections: usize,
    /// From the end of an answer, or from the beginning, to the end of the next request's head; so this
    /// is also how long a connection may be idle.
    pub(super) head_timeout: Duration,
}

/// Answers until `stop`, then lets the requests under way finish.
pub(super) async fn answer<E: Endpoint + 'static>(
    listener: TcpListener,
    endpoint: E,
    bounds: Bounds,
    stop: impl Future<Output = ()>,
) {
    let endpoint = Arc::new(endpoint);
    let slots = Arc::new(Semaphore::new(bounds.max_connections));
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
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                sleep(PAUSE_AFTER_FAILURE).await;
                continue;
            }
        };
        // Otherwise closed by being dropped: an answer would take what there is none of.
        let Ok(slot) = slots.clone().try_acquire_owned() else {
            if told.is_none_or(|at: Instant| at.elapsed() >= BETWEEN_WARNINGS) {
                tracing::warn!("too many connections are open");
                told = Some(Instant::now());
            }
            continue;
        };
        let connection = serve(stream, endpoint.clone(), bounds, stopped.clone(), slot);
        connections.spawn(connection);
    }
    drop((listener, stopping));
    let finished = async { while connections.join_next().await.is_some() {} };
    if timeout(SHUTDOWN_TIMEOUT, finished).await.is_err() {
        connections.shutdown().await;
    }
}

async fn serve<E: Endpoint + 'static>(
    stream: TcpStream,
    endpoint: Arc<E>,
    bounds: Bounds,
    mut stopped: watch::Receiver<()>,
    _slot: OwnedSemaphorePermit,
) {
    let (Ok(local), Ok(peer), Ok(())) = (
        stream.local_addr(),
        stream.peer_addr(),
        // Without it an answer in two writes waits for the client's delayed acknowledgement.
        stream.set_nodelay(true),
    ) else {
        // It is gone already.
        return;
    };
    let service = service_fn(move |request| {
        let endpoint = endpoint.clone();
        let (local, peer) = (LocalAddr(local.into()), RemoteAddr(peer.into()));
        async move {
            let request = (request, local, peer, Scheme::HTTP).into();
            let response = endpoint.get_response(request).await;
            Ok::<hyper::Response<_>, Infallible>(response.into())
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head_timeout)
        .max_header_size(MAX_HEAD_BYTES)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(Connection::new(stream)), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // An error is the client's: it went away, or spoke something else.
        _ = connection.as_mut() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    // Its error too.
    let _ = connection.await;
}
