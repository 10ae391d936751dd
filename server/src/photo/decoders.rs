//! Where pictures are read and made: off the threads that answer requests, and only so many at once.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::error::{Error, Result};
use crate::metrics;

/// Each picture under way takes a core and up to some hundred megabytes.
const MAX_WORKING: usize = 2;
/// Each one that waits may hold an upload of some megabytes; a longer queue would be answered later
/// than anybody waits for it.
const MAX_WAITING: usize = 64;

/// One of these for uploads and the image proxy together.
#[derive(Debug)]
pub(crate) struct Decoders {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Default for Decoders {
    fn default() -> Self {
        Self::new(MAX_WORKING, MAX_WAITING)
    }
}

impl Decoders {
    fn new(max_working: usize, max_waiting: usize) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(max_working)),
            places: Arc::new(Semaphore::new(max_working + max_waiting)),
        }
    }

    /// Does the work when its turn comes; E503 where too much waits already.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let place = self.places.clone().try_acquire_owned().map_err(|full| {
            Error::unavailable(
                "Too many pictures are waiting. Try again in a moment.",
                full,
            )
        })?;
        // Those that wait for their turn too.
        let _counted = metrics::under_way("decode");
        let turns = self.turns.clone();
        let turn = turns.acquire_owned().await.map_err(Error::internal)?;
        spawn_blocking(move || {
            // Held by the work, not by the request: it goes on when the client has gone away.
            let _held = (place, turn);
            work()
        })
        .await
        .map_err(Error::internal)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use enmusubi_core::ErrorCode;

    use super::*;

    #[tokio::test]
    async fn past_so_many_who_wait_the_next_is_sent_away_at_once() {
        let decoders = Arc::new(Decoders::new(1, 2));
        let (go, wait) = mpsc::channel::<()>();
        let n_done = Arc::new(AtomicUsize::new(0));
        let mut under_way = Vec::new();
        let wait = Arc::new(std::sync::Mutex::new(wait));
        for n in 1..=3 {
            let (decoders_, n_done, wait) = (decoders.clone(), n_done.clone(), wait.clone());
            under_way.push(tokio::spawn(async move {
                let work = move || {
                    wait.lock().unwrap().recv().unwrap();
                    n_done.fetch_add(1, Ordering::SeqCst)
                };
                decoders_.run(work).await
            }));
            while decoders.places.available_permits() > 3 - n {
                tokio::task::yield_now().await;
            }
        }
        let refused = decoders.run(|| ()).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::E503);
        assert!(refused.retry_after.is_some());
        assert_eq!(n_done.load(Ordering::SeqCst), 0);
        for _ in 0..3 {
            go.send(()).unwrap();
        }
        for work in under_way {
            work.await.unwrap().unwrap();
        }
        decoders.run(|| ()).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_more_work_at_once_than_there_are_turns() {
        let decoders = Arc::new(Decoders::new(2, 64));
        let (n_now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut under_way = Vec::new();
        for _ in 0..20 {
            let (decoders, n_now, most) = (decoders.clone(), n_now.clone(), most.clone());
            under_way.push(tokio::spawn(async move {
                let work = move || {
                    let n = n_now.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(n, Ordering::SeqCst);
                    std::thread::sleep(std::time::Duration::from_millis(2));
                    n_now.fetch_sub(1, Ordering::SeqCst);
                };
                decoders.run(work).await
            }));
        }
        for work in under_way {
            work.await.unwrap().unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }
}
