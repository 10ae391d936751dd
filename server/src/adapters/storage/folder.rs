//! A local folder of files, which refuses to work once another folder has its path.
//!
//! If the disk of the folder is unmounted, its path leads to the empty folder below. Files written there
//! would be hidden once the disk is back, and files that are missing there still exist on the disk.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path as FolderPath;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use enmusubi_core::profile::is_upload_name;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};

use super::error::StorageError;
use crate::disk::{self, PinnedPath};

/// The suffix of a file that the local store has not finished. There is at most one for each name, because
/// the server writes no name twice. A server that is killed leaves it behind.
const STAGED: &str = "#1";

#[derive(Debug)]
pub(super) struct Folder {
    files: LocalFileSystem,
    pinned: Arc<PinnedPath>,
}

impl Folder {
    /// Creates the folder if it is missing.
    pub(super) fn open(path: &FolderPath) -> Result<Self, StorageError> {
        disk::create_folder(path)?;
        // In a private folder, other users of the machine cannot reach the files, whatever the
        // files' own modes are.
        disk::make_private_if_ours(path, has_only_our_files(path));
        let pinned = PinnedPath::of(path)?;
        // A photo survives a power cut, because the registration that shows it does.
        let files = LocalFileSystem::new_with_prefix(&pinned.path)?
            .with_automatic_cleanup(true)
            .with_fsync(true);
        let pinned = Arc::new(pinned);
        Ok(Self { files, pinned })
    }
}

/// Returns true if every file in the folder has a name that the server gives. A disk that is mounted
/// there may have its `lost+found`.
fn has_only_our_files(folder: &FolderPath) -> bool {
    let is_ours = |name: &str| {
        name == "lost+found" || is_upload_name(name.strip_suffix(STAGED).unwrap_or(name))
    };
    std::fs::read_dir(folder).is_ok_and(|mut entries| {
        entries
            .all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)))
    })
}

/// Fails if this is no longer the folder that was opened.
fn require(pinned: &PinnedPath) -> Result<()> {
    pinned.require().map_err(generic)
}

/// Returns the error of a missing file, or the folder's own error if this is no longer the folder
/// that was opened.
fn missed(pinned: &PinnedPath, error: Error) -> Error {
    match (&error, require(pinned)) {
        (Error::NotFound { .. }, Err(other)) => other,
        _ => error,
    }
}

fn delete_staged(pinned: &PinnedPath, location: &Path) -> Result<()> {
    match std::fs::remove_file(pinned.path.join(format!("{location}{STAGED}"))) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(generic(error)),
        _ => Ok(()),
    }
}

fn generic(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::Generic {
        store: "Folder",
        source: source.into(),
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.fmt(formatter)
    }
}

#[async_trait]
impl ObjectStore for Folder {
    async fn put_opts(
        &self,
        location: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> Result<PutResult> {
        require(&self.pinned)?;
        disk::require_room(&self.pinned.path).map_err(generic)?;
        let put = self.files.put_opts(location, payload, options).await?;
        // The folder may have been removed meanwhile.
        require(&self.pinned)?;
        Ok(put)
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        require(&self.pinned)?;
        self.files.put_multipart_opts(location, options).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        let got = self.files.get_opts(location, options).await;
        got.map_err(|error| missed(&self.pinned, error))
    }

    async fn get_ranges(&self, location: &Path, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        let got = self.files.get_ranges(location, ranges).await;
        got.map_err(|error| missed(&self.pinned, error))
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        let (pinned, pinned_for_staged) = (self.pinned.clone(), self.pinned.clone());
        let locations = locations.map(move |location| {
            let location = location?;
            delete_staged(&pinned_for_staged, &location)?;
            Ok(location)
        });
        let deleted = self.files.delete_stream(locations.boxed());
        deleted
            .map(move |deleted| deleted.map_err(|error| missed(&pinned, error)))
            .boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.files.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.files.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        require(&self.pinned)?;
        self.files.copy_opts(from, to, options).await
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use object_store::ObjectStoreExt as _;

    use super::*;

    async fn folder_with_a_file() -> (tempfile::TempDir, PathBuf, Folder, Path) {
        let around = tempfile::tempdir().unwrap();
        let path = around.path().join("blobs");
        let folder = Folder::open(&path).unwrap();
        let name = Path::from("a.jpg");
        folder.put(&name, "bytes".into()).await.unwrap();
        (around, path, folder, name)
    }

    #[tokio::test]
    async fn another_folder_at_the_path_neither_accepts_files_nor_reports_missing_ones() {
        let (around, path, folder, name) = folder_with_a_file().await;
        let elsewhere = around.path().join("elsewhere");
        let other = Path::from("b.jpg");
        std::fs::rename(&path, &elsewhere).unwrap();
        for is_there in [false, true] {
            if is_there {
                std::fs::create_dir(&path).unwrap();
            }
            for error in [
                folder.put(&other, "bytes".into()).await.unwrap_err(),
                folder.get(&name).await.unwrap_err(),
                folder.head(&name).await.unwrap_err(),
                folder.delete(&name).await.unwrap_err(),
            ] {
                assert!(matches!(error, Error::Generic { .. }), "{error}");
            }
            assert_eq!(path.exists(), is_there);
        }
        std::fs::remove_dir(&path).unwrap();
        std::fs::rename(&elsewhere, &path).unwrap();
        folder.get(&name).await.unwrap();
        let missing = folder.get(&other).await.unwrap_err();
        assert!(matches!(missing, Error::NotFound { .. }), "{missing}");
        folder.put(&other, "bytes".into()).await.unwrap();
        folder.delete(&name).await.unwrap();
    }

    #[tokio::test]
    async fn deleting_a_name_removes_the_unfinished_file_of_a_killed_server() {
        let (_around, path, folder, name) = folder_with_a_file().await;
        std::fs::rename(path.join("a.jpg"), path.join("a.jpg#1")).unwrap();
        let missing = folder.delete(&name).await.unwrap_err();
        assert!(matches!(missing, Error::NotFound { .. }), "{missing}");
        assert_eq!(std::fs::read_dir(path).unwrap().count(), 0);
    }

    #[test]
    fn only_a_folder_with_our_files_becomes_private() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt as _;

        let ours = "0123456789abcdef0123456789abcdef.jpg";
        let mode_of =
            |path: &FolderPath| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (name, mode) in [
            (ours.to_owned(), 0o700),
            (format!("{ours}#1"), 0o700),
            ("lost+found".to_owned(), 0o700),
            ("passwd".to_owned(), 0o755),
            (ours.replace("jpg", "txt"), 0o755),
            (ours.to_uppercase(), 0o755),
        ] {
            let folder = tempfile::tempdir().unwrap();
            std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
            std::fs::write(folder.path().join(&name), "").unwrap();
            Folder::open(folder.path()).unwrap();
            assert_eq!(mode_of(folder.path()), mode, "{name}");
        }
    }
}
