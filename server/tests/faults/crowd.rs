//! People who register at the same time, each followed by another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinHandle;

use crate::ledger::Ledger;
use crate::way::{Patience, Way};

/// More than SQLite's batches and PostgreSQL's connections have room for at once.
const N_AT_ONCE: usize = 16;

pub(crate) struct Crowd {
    is_closed: Arc<AtomicBool>,
    queues: Vec<JoinHandle<()>>,
}

impl Crowd {
    pub(crate) fn gather(way: &Arc<Way>, ledger: &Arc<Ledger>) -> Self {
        let is_closed = Arc::new(AtomicBool::new(false));
        let queue = |_| {
            let (is_closed, way, ledger) = (is_closed.clone(), way.clone(), ledger.clone());
            tokio::spawn(async move {
                while !is_closed.load(Ordering::Relaxed) {
                    let form = ledger.next().prepare(&way).await;
                    ledger.write(form.send_until_told(&way).await);
                }
            })
        };
        let queues = (0..N_AT_ONCE).map(queue).collect();
        Self { is_closed, queues }
    }

    /// Lets nobody else come, and waits until everybody was told.
    pub(crate) async fn close(self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for queue in self.queues {
            queue.await.unwrap();
        }
    }
}

/// Waits until so many more were told.
pub(crate) async fn more_were_told(n_more: usize, ledger: &Ledger) {
    let mut patience = Patience::default();
    let n_before = ledger.n_told();
    while ledger.n_told() < n_before + n_more {
        patience.pause().await;
    }
}

/// Waits until so many more were told to come back later.
pub(crate) async fn more_were_busy(n_more: usize, way: &Way) {
    let mut patience = Patience::default();
    let n_busy = || way.tally.busy.load(Ordering::Relaxed);
    let n_before = n_busy();
    while n_busy() < n_before + n_more as u64 {
        patience.pause().await;
    }
}
