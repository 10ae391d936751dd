//! A client that writes its own bytes, slowly or never to the end.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// More than any bound of a test, and less than anybody's patience.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct RawClient(TcpStream);

impl RawClient {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self(TcpStream::connect(address).await.unwrap())
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Sends a byte after each pause until the other side has had enough; how long that took.
    pub(crate) async fn trickle(&mut self, byte: u8, pause: Duration) -> Duration {
        let started = Instant::now();
        let trickle = async {
            let mut answer = [0; 1];
            loop {
                tokio::select! {
                    read = self.0.peek(&mut answer) => return drop(read),
                    () = sleep(pause) => {
                        if self.0.write_all(&[byte]).await.is_err() {
                            return;
                        }
                    }
                }
            }
        };
        timeout(PATIENCE, trickle).await.expect("nobody minds");
        started.elapsed()
    }

    /// What comes until the other side closes; nothing where it does so without a word.
    pub(crate) async fn read_to_end(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = timeout(PATIENCE, self.0.read_to_end(&mut bytes)).await;
        // A reset is an end too.
        let _ = read.expect("the connection is left open");
        String::from_utf8(bytes).unwrap()
    }

    /// The head of the next answer, and what came with it of the body.
    pub(crate) async fn read_some(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = async {
            while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
                if self.0.read_buf(&mut bytes).await.unwrap() == 0 {
                    break;
                }
            }
        };
        timeout(PATIENCE, read).await.expect("there is no answer");
        String::from_utf8(bytes).unwrap()
    }
}
