//! A server without a socket, for unit tests: real tables in a temporary folder, a clock that the
//! test turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::DateTime;

use crate::config::Settings;
use crate::{App, Clock};

pub(crate) struct World {
    pub(crate) app: App,
    now_ms: Arc<AtomicI64>,
    // Holds the files until the test is over.
    _folder: tempfile::TempDir,
}

impl World {
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = Settings {
            mock_enable: Some(true),
            database_url: Some(format!("sqlite://{}/a.db", folder.path().display())),
            storage_url: Some(format!("file://{}/blobs", folder.path().display())),
            ..Settings::default()
        }
        .check()
        .unwrap();
        let now_ms = Arc::new(AtomicI64::new(1_795_000_000_000));
        let shown = now_ms.clone();
        let clock = Clock::new(move || {
            DateTime::from_timestamp_millis(shown.load(Ordering::SeqCst)).unwrap()
        });
        Self {
            app: App::open(config, clock).await.unwrap(),
            now_ms,
            _folder: folder,
        }
    }

    pub(crate) fn pass(&self, ms: i64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
    }
}
