//! Backups and restores that are cancelled, killed, or run beside other backups.

use std::time::Duration;

use super::super::claim::Claim;
use super::super::files::{MARKER, TemporaryFolder};
use super::*;

/// The size of a file that no thread copies before the test cancels it.
const LONG_BYTES: u64 = 512 * 1024 * 1024;

/// Returns the names of the temporary folders in a folder.
fn unfinished_in(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).unwrap();
    let names = found.map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with('.')).collect();
    names.sort();
    names
}

async fn wait_until(is_so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not come about within 10 seconds");
}

/// Makes a photo so large that the backup is still copying it when the test goes on.
fn lengthen(photo: &Path) {
    let file = fs::OpenOptions::new().write(true).open(photo).unwrap();
    file.set_len(LONG_BYTES).unwrap();
}

fn has_bytes(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| it.len() > 0)
}

#[tokio::test]
async fn the_next_backup_removes_the_folder_of_a_killed_one() {
    let kept = Kept::make().await;
    let abandoned = kept.folder.path().join(".enmusubi-backup-a1B2c3");
    fs::create_dir_all(abandoned.join(BLOBS)).unwrap();
    fs::write(abandoned.join(MARKER), "").unwrap();
    fs::write(abandoned.join(DATABASE), "personal").unwrap();
    let strange = kept.folder.path().join(".enmusubi");
    fs::create_dir(strange).unwrap();
    // This folder belongs to a running backup.
    let busy = TemporaryFolder::create_in(kept.folder.path()).unwrap();
    let name = busy.path().file_name().unwrap().to_str().unwrap();
    let name = name.to_owned();
    kept.make_again("next").await.unwrap();
    assert_eq!(unfinished_in(kept.folder.path()), [".enmusubi", &name]);
    drop(busy);
    assert_eq!(unfinished_in(kept.folder.path()), [".enmusubi"]);
    let next = kept.folder.path().join("next");
    assert!(!next.join(MARKER).exists());
}

#[tokio::test]
async fn a_backup_with_the_name_of_an_unfinished_one_is_not_deleted() {
    let kept = Kept::make().await;
    let folder = parent_of(&DataPaths::of(&kept.config()).unwrap().database).to_owned();
    let renamed = folder.join(".enmusubi-backup-a1B2c3");
    fs::create_dir(&folder).unwrap();
    fs::rename(kept.path(""), &renamed).unwrap();
    // Apart from its name, the folder looks like a temporary one.
    let named = kept.folder.path().join(".enmusubi-backup-mine");
    fs::create_dir(&named).unwrap();
    fs::write(named.join(MARKER), "").unwrap();

    kept.make_again("next").await.unwrap();
    assert!(named.exists());
    // With the marker, the restore would delete the backup before it copies anything.
    fs::write(renamed.join(MARKER), "").unwrap();
    for from in [renamed.clone(), renamed.join(".")] {
        let refused = restore(&kept.config(), &from).await.unwrap_err();
        assert!(refused.to_string().contains("was never finished"));
    }
    fs::remove_file(renamed.join(MARKER)).unwrap();
    restore(&kept.config(), &renamed).await.unwrap();
    assert!(renamed.join(MANIFEST).exists());

    let refused = kept.make_again(".enmusubi-backup-a1B2c3").await;
    let refused = refused.unwrap_err();
    assert!(matches!(refused, BackupError::Reserved(_)), "{refused}");
}

#[test]
fn a_cancelled_copy_ends_within_the_file_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    fs::write(&from, "bytes").unwrap();
    let stop = CancellationToken::new();
    stop.cancel();
    files::copy(&from, &to, "from", &stop).unwrap_err();
    files::measure(&from, "from", &stop).unwrap_err();
    assert!(!to.exists());
}

#[tokio::test]
async fn dropping_the_caller_cancels_its_thread() {
    let (started, is_running) = tokio::sync::oneshot::channel();
    let (result, told) = std::sync::mpsc::channel();
    let caller = tokio::spawn(files::in_thread(move |stop| {
        started.send(()).unwrap();
        for _ in 0..1000 {
            std::thread::sleep(Duration::from_millis(10));
            if stop.is_cancelled() {
                break;
            }
        }
        result.send(stop.is_cancelled()).unwrap();
        Ok(())
    }));
    is_running.await.unwrap();
    caller.abort();
    caller.await.unwrap_err();
    assert!(told.recv().unwrap());
}

