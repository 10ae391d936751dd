//! A backup that is made while people register, and that a test restores in a new place.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use enmusubi_server::Clock;
use enmusubi_server::ops::backup::{BackupError, make, restore};

use super::audit;
use super::picture;
use crate::suite::prelude::*;

/// A shown photo: its address and its bytes.
struct Shown {
    url: String,
    bytes: Vec<u8>,
}

async fn shown(app: &TestApp, n: u32) -> Shown {
    let session = app.session(&person(n)).await;
    let info = app.my_info(&session).await.ok();
    let url = info["photos"][0]["url"].as_str().unwrap().to_owned();
    let answer = app.get(&url, &Credentials::None).await;
    assert_eq!(answer.status, 200);
    let bytes = answer.bytes;
    Shown { url, bytes }
}

/// Registers people one after the other until `is_over`, and counts the acknowledged ones.
async fn register_on(app: &TestApp, is_over: &AtomicBool, n_registered: &AtomicU32) {
    for n in 1.. {
        if is_over.load(Ordering::SeqCst) {
            return;
        }
        app.member(&person(n)).await;
        n_registered.store(n, Ordering::SeqCst);
    }
}

/// Uploads files that no profile attaches. The server soon deletes the oldest of these files again.
async fn upload_on(app: &TestApp, is_over: &AtomicBool) {
    let credentials = app.id_token(&person(1_000_000));
    while !is_over.load(Ordering::SeqCst) {
        app.upload(&credentials, "me.jpg", picture::jpeg(), None)
            .await
            .ok();
    }
}

async fn wait_for(n_registered: &AtomicU32, n: u32) {
    while n_registered.load(Ordering::SeqCst) < n {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

/// Checks that a server on the restored data shows everybody who was registered before the backup
/// began.
async fn check_restored(app: &TestApp, backup: &Path, n_registered: u32) {
    let place = tempfile::tempdir().unwrap();
    let restored = TestApp::start_on_backup(place, backup).await;
    let integrity = "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
    assert_eq!(restored.number(integrity).await, 1);
    for n in 1..=n_registered {
        let before = shown(app, n).await;
        // The restored server signs with the same key, so the address is valid there too.
        let after = restored.get(&before.url, &Credentials::None).await;
        assert_eq!((after.status, after.bytes == before.bytes), (200, true));
        assert_eq!(shown(&restored, n).await.bytes, before.bytes);
    }
    // No file is missing, also of people who registered during the backup.
    let attached = "SELECT COUNT(*) FROM upload WHERE attached_at_ms IS NOT NULL";
    let photos = restored.number(attached).await;
    assert!(photos >= i64::from(n_registered));
    let accounts = restored.count("account").await;
    for n in 1..=u32::try_from(accounts).unwrap() {
        shown(&restored, n).await;
    }
    // The log of audited acts is whole, takes the next act and refuses every change.
    let log = audit::verify(&restored, None).await;
    assert_eq!(log, audit::verify(app, None).await);
    assert!(log.unwrap().starts_with("3:"));
    audit::add(&restored, 1).await;
    assert!(
        audit::verify(&restored, None)
            .await
            .unwrap()
            .starts_with("4:")
    );
    let writes = &restored.running.app.database.writes;
    let deletion = writes.execute_unprepared("DELETE FROM audit").await;
    deletion.unwrap_err();
    // The restored server takes new members.
    restored.member(&person(2_000_000)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_made_while_people_register_has_all_acknowledged_people_on_sqlite() {
    let app = TestApp::start().await;
    audit::add(&app, 3).await;
    let folder = tempfile::tempdir().unwrap();
    let (is_over, n_registered) = (AtomicBool::new(false), AtomicU32::new(0));
    let backups = async {
        let mut made = Vec::new();
        for n in [3, 6, 9] {
            wait_for(&n_registered, n).await;
            let before = n_registered.load(Ordering::SeqCst);
            let to = folder.path().join(format!("backup-{n}"));
            let report = make(&app.running.app.config, &Clock::system(), &to).await;
            assert_eq!(report.unwrap().n_lost, 0);
            made.push((to, before));
        }
        is_over.store(true, Ordering::SeqCst);
        made
    };
    let (made, (), ()) = tokio::join!(
        backups,
        register_on(&app, &is_over, &n_registered),
        upload_on(&app, &is_over),
    );
    for (backup, n_registered) in made {
        check_restored(&app, &backup, n_registered).await;
    }
}

#[tokio::test]
async fn a_backup_and_a_restore_with_a_bucket_are_refused() {
    let app = TestApp::with_bucket().await;
    let folder = tempfile::tempdir().unwrap();
    let config = &app.running.app.config;
    let made = make(config, &Clock::system(), &folder.path().join("backup")).await;
    assert!(matches!(made, Err(BackupError::NotEmbedded)));
    let restored = restore(config, folder.path()).await;
    let sentence = restored.unwrap_err().to_string();
    assert!(sentence.contains("pg_dump"), "{sentence}");
}
