//! Tests which pictures the cache stores, and that callers share the work on a picture.

use std::future::{Ready, ready};
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::oneshot;
use tokio::task::{JoinHandle, yield_now};

use super::*;
use crate::error::ErrorCode;

const MB: u64 = 1024 * 1024;
/// The names of two stored files.
const A: &str = "0123456789abcdef0123456789abcdef.jpg";
const B: &str = "fedcba9876543210fedcba9876543210.jpg";

fn key(file_id: &str, modifiers: &str) -> Key {
    Key {
        file_id: file_id.to_owned(),
        modifiers: modifiers.to_owned(),
    }
}

fn cache_of(max_bytes: u64) -> Arc<PictureCache> {
    Arc::new(PictureCache::new(max_bytes))
}

async fn keep(cache: &Arc<PictureCache>, key: &Key, bytes: Vec<u8>) {
    let start = async { Ok(async { Ok(bytes) }) };
    cache.make_once(key.clone(), start).await.unwrap();
}

/// Begins to render a picture for a caller. The picture is there after a message to the sender.
async fn begin(
    cache: &Arc<PictureCache>,
    key: &Key,
) -> (oneshot::Sender<()>, JoinHandle<Result<Bytes>>) {
    let (finish, finished) = oneshot::channel::<()>();
    let make = async {
        finished.await.unwrap();
        Ok(b"picture".to_vec())
    };
    let (cache, key) = (cache.clone(), key.clone());
    let asking = tokio::spawn(async move { cache.make_once(key, async { Ok(make) }).await });
    yield_now().await;
    (finish, asking)
}

#[tokio::test]
async fn the_cache_stays_within_its_limit_and_keeps_the_newest_pictures() {
    let cache = cache_of(MB);
    let key_of = |n: u32| key(&format!("{n:032x}.jpg"), "w_720,q_80");
    for n in 0..40 {
        keep(&cache, &key_of(n), vec![1; 100_000]).await;
    }
    assert_eq!(cache.len().await, 10);
    assert!(cache.find(&key_of(39)).await.is_some());
    assert!(cache.find(&key_of(0)).await.is_none());
}

#[tokio::test]
async fn two_hundred_concurrent_callers_share_one_picture() {
    let cache = cache_of(MB);
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
    let cache = cache_of(MB);
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
    let cache = cache_of(MB);
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
    let cache = cache_of(MB);
    let key = key(A, "w_720");
    let (finish, asking) = begin(&cache, &key).await;
    asking.abort();
    assert!(asking.await.is_err());
    // A later caller shares the work.
    let late = async { Err::<Ready<_>, _>(Error::internal("the picture is rendered twice")) };
    let late = cache.make_once(key.clone(), late);
    let (late, ()) = tokio::join!(late, async { finish.send(()).unwrap() });
    assert_eq!(late.unwrap(), "picture");
    assert!(cache.find(&key).await.is_some());
    assert!(cache.in_flight.join(&key).is_none());
}

#[tokio::test]
async fn the_cache_keeps_the_newest_pictures_of_one_file() {
    let cache = cache_of(16 * MB);
    let other = key(B, "w_1");
    keep(&cache, &other, b"picture".to_vec()).await;
    for n in 0..100 {
        keep(&cache, &key(A, &format!("w_{n}")), b"picture".to_vec()).await;
    }
    assert_eq!(cache.len().await, MAX_OF_ONE_FILE as u64 + 1);
    assert!(cache.find(&key(A, "w_99")).await.is_some());
    assert!(cache.find(&key(A, "w_0")).await.is_none());
    assert!(cache.find(&other).await.is_some());
}

#[tokio::test]
async fn all_pictures_of_a_file_are_removed_together() {
    let cache = cache_of(MB);
    for (file_id, modifiers) in [(A, "w_720"), (A, "w_360"), (B, "w_720")] {
        keep(&cache, &key(file_id, modifiers), b"picture".to_vec()).await;
    }
    cache.delete_all_of(&[A.to_owned()]).await;
    assert_eq!(cache.find(&key(A, "w_720")).await, None);
    assert_eq!(cache.find(&key(A, "w_360")).await, None);
    assert!(cache.find(&key(B, "w_720")).await.is_some());
    assert_eq!(cache.len().await, 1, "no bytes are left");
}

#[tokio::test]
async fn a_picture_whose_file_is_deleted_while_it_is_rendered_is_not_stored() {
    let cache = cache_of(MB);
    let key = key(A, "w_720");
    let (finish, making) = begin(&cache, &key).await;
    cache.delete_all_of(&[A.to_owned()]).await;
    finish.send(()).unwrap();
    assert_eq!(making.await.unwrap().unwrap(), "picture");
    assert_eq!(cache.len().await, 0);
}
