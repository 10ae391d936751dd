//! A throwaway PostgreSQL cluster on a socket of its own, gone when this process is.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use sea_orm::{ConnectionTrait, Database};

/// A password-less superuser that only reaches this socket.
const USER: &str = "enmusubi";

struct Cluster {
    folder: PathBuf,
    // The shell that stops the cluster when its standard input closes with this process.
    _keeper: Child,
}

static CLUSTER: OnceLock<Cluster> = OnceLock::new();

/// Makes an empty database and gives its URL.
pub(super) async fn create_database(name: &str) -> String {
    let cluster = tokio::task::spawn_blocking(|| CLUSTER.get_or_init(Cluster::start))
        .await
        .unwrap();
    let admin = Database::connect(cluster.url("postgres")).await.unwrap();
    admin
        .execute_unprepared(&format!("CREATE DATABASE {name}"))
        .await
        .unwrap();
    admin.close().await.unwrap();
    cluster.url(name)
}

/// The database as SQL.
pub(super) fn dump(name: &str) -> Vec<u8> {
    let cluster = CLUSTER.get().unwrap();
    let mut command = Command::new(bin().join("pg_dump"));
    command
        .arg("-h")
        .arg(&cluster.folder)
        .args(["-U", USER, name]);
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

impl Cluster {
    #[expect(
        clippy::zombie_processes,
        reason = "the shell outlives this process for as long as it takes to clean up"
    )]
    fn start() -> Self {
        // Short, because the name of a socket may have 107 bytes at most.
        let folder = std::env::temp_dir().join(format!("enmusubi-pg-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        // PostgreSQL refuses to run as root, so it runs as the user its package brings.
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| {
            use std::os::unix::fs::MetadataExt as _;
            it.uid() == 0
        });
        let run_as = if is_root {
            "runuser -u postgres --"
        } else {
            ""
        };
        if is_root {
            run(Command::new("chown").arg("postgres").arg(&folder));
        }
        let script = format!(
            "cd '{folder}' && {run_as} '{bin}/initdb' -D '{folder}/data' -U {USER} -A trust --no-sync -E UTF8 >log 2>&1 \
             && {run_as} '{bin}/pg_ctl' -D '{folder}/data' -w -l '{folder}/data/log' \
                -o \"-k '{folder}' -h '' -c fsync=off -c max_connections=400\" start >>log 2>&1 \
             && touch ready; cat >/dev/null; \
             {run_as} '{bin}/pg_ctl' -D '{folder}/data' -m immediate stop >>log 2>&1; cd /; rm -rf '{folder}'",
            folder = folder.display(),
            bin = bin().display(),
        );
        let keeper = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        for _ in 0..600 {
            if folder.join("ready").exists() {
                return Self {
                    folder,
                    _keeper: keeper,
                };
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
        panic!("PostgreSQL does not start: {log}");
    }

    fn url(&self, name: &str) -> String {
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{socket}/{name}")
    }
}

/// Where the programs of the newest PostgreSQL on this machine are.
fn bin() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    versions
        .map(|version| version.path().join("bin"))
        .chain(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ))
        // A link on PATH leads to where the other programs are too.
        .filter_map(|folder| {
            Some(
                folder
                    .join("initdb")
                    .canonicalize()
                    .ok()?
                    .parent()?
                    .to_owned(),
            )
        })
        .max()
        .expect("this suite needs the programs initdb, pg_ctl and pg_dump of PostgreSQL")
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success(), "{command:?}");
}
