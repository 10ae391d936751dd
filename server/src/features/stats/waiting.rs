//! The people, cases and messages that wait.

use std::time::Duration;

use enmusubi_core::review::CaseKind;
use tokio::time::timeout;

use super::Stats;
use crate::clock::Millis;
use crate::error::{BUSY, Error, Result};
use crate::ops::metrics::{self, Queue};
use crate::store::counts::{self, WaitingRows};

/// The time for which the rows are not counted again. Each instance counts for itself.
const LIFETIME_MS: i64 = 60 * 1000;
/// The longest wait for new counts; after it, the metrics show the earlier ones. Prometheus waits for ten seconds.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The names of the queues that do not wait for reviewers.
const INTRODUCTION: &str = "INTRODUCTION";
const LINE_MESSAGE: &str = "LINE_MESSAGE";

/// The counts of everything that waits at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    pub(crate) queues: Vec<Queue>,
    at_ms: Millis,
    /// The moment at which the latest daily set was complete.
    set_at_ms: Option<Millis>,
}

impl Stats {
    /// Records what waits in the metrics, from counts that are at most a minute old. After a failure, the metrics keep
    /// the earlier counts and their time.
    pub(crate) async fn record_waiting(&self) {
        let counting =
            self.counted
                .get_or_compute(self.clock.now_ms(), LIFETIME_MS, self.count_waiting());
        let late = |_| Err(Error::unavailable(BUSY, "the count took too long"));
        match timeout(TIMEOUT, counting).await.unwrap_or_else(late) {
            Ok(counted) => metrics::counted(
                &counted.queues,
                metrics::seconds(counted.at_ms),
                counted.set_at_ms.map(metrics::seconds),
            ),
            Err(error) => tracing::warn!(%error, "the rows that wait could not be counted"),
        }
    }

    /// Counts what waits. Every queue is there, also if it is empty.
    pub(super) async fn count_waiting(&self) -> Result<Counted> {
        let reads = &self.database.reads;
        let now_ms = self.clock.now_ms();
        let cases = counts::count_open_cases(reads, now_ms).await?;
        let queue = |name, line: WaitingRows, n_overdue| {
            let waited_ms = line.oldest_ms.map_or(0, |oldest_ms| now_ms - oldest_ms);
            Queue {
                name,
                n_waiting: line.n_waiting,
                n_overdue,
                oldest_s: u64::try_from(waited_ms / 1000).unwrap_or_default(),
            }
        };
        let mut queues = Vec::new();
        for kind in CaseKind::ALL {
            let cases = cases.iter().find(|cases| cases.kind == *kind);
            let (line, n_overdue) =
                cases.map_or_else(Default::default, |cases| (cases.line, cases.n_overdue));
            queues.push(queue(kind.as_str(), line, n_overdue));
        }
        let requests = counts::count_requests(reads).await?;
        queues.push(queue(INTRODUCTION, requests, 0));
        queues.push(queue(LINE_MESSAGE, counts::count_unsent(reads).await?, 0));
        Ok(Counted {
            queues,
            at_ms: now_ms,
            set_at_ms: counts::find_latest_set(reads).await?,
        })
    }
}
