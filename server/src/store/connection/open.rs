//! Opens the database when the server starts, and explains a failure to the operator.

use std::io::{self, ErrorKind};
use std::pin::pin;
use std::time::Duration;

use sea_orm::DbErr;
use sea_orm::sqlx::Error as SqlxError;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use secrecy::{ExposeSecret as _, SecretString};
use thiserror::Error as ThisError;
use tokio::time::timeout;

use crate::error::Error;
use crate::store::connection::database_error::sqlx_error;
use crate::store::connection::migrations::list_ran;
use crate::store::connection::sqlite_file::file_of;
use crate::store::connection::{Database, ForeignDatabase};

/// The reason why the server cannot use a database, as a clause that follows the URL.
#[derive(Debug, ThisError)]
pub(crate) enum OpenError {
    /// The server cannot create the file or its folder.
    #[error("which cannot be used ({0})")]
    File(io::Error),
    /// Any other problem, with advice for the operator.
    #[error("{0}")]
    Other(String),
}

/// Returns true if the drivers understand `DATABASE_URL`.
pub(crate) fn is_database_url(url: &str) -> bool {
    if url.starts_with("sqlite:") {
        // SQLite takes a URL without a path for a temporary database, which it deletes at the end.
        return url.parse::<SqliteConnectOptions>().is_ok()
            && (file_of(url).is_some() || url.contains(":memory:"));
    }
    let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    is_postgres && url.parse::<PgConnectOptions>().is_ok()
}

/// The start logs after this time that it waits, because a silent start looks like one that hangs. PostgreSQL on the
/// same machine answers in a few milliseconds.
const SILENCE: Duration = Duration::from_millis(300);

/// Waits for the database to connect, and logs that the start waits for it.
async fn open_aloud(url: &SecretString) -> Result<Database, Error> {
    let mut opening = pin!(Database::open(url));
    if let Ok(opened) = timeout(SILENCE, &mut opening).await {
        return opened;
    }
    tracing::info!("the start waits for the database to answer");
    opening.await
}

/// Connects and runs the migrations that have not run yet.
pub(crate) async fn open_up_to_date(url: &SecretString) -> Result<Database, OpenError> {
    let opened = open_aloud(url).await;
    let database = opened.map_err(|error| problem_of(url, &error))?;
    let Err(error) = database.migrate().await else {
        database.make_private();
        return Ok(database);
    };
    let ran = list_ran(&database.writes.0).await.ok();
    Err(match ran.and_then(|ran| ran.other_version()) {
        Some(version) => OpenError::Other(format!(
            "whose tables come from {version}. Start that version or name another database"
        )),
        None => problem_of(url, &error),
    })
}

/// Refuses the URL of a SQLite file that does not exist.
pub(crate) fn require_existing(url: &SecretString) -> Result<(), OpenError> {
    let file = file_of(url.expose_secret());
    if file.is_some_and(|file| !file.exists()) {
        let problem =
            "which does not exist. Correct the path, or start the server, which creates it";
        return Err(OpenError::Other(problem.to_owned()));
    }
    Ok(())
}

fn problem_of(url: &SecretString, error: &Error) -> OpenError {
    let file = file_of(url.expose_secret());
    if file.is_some_and(|file| file.is_dir()) {
        return OpenError::Other("which is a folder. Name a file in it".to_owned());
    }
    let detail = error.detail();
    let foreign = detail.and_then(|it| it.downcast_ref::<ForeignDatabase>());
    if foreign.is_some() {
        let problem = "which holds the tables of another program. Name another file";
        return OpenError::Other(problem.to_owned());
    }
    if let Some(error) = detail.and_then(|it| it.downcast_ref::<io::Error>()) {
        return OpenError::File(io::Error::new(error.kind(), error.to_string()));
    }
    OpenError::Other(match detail.and_then(|it| it.downcast_ref::<DbErr>()) {
        Some(error) => problem_of_driver(error),
        None => format!("which cannot be opened ({error})"),
    })
}

fn problem_of_driver(error: &DbErr) -> String {
    let known = match sqlx_error(error) {
        Some(SqlxError::Database(error)) => error.code().and_then(|code| problem_of_code(&code)),
        // While PostgreSQL starts, the driver retries until its timeout.
        Some(SqlxError::PoolTimedOut) => Some(OUT_OF_REACH),
        Some(SqlxError::Io(error)) => match error.kind() {
            ErrorKind::PermissionDenied => Some(NOT_WRITABLE),
            _ => Some(OUT_OF_REACH),
        },
        _ => None,
    };
    match known {
        Some(problem) => problem.to_owned(),
        None => format!("which cannot be opened ({error})"),
    }
}

const OUT_OF_REACH: &str = "where no database server answers. Start it, or correct the host and \
                            the port";
const NOT_WRITABLE: &str = "which the server's user may not read and write. Change the owner or the \
                            permissions of the file and its folder, or name another";

