//! Starts and stops the server as a person does, and checks its first lines, the lines of a page view, and
//! its waiting at the end.

use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use super::{LINE, command, folder};

/// More than the kernel buffers for a client that does not read.
const LARGE_FILE_BYTES: usize = 32 * 1024 * 1024;
/// The time that the server waits for its requests. `listener/connections.rs` has the same.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// The least time between two signals that are not the same stop.
const BETWEEN_SIGNALS: Duration = Duration::from_secs(1);
/// The time in which a busy machine gets from the last byte of a response to an idle connection.
const SETTLED: Duration = Duration::from_millis(500);

struct Server {
    child: Child,
    log: BufReader<ChildStderr>,
    address: SocketAddr,
    /// The time just before the last signal.
    signalled_at: Instant,
    _folder: TempDir,
}

/// The output of a server that has ended.
struct Ended {
    status: ExitStatus,
    took: Duration,
    log: String,
    stdout: String,
}

/// Returns the command that starts a server with a log.
fn serving(folder: &TempDir) -> Command {
    let mut command = command(folder.path(), &[]);
    command.env("RUST_LOG", "info");
    command
}

impl Server {
    /// Starts a server with a web app, and reads its address from the log.
    fn start(settings: &[(&str, &str)]) -> Self {
        let folder = folder();
        let mut command = serving(&folder);
        command.envs(settings.iter().copied());
        Self::start_in(folder, command.stdout(Stdio::piped()))
    }