#[tokio::test]
async fn a_dropped_backup_stops_copying_and_leaves_nothing() {
    let kept = Kept::make().await;
    let config = kept.world.app.config.clone();
    lengthen(&DataPaths::of(&config).unwrap().blobs.join(&kept.photo));
    let (around, clock) = (tempfile::tempdir().unwrap(), kept.world.app.clock.clone());
    let to = around.path().join("backup");
    let work = tokio::spawn(async move { make(&config, &clock, &to).await.map(drop) });
    let copy = || {
        let folder = unfinished_in(around.path()).pop()?;
        Some(around.path().join(folder).join(BLOBS).join(&kept.photo))
    };
    wait_until(|| copy().is_some_and(|it| has_bytes(&it))).await;
    work.abort();
    wait_until(|| unfinished_in(around.path()).is_empty()).await;
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(fs::read_dir(around.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_dropped_restore_stops_copying_and_leaves_nothing() {
    let kept = Kept::make().await;
    lengthen(&kept.path(&format!("{BLOBS}/{}", kept.photo)));
    let (config, from) = (kept.config(), kept.path(""));
    let paths = DataPaths::of(&config).unwrap();
    let folder = parent_of(&paths.database);
    let work = tokio::spawn(async move { restore(&config, &from).await.map(drop) });
    let copy = paths.blobs.join(&kept.photo);
    wait_until(|| has_bytes(&copy)).await;
    assert!(paths.database.exists());
    work.abort();
    wait_until(|| !paths.database.exists()).await;
    assert!(work.await.unwrap_err().is_cancelled());
    assert_eq!(unfinished_in(folder), [""; 0]);
    assert_eq!(fs::read_dir(&paths.blobs).unwrap().count(), 0);
}

#[tokio::test]
async fn no_backup_restore_or_server_starts_during_a_restore() {
    let kept = Kept::make().await;
    let config = kept.config();
    let paths = DataPaths::of(&config).unwrap();
    fs::create_dir_all(&paths.blobs).unwrap();
    let claim = Claim::take(&paths.database).unwrap();
    let started = App::open(config.clone(), kept.world.app.clock.clone()).await;
    let refused = started.unwrap_err().to_string();
    assert!(refused.contains("where a restore is at work"), "{refused}");
    let made = make(&config, &kept.world.app.clock, &kept.path("b")).await;
    for refused in [made, kept.restore().await] {
        let refused = refused.unwrap_err();
        assert!(matches!(refused, BackupError::Restoring(_)), "{refused}");
    }
    drop(claim);
    kept.restore().await.unwrap();
}

#[tokio::test]
async fn a_database_that_appeared_during_a_restore_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, tables) = (folder.path().join("a.db"), folder.path().join("tables"));
    fs::write(&tables, "restored").unwrap();
    let refuse = |claim: Claim| {
        let refused = claim.give_way_to(&tables).unwrap_err();
        assert!(matches!(refused, BackupError::NotEmpty(_)), "{refused}");
    };

    let claim = Claim::take(&path).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "another file").unwrap();
    refuse(claim);
    assert_eq!(fs::read(&path).unwrap(), b"another file");
    fs::remove_file(&path).unwrap();

    let claim = Claim::take(&path).unwrap();
    fs::write(&path, "the same file").unwrap();
    refuse(claim);
    assert_eq!(fs::read(&path).unwrap(), b"the same file");
    fs::remove_file(&path).unwrap();

    let claim = Claim::take(&path).unwrap();
    fs::remove_file(&path).unwrap();
    for name in ["a.db", "a.db-wal"] {
        fs::write(folder.path().join(name), "a database in use").unwrap();
    }
    let refused = claim.give_way_to(&tables).unwrap_err().to_string();
    assert!(refused.contains("a.db is not empty"), "{refused}");
    drop(claim);
    for name in ["a.db", "a.db-wal"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }

    for end in ["wal", "shm", "journal"] {
        let claim = Claim::take(&path).unwrap();
        let journal = folder.path().join(format!("a.db-{end}"));
        fs::write(&journal, "of another process").unwrap();
        refuse(claim);
        assert!(!path.exists());
        fs::remove_file(journal).unwrap();
    }
    Claim::take(&path).unwrap().give_way_to(&tables).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"restored");
}

#[tokio::test]
async fn the_next_restore_removes_the_files_of_a_killed_one() {
    let kept = Kept::make().await;
    let paths = DataPaths::of(&kept.config()).unwrap();
    fs::create_dir_all(&paths.blobs).unwrap();
    let other = "ffffffffffffffffffffffffffffffff.jpg";
    let claim = Claim::take(&paths.database).unwrap();
    let names = [kept.photo.as_str(), other, "../a.db"];
    claim.write_names(names.into_iter()).unwrap();
    let text = fs::read(&paths.database).unwrap();
    drop(claim);
    fs::write(&paths.database, text).unwrap();
    let abandoned = parent_of(&paths.database).join(".enmusubi-backup-a1B2c3");
    fs::create_dir(&abandoned).unwrap();
    fs::write(abandoned.join(MARKER), "").unwrap();
    fs::write(abandoned.join(DATABASE), "half of").unwrap();
    for name in [&kept.photo, other] {
        fs::write(paths.blobs.join(name), "half of").unwrap();
    }
    let theirs = paths.blobs.join("somebody.jpg");
    fs::write(&theirs, "theirs").unwrap();

    let refused = kept.restore().await.unwrap_err();
    assert!(matches!(refused, BackupError::NotEmpty(_)), "{refused}");
    assert!(paths.blobs.join(other).exists());
    fs::remove_file(theirs).unwrap();
    kept.restore().await.unwrap();
    assert!(!abandoned.exists());
    let blobs = fs::read_dir(&paths.blobs).unwrap();
    let names: Vec<_> = blobs.map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, [kept.photo.as_str()]);
}
