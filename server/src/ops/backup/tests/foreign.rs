//! Backups of a missing file store, and folders that are not backups of this program.

use super::*;

#[tokio::test]
async fn no_backup_is_made_if_the_file_store_is_missing() {
    let kept = Kept::make().await;
    let blobs = DataPaths::of(&kept.world.app.config).unwrap().blobs;
    let elsewhere = kept.folder.path().join("elsewhere");
    fs::rename(&blobs, &elsewhere).unwrap();
    let refused = kept.make_again("without").await.unwrap_err();
    let is_missing = matches!(refused, BackupError::StoreMissing { n_lost: 1, .. });
    assert!(is_missing, "{refused}");
    let mut left = fs::read_dir(kept.folder.path()).unwrap();
    assert!(
        left.all(|it| ["backup", "elsewhere"].contains(&it.unwrap().file_name().to_str().unwrap()))
    );
}

#[tokio::test]
async fn a_backup_that_lacks_shown_files_is_kept_and_reported_as_a_failure() {
    let kept = Kept::make().await;
    let whole = kept.make_again("whole").await.unwrap();
    whole.require_all_files(&kept.path("")).unwrap();
    // The mount point of an unmounted disk is an empty folder.
    let photo = DataPaths::of(&kept.world.app.config).unwrap().blobs;
    fs::remove_file(photo.join(&kept.photo)).unwrap();
    let report = kept.make_again("without").await.unwrap();
    let told = report.require_all_files(Path::new("/backups/without"));
    assert_eq!(
        told.unwrap_err().to_string(),
        "The backup at /backups/without was kept but is not complete (files: 0, missing: 1), because \
         STORAGE_URL does not lead to all files that profiles show; mount its disk, or correct \
         STORAGE_URL, and make another backup, unless the missing ones were lost long ago."
    );
}

#[tokio::test]
async fn no_backup_is_kept_if_the_file_store_disappears_meanwhile() {
    let kept = Kept::make().await;
    let app = &kept.world.app;
    let paths = DataPaths::of(&app.config).unwrap();
    let parent = kept.folder.path().join("moved");
    fs::create_dir(&parent).unwrap();
    let unfinished = files::TemporaryFolder::create_in(&parent).unwrap();
    fs::create_dir(unfinished.path().join(BLOBS)).unwrap();
    let moving = async {
        fs::rename(&paths.blobs, kept.folder.path().join("elsewhere")).unwrap();
        // An empty folder takes the place of the file store.
        fs::create_dir(&paths.blobs).unwrap();
    };
    // The first poll of the backup ends when it waits for SQLite.
    let writing = make::write(&app.database, &paths, &app.clock, unfinished);
    let (written, ()) = tokio::join!(biased; writing, moving);
    let refused = written.map(|(_, report)| report).unwrap_err();
    assert!(
        matches!(refused, BackupError::StoreMissing { .. }),
        "{refused}"
    );
    assert_eq!(fs::read_dir(parent).unwrap().count(), 0);
}

#[tokio::test]
async fn tables_of_another_program_are_reported_as_a_damaged_backup() {
    let kept = Kept::make().await;
    let ours = fs::read(kept.path(DATABASE)).unwrap();
    let another = kept.folder.path().join("another.db");
    let database = Database::open(&store::url_of(&another)).await.unwrap();
    let made = "CREATE TABLE cat (name TEXT)";
    database.writes.execute_unprepared(made).await.unwrap();
    database.close().await.unwrap();
    let another = fs::read(another).unwrap();
    let mut garbled = ours.clone();
    garbled[16..4096].fill(0xff);
    for (tables, why) in [
        (&b""[..], "is no SQLite database"),
        (b"a text of somebody", "is no SQLite database"),
        (&another, "does not hold the tables of Enmusubi"),
        (&garbled, "cannot be opened ("),
        (&ours[..ours.len() / 2], "enmusubi.db "),
    ] {
        kept.set_tables(tables);
        let begin = "The backup is damaged, or none: enmusubi.db ";
        let told = kept.restore().await.unwrap_err().to_string();
        assert!(told.starts_with(begin) && told.contains(why), "{told}");
        kept.expect_refusal(why).await;
    }
    kept.set_tables(&ours);
    kept.restore().await.unwrap();
}

#[tokio::test]
async fn a_file_in_place_of_a_backup_folder_is_refused() {
    let kept = Kept::make().await;
    let file = kept.path(MANIFEST);
    let told = restore(&kept.config(), &file).await.unwrap_err();
    assert_eq!(
        told.to_string(),
        format!(
            "The backup is damaged, or none: {} is not a folder. Nothing was restored.",
            file.display()
        )
    );
    let made = kept.make_again("backup/manifest.json/new").await;
    let refused = made.unwrap_err().to_string();
    assert!(
        refused.ends_with("is a file, or lies below one; name a folder."),
        "{refused}"
    );
    fs::remove_dir_all(kept.path(BLOBS)).unwrap();
    fs::write(kept.path(BLOBS), "").unwrap();
    kept.expect_refusal("is missing").await;
}