/// Returns the problem for an error code of PostgreSQL or SQLite, if the operator can solve it.
fn problem_of_code(code: &str) -> Option<&'static str> {
    let problem = match code {
        "28P01" | "28000" => {
            "whose server refuses the user or the password. Correct them, or let the user in"
        }
        "3D000" => "whose server has no database of that name. Create it or correct the name",
        "42501" => "where the user may not make tables. Grant that right or name another user",
        "25006" => {
            "whose server is a standby, which only reads. Name the primary, or a proxy that knows it"
        }
        "53300" => "whose server has no connection left. Close others or allow more",
        _ if code.len() == 5 => return None,
        // An extended code of SQLite has its primary code in the lower byte.
        _ => match code.parse::<u32>().ok()? & 0xff {
            5 | 6 => "which another program keeps locked. Stop that program",
            3 | 8 | 14 => NOT_WRITABLE,
            10 => "whose disk does not work. Look into the system's log",
            11 => "which is damaged. Restore a backup, or name another file",
            13 => "whose disk is full. Make room on it",
            26 => "which is no SQLite database. Name another file, or restore a backup",
            _ => return None,
        },
    };
    Some(problem)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use sea_orm::ConnectionTrait as _;

    use super::*;

    async fn refusal_of_file(path: &Path) -> String {
        let url = SecretString::from(format!("sqlite://{}", path.display()));
        format!("{}.", open_up_to_date(&url).await.unwrap_err())
    }

    async fn database_in(folder: &Path) -> std::path::PathBuf {
        let path = folder.join("a.db");
        let url = format!("sqlite://{}", path.display());
        let database = open_up_to_date(&url.into()).await.unwrap();
        database.close().await.unwrap();
        path
    }

    #[test]
    fn a_url_that_no_driver_understands_is_refused() {
        for (url, is_accepted) in [
            ("sqlite://data/a.db", true),
            ("sqlite::memory:", true),
            ("postgres://user:password@127.0.0.1:5432/enmusubi", true),
            ("postgresql:///enmusubi?host=/run/postgresql", true),
            ("sqlite:", false),
            ("sqlite://", false),
            ("sqlite://a.db?mode=wrong", false),
            ("postgres://host:port/enmusubi", false),
            ("mysql://host/enmusubi", false),
            ("data/a.db", false),
            ("", false),
        ] {
            assert_eq!(is_database_url(url), is_accepted, "{url}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        fs::write(&path, "a text file, and no database\n".repeat(100)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(
            refusal_of_file(&path).await,
            "which is no SQLite database. Name another file, or restore a backup."
        );
        // The file belongs to another program, which may need its permissions.
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o644);
        assert_eq!(
            refusal_of_file(folder.path()).await,
            "which is a folder. Name a file in it."
        );
    }

    #[tokio::test]
    async fn the_database_of_another_program_is_refused_and_stays_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        for (name, tables) in [
            (
                "bookmarks",
                ["CREATE TABLE bookmarks (url TEXT)"].as_slice(),
            ),
            (
                "another program with migrations of its own",
                &[
                    "CREATE TABLE seaql_migrations (version TEXT, applied_at BIGINT)",
                    "INSERT INTO seaql_migrations VALUES ('m20200101_000001_theirs', 0)",
                ],
            ),
        ] {
            fs::write(&path, "").unwrap();
            let url = format!("sqlite://{}", path.display());
            let theirs = sea_orm::Database::connect(&url).await.unwrap();
            for statement in tables {
                theirs.execute_unprepared(statement).await.unwrap();
            }
            theirs.close().await.unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            let before = fs::read(&path).unwrap();
            assert_eq!(
                refusal_of_file(&path).await,
                "which holds the tables of another program. Name another file.",
                "{name}"
            );
            assert_eq!(fs::read(&path).unwrap(), before, "{name}");
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o644, "{name}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{name}");
        }
    }

    #[tokio::test]
    async fn a_damaged_database_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path()).await;
        let whole = fs::read(&path).unwrap();
        let damaged = "which is damaged. Restore a backup, or name another file.";
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(refusal_of_file(&path).await, damaged);
        let mut overwritten = whole.clone();
        overwritten[100..4096].fill(0xff);
        fs::write(&path, &overwritten).unwrap();
        assert_eq!(refusal_of_file(&path).await, damaged);
    }

    #[tokio::test]
    async fn a_database_of_another_version_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path()).await;
        let url = SecretString::from(format!("sqlite://{}", path.display()));
        for (statement, refusal) in [
            (
                "INSERT INTO seaql_migrations VALUES ('m20991231_000001_later', 0)",
                "whose tables come from a newer Enmusubi (m20991231_000001_later). Start that version \
                 or name another database.",
            ),
            (
                "UPDATE seaql_migrations SET version = 'm20261121_000001_create_account' \
                 WHERE version LIKE 'm20261127%'",
                "whose tables come from an Enmusubi before 0.1.0, which no release can update. Start \
                 that version or name another database.",
            ),
        ] {
            let database = Database::open(&url).await.unwrap();
            database.writes.execute_unprepared(statement).await.unwrap();
            database.close().await.unwrap();
            assert_eq!(refusal_of_file(&path).await, refusal);
        }
    }

    #[test]
    fn a_refusal_of_postgresql_is_explained_by_its_code() {
        for (code, begin) in [
            ("28P01", "whose server refuses the user or the password"),
            ("3D000", "whose server has no database of that name"),
            ("42501", "where the user may not make tables"),
            ("25006", "whose server is a standby"),
        ] {
            assert!(problem_of_code(code).unwrap().starts_with(begin), "{code}");
        }
        assert_eq!(problem_of_code("42P01"), None);
    }
}
