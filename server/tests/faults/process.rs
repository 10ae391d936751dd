//! The server as a separate process, which a test can kill and start again.

use std::fs::{File, OpenOptions};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use reqwest::Client;
use tokio::time::sleep;

use crate::retrying_client::{Address, Deadline};
use crate::world::World;

/// The sources of the web app. They have an `index.html` even if the app was not built.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

pub(crate) type Settings = Vec<(&'static str, String)>;

/// A server that keeps its settings and its folder over restarts. Dropping it kills the process.
pub(crate) struct Server {
    /// The current address.
    pub(crate) address: Address,
    folder: PathBuf,
    settings: Settings,
    child: Child,
}

impl Server {
    /// Starts a server and waits until it answers.
    pub(crate) async fn start(world: &World) -> Self {
        let url = world.database_url.clone();
        Self::start_with(world, vec![("DATABASE_URL", url)]).await
    }

    pub(crate) async fn start_with(world: &World, settings: Settings) -> Self {
        let folder = world.folder();
        let (child, address) = spawn(&folder, &settings);
        let mut server = Self {
            address: Address::new(address),
            folder,
            settings,
            child,
        };
        server.wait().await;
        server
    }

    /// Kills the process with a signal that it cannot handle, like a power cut.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts the server again and waits until it answers.
    pub(crate) async fn start_again(&mut self) {
        let (child, address) = spawn(&self.folder, &self.settings);
        self.child = child;
        self.address.move_to(address);
        self.wait().await;
    }

    /// Returns the status of `/readyz`.
    pub(crate) async fn readiness(&self) -> Option<u16> {
        let client = Client::builder().no_proxy().build().unwrap();
        let answer = client.get(self.address.url("/readyz")).send().await.ok()?;
        Some(answer.status().as_u16())
    }

    /// Waits until `/readyz` has this status. The server keeps the result of a check for one second.
    pub(crate) async fn wait_for_readiness(&self, status: u16) {
        let mut deadline = Deadline::default();
        while self.readiness().await != Some(status) {
            deadline.pause().await;
        }
    }

    async fn wait(&mut self) {
        for _ in 0..600 {
            if self.readiness().await == Some(200) {
                return;
            }
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "the server ended: {ended:?}");
            sleep(Duration::from_millis(20)).await;
        }
        panic!("the server does not start");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(folder: &Path, settings: &Settings) -> (Child, SocketAddr) {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let child = command(folder, settings)
        .env("LISTEN", address.to_string())
        .spawn()
        .unwrap();
    (child, address)
}

/// Starts a command of the program, beside servers with the same settings.
pub(crate) fn run(world: &World, arguments: &[&str]) -> Child {
    let settings = vec![("DATABASE_URL", world.database_url.clone())];
    let mut command = command(&world.folder(), &settings);
    command.args(arguments).spawn().unwrap()
}

fn command(folder: &Path, settings: &Settings) -> Command {
    let mut options = OpenOptions::new();
    let log: File = options
        .create(true)
        .append(true)
        .open(folder.join("log"))
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_enmusubi-server"));
    command
        .current_dir(folder)
        .env("MOCK_ENABLE", "true")
        .env("RATE_LIMIT", "off")
        .env("RUST_LOG", "error")
        .env("WEB_ROOT", WEB_ROOT)
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .stderr(log.try_clone().unwrap())
        .stdout(log);
    command
}
