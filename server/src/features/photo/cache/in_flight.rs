//! The pictures that the server is rendering. Callers that want the same picture share the work, which is dropped with
//! the last of these callers.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};

use super::Key;
use crate::error::Error;

type Work = BoxFuture<'static, Result<Bytes, Arc<Error>>>;

/// A caller's share of the work.
pub(super) type SharedWork = Shared<Work>;

/// The work that callers can join.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// Each entry has a number, because a picture may be started again before the abandoned work on
    /// it is dropped. That drop must not remove the newer entry.
    making: HashMap<Key, (u64, WeakShared<Work>)>,
    n_started: u64,
}

impl InFlight {
    /// Joins the work on this picture, if there is any.
    pub(super) fn join(&self, key: &Key) -> Option<SharedWork> {
        let table = self.lock();
        table.making.get(key).and_then(|(_, work)| work.upgrade())
    }

    /// Joins the work on this picture, or starts it. `work` returns the future, which must own the
    /// given [`TableEntry`] until it ends.
    pub(super) fn join_or_start(
        self: &Arc<Self>,
        key: &Key,
        work: impl FnOnce(TableEntry) -> Work,
    ) -> SharedWork {
        let mut table = self.lock();
        let listed = table.making.get(key);
        if let Some(making) = listed.and_then(|(_, work)| work.upgrade()) {
            return making;
        }
        table.n_started += 1;
        let number = table.n_started;
        let making = work(TableEntry {
            in_flight: self.clone(),
            key: key.clone(),
            number,
        });
        let making = making.shared();
        // `downgrade` returns `None` only for a future that has ended.
        if let Some(work) = making.downgrade() {
            table.making.insert(key.clone(), (number, work));
        }
        making
    }

    /// Takes the work on these files out of the table. The work goes on, and its callers get their pictures.
    pub(super) fn forget(&self, file_ids: &HashSet<&str>) {
        let mut table = self.lock();
        let is_of_others = |key: &Key| !file_ids.contains(key.file_id.as_str());
        table.making.retain(|key, _| is_of_others(key));
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An entry of the table. Dropping it removes the entry.
pub(super) struct TableEntry {
    in_flight: Arc<InFlight>,
    key: Key,
    number: u64,
}

impl Drop for TableEntry {
    fn drop(&mut self) {
        let mut table = self.in_flight.lock();
        let listed = table.making.get(&self.key);
        if listed.is_some_and(|(number, _)| *number == self.number) {
            table.making.remove(&self.key);
        }
    }
}
