//! A temporary PostgreSQL cluster with its own socket, which stops with the process that started it.

use std::io::{Error, Result};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A superuser without a password, whom only this socket accepts.
const USER: &str = "enmusubi";
/// The time limit for creating a cluster, which takes seconds on a busy machine.
const START_TIME: Duration = Duration::from_mins(1);

/// A cluster that runs until this value is dropped or the process ends, even if it is killed.
pub struct Cluster {
    folder: PathBuf,
    // The shell that stops the cluster when its standard input closes.
    keeper: Child,
}

impl Cluster {
    /// Starts a cluster and waits until it answers. `settings` are as in `postgresql.conf`:
    /// `fsync=off`.
    ///
    /// # Errors
    ///
    /// Fails if PostgreSQL's programs are missing, or with its log if it does not start.
    pub fn start(settings: &[&str]) -> Result<Self> {
        static N_CLUSTERS: AtomicU32 = AtomicU32::new(0);
        let n = N_CLUSTERS.fetch_add(1, Ordering::Relaxed);
        // The path is short, because the name of a socket may have at most 107 bytes.
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

    /// Creates an empty database and returns its URL.
    ///
    /// # Errors
    ///
    /// Fails if a database of this name exists, or the cluster is stopped.
    pub fn create_database(&self, name: &str) -> Result<String> {
        run(self.client("createdb")?.arg(name))?;
        Ok(self.url(name))
    }

    /// Copies a database to which no client is connected, and returns the URL of the copy.
    ///
    /// # Errors
    ///
    /// Fails if there is no such template, if a database of this name exists, or if the cluster is stopped.
    pub fn copy_database(&self, template: &str, name: &str) -> Result<String> {
        // The other strategy writes the whole copy into the log, which takes twice as long.
        let how = ["--strategy", "file_copy", "--template", template, name];
        run(self.client("createdb")?.args(how))?;
        Ok(self.url(name))
    }

    /// Returns the database as SQL.
    ///
    /// # Errors
    ///
    /// Fails if no database of this name exists, or the cluster is stopped.
    pub fn dump(&self, name: &str) -> Result<Vec<u8>> {
        Ok(run(self.client("pg_dump")?.arg(name))?.stdout)
    }

    /// Changes a setting of all databases while PostgreSQL runs.
    ///
    /// # Errors
    ///
    /// Fails if there is no such setting, or the cluster is stopped.
    pub fn set(&self, name: &str, value: &str) -> Result<()> {
        let change = format!("ALTER SYSTEM SET {name} = '{value}'");
        let mut psql = self.client("psql")?;
        let psql = psql.args(["-d", "postgres", "-c", &change]);
        run(psql.args(["-c", "SELECT pg_reload_conf()"])).map(drop)
    }

    /// Stops PostgreSQL like a power cut: connections break, and PostgreSQL recovers at the next start.
    ///
    /// # Errors
    ///
    /// Fails if the cluster is stopped.
    pub fn stop(&self) -> Result<()> {
        run(self.control()?.args(["-m", "immediate", "stop"])).map(drop)
    }

    /// Starts PostgreSQL again after [`stop`](Self::stop), with the same settings.
    ///
    /// # Errors
    ///
    /// Fails if the cluster runs.
    pub fn start_again(&self) -> Result<()> {
        // PostgreSQL keeps its output open as long as it runs, so do not wait for the end of the output.
        let mut command = self.control()?;
        let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
        if silent.args(["-w", "restart"]).status()?.success() {
            Ok(())
        } else {
            Err(Error::other("PostgreSQL does not start again"))
        }
    }

    /// Returns the folder with the socket, `.s.PGSQL.5432`.
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
        // The user that PostgreSQL runs as may not have access to the current folder.
        command.arg("-l").arg(data.join("log")).current_dir("/");
        Ok(command)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Dropping the shell's input stops the cluster. If waiting fails, the shell still stops it.
        let _ = self.keeper.wait();
    }
}

/// Returns the words that run a command as the package's user, because PostgreSQL refuses to run as
/// root.
fn as_user() -> Result<Vec<&'static str>> {
    let words = ["runuser", "-u", "postgres", "--"];
    Ok(if is_root()? { words.into() } else { Vec::new() })
}

fn is_root() -> Result<bool> {
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}

/// Finds the programs of the newest PostgreSQL on this machine.
fn bin() -> Result<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let folders = versions.into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders
        .map(|version| version.path().join("bin"))
        .chain(std::env::split_paths(&path))
        // A link on PATH leads to the folder of the other programs.
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
