//! The folder and the database of one test, and the conditions that hold at its end.

use std::collections::BTreeSet;
use std::path::PathBuf;

use sea_orm::{ConnectionTrait as _, Database, QueryResult, Statement};
use tempfile::TempDir;

pub(crate) struct World {
    folder: TempDir,
    pub(crate) database_url: String,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            database_url: crate::database_url(folder.path()),
            folder,
        }
    }

    /// Returns the folder in which the servers run and write their log.
    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// Returns the folder in which the servers store files.
    pub(crate) fn blobs(&self) -> PathBuf {
        self.folder.path().join("data/blobs")
    }

    /// Checks that `n_people` are registered, each once and completely, that every photo has its
    /// file, and that every file has its row.
    pub(crate) async fn require_people(&self, n_people: usize) {
        let complete = "SELECT account.line_user_id FROM account
            JOIN profile ON profile.account_id = account.id
            JOIN photo ON photo.account_id = account.id
            JOIN upload ON upload.name = photo.file_id AND upload.attached_at_ms IS NOT NULL
            JOIN idempotency ON idempotency.line_user_id = account.line_user_id";
        for sql in [
            complete,
            "SELECT line_user_id FROM account",
            "SELECT file_id FROM photo",
            "SELECT name FROM upload WHERE attached_at_ms IS NOT NULL",
            "SELECT key FROM idempotency",
        ] {
            let found = self.texts(sql).await;
            assert_eq!(found.len(), n_people, "{sql}");
            let different: BTreeSet<_> = found.into_iter().collect();
            assert_eq!(different.len(), n_people, "{sql}");
        }
        for name in self.texts("SELECT file_id FROM photo").await {
            let size = std::fs::metadata(self.blobs().join(&name)).map(|file| file.len());
            assert!(size.is_ok_and(|size| size > 0), "{name}: no file");
        }
        let rows: BTreeSet<_> = self
            .texts("SELECT name FROM upload")
            .await
            .into_iter()
            .collect();
        for file in std::fs::read_dir(self.blobs()).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            // A temporary file belongs to the row of the file that it would have become.
            let name = name.split('#').next().unwrap();
            assert!(rows.contains(name), "{name}: a file without a row");
        }
    }

    /// Checks that the servers logged no error of their own.
    pub(crate) fn require_quiet_log(&self) {
        let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap();
        let is_fault = |line: &&str| line.contains("panicked") || line.contains("E500");
        let faults: Vec<_> = log.lines().filter(is_fault).take(20).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    pub(crate) async fn texts(&self, sql: &str) -> Vec<String> {
        let database = Database::connect(&self.database_url).await.unwrap();
        let statement = Statement::from_string(database.get_database_backend(), sql.to_owned());
        let rows: Vec<QueryResult> = database.query_all_raw(statement).await.unwrap();
        database.close().await.unwrap();
        rows.iter()
            .map(|row| row.try_get_by_index(0).unwrap())
            .collect()
    }
}
