//! A throwaway PostgreSQL cluster on a socket of its own, gone when whoever started it is.

use std::io::{Error, Result};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A password-less superuser that only reaches this socket.
const USER: &str = "enmusubi";
/// Making a cluster takes seconds on a busy machine.
const START_TIME: Duration = Duration::from_mins(1);

/// A cluster that runs until this is dropped, or the process ends, however it ends.
pub struct Cluster {
    folder: PathBuf,
    // The shell that stops the cluster when its standard input closes.
    keeper: Child,
}

impl Cluster {
    /// Returns once it answers. `settings` are as in `postgresql.conf`: `fsync=off`.
    ///
    /// # Errors
    ///
    /// Where PostgreSQL's programs are missing, or it does not start: then with its log.
    pub fn start(settings: &[&str]) -> Result<Self> {
        static N_CLUSTERS: AtomicU32 = AtomicU32::new(0);
        let n = N_CLUSTERS.fetch_add(1, Ordering::Relaxed);
        // Short, because the name of a socket may have 107 bytes at most.
        let folder = std::env::temp_dir().join(format!("enmusubi-pg-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        if is_root()? {
            run(Command::new("chown").arg("postgres").arg(&folder))?;
        }
        let options = settings
            .iter()
            .fold(String::new(), |all, it| all + " -c " + it);
        let script = format!(
            "cd '{folder}' && {as_user} '{bin}/initdb' -D '{folder}/data' -U {USER} -A trust --no-sync -E UTF8 >log 2>&1 \
             && {as_user} '{bin}/pg_ctl' -D '{folder}/data' -w -l '{folder}/data/log' \
                -o \"-k '{folder}' -h ''{options}\" start >>log 2>&1 \
             && touch ready; cat >/dev/null; \
             {as_user} '{bin}/pg_ctl' -D '{folder}/data' -m immediate stop >>log 2>&1; cd /; rm -rf '{folder}'",
            folder = folder.display(),
            bin = bin()?.display(),
            as_user = as_user()?.join(" "),
        );
        let keeper = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let cluster = Self { folder, keeper };
        let start = Instant::now();
        while !cluster.folder.join("ready").exists() {
            if start.elapsed() > START_TIME {
                let log = std::fs::read_to_string(cluster.folder.join("log")).unwrap_or_default();
                return Err(Error::other(format!("PostgreSQL does not start: {log}")));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(cluster)
    }

    /// Makes an empty database and gives its URL.
    ///
    /// # Errors
    ///
    /// Where there is one of this name, or the cluster is stopped.
    pub fn create_database(&self, name: &str) -> Result<String> {
        run(self.client("createdb")?.arg(name))?;
        Ok(self.url(name))
    }

    /// The database as SQL.
    ///
    /// # Errors
    ///
    /// Where there is none of this name, or the cluster is stopped.
    pub fn dump(&self, name: &str) -> Result<Vec<u8>> {
        Ok(run(self.client("pg_dump")?.arg(name))?.stdout)
    }

    /// Stops it as a power cut of PostgreSQL would: connections break, and it recovers when it is started.
    ///
    /// # Errors
    ///
    /// Where it is stopped already.
    pub fn stop(&self) -> Result<()> {
        run(self.control()?.args(["-m", "immediate", "stop"])).map(drop)
    }

    /// Starts it again after [`stop`](Self::stop), with the settings it had.
    ///
    /// # Errors
    ///
    /// Where it runs already.
    pub fn start_again(&self) -> Result<()> {
        // Its output stays open for as long as it runs, so nothing may wait for that to end.
        let mut command = self.control()?;
        let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
        if silent.args(["-w", "restart"]).status()?.success() {
            Ok(())
        } else {
            Err(Error::other("PostgreSQL does not start again"))
        }
    }

    /// The folder with its socket, `.s.PGSQL.5432`.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn url(&self, name: &str) -> String {
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{socket}/{name}")
    }

    fn client(&self, program: &str) -> Result<Command> {
        let mut command = Command::new(bin()?.join(program));
        command.arg("-h").arg(&self.folder).args(["-U", USER]);
        Ok(command)
    }

    fn control(&self) -> Result<Command> {
        let pg_ctl = bin()?.join("pg_ctl");
        let mut words = as_user()?.into_iter().map(PathBuf::from).chain([pg_ctl]);
        let mut command = Command::new(words.next().unwrap_or_default());
        let data = self.folder.join("data");
        command.args(words).arg("-D").arg(&data);
        // The folder one is in may be closed to the user it runs as.
        command.arg("-l").arg(data.join("log")).current_dir("/");
        Ok(command)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Closes the shell's input; what is left when it cannot be waited for, it does by itself.
        let _ = self.keeper.wait();
    }
}

/// PostgreSQL refuses to run as root, so it runs as the user its package brings.
fn as_user() -> Result<Vec<&'static str>> {
    let words = ["runuser", "-u", "postgres", "--"];
    Ok(if is_root()? { words.into() } else { Vec::new() })
}

fn is_root() -> Result<bool> {
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}

/// Where the programs of the newest PostgreSQL on this machine are.
fn bin() -> Result<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let folders = versions.into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders
        .map(|version| version.path().join("bin"))
        .chain(std::env::split_paths(&path))
        // A link on PATH leads to where the other programs are too.
        .filter_map(|folder| folder.join("initdb").canonicalize().ok())
        .filter_map(|program| Some(program.parent()?.to_owned()))
        .max()
        .ok_or_else(|| Error::other("the programs of PostgreSQL are not on this machine"))
}

fn run(command: &mut Command) -> Result<Output> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::other(format!("{command:?}: {said}")))
}
