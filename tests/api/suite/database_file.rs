//! SQLite's file is deleted, moved or replaced while the server runs. The connections still have it open
//! and would go on, and everything that they write would be gone with the process.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::app::{Proof, TestApp, person};
use super::database::Kind;

/// Until `/readyz` looks again.
const A_MOMENT: Duration = Duration::from_millis(1100);

async fn readiness(app: &TestApp) -> u16 {
    tokio::time::sleep(A_MOMENT).await;
    app.get("/readyz", &Proof::Nobody).await.status
}

/// Takes the database away in the given way, and puts it back.
async fn check(replace: impl FnOnce(&Path)) {
    if matches!(crate::DATABASE, Kind::Postgres) {
        return;
    }
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let form = app.profile_of(&person(2)).await.build();
    let proof = app.id_token(&person(2));
    assert_eq!(readiness(&app).await, 200);

    let file = Path::new(app.database.url.strip_prefix("sqlite://").unwrap());
    let folder = file.parent().unwrap();
    let elsewhere = folder.with_extension("elsewhere");
    fs::rename(folder, &elsewhere).unwrap();
    replace(file);
    let n_bytes = fs::metadata(file).map_or(0, |it| it.len());
    assert_eq!(readiness(&app).await, 503);
    app.create_user_profile(&proof, &form)
        .await
        .expect_error("E503");
    app.my_info(&session).await.expect_error("E503");

    if folder.exists() {
        let size = fs::metadata(file).map(|it| it.len());
        assert_eq!(size.unwrap_or_default(), n_bytes, "it was written to");
        fs::remove_dir_all(folder).unwrap();
    }
    fs::rename(&elsewhere, folder).unwrap();
    assert_eq!(readiness(&app).await, 200);
    app.my_info(&session).await.expect(200);
    app.create_user_profile(&proof, &form).await.expect(201);
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
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let form = app.profile_of(&person(2)).await.build();
    let proof = app.id_token(&person(2));
    let file = app.database.url.strip_prefix("sqlite://").unwrap();
    let log = format!("{file}-wal");
    let elsewhere = format!("{file}-elsewhere");
    fs::rename(&log, &elsewhere).unwrap();
    assert_eq!(readiness(&app).await, 503);
    app.create_user_profile(&proof, &form)
        .await
        .expect_error("E503");
    app.my_info(&session).await.expect_error("E503");
    fs::rename(&elsewhere, &log).unwrap();
    assert_eq!(readiness(&app).await, 200);
    app.my_info(&session).await.expect(200);
    app.create_user_profile(&proof, &form).await.expect(201);
}
