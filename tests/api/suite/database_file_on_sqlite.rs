//! SQLite's file is deleted, moved or replaced while the server runs. The connections still have
//! the old file open. If the server went on, everything that it writes would be lost when the
//! process ends.

use std::fs;
use std::path::Path;

use crate::suite::prelude::*;

/// The time until `/readyz` checks again.
const A_MOMENT: Duration = Duration::from_millis(1100);

async fn readiness(app: &TestApp) -> u16 {
    tokio::time::sleep(A_MOMENT).await;
    app.get("/readyz", &Credentials::None).await.status
}

/// A server with a member, and with a person who is about to register.
struct People {
    app: TestApp,
    session: Credentials,
    credentials: Credentials,
    form: Value,
}

impl People {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let session = app.member(&person(1)).await;
        let form = app.profile_of(&person(2)).await.build();
        let credentials = app.id_token(&person(2));
        assert_eq!(readiness(&app).await, 200);
        Self {
            app,
            session,
            credentials,
            form,
        }
    }

    /// Returns the path of SQLite's file.
    fn file(&self) -> &Path {
        Path::new(self.app.database.url.strip_prefix("sqlite://").unwrap())
    }

    async fn expect_refusals(&self) {
        let Self { app, .. } = self;
        assert_eq!(readiness(app).await, 503);
        app.create_user_profile(&self.credentials, &self.form)
            .await
            .refused("E503");
        app.my_info(&self.session).await.refused("E503");
    }

    async fn expect_service(&self) {
        let Self { app, .. } = self;
        assert_eq!(readiness(app).await, 200);
        app.my_info(&self.session).await.ok();
        app.create_user_profile(&self.credentials, &self.form)
            .await
            .expect(201);
    }
}

/// Checks that the server refuses calls while the database is replaced, and works once it is back.
async fn check(replace: impl FnOnce(&Path)) {
    let people = People::new().await;
    let file = people.file();
    let folder = file.parent().unwrap();
    let elsewhere = folder.with_extension("elsewhere");
    fs::rename(folder, &elsewhere).unwrap();
    replace(file);
    let n_bytes = fs::metadata(file).map_or(0, |it| it.len());
    people.expect_refusals().await;

    if folder.exists() {
        let size = fs::metadata(file).map(|it| it.len());
        assert_eq!(size.unwrap_or_default(), n_bytes, "the server wrote to it");
        fs::remove_dir_all(folder).unwrap();
    }
    fs::rename(&elsewhere, folder).unwrap();
    people.expect_service().await;
}

#[tokio::test]
async fn without_the_database_folder_calls_are_refused() {
    check(|_| {}).await;
}

#[tokio::test]
async fn without_the_database_file_calls_are_refused() {
    check(|file| fs::create_dir(file.parent().unwrap()).unwrap()).await;
}

#[tokio::test]
async fn the_server_writes_nothing_to_a_replaced_database_file() {
    check(|file| {
        fs::create_dir(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    })
    .await;
}

/// The write-ahead log holds everything that was written since SQLite last copied it into the file.
#[tokio::test]
async fn without_the_write_ahead_log_calls_are_refused() {
    let people = People::new().await;
    let file = people.file().display();
    let (log, elsewhere) = (format!("{file}-wal"), format!("{file}-elsewhere"));
    fs::rename(&log, &elsewhere).unwrap();
    people.expect_refusals().await;
    fs::rename(&elsewhere, &log).unwrap();
    people.expect_service().await;
}
