//! A database with everything that a registration needs.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;
use sqlx::{AnyConnection, Connection as _, query, query_scalar};
use tempfile::TempDir;

use crate::person::{hash_of, photo_of, registration_token_of, session_of, user_of};
use crate::process::Process;
use crate::{Bench, Failure, bare};

/// The sources of the web app. They have an `index.html` even if the app was not built.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A database of users with a registration token and a photo each, and a folder for the files.
pub(crate) struct Place {
    folder: TempDir,
    program: PathBuf,
    database_url: String,
    n_users: usize,
}

impl Place {
    /// Prepares a SQLite database.
    pub(crate) async fn prepare(bench: &Bench, n_users: usize) -> Result<Self, Failure> {
        let folder = tempfile::tempdir_in(&bench.folder)?;
        let database_url = format!("sqlite://{}/a.db", folder.path().display());
        let place = Self::fill(bench, folder, database_url, n_users).await?;
        // The preparation must not count as writing of the run.
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        query(checkpoint)
            .execute(&mut place.connect().await?)
            .await?;
        Ok(place)
    }

    /// Prepares an empty database.
    pub(crate) async fn prepare_on(
        bench: &Bench,
        database_url: String,
        n_users: usize,
    ) -> Result<Self, Failure> {
        let folder = tempfile::tempdir_in(&bench.folder)?;
        Self::fill(bench, folder, database_url, n_users).await
    }

