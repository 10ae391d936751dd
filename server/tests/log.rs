//! A log that cannot be written, or that has no reader, stops no request. The server is a separate
//! process here, because a process has one stderr.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

use std::fs::OpenOptions;
use std::io::{Read as _, pipe};
use std::net::TcpListener;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

/// Long enough for a busy machine, and shorter than it takes to notice a stuck reader.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// The capacity of a pipe on Linux.
const PIPE_BYTES: usize = 64 * 1024;
const N_LONG_LINES: usize = 200;
/// The sources of the web app have an `index.html`, and a server does not start without one.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

struct Server {
    child: Child,
    url: String,
    client: Client,
    _folder: TempDir,
}

impl Server {
    /// Starts a server and waits until it answers.
    async fn start(rust_log: &str, stderr: impl Into<Stdio>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let child = Command::new(env!("CARGO_BIN_EXE_enmusubi-server"))
            .current_dir(folder.path())
            .env("WEB_ROOT", WEB_ROOT)
            .env("MOCK_ENABLE", "true")
            .env("RATE_LIMIT", "off")
            .env("RUST_LOG", rust_log)
            .env("LISTEN", address.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(stderr)
            .spawn()
            .unwrap();
        let client = Client::builder()
            .no_proxy()
            .timeout(ANSWERED_WITHIN)
            .build()
            .unwrap();
        let mut server = Self {
            child,
            url: format!("http://{address}"),
            client,
            _folder: folder,
        };
        for _ in 0..600 {
            let answer = server.client.get(server.at("/healthz")).send().await;
            if answer.is_ok_and(|answer| answer.status() == 200) {
                return server;
            }
            let ended = server.child.try_wait().unwrap();
            assert!(ended.is_none(), "the server ended: {ended:?}");
            sleep(Duration::from_millis(20)).await;
        }
        panic!("the server does not start");
    }

    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.client.get(self.at(path)).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap())
    }

    /// Makes a call that the server refuses and logs.
    async fn check_that_a_call_is_answered(&self) {
        let (status, body) = self.get("/api/user/my-info").await;
        assert_eq!((status, &body["code"]), (401, &json!("E001A")));
    }

    /// Logs more than a pipe holds, in lines of a kibibyte.
    async fn check_that_long_lines_are_taken(&self) {
        let report = json!({ "level": "error", "message": "too long ".repeat(200) });
        for _ in 0..N_LONG_LINES {
            let request = self.client.post(self.at("/api/logger")).json(&report);
            assert_eq!(request.send().await.unwrap().status(), 204);
        }
    }

    async fn stop(&mut self) -> ExitStatus {
        let pid = self.child.id().to_string();
        let stopped = Command::new("kill").arg(&pid).status().unwrap();
        assert!(stopped.success());
        for _ in 0..600 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            sleep(Duration::from_millis(20)).await;
        }
        panic!("the server does not end");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Checks that a server without a log goes on, and that `/readyz` reports the fault.
async fn check_without_log(mut server: Server) {
    for _ in 0..20 {
        server.check_that_a_call_is_answered().await;
    }
    server.check_that_long_lines_are_taken().await;
    assert_eq!(server.get("/healthz").await.0, 200);
    let (status, body) = server.get("/readyz").await;
    let seen = [
        &body["status"],
        &body["log"],
        &body["database"],
        &body["storage"],
    ];
    assert_eq!(
        (status, seen),
        (
            503,
            [
                &json!("failing"),
                &json!("failing"),
                &json!("ok"),
                &json!("ok")
            ]
        )
    );
    assert!(server.stop().await.success());
}

#[tokio::test]
async fn requests_are_answered_while_the_pipe_of_the_log_is_closed() {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    check_without_log(Server::start("debug", writer).await).await;
}

#[tokio::test]
async fn requests_are_answered_while_the_disk_of_the_log_is_full() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    check_without_log(Server::start("info", full).await).await;
}

#[tokio::test]
async fn a_stuck_log_reader_stops_no_request_and_the_queued_lines_follow() {
    let (mut reader, writer) = pipe().unwrap();
    let mut server = Server::start("info", writer).await;
    server.check_that_long_lines_are_taken().await;
    server.check_that_a_call_is_answered().await;
    assert_eq!(server.get("/healthz").await.0, 200);
    let read = tokio::task::spawn_blocking(move || {
        let mut log = String::new();
        reader.read_to_string(&mut log).unwrap();
        log
    });
    assert!(server.stop().await.success());
    let log = read.await.unwrap();
    assert!(log.len() > 2 * PIPE_BYTES, "the pipe was full");
    let n_reported = log.matches("client: too long").count();
    assert_eq!(n_reported, N_LONG_LINES, "no line is lost");
    assert!(log.contains("/api/user/my-info"));
}

#[tokio::test]
async fn the_server_can_stop_while_its_log_has_no_reader() {
    let (_reader, writer) = pipe().unwrap();
    let mut server = Server::start("info", writer).await;
    server.check_that_long_lines_are_taken().await;
    sleep(Duration::from_secs(1)).await;
    assert!(server.stop().await.success());
}

#[tokio::test]
async fn a_log_with_a_reader_is_complete_and_the_server_is_ready() {
    let (mut reader, writer) = pipe().unwrap();
    let mut server = Server::start("info", writer).await;
    server.check_that_a_call_is_answered().await;
    let (status, body) = server.get("/readyz").await;
    assert_eq!(
        (status, &body["status"], &body["log"]),
        (200, &json!("ok"), &Value::Null)
    );
    assert!(server.stop().await.success());
    let mut log = String::new();
    reader.read_to_string(&mut log).unwrap();
    assert!(log.contains("Enmusubi is up"), "{log}");
    assert!(log.contains("/api/user/my-info"), "{log}");
}
