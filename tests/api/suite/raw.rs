//! A client that sends raw bytes, slowly or never to the end.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::suite::prelude::*;

/// The longest wait for the server, which is longer than any limit that a test measures.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

pub(crate) struct RawClient(TcpStream);

impl RawClient {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }

    /// Connects from another address of this machine.
    pub(crate) async fn connect_from(local: [u8; 4], address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((local, 0))).unwrap();
        Self(socket.connect(address).await.unwrap())
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Sends a byte after each pause until the server answers or closes. Returns how long that took.
    pub(crate) async fn trickle(&mut self, byte: u8, pause: Duration) -> Duration {
        self.send_slowly(&[byte], pause).await
    }

    /// Sends the bytes again after each pause until the server answers or closes. Returns how long
    /// that took.
    pub(crate) async fn send_slowly(&mut self, bytes: &[u8], pause: Duration) -> Duration {
        let started = Instant::now();
        let trickle = async {
            let mut answer = [0; 1];
            loop {
                tokio::select! {
                    read = self.0.peek(&mut answer) => return drop(read),
                    () = sleep(pause) => {
                        if self.0.write_all(bytes).await.is_err() {
                            return;
                        }
                    }
                }
            }
        };
        timeout(LONGEST_WAIT, trickle)
            .await
            .expect("the server sets no limit");
        started.elapsed()
    }

    /// Reads until the server closes the connection. Returns an empty text if it closes without an
    /// answer.
    pub(crate) async fn read_to_end(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = timeout(LONGEST_WAIT, self.0.read_to_end(&mut bytes)).await;
        // A reset ends the answer too.
        let _ = read.expect("the server leaves the connection open");
        String::from_utf8(bytes).unwrap()
    }

    /// Reads at most `n_bytes` after each pause until the server closes. Returns how many bytes it
    /// read.
    pub(crate) async fn read_slowly(&mut self, n_bytes: usize, pause: Duration) -> usize {
        let mut bytes = vec![0; n_bytes];
        let mut sum = 0;
        loop {
            sleep(pause).await;
            match self.0.read(&mut bytes).await {
                Ok(0) | Err(_) => return sum,
                Ok(n_read) => sum += n_read,
            }
        }
    }

    /// Returns true if the server has closed the connection by now.
    pub(crate) async fn is_closed(&mut self) -> bool {
        let read = timeout(Duration::from_millis(10), self.0.peek(&mut [0])).await;
        matches!(read, Ok(Ok(0) | Err(_)))
    }

    /// Reads the head of the next answer, and the part of the body that came with it.
    pub(crate) async fn read_some(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = async {
            while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
                if self.0.read_buf(&mut bytes).await.unwrap() == 0 {
                    break;
                }
            }
        };
        timeout(LONGEST_WAIT, read)
            .await
            .expect("the server does not answer");
        String::from_utf8(bytes).unwrap()
    }

    /// Reads the first twelve bytes of the next answer.
    pub(crate) async fn read_status(&mut self) -> String {
        let mut bytes = [0; 12];
        let read = timeout(LONGEST_WAIT, self.0.read_exact(&mut bytes)).await;
        read.expect("the server does not answer").unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