    async fn fill(
        bench: &Bench,
        folder: TempDir,
        database_url: String,
        n_users: usize,
    ) -> Result<Self, Failure> {
        let place = Self {
            folder,
            program: bench.server.clone(),
            database_url,
            n_users,
        };
        if !place.server(&[]).arg("migrate").status()?.success() {
            return Err("the server does not create its tables".into());
        }
        let mut connection = place.connect().await?;
        let mut transaction = connection.begin().await?;
        for n in 0..n_users {
            open_session(
                &mut transaction,
                "REGISTRATION",
                n,
                registration_token_of(n),
            )
            .await?;
            query(
                "INSERT INTO upload (name, line_user_id, purpose, media_type, width, height, thumbhash, size_bytes, created_at_ms)
                 VALUES ($1, $2, 'PHOTO', 'image/jpeg', 1536, 2048, '1QcSHQRnh493V4dIh4eXh1h4kJUI', 400000, $3)",
            )
            .bind(photo_of(n))
            .bind(user_of(n))
            .bind(now_ms()?)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(place)
    }

    /// Gives every user a session. The server deletes sessions without an account at its start.
    pub(crate) async fn log_in_all(&self) -> Result<(), Failure> {
        let mut connection = self.connect().await?;
        let mut transaction = connection.begin().await?;
        for n in 0..self.n_users {
            open_session(&mut transaction, "SESSION", n, session_of(n)).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Approves all users, and introduces each to the next two and the last two of a ring, with a circle.
    pub(crate) async fn introduce_all(&self) -> Result<(), Failure> {
        let mut connection = self.connect().await?;
        let mut transaction = connection.begin().await?;
        let now_ms = now_ms()?;
        query("UPDATE account SET review_status = 'APPROVED', opened_at_ms = $1")
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        let ring = "WITH member AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS size
                 FROM account),
             pair AS (SELECT one.id AS one_id, other.id AS other_id FROM member AS one
                 JOIN member AS other ON other.n IN ((one.n + 1) % one.size, (one.n + 2) % one.size))";
        for sql in [
            format!(
                "{ring} INSERT INTO introduction (public_id, low_id, high_id, created_at_ms, distance_band)
                 SELECT one_id || '-' || other_id, min(one_id, other_id), max(one_id, other_id), $1, '<10' FROM pair"
            ),
            "INSERT INTO introduction_side
                 (introduction_id, account_id, other_id, day, expires_at_ms, conditions, note)
             SELECT id, low_id, high_id, '2026-11-21', $1 + 604800000, 5, '' FROM introduction
             UNION ALL SELECT id, high_id, low_id, '2026-11-21', $1 + 604800000, 5, '' FROM introduction"
                .to_owned(),
            r#"INSERT INTO introduction_member (account_id, introduced_at_ms, circle)
             SELECT id, $1, '{"latest": {"size": 120, "without": [0, 9, 0, 0, 40, 0, 0, 0, 0]}, "seen": []}' FROM account"#
                .to_owned(),
        ] {
            query(sqlx::AssertSqlSafe(sql))
                .bind(now_ms)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Opens SQLite's file.
    pub(crate) fn open(&self) -> Result<Connection, Failure> {
        Ok(Connection::open(self.folder.path().join("a.db"))?)
    }

    /// Builds a request of each user.
    pub(crate) fn requests(&self, request_of: fn(usize) -> Vec<u8>) -> Vec<Vec<u8>> {
        (0..self.n_users).map(request_of).collect()
    }

    /// Fails unless the rival of the server has filled the tables that the server has filled.
    pub(crate) async fn require_same_tables(&self, rival: &Self) -> Result<(), Failure> {
        let (ours, theirs) = (self.filled_tables().await?, rival.filled_tables().await?);
        if ours == theirs {
            Ok(())
        } else {
            Err(format!("the server fills {ours:?}, and the rival {theirs:?}").into())
        }
    }

    /// Returns the tables with at least one row for each user.
    async fn filled_tables(&self) -> Result<Vec<String>, Failure> {
        let names = if self.database_url.starts_with("sqlite") {
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        } else {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
        };
        let mut connection = self.connect().await?;
        let names: Vec<String> = query_scalar(names).fetch_all(&mut connection).await?;
        let mut filled = Vec::new();
        for name in names {
            let count = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {name}"));
            let n: i64 = query_scalar(count).fetch_one(&mut connection).await?;
            if usize::try_from(n)? >= self.n_users {
                filled.push(name);
            }
        }
        Ok(filled)
    }

    pub(crate) async fn require_all_registered(&self) -> Result<(), Failure> {
        let count = "SELECT COUNT(*) FROM account JOIN profile ON profile.account_id = account.id
             JOIN photo ON photo.account_id = account.id
             JOIN upload ON upload.name = photo.file_id AND upload.attached_at_ms IS NOT NULL
             JOIN idempotency ON idempotency.line_user_id = account.line_user_id";
        let n: i64 = query_scalar(count)
            .fetch_one(&mut self.connect().await?)
            .await?;
        if usize::try_from(n)? == self.n_users {
            Ok(())
        } else {
            Err(format!("{n} accounts instead of {}", self.n_users).into())
        }
    }

    /// Starts the server on this database.
    pub(crate) async fn start(&self, settings: &[(&str, &str)]) -> Result<Process, Failure> {
        Process::start(self.server(settings)).await
    }

    /// Starts the bare handlers on this database.
    pub(crate) async fn start_bare(&self) -> Result<Process, Failure> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .arg(bare::COMMAND)
            .env("DATABASE_URL", &self.database_url);
        Process::start(command).await
    }

    fn server(&self, settings: &[(&str, &str)]) -> Command {
        let folder = self.folder.path().display();
        let mut command = Command::new(&self.program);
        command
            .env_clear()
            .env("MOCK_ENABLE", "true")
            .env("RATE_LIMIT", "off")
            .env("RUST_LOG", "error")
            .env("DATABASE_URL", &self.database_url)
            .env("STORAGE_URL", format!("file://{folder}/blobs"))
            .env("WEB_ROOT", WEB_ROOT)
            .envs(settings.iter().copied())
            .stdout(Stdio::null());
        command
    }

    async fn connect(&self) -> Result<AnyConnection, Failure> {
        Ok(AnyConnection::connect(&self.database_url).await?)
    }
}

async fn open_session(
    connection: &mut AnyConnection,
    kind: &str,
    n: usize,
    token: String,
) -> Result<(), Failure> {
    let now_ms = now_ms()?;
    let insert = "INSERT INTO session (token_hash, kind, line_user_id, family, login_at_ms, issued_at_ms, expires_at_ms)
         VALUES ($1, $2, $3, $1, $4, $4, $5)";
    query(insert)
        .bind(hash_of(token))
        .bind(kind)
        .bind(user_of(n))
        .bind(now_ms)
        .bind(now_ms + 7 * DAY_MS)
        .execute(connection)
        .await?;
    Ok(())
}

fn now_ms() -> Result<i64, Failure> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(i64::try_from(since.as_millis())?)
}
