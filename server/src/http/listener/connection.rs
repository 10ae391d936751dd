//! An accepted socket. It delivers the response to an upload that the server refused, and gives up on a
//! client that reads nothing.

use std::io::{ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::progress::Progress;

/// The time for which the server discards the rest of a body that it does not read.
const LINGER: Duration = Duration::from_secs(5);
/// The time for which a client may read none of the bytes that the server writes.
const MAX_STALL: Duration = Duration::from_secs(30);
const DISCARD_BYTES: usize = 16 * 1024;

/// A socket that reads on for a moment after its last response.
///
/// Closing a socket with unread bytes resets the connection, and the client loses the response that
/// says why the server did not read the body. Therefore the socket first closes its writing half. It
/// then discards the bytes that still arrive, until the client closes or [`LINGER`] is over. An idle
/// connection of a server that stops has nothing to deliver, and is closed at once.
pub(super) struct Connection {
    stream: TcpStream,
    progress: Progress,
    stalled: Option<Pin<Box<Sleep>>>,
    lingering: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub(super) const fn new(stream: TcpStream, progress: Progress) -> Self {
        Self {
            stream,
            progress,
            stalled: None,
            lingering: None,
        }
    }

    /// Returns the result of a write, or an error if the client has read nothing for [`MAX_STALL`].
    fn watch(
        &mut self,
        written: Poll<Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<usize>> {
        if let Poll::Ready(result) = written {
            self.stalled = None;
            self.progress.written(*result.as_ref().unwrap_or(&0));
            return Poll::Ready(result);
        }
        let until = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(MAX_STALL)));
        ready!(until.as_mut().poll(context));
        self.progress.cut_off();
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.progress.is_cut_off() {
            // Close with a reset. Otherwise the kernel keeps the unread bytes and retries them for minutes.
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        // hyper calls this when its own buffer is empty.
        self.progress.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            if !this.progress.must_linger() {
                return Poll::Ready(Ok(()));
            }
        }
        let until = this
            .lingering
            .get_or_insert_with(|| Box::pin(sleep(LINGER)));
        let mut discarded = [0; DISCARD_BYTES];
        loop {
            if until.as_mut().poll(context).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut buffer = ReadBuf::new(&mut discarded);
            match ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                // The client has closed its half, too, or it has disconnected.
                Ok(()) | Err(_) => return Poll::Ready(Ok(())),
            }
        }
    }
}
