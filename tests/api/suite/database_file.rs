//! SQLite's file is deleted, moved or replaced while the server runs. The connections still have it open
//! and would go on, and everything that they write would be gone with the process.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::app::{Proof, TestApp, person};
use super::database::Kind;

/// Until `/readyz` looks again.
const A_MOMENT: Duration = Duration::from_millis(1100);

async fn readiness(app: &TestApp) -> u16 {
    tokio::time::sleep(A_MOMENT).await;
    app.get("/readyz", &Proof::Nobody).await.status
}

/// Someone who is a member, and someone who is about to register.
struct People {
    app: TestApp,
    session: Proof,
    proof: Proof,
    form: Value,
}

impl People {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let session = app.member(&person(1)).await;
        let form = app.profile_of(&person(2)).await.build();
        let proof = app.id_token(&person(2));
        assert_eq!(readiness(&app).await, 200);
        Self {
            app,
            session,
            proof,
            form,
        }
    }

    /// The path of SQLite's file.
    fn file(&self) -> &Path {
        Path::new(self.app.database.url.strip_prefix("sqlite://").unwrap())
    }

    async fn expect_no_promise(&self) {
        let Self { app, .. } = self;
        assert_eq!(readiness(app).await, 503);
        app.create_user_profile(&self.proof, &self.form)
            .await
            .expect_error("E503");
        app.my_info(&self.session).await.expect_error("E503");
    }

    async fn expect_service(&self) {
        let Self { app, .. } = self;
        assert_eq!(readiness(app).await, 200);
        app.my_info(&self.session).await.expect(200);
        app.create_user_profile(&self.proof, &self.form)
            .await
            .expect(201);
    }
}

/// Takes the database away in the given way, and puts it back.
async fn check(replace: impl FnOnce(&Path)) {
    if matches!(crate::DATABASE, Kind::Postgres) {
        return;
    }
    let people = People::new().await;
    let file = people.file();
    let folder = file.parent().unwrap();
    let elsewhere = folder.with_extension("elsewhere");
    fs::rename(folder, &elsewhere).unwrap();
    replace(file);
    let n_bytes = fs::metadata(file).map_or(0, |it| it.len());
    people.expect_no_promise().await;

    if folder.exists() {
        let size = fs::metadata(file).map(|it| it.len());
        assert_eq!(size.unwrap_or_default(), n_bytes, "it was written to");
        fs::remove_dir_all(folder).unwrap();
    }
    fs::rename(&elsewhere, folder).unwrap();
    people.expect_service().await;
}

#[tokio::test]
async fn without_its_folder_nothing_is_promised() {
    check(|_| {}).await;
}

#[tokio::test]
async fn without_its_file_nothing_is_promised() {
    check(|file| fs::create_dir(file.parent().unwrap()).unwrap()).await;
}

#[tokio::test]
async fn another_file_in_its_place_is_not_written_to() {
    check(|file| {
        fs::create_dir(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    })
    .await;
}

/// The log holds everything that was written since SQLite last copied it into the file.
#[tokio::test]
async fn without_its_write_ahead_log_nothing_is_promised() {
    if matches!(crate::DATABASE, Kind::Postgres) {
        return;
    }
    let people = People::new().await;
    let file = people.file().display();
    let (log, elsewhere) = (format!("{file}-wal"), format!("{file}-elsewhere"));
    fs::rename(&log, &elsewhere).unwrap();
    people.expect_no_promise().await;
    fs::rename(&elsewhere, &log).unwrap();
    people.expect_service().await;
}
