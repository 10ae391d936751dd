//! Tests which pictures the cache stores, for how long, and which of them a restarted server finds.

use std::fs::{self, File};
use std::future::{Ready, ready};
use std::os::unix::fs::PermissionsExt as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use enmusubi_core::ErrorCode;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::yield_now;

use super::*;

const MB: u64 = 1024 * 1024;
/// The names of two stored files. The cache does not touch folders with any other name.
const A: &str = "0123456789abcdef0123456789abcdef.jpg";
const B: &str = "fedcba9876543210fedcba9876543210.jpg";

fn key(file_id: &str, modifiers: &str) -> Key {
    Key {
        file_id: file_id.to_owned(),
        modifiers: modifiers.to_owned(),
    }
}

fn open(folder: &TempDir, max_bytes: u64) -> Arc<PictureCache> {
    let place = folder.path().join("pictures");
    Arc::new(PictureCache::new(&place, max_bytes))
}

async fn open_loaded(folder: &TempDir, max_bytes: u64) -> Arc<PictureCache> {
    let cache = open(folder, max_bytes);
    cache.load().await;
    cache
}

async fn keep(cache: &Arc<PictureCache>, key: &Key, bytes: Vec<u8>) {
    let start = async { Ok(async { Ok(bytes) }) };
    cache.make_once(key.clone(), start).await.unwrap();
}

/// Lists every file below the folder, with its length.
fn files(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let length = path.metadata().unwrap().len();
            found.push((path, length));
        }
    }
    found
}

#[tokio::test]
async fn a_restarted_server_shows_pictures_that_were_cached_before() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(A, "f_webp,w_720,q_80");
    keep(&open_loaded(&folder, MB).await, &key, b"picture".to_vec()).await;
    let unloaded = open(&folder, MB);
    assert_eq!(unloaded.find(&key).await, None);
    let cache = open_loaded(&folder, MB).await;
    assert_eq!(cache.find(&key).await, Some(Bytes::from_static(b"picture")));
    assert_eq!(cache.file_ids(), [A]);
}

#[tokio::test]
async fn the_folder_stays_within_its_limit_and_keeps_the_newest_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let key_of = |n: u32| key(&format!("{n:032x}.jpg"), "w_720,q_80");
    for n in 0..40 {
        keep(&cache, &key_of(n), vec![1; 100_000]).await;
    }
    let total = |folder: &TempDir| files(folder.path()).iter().map(|it| it.1).sum::<u64>();
    assert!(
        (MB / 2..=MB).contains(&total(&folder)),
        "{}",
        total(&folder)
    );
    assert!(cache.read(&key_of(39)).await.is_some());
    assert!(cache.read(&key_of(0)).await.is_none());
    // No empty folders are left either.
    let n_folders = fs::read_dir(folder.path().join("pictures"))
        .unwrap()
        .count();
    assert_eq!(n_folders, files(folder.path()).len());

    let smaller = open_loaded(&folder, MB / 4).await;
    assert!(total(&folder) <= MB / 4, "{}", total(&folder));
    assert!(smaller.read(&key_of(39)).await.is_some());
}

#[tokio::test]
async fn unfinished_files_and_pictures_of_another_recipe_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("pictures");
    fs::create_dir_all(place.join(A)).unwrap();
    fs::create_dir_all(place.join(B)).unwrap();
    for name in [
        "0123456789abcdef0123456789abcdef.part",
        &format!("{A}/0~w_720~0123"),
        &format!("{A}/x"),
        &format!("{B}/1~w~0~0"),
    ] {
        fs::write(place.join(name), "half").unwrap();
    }
    fs::write(place.join(A).join("1~w_720~0123"), "whole").unwrap();
    let cache = open_loaded(&folder, MB).await;
    assert_eq!(files(&place).len(), 1);
    assert!(!place.join(B).exists());
    let found = cache.find(&key(A, "w_720")).await;
    assert_eq!(found, Some(Bytes::from_static(b"whole")));
}

