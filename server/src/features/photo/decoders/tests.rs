//! Tests when callers get a permit, and when the queue refuses them.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;

use super::*;
use crate::error::ErrorCode;

fn decoders(working: usize, waiting: usize) -> Arc<Decoders> {
    let kind = KindLimits {
        working,
        waiting_of_one: waiting,
        waiting,
    };
    Arc::new(Decoders::new(Limits {
        working,
        uploads: kind,
        variants: kind,
    }))
}

fn viewer(n: u8) -> Client {
    Client::Viewer(IpAddr::from([192, 0, 2, n]))
}

/// Starts a caller that waits for a permit and then counts. Returns once the caller is in the queue.
async fn waiting(decoders: &Arc<Decoders>, n: u8, count: &Arc<AtomicUsize>) -> JoinHandle<()> {
    let (decoders, count) = (decoders.clone(), count.clone());
    let waiting = tokio::spawn(async move {
        let permit = decoders.acquire(viewer(n)).await.unwrap();
        let work = move || count.fetch_add(1, Ordering::SeqCst);
        permit.run(work).await.unwrap();
    });
    // The tests below run on one thread, so that the task is polled now.
    yield_now().await;
    waiting
}

#[tokio::test]
async fn a_full_queue_refuses_the_next_caller_at_once() {
    let decoders = decoders(1, 2);
    let n_done = Arc::new(AtomicUsize::new(0));
    let working = decoders.acquire(viewer(0)).await.unwrap();
    let mut under_way = Vec::new();
    for n in 1..=2 {
        under_way.push(waiting(&decoders, n, &n_done).await);
    }
    let refused = decoders.acquire(viewer(3)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Unavailable);
    assert!(refused.retry_after.is_some());
    assert_eq!(n_done.load(Ordering::SeqCst), 0);
    drop(working);
    for work in under_way {
        work.await.unwrap();
    }
    decoders.acquire(viewer(3)).await.unwrap();
}

#[tokio::test]
async fn a_client_with_too_many_waiting_calls_gets_a_time_to_wait() {
    let decoders = decoders(1, 2);
    let n_done = Arc::new(AtomicUsize::new(0));
    let _working = decoders.acquire(viewer(1)).await.unwrap();
    for _ in 0..2 {
        waiting(&decoders, 1, &n_done).await;
    }
    let refused = decoders.acquire(viewer(1)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::TooManyRequests);
    assert!(refused.retry_after.is_some());
}

#[tokio::test]
async fn a_caller_that_goes_away_while_it_waits_leaves_no_work() {
    let decoders = decoders(1, 64);
    let n_done = Arc::new(AtomicUsize::new(0));
    let working = decoders.acquire(viewer(0)).await.unwrap();
    let gone = waiting(&decoders, 1, &n_done).await;
    let patient = waiting(&decoders, 2, &n_done).await;
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    drop(working);
    patient.await.unwrap();
    decoders.acquire(viewer(3)).await.unwrap();
    assert_eq!(n_done.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_permit_that_no_caller_takes_goes_to_the_next() {
    let decoders = decoders(1, 64);
    let n_done = Arc::new(AtomicUsize::new(0));
    let working = decoders.acquire(viewer(0)).await.unwrap();
    let gone = waiting(&decoders, 1, &n_done).await;
    let patient = waiting(&decoders, 2, &n_done).await;
    // The first caller has its permit, but goes away before it is polled.
    drop(working);
    gone.abort();
    timeout(Duration::from_secs(10), patient)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(n_done.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn work_keeps_its_decoder_when_its_caller_goes_away() {
    let decoders = decoders(1, 64);
    let (go, wait) = mpsc::channel::<()>();
    let permit = decoders.acquire(viewer(1)).await.unwrap();
    let working = tokio::spawn(permit.run(move || wait.recv().unwrap()));
    yield_now().await;
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
    let next = timeout(Duration::from_millis(50), decoders.acquire(viewer(2))).await;
    assert!(next.is_err(), "the decoder is in use");
    go.send(()).unwrap();
    let next = timeout(Duration::from_secs(10), decoders.acquire(viewer(2))).await;
    next.unwrap().unwrap();
}

#[tokio::test]
async fn work_that_panics_frees_its_decoder() {
    let decoders = decoders(1, 64);
    let permit = decoders.acquire(viewer(1)).await.unwrap();
    let failed = permit.run::<()>(|| panic!("on purpose")).await;
    assert_eq!(failed.unwrap_err().code, ErrorCode::Internal);
    let next = timeout(Duration::from_secs(10), decoders.acquire(viewer(1))).await;
    next.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_work_runs_at_once_than_there_are_permits() {
    let decoders = decoders(2, 64);
    let (n_now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut under_way = Vec::new();
    for n in 0..20 {
        let (decoders, n_now, most) = (decoders.clone(), n_now.clone(), most.clone());
        under_way.push(tokio::spawn(async move {
            let work = move || {
                let n = n_now.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(n, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(2));
                n_now.fetch_sub(1, Ordering::SeqCst);
            };
            decoders.acquire(viewer(n)).await?.run(work).await
        }));
    }
    for work in under_way {
        work.await.unwrap().unwrap();
    }
    assert_eq!(most.load(Ordering::SeqCst), 2);
}
