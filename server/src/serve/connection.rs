//! Accepted sockets: small answers leave at once, and a refused upload still gets its answer.

use std::io::Result;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use poem::http::uri::Scheme;
use poem::listener::TcpAcceptor;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep};

/// How long a client may go on sending what nobody reads.
const LINGER: Duration = Duration::from_secs(5);
const DISCARD_BYTES: usize = 16 * 1024;

/// Accepts TCP connections.
pub(super) struct Acceptor(TcpAcceptor);

impl Acceptor {
    pub(super) fn new(listener: TcpListener) -> Result<Self> {
        TcpAcceptor::from_tokio(listener).map(Self)
    }
}

impl poem::listener::Acceptor for Acceptor {
    type Io = Connection;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.0.local_addr()
    }

    async fn accept(&mut self) -> Result<(Self::Io, LocalAddr, RemoteAddr, Scheme)> {
        let (stream, local, remote, scheme) = self.0.accept().await?;
        // Without it an answer in two writes waits for the client's delayed acknowledgement.
        stream.set_nodelay(true)?;
        Ok((
            Connection {
                stream,
                lingering: None,
            },
            local,
            remote,
            scheme,
        ))
    }
}

/// A socket that, once we have said our last word, listens on for a moment.
///
/// Closing a socket with unread bytes resets the connection, and the client loses the answer that
/// says why its body was not read. So the writing half is closed first, and what still comes is
/// thrown away until the client closes or the time is up.
pub(super) struct Connection {
    stream: TcpStream,
    lingering: Option<Pin<Box<Sleep>>>,
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
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[std::io::IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
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
                // The client has closed too, or is gone.
                Ok(()) | Err(_) => return Poll::Ready(Ok(())),
            }
        }
    }
}