#[tokio::test]
async fn the_cache_leaves_foreign_files_and_the_permissions_of_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("pictures");
    let theirs = [
        "letter.txt",
        "letter.part",
        ".profile",
        "photos/a.jpg",
        "me.jpg",
        "holiday.jpg/notes.txt",
        "0123456789abcdef0123456789abcdef.tar/notes.txt",
        "2024.part",
    ];
    for theirs in [
        "photos",
        "holiday.jpg",
        "0123456789abcdef0123456789abcdef.tar",
    ] {
        fs::create_dir_all(place.join(theirs)).unwrap();
    }
    for name in theirs {
        fs::write(place.join(name), "theirs").unwrap();
    }
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    let key = key(A, "w_720");
    keep(&open_loaded(&folder, MB).await, &key, b"picture".to_vec()).await;
    let cache = open_loaded(&folder, MB).await;
    assert_eq!(cache.find(&key).await, Some(Bytes::from_static(b"picture")));
    for name in theirs {
        assert_eq!(fs::read(place.join(name)).unwrap(), b"theirs", "{name}");
    }
    let mode_of = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode_of(&place), 0o755);
    assert_eq!(mode_of(&place.join(A)), 0o700);
}

#[tokio::test]
async fn two_hundred_concurrent_callers_share_one_picture() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let n_made = Arc::new(AtomicUsize::new(0));
    let mut asked = Vec::new();
    for n in 0..200 {
        let (cache, n_made) = (cache.clone(), n_made.clone());
        let asking = tokio::spawn(async move {
            let make = async move {
                n_made.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(50)).await;
                Ok(b"picture".to_vec())
            };
            let start = async { Ok(make) };
            cache.make_once(key(A, "w_720"), start).await.unwrap()
        });
        // Some callers go away before the picture is there, also the first one.
        if n % 3 == 0 {
            tokio::task::yield_now().await;
            asking.abort();
        } else {
            asked.push(asking);
        }
    }
    for asking in asked {
        assert_eq!(asking.await.unwrap(), "picture");
    }
    assert_eq!(n_made.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn all_waiting_callers_get_a_failure_and_the_cache_does_not_store_it() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let key = key(A, "w_720");
    let failing = || {
        cache.make_once(key.clone(), async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            Err::<Ready<_>, _>(Error::unavailable("Later.", "for the log"))
        })
    };
    let (one, other) = tokio::join!(failing(), failing());
    for error in [one.unwrap_err(), other.unwrap_err()] {
        assert_eq!(
            (error.code, error.cause),
            (ErrorCode::Unavailable, "Later.")
        );
        assert!(error.retry_after.is_some() && error.detail().is_some());
    }
    keep(&cache, &key, b"picture".to_vec()).await;
    assert!(cache.find(&key).await.is_some());
}

#[tokio::test]
async fn a_picture_that_waits_for_a_decoder_is_dropped_with_its_last_caller() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let key = key(A, "w_720");
    let n_started = Arc::new(AtomicUsize::new(0));
    let (mut decoder, permit) = oneshot::channel::<()>();
    let mut permit = Some(permit);
    let mut ask = || {
        let (cache, key, n_started) = (cache.clone(), key.clone(), n_started.clone());
        let permit = permit.take();
        tokio::spawn(async move {
            let start = async move {
                n_started.fetch_add(1, Ordering::SeqCst);
                permit.unwrap().await.unwrap();
                Ok(ready(Ok(b"picture".to_vec())))
            };
            cache.make_once(key, start).await
        })
    };
    let (first, second) = (ask(), ask());
    yield_now().await;
    first.abort();
    assert!(first.await.is_err());
    assert!(
        !decoder.is_closed(),
        "the second caller takes over the wait of the first"
    );
    assert!(cache.in_flight.join(&key).is_some());
    second.abort();
    assert!(second.await.is_err());
    assert!(decoder.is_closed());
    decoder.closed().await;
    assert_eq!(n_started.load(Ordering::SeqCst), 1);
    assert!(cache.in_flight.join(&key).is_none());
    keep(&cache, &key, b"picture".to_vec()).await;
}

