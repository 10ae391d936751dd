//! A database in which everything before the registration has been done, and a server on it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::{Connection, params};
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::Failure;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A folder with a database of users who hold a ticket and a photo.
pub(crate) struct Place {
    folder: TempDir,
    program: PathBuf,
    n_users: usize,
}

/// A server that stops when this is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    process: std::process::Child,
}

impl Place {
    pub(crate) fn prepare(program: &Path, folder: &Path, n_users: usize) -> Result<Self, Failure> {
        std::fs::create_dir_all(folder)?;
        let place = Self {
            folder: tempfile::tempdir_in(folder)?,
            program: program.to_owned(),
            n_users,
        };
        let migrated = place.command().arg("migrate").status()?;
        if !migrated.success() {
            return Err("the server does not make its tables".into());
        }
        let mut database = place.open()?;
        let now_ms = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
        let transaction = database.transaction()?;
        for n in 0..n_users {
            transaction.execute(
                "INSERT INTO session (token_hash, kind, line_user_id, family, login_at_ms, issued_at_ms, expires_at_ms)
                 VALUES (?1, 'TICKET', ?2, ?1, ?3, ?3, ?4)",
                params![hash_of(&token_of(n)), user_of(n), now_ms, now_ms + 7 * DAY_MS],
            )?;
            transaction.execute(
                "INSERT INTO upload (name, line_user_id, purpose, media_type, width, height, thumbhash, size_bytes, created_at_ms)
                 VALUES (?1, ?2, 'PHOTO', 'image/jpeg', 1536, 2048, '1QcSHQRnh493V4dIh4eXh1h4kJUI', 400000, ?3)",
                params![photo_of(n), user_of(n), now_ms],
            )?;
        }
        transaction.commit()?;
        // What was only made for the run is no part of what the run writes.
        database.pragma_update(None, "wal_checkpoint", "TRUNCATE")?;
        Ok(place)
    }

    /// The same request bytes for every contender.
    pub(crate) fn requests(&self) -> Vec<Vec<u8>> {
        (0..self.n_users).map(request_of).collect()
    }

    pub(crate) fn open(&self) -> Result<Connection, Failure> {
        Ok(Connection::open(self.folder.path().join("a.db"))?)
    }

    pub(crate) fn require_accounts(&self, n_expected: usize) -> Result<(), Failure> {
        let count = "SELECT COUNT(*) FROM account JOIN profile ON profile.account_id = account.id
             JOIN photo ON photo.account_id = account.id
             JOIN upload ON upload.name = photo.file_id AND upload.taken_at_ms IS NOT NULL
             JOIN idempotency ON idempotency.line_user_id = account.line_user_id";
        let n: i64 = self.open()?.query_row(count, [], |row| row.get(0))?;
        if usize::try_from(n)? == n_expected {
            Ok(())
        } else {
            Err(format!("{n} accounts are there in place of {n_expected}").into())
        }
    }

    pub(crate) async fn start(&self, settings: &[(&str, &str)]) -> Result<Server, Failure> {
        let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let process = self
            .command()
            .envs(settings.iter().copied())
            .env("LISTEN", free.to_string())
            .spawn()?;
        let server = Server {
            address: free,
            process,
        };
        for _ in 0..500 {
            if TcpStream::connect(free).await.is_ok() {
                return Ok(server);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("the server does not start".into())
    }

    fn command(&self) -> Command {
        let folder = self.folder.path().display();
        let mut command = Command::new(&self.program);
        command
            .env_clear()
            .env("MOCK_ENABLE", "true")
            .env("RATE_LIMIT", "off")
            .env("RUST_LOG", "error")
            .env("DATABASE_URL", format!("sqlite://{folder}/a.db"))
            .env("STORAGE_URL", format!("file://{folder}/blobs"))
            .stdout(Stdio::null());
        command
    }
}

impl Server {
    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

/// The processor time a process has used so far, to a hundredth of a second.
pub(crate) fn processor_time_of(process: u32) -> Result<Duration, Failure> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // After the name in parentheses: utime and stime are the twelfth and thirteenth.
    let (_, fields) = text.rsplit_once(')').ok_or("no name in stat")?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Vec<u64> = ticks.map(str::parse).collect::<Result<_, _>>()?;
    Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn request_of(n: usize) -> Vec<u8> {
    let mut payload = enmusubi_tests::base();
    payload.insert("account".to_owned(), user_of(n).into());
    payload.insert("password".to_owned(), user_of(n).into());
    payload.insert("photoNameList".to_owned(), vec![photo_of(n)].into());
    let body = serde_json::Value::Object(payload).to_string();
    format!(
        "POST /api/user-profile HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {}\r\nIdempotency-Key: 00000000-0000-4000-8000-{n:012x}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        token_of(n),
        body.len(),
    )
    .into_bytes()
}

fn user_of(n: usize) -> String {
    format!("U{:032x}", spread(n))
}

fn photo_of(n: usize) -> String {
    format!("{:032x}.jpg", spread(n) ^ 1)
}

fn token_of(n: usize) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, &n.to_le_bytes()))
}

fn hash_of(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, token.as_bytes()))
}

/// Ids come in no order, as LINE's do: what an index costs depends on that.
fn spread(n: usize) -> u128 {
    let hash = digest::digest(&digest::SHA256, &n.to_be_bytes());
    let bytes = hash.as_ref().iter().take(16);
    bytes.fold(0, |sum, byte| sum << 8 | u128::from(*byte))
}
