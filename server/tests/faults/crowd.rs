//! People who register at the same time. When one is registered, the next one starts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinHandle;

use crate::ledger::Ledger;
use crate::retrying_client::{Deadline, RetryingClient};

/// More requests at once than SQLite's batches and PostgreSQL's connections take.
const N_AT_ONCE: usize = 16;

pub(crate) struct Crowd {
    is_closed: Arc<AtomicBool>,
    queues: Vec<JoinHandle<()>>,
}

impl Crowd {
    pub(crate) fn start(client: &Arc<RetryingClient>, ledger: &Arc<Ledger>) -> Self {
        let is_closed = Arc::new(AtomicBool::new(false));
        let queue = |_| {
            let (is_closed, client, ledger) = (is_closed.clone(), client.clone(), ledger.clone());
            tokio::spawn(async move {
                while !is_closed.load(Ordering::Relaxed) {
                    let form = ledger.next().prepare(&client).await;
                    ledger.add(form.send_until_acknowledged(&client).await);
                }
            })
        };
        let queues = (0..N_AT_ONCE).map(queue).collect();
        Self { is_closed, queues }
    }

    /// Lets no further person start, and waits until all registrations were acknowledged.
    pub(crate) async fn close(self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for queue in self.queues {
            queue.await.unwrap();
        }
    }
}

/// Waits until `n_more` further registrations were acknowledged.
pub(crate) async fn wait_for_acknowledged(n_more: usize, ledger: &Ledger) {
    let mut deadline = Deadline::default();
    let n_before = ledger.n_acknowledged();
    while ledger.n_acknowledged() < n_before + n_more {
        deadline.pause().await;
    }
}

/// Waits until the server has answered `n_more` further requests with E503.
pub(crate) async fn wait_for_busy(n_more: usize, client: &RetryingClient) {
    let mut deadline = Deadline::default();
    let n_busy = || client.tally.busy.load(Ordering::Relaxed);
    let n_before = n_busy();
    while n_busy() < n_before + n_more as u64 {
        deadline.pause().await;
    }
}
