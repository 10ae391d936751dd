//! A server in a folder of its own, with a SQLite file.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// The sources of the web app. They have an `index.html` even if the app was not built.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The folder and the program.
pub(crate) struct Place {
    program: PathBuf,
    folder: TempDir,
}

/// A running server, which stops when this value is dropped.
pub(crate) struct Server(Child);

impl Place {
    /// Makes the folder and the tables.
    pub(crate) fn new(program: &Path) -> Result<Self, Box<dyn Error>> {
        let place = Self {
            program: program.canonicalize()?,
            folder: tempfile::tempdir()?,
        };
        place.run(&["migrate"])?;
        Ok(place)
    }

    /// Returns the file of the database.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("a.db")
    }

    /// Runs a command of the program. Returns what it says, and the most memory that it had in use, in bytes.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<(String, u64), Box<dyn Error>> {
        let mut child = self
            .command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut peak = 0;
        while child.try_wait()?.is_none() {
            peak = peak_of(&child).unwrap_or(peak);
            sleep(LOOK_EVERY);
        }
        let output = child.wait_with_output()?;
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr)?.into());
        }
        let said = String::from_utf8(output.stdout)?.trim().to_owned();
        Ok((said, peak))
    }

    /// Starts a server.
    pub(crate) fn start(&self) -> Result<Server, Box<dyn Error>> {
        let mut command = self.command();
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Server(command.spawn()?))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .current_dir(self.folder.path())
            .env("MOCK_ENABLE", "true")
            .env("LISTEN", "127.0.0.1:0")
            .env("WEB_ROOT", WEB_ROOT)
            .env(
                "DATABASE_URL",
                format!("sqlite://{}", self.file().display()),
            );
        command
    }
}

impl Server {
    /// Returns the most memory that the server had in use, in bytes.
    pub(crate) fn peak(&self) -> Option<u64> {
        peak_of(&self.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn peak_of(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: u64 = line?.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib * 1024)
}
