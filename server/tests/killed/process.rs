//! The server as a process of its own, which can be killed.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reqwest::Client;
use tokio::time::sleep;

/// Where a server is, or was.
#[derive(Clone, Copy)]
pub(crate) struct Address(SocketAddr);

impl Address {
    pub(crate) fn url(self, path: &str) -> String {
        format!("http://{}{path}", self.0)
    }
}

/// Killed when it is dropped, too.
pub(crate) struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    /// Returns once it answers.
    pub(crate) async fn start(folder: &Path, database_url: &str, client: &Client) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let child = Command::new(env!("CARGO_BIN_EXE_enmusubi-server"))
            .current_dir(folder)
            .env("MOCK_ENABLE", "true")
            .env("RATE_LIMIT", "off")
            .env("RUST_LOG", "error")
            .env("LISTEN", address.to_string())
            .env("DATABASE_URL", database_url)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let process = Self { child, address };
        for _ in 0..600 {
            let ready = client.get(process.url("/readyz")).send().await;
            if ready.is_ok_and(|answer| answer.status() == 200) {
                return process;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("the server does not start");
    }

    pub(crate) fn url(&self, path: &str) -> String {
        self.at().url(path)
    }

    /// Where it is, for those who do not end with it.
    pub(crate) const fn at(&self) -> Address {
        Address(self.address)
    }

    /// As a power cut of the process: no signal that it could hear.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