    fn start_in(folder: TempDir, command: &mut Command) -> Self {
        for (path, bytes) in [
            ("assets/app.js", b"1".to_vec()),
            ("assets/large.bin", vec![0; LARGE_FILE_BYTES]),
            (
                "_icon/ph.json",
                br#"{"prefix":"ph","icons":{"x":{"body":""}}}"#.to_vec(),
            ),
        ] {
            let path = folder.path().join("web/dist").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("Enmusubi is up") {
            line.clear();
            assert!(log.read_line(&mut line).unwrap() > 0, "the server ended");
        }
        let (_, address) = line.split_once("127.0.0.1:").unwrap();
        let port: String = address.chars().take_while(char::is_ascii_digit).collect();
        Self {
            signalled_at: Instant::now(),
            child,
            log,
            address: ([127, 0, 0, 1], port.parse().unwrap()).into(),
            _folder: folder,
        }
    }

    /// Sends a request on a connection of its own.
    fn request(&self, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Sends a request and returns the connection, which stays open, once the response begins.
    fn get(&self, path: &str, status: u16) -> TcpStream {
        let mut stream = self.request(path);
        let mut begin = [0; 12];
        stream.read_exact(&mut begin).unwrap();
        assert_eq!(begin, format!("HTTP/1.1 {status}").as_bytes(), "{path}");
        stream
    }

    fn signal(&mut self, signal: Signal) {
        self.signalled_at = Instant::now();
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Reads the log up to a line with these words, and returns the line.
    fn read_log_until(&mut self, words: &str) -> String {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            assert!(self.log.read_line(&mut line).unwrap() > 0, "no \"{words}\"");
        }
        line
    }

    /// Waits until the server has ended.
    fn end(mut self) -> Ended {
        let [mut log, mut stdout] = [String::new(), String::new()];
        self.log.read_to_string(&mut log).unwrap();
        if let Some(mut pipe) = self.child.stdout.take() {
            pipe.read_to_string(&mut stdout).unwrap();
        }
        Ended {
            status: self.child.wait().unwrap(),
            took: self.signalled_at.elapsed(),
            log,
            stdout,
        }
    }

    fn stop(mut self) -> Ended {
        self.signal(Signal::TERM);
        self.end()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_with<'a>(text: &'a str, words: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.contains(words)).collect()
}

#[test]
fn a_developer_sees_where_to_go_on() {
    let server = Server::start(&[]);
    let address = server.address;
    let printed = server.stop().stdout;
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 5, "{printed}");
    for (line, words) in lines.iter().zip([
        &format!("Open     http://{address}/ "),
        &format!("Users    http://{address}/dev "),
        &format!("Mails    are not sent: they appear here and on http://{address}/dev"),
        "Data     sqlite://data/enmusubi.db and file://data/blobs",
        &format!(
            "Review   MOCK_ENABLE=true {} review list (then show ID, approve ID ",
            env!("CARGO_BIN_EXE_enmusubi-server")
        ),
    ]) {
        assert!(line.starts_with(words), "{line}: {words}");
    }
}

#[test]
fn the_recipe_run_names_the_recipe_of_the_reviewer() {
    for (program, has_recipes, review) in [
        ("target/debug/enmusubi-server", true, "./just review"),
        (
            "target/debug/enmusubi-server",
            false,
            "MOCK_ENABLE=true target/debug/enmusubi-server review",
        ),
        (
            "target/release/enmusubi-server",
            true,
            "MOCK_ENABLE=true target/release/enmusubi-server review",
        ),
    ] {
        let folder = folder();
        if has_recipes {
            fs::write(folder.path().join("justfile"), "").unwrap();
        }
        let mut command = serving(&folder);
        command.arg0(program).stdout(Stdio::piped());
        let printed = Server::start_in(folder, &mut command).stop().stdout;
        let line = format!("Review   {review} list ");
        assert_eq!(lines_with(&printed, &line).len(), 1, "{printed}");
    }
}

#[test]
fn a_collector_and_an_operator_get_no_line_on_the_standard_output() {
    for settings in [&[("LOG_FORMAT", "json")][..], &LINE] {
        let ended = Server::start(settings).stop();
        assert!(ended.status.success(), "{}", ended.log);
        assert_eq!(ended.stdout, "", "{settings:?}");
    }
}

#[test]
fn a_full_standard_output_stops_no_server() {
    let folder = folder();
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = serving(&folder);
    command.stdout(full.unwrap());
    let ended = Server::start_in(folder, &mut command).stop();
    assert!(ended.status.success(), "{}", ended.log);
}

#[test]
fn only_the_mock_hides_the_requests_for_assets() {
    for (settings, assets_are_shown) in [
        (&[][..], false),
        (&[("RUST_LOG", "debug")], true),
        (&LINE, true),
    ] {
        let server = Server::start(settings);
        for (path, status) in [
            ("/", 200),
            ("/assets/app.js", 200),
            ("/_icon/ph.json?icons=x", 200),
            ("/assets/gone.js", 404),
            ("/api/user/my-info", 401),
        ] {
            drop(server.get(path, status));
        }
        let log = server.stop().log;
        let answered = lines_with(&log, "answered method=");
        let shown = |words: &str| lines_with(&log, words).len();
        assert_eq!(shown("route=\"/api/user/my-info\" status=401"), 1, "{log}");
        assert_eq!(shown("route=\"/*path\" status=404"), 1, "{log}");
        let n_assets = usize::from(assets_are_shown);
        assert_eq!(shown("route=\"/*path\" status=200"), 1 + n_assets, "{log}");
        assert_eq!(shown("route=\"/_icon/:file_name\""), n_assets, "{log}");
        assert_eq!(answered.len(), 3 + 2 * n_assets, "{log}");
    }
}

#[test]
fn a_server_without_requests_ends_at_once_and_closes_idle_connections() {
    let server = Server::start(&[]);
    let mut idle = server.get("/healthz", 200);
    let mut fresh = TcpStream::connect(server.address).unwrap();
    thread::sleep(SETTLED);
    let ended = server.stop();
    assert!(ended.status.success(), "{}", ended.log);
    assert!(ended.took < Duration::from_secs(3), "{:?}", ended.took);
    assert_eq!(lines_with(&ended.log, "Enmusubi is stopping").len(), 1);
    assert_eq!(lines_with(&ended.log, "waiting").len(), 0, "{}", ended.log);
    assert_eq!(lines_with(&ended.log, "Enmusubi has stopped").len(), 1);
    for client in [&mut idle, &mut fresh] {
        client.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn a_server_that_stops_says_how_many_requests_it_waits_for() {
    let mut server = Server::start(&[]);
    let _idle = server.get("/healthz", 200);
    let mut slow = server.get("/assets/large.bin", 200);
    thread::sleep(SETTLED);
    server.signal(Signal::INT);
    let line = server.read_log_until("waiting for the requests under way");
    assert!(line.contains("n_requests=1 timeout_s=10"), "{line}");
    let mut body = Vec::new();
    slow.read_to_end(&mut body).unwrap();
    assert!(body.len() > LARGE_FILE_BYTES, "the response is complete");
    drop(slow);
    let ended = server.end();
    assert!(ended.status.success(), "{}", ended.log);
    assert_eq!(lines_with(&ended.log, "all requests have ended").len(), 1);
    assert_eq!(lines_with(&ended.log, "Enmusubi has stopped").len(), 1);
}

#[test]
fn a_server_says_how_many_requests_it_cuts_off() {
    let server = Server::start(&[]);
    let _slow = [(); 2].map(|()| server.get("/assets/large.bin", 200));
    let ended = server.stop();
    assert!(ended.status.success(), "{}", ended.log);
    assert!(ended.took >= SHUTDOWN_TIMEOUT, "{:?}", ended.took);
    let cut_off = lines_with(&ended.log, "cut off the requests that took too long");
    assert_eq!(cut_off.len(), 1, "{}", ended.log);
    assert!(cut_off[0].contains("WARN"), "{}", cut_off[0]);
    assert!(cut_off[0].ends_with("n_requests=2"), "{}", cut_off[0]);
}

#[test]
fn a_second_signal_ends_the_server_at_once() {
    for (first, second, name) in [
        (Signal::INT, Signal::INT, "SIGINT"),
        (Signal::INT, Signal::TERM, "SIGTERM"),
    ] {
        let mut server = Server::start(&[]);
        let _slow = server.get("/assets/large.bin", 200);
        server.signal(first);
        server.read_log_until("waiting for the requests under way");
        thread::sleep(BETWEEN_SIGNALS);
        server.signal(second);
        let ended = server.end();
        assert_eq!(ended.status.code(), Some(1), "{}", ended.log);
        assert!(ended.took < Duration::from_secs(3), "{:?}", ended.took);
        let line = lines_with(&ended.log, "Enmusubi ends at once");
        assert_eq!(line.len(), 1, "{}", ended.log);
        let fields = format!("signal=\"{name}\" n_requests=1");
        assert!(line[0].ends_with(&fields), "{}", line[0]);
    }
}

#[test]
fn a_signal_that_arrives_twice_is_one_stop() {
    let mut server = Server::start(&[]);
    let slow = server.get("/assets/large.bin", 200);
    server.signal(Signal::INT);
    server.signal(Signal::TERM);
    server.read_log_until("waiting for the requests under way");
    thread::sleep(BETWEEN_SIGNALS / 2);
    drop(slow);
    let ended = server.end();
    assert!(ended.status.success(), "{}", ended.log);
    assert_eq!(lines_with(&ended.log, "Enmusubi has stopped").len(), 1);
}
