//! The content of a backup, and the kinds of damage that a restore reports before it writes anything.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use object_store::ObjectStoreExt as _;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::App;
use crate::adapters::storage;
use crate::ops::config::Settings;
use crate::store::Database;
use crate::store::file::snapshot::{is_attached, is_whole, schema};
use crate::testing::{USER, World};

mod foreign;
mod interrupted;

/// Returns settings with a database and a file store in this folder.
fn config_in(folder: &Path) -> Config {
    let settings = Settings {
        mock_enable: Some(true),
        database_url: Some(format!("sqlite://{}/new/a.db", folder.display())),
        storage_url: Some(format!("file://{}/new/blobs", folder.display())),
        ..Settings::default()
    };
    settings.check().unwrap()
}

/// A server with one member and their photo, and its backup.
struct Kept {
    world: World,
    photo: String,
    folder: tempfile::TempDir,
}

impl Kept {
    async fn make() -> Self {
        let world = World::open().await;
        let photo = world.register().await;
        let folder = tempfile::tempdir().unwrap();
        let kept = Self {
            world,
            photo,
            folder,
        };
        kept.make_again("backup").await.unwrap();
        kept
    }

    async fn make_again(&self, name: &str) -> Result<Report> {
        let app = &self.world.app;
        make(&app.config, &app.clock, &self.folder.path().join(name)).await
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("backup").join(name)
    }

    fn config(&self) -> Config {
        config_in(self.folder.path())
    }

    async fn restore(&self) -> Result<Report> {
        restore(&self.config(), &self.path("")).await
    }

    /// Requires that the restore fails for this reason and leaves no file.
    async fn expect_refusal(&self, sentence: &str) {
        let told = self.restore().await.unwrap_err().to_string();
        assert!(told.contains(sentence), "{told}");
        let paths = DataPaths::of(&self.config()).unwrap();
        let mut left = fs::read_dir(parent_of(&paths.database))
            .into_iter()
            .flatten();
        assert!(left.all(|it| it.unwrap().file_name() == "blobs"), "{told}");
        let mut blobs = fs::read_dir(&paths.blobs).into_iter().flatten();
        assert!(blobs.next().is_none(), "{told}");
    }

    /// Replaces the tables of the backup by these bytes, in its manifest too.
    fn set_tables(&self, bytes: &[u8]) {
        let path = self.path(DATABASE);
        fs::write(&path, bytes).unwrap();
        let measured = files::measure(&path, DATABASE, &CancellationToken::new()).unwrap();
        let measured = serde_json::to_value(measured).unwrap();
        self.edit_manifest(|manifest| manifest["database"] = measured);
    }

    fn edit_manifest(&self, edit: impl FnOnce(&mut serde_json::Value)) {
        let path = self.path(MANIFEST);
        let mut manifest = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        edit(&mut manifest);
        fs::write(&path, manifest.to_string()).unwrap();
    }
}