#[tokio::test]
async fn a_picture_is_cached_even_if_all_callers_go_away_while_it_is_rendered() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let key = key(A, "w_720");
    let (finish, finished) = oneshot::channel::<()>();
    let make = async {
        finished.await.unwrap();
        Ok(b"picture".to_vec())
    };
    let asking = tokio::spawn({
        let (cache, key) = (cache.clone(), key.clone());
        async move { cache.make_once(key, async { Ok(make) }).await }
    });
    yield_now().await;
    asking.abort();
    assert!(asking.await.is_err());
    // A later caller shares the work.
    let late = async { Err::<Ready<_>, _>(Error::internal("the picture is rendered twice")) };
    let late = cache.make_once(key.clone(), late);
    let (late, ()) = tokio::join!(late, async { finish.send(()).unwrap() });
    assert_eq!(late.unwrap(), "picture");
    assert!(cache.read(&key).await.is_some());
    assert!(cache.in_flight.join(&key).is_none());
}

#[tokio::test]
async fn the_cache_keeps_the_newest_pictures_of_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, 16 * MB).await;
    let other = key(B, "w_1");
    keep(&cache, &other, b"picture".to_vec()).await;
    let place = folder.path().join("pictures");
    for n in 0..100 {
        keep(&cache, &key(A, &format!("w_{n}")), b"picture".to_vec()).await;
        if n == 0 {
            // Some file systems give files of one millisecond the same time.
            let first = File::open(&files(&place.join(A))[0].0).unwrap();
            first.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
    }
    assert_eq!(files(&place.join(A)).len(), MAX_OF_ONE_FILE);
    assert!(cache.read(&key(A, "w_99")).await.is_some());
    assert!(cache.read(&key(A, "w_0")).await.is_none());
    assert!(cache.read(&other).await.is_some());
}

#[tokio::test]
async fn all_pictures_of_a_file_are_removed_together() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    for (file_id, modifiers) in [(A, "w_720"), (A, "w_360"), (B, "w_720")] {
        keep(&cache, &key(file_id, modifiers), b"picture".to_vec()).await;
    }
    cache.delete_all_of(&[A.to_owned()]).await;
    assert_eq!(cache.find(&key(A, "w_720")).await, None);
    assert_eq!(cache.find(&key(A, "w_360")).await, None);
    assert!(cache.find(&key(B, "w_720")).await.is_some());
    assert!(!folder.path().join("pictures").join(A).exists());
    assert_eq!(cache.file_ids(), [B]);
}

#[tokio::test]
async fn the_cache_works_without_a_folder_that_was_emptied_or_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open_loaded(&folder, MB).await;
    let of = |modifiers| key(A, modifiers);
    keep(&cache, &of("w_720"), b"picture".to_vec()).await;
    cache.recent.invalidate_all();
    fs::remove_dir_all(folder.path().join("pictures")).unwrap();
    assert_eq!(cache.find(&of("w_720")).await, None);
    fs::write(folder.path().join("pictures"), "no folder").unwrap();
    keep(&cache, &of("w_360"), b"picture".to_vec()).await;
    assert_eq!(cache.file_ids(), [] as [&str; 0]);
    let again = open_loaded(&folder, MB).await;
    keep(&again, &of("w_360"), b"picture".to_vec()).await;
}

#[tokio::test]
async fn other_users_of_the_machine_cannot_read_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("pictures");
    fs::create_dir(&place).unwrap();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).unwrap();
    let cache = open_loaded(&folder, MB).await;
    keep(&cache, &key(A, "w_720"), b"picture".to_vec()).await;
    for path in [place.clone(), place.join(A)] {
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", path.display());
    }
}
