//! Opens the database of `DATABASE_URL`, and refuses the setting in one sentence if that fails.

use secrecy::{ExposeSecret as _, SecretString};

use crate::ops::backup;
use crate::ops::config::{ConfigError, problem_of_folder, without_password};
use crate::store::{self, Database, OpenError};

const RESTORING: &str = "where a restore is at work, or was interrupted. Wait for its end, or run \
                         `enmusubi-server restore` again";

/// Connects and brings the tables up to date.
pub(crate) async fn open_database(url: &SecretString) -> Result<Database, ConfigError> {
    let opened = store::open_up_to_date(url).await;
    opened.map_err(|error| {
        // Look at the file only now: closing a file that is open as a database would release SQLite's
        // locks.
        let file = store::file_of(url.expose_secret());
        if file.is_some_and(|file| backup::is_restoring(&file)) {
            refused(url, &OpenError::Other(RESTORING.to_owned()))
        } else {
            refused(url, &error)
        }
    })
}

/// Refuses the URL of a SQLite file that does not exist.
pub(crate) fn require_database(url: &SecretString) -> Result<(), ConfigError> {
    store::require_existing(url).map_err(|error| refused(url, &error))
}

fn refused(url: &SecretString, error: &OpenError) -> ConfigError {
    let problem = match error {
        OpenError::File(error) => problem_of_folder(error),
        OpenError::Other(problem) => problem.clone(),
    };
    ConfigError::refused("DATABASE_URL", without_password(url), &problem)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const OUT_OF_REACH: &str = "where no database server answers. Start it, or correct the host and \
                                the port";
    const NOT_WRITABLE: &str = "which the server's user may not read and write. Change the owner or \
                                the permissions of the file and its folder, or name another";

    async fn refusal(url: &str) -> String {
        let url = SecretString::from(url.to_owned());
        open_database(&url).await.unwrap_err().to_string()
    }

    #[tokio::test]
    async fn a_path_below_a_file_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        fs::write(&path, "").unwrap();
        let url = format!("sqlite://{}/b/c.db", path.display());
        let problem = "which is no folder or lies below a file. Name a folder.";
        assert_eq!(
            refusal(&url).await,
            format!("DATABASE_URL is {url}, {problem}")
        );
    }

    #[tokio::test]
    async fn a_database_that_cannot_be_written_is_refused_in_one_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        fs::write(&path, "").unwrap();
        let url = format!("sqlite://{}?mode=ro", path.display());
        assert_eq!(
            refusal(&url).await,
            format!("DATABASE_URL is {url}, {NOT_WRITABLE}.")
        );
    }

    #[tokio::test]
    async fn a_postgresql_that_does_not_answer_is_refused_without_its_password() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        assert_eq!(
            refusal(&format!("postgres://user:hunter2@{address}/enmusubi")).await,
            format!("DATABASE_URL is postgres://user:***@{address}/enmusubi, {OUT_OF_REACH}.")
        );
    }
}