fn flip_a_byte(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[tokio::test]
async fn a_backup_is_restored_to_other_paths() {
    let kept = Kept::make().await;
    let report = kept.restore().await.unwrap();
    assert_eq!((report.n_files, report.n_lost), (1, 0));
    let app = App::open(kept.config(), kept.world.app.clock.clone())
        .await
        .unwrap();
    assert!(is_whole(&app.database).await.unwrap());
    assert!(is_attached(&app.database, &kept.photo).await.unwrap());
    let account = crate::store::account::find(&app.database.reads, USER).await;
    assert!(account.unwrap().is_some());
    let path = storage::path_of(&kept.photo);
    let bytes = async |app: &App| app.storage.get(&path).await.unwrap().bytes().await.unwrap();
    assert_eq!(bytes(&app).await, bytes(&kept.world.app).await);
}

#[tokio::test]
async fn the_database_and_the_files_may_share_a_folder() {
    let kept = Kept::make().await;
    let folder = kept.folder.path().join("shared");
    let settings = Settings {
        mock_enable: Some(true),
        database_url: Some(format!("sqlite://{}/a.db", folder.display())),
        storage_url: Some(format!("file://{}", folder.display())),
        ..Settings::default()
    };
    let config = settings.check().unwrap();
    restore(&config, &kept.path("")).await.unwrap();
    assert!(folder.join("a.db").exists() && folder.join(&kept.photo).exists());
}

#[tokio::test]
async fn only_its_owner_may_read_a_backup() {
    let kept = Kept::make().await;
    let mode = |name: &str| fs::metadata(kept.path(name)).unwrap().permissions().mode() & 0o777;
    for folder in ["", BLOBS] {
        assert_eq!(mode(folder), 0o700, "{folder:?}");
    }
    for file in [DATABASE, MANIFEST, &format!("{BLOBS}/{}", kept.photo)] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_no_temporary_folder() {
    let kept = Kept::make().await;
    let again = kept.make_again("backup").await.unwrap_err();
    assert!(matches!(again, BackupError::Exists(_)));
    let newer = "INSERT INTO seaql_migrations VALUES ('m29991231_000001_fly', 0)";
    let database = &kept.world.app.database;
    database.writes.execute_unprepared(newer).await.unwrap();
    let failed = kept.make_again("another").await.unwrap_err();
    assert!(matches!(failed, BackupError::OtherVersion(_)), "{failed}");
    let left = fs::read_dir(kept.folder.path()).unwrap().count();
    assert_eq!(left, 1, "the first backup and nothing else");
}

#[tokio::test]
async fn only_the_embedded_default_is_backed_up() {
    let kept = Kept::make().await;
    for (database_url, storage_url) in [
        (Some("postgres://127.0.0.1/enmusubi"), None),
        (Some("sqlite::memory:"), None),
        (None, Some("s3://bucket")),
    ] {
        let settings = Settings {
            mock_enable: Some(true),
            database_url: database_url.map(str::to_owned),
            storage_url: storage_url.map(str::to_owned),
            ..Settings::default()
        };
        let config = settings.check().unwrap();
        let to = kept.folder.path().join("other");
        let made = make(&config, &kept.world.app.clock, &to).await;
        assert!(matches!(made, Err(BackupError::NotEmbedded)));
        let restored = restore(&config, &kept.path("")).await;
        assert!(matches!(restored, Err(BackupError::NotEmbedded)));
    }
    let nothing = make(&kept.config(), &kept.world.app.clock, &kept.path("b")).await;
    assert!(matches!(nothing, Err(BackupError::NoDatabase(_))));
}

#[tokio::test]
async fn a_restore_overwrites_nothing() {
    let kept = Kept::make().await;
    let paths = DataPaths::of(&kept.config()).unwrap();
    fs::create_dir_all(&paths.blobs).unwrap();
    let wal = paths.database.with_extension("db-wal");
    for path in [&paths.database, &wal, &paths.blobs.join("somebody.jpg")] {
        fs::write(path, "x").unwrap();
        let refused = kept.restore().await.unwrap_err();
        assert!(matches!(refused, BackupError::NotEmpty(_)), "{refused}");
        assert_eq!(fs::read(path).unwrap(), b"x");
        fs::remove_file(path).unwrap();
    }
    // Some tools create an empty file in advance.
    fs::write(&paths.database, "").unwrap();
    kept.restore().await.unwrap();
    let again = kept.restore().await.unwrap_err();
    assert!(matches!(again, BackupError::NotEmpty(_)), "{again}");
}

#[tokio::test]
async fn a_damaged_backup_is_refused_and_leaves_the_target_empty() {
    let kept = Kept::make().await;
    let photo = kept.path(&format!("{BLOBS}/{}", kept.photo));
    for path in [&photo, &kept.path(DATABASE)] {
        flip_a_byte(path);
        kept.expect_refusal("is not what was backed up").await;
        flip_a_byte(path);
        let aside = path.with_extension("aside");
        fs::rename(path, &aside).unwrap();
        kept.expect_refusal("is missing").await;
        std::os::unix::fs::symlink(&aside, path).unwrap();
        kept.expect_refusal("is missing").await;
        fs::rename(&aside, path).unwrap();
    }
    let manifest = fs::read(kept.path(MANIFEST)).unwrap();
    for n_bytes in [0, 10, manifest.len() / 2, manifest.len() - 2] {
        fs::write(kept.path(MANIFEST), &manifest[..n_bytes]).unwrap();
        kept.expect_refusal("manifest.json is not a whole manifest")
            .await;
    }
    fs::remove_file(kept.path(MANIFEST)).unwrap();
    kept.expect_refusal("manifest.json cannot be read").await;
    fs::write(kept.path(MANIFEST), &manifest).unwrap();
    kept.restore().await.unwrap();
}

#[tokio::test]
async fn a_manifest_with_a_path_or_without_a_named_file_is_refused() {
    let kept = Kept::make().await;
    for name in [
        "../a.db",
        "..",
        "/etc/passwd",
        "a/b",
        "",
        ".hidden",
        "a\0b",
        "a\\b",
    ] {
        kept.edit_manifest(|manifest| manifest["files"][0]["name"] = name.into());
        kept.expect_refusal("which is no file of ours").await;
    }
    kept.edit_manifest(|manifest| manifest["files"] = serde_json::json!([]));
    kept.expect_refusal("names files that the manifest does not")
        .await;
    kept.edit_manifest(|manifest| manifest["format"] = 2.into());
    kept.expect_refusal("comes from a newer Enmusubi").await;
}

#[tokio::test]
async fn tables_of_a_newer_server_are_refused() {
    let kept = Kept::make().await;
    let path = kept.path(DATABASE);
    let database = Database::open(&store::url_of(&path)).await.unwrap();
    let newer = "INSERT INTO seaql_migrations VALUES ('m29991231_000001_fly', 0)";
    database.writes.execute_unprepared(newer).await.unwrap();
    let unknown = schema(&database).await.unwrap().unwrap_err();
    assert_eq!(
        unknown,
        OtherVersion::Newer("m29991231_000001_fly".to_owned())
    );
    database.close().await.unwrap();
    kept.set_tables(&fs::read(&path).unwrap());
    kept.expect_refusal("newer Enmusubi (m29991231_000001_fly)")
        .await;
}

#[tokio::test]
async fn a_photo_that_was_lost_before_is_reported_and_the_backup_is_made() {
    let kept = Kept::make().await;
    let app = &kept.world.app;
    storage::delete(app.storage.as_ref(), &kept.photo)
        .await
        .unwrap();
    let report = kept.make_again("without").await.unwrap();
    assert_eq!((report.n_files, report.n_lost), (0, 1));
    let restored = restore(&kept.config(), &kept.folder.path().join("without")).await;
    assert_eq!(restored.unwrap().n_lost, 1);
}

#[tokio::test]
async fn a_missing_file_that_no_profile_shows_does_not_count_as_lost() {
    let kept = Kept::make().await;
    let app = &kept.world.app;
    let upload = kept.world.upload_document().await;
    storage::delete(app.storage.as_ref(), &upload)
        .await
        .unwrap();
    let report = kept.make_again("with").await.unwrap();
    assert_eq!((report.n_files, report.n_lost), (1, 0));
}

/// Creates a FIFO without a writer. Opening it would block forever.
fn make_fifo(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};

    fs::remove_file(path).unwrap();
    mknodat(CWD, path, FileType::Fifo, Mode::RWXU, 0).unwrap();
}

#[tokio::test]
async fn a_fifo_in_a_backup_is_refused_without_waiting() {
    for name in [MANIFEST, DATABASE, BLOBS] {
        let kept = Kept::make().await;
        let path = match name {
            BLOBS => kept.path(&format!("{BLOBS}/{}", kept.photo)),
            name => kept.path(name),
        };
        make_fifo(&path);
        let (config, from) = (kept.config(), kept.path(""));
        let (done, told) = std::sync::mpsc::channel();
        // On a separate thread, because a restore that blocks forever would block the test too.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            let refused = runtime.block_on(restore(&config, &from)).unwrap_err();
            done.send(refused.to_string()).unwrap();
        });
        let told = told.recv_timeout(std::time::Duration::from_secs(10));
        assert!(told.unwrap().contains("missing"), "{name}");
    }
}
