//! Limits the pictures that are decoded and encoded at once, and orders the waiting clients so that no client can keep
//! the others out. The work runs on threads that answer no requests.

mod queue;

use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

pub(crate) use self::queue::Client;
use self::queue::{EntryId, Full, KindLimits, Limits, Queue};
use crate::error::{Error, Result};
use crate::ops::metrics::{self, UnderWay};

/// There is a decoder for each core, but no more than fit into memory. An upload may have 50 megapixels
/// and takes up to 350 MB; a variant is rendered from a picture of 2,048 pixels a side and takes up to
/// 170 MB. Two uploads and a variant together stay below 900 MB.
const MAX_WORKING: usize = 3;
const MAX_UPLOADS_WORKING: usize = 2;
/// A waiting upload holds its file in memory. The page sends one file after the other.
const UPLOADS: KindLimits = KindLimits {
    working: MAX_UPLOADS_WORKING,
    waiting_of_one: 4,
    waiting: 64,
};
/// A waiting variant holds nothing in memory yet, but clients would give up before a longer queue was
/// served. A page requests dozens of variants at once, and a mobile network puts many people behind one
/// address: one address may fill half of the queue.
const VARIANTS: KindLimits = KindLimits {
    working: MAX_WORKING,
    waiting_of_one: 128,
    waiting: 256,
};
/// The time after which a client with too many waiting entries should try again.
const PAUSE: Duration = Duration::from_secs(5);

/// The decoders of this instance, for uploads and the image proxy together.
#[derive(Debug)]
pub(crate) struct Decoders {
    queue: Mutex<Queue<WaitingCaller>>,
}

/// A caller that waits for a permit.
#[derive(Debug)]
struct WaitingCaller {
    granted: oneshot::Sender<Permit>,
    counted: UnderWay,
}

/// The right to use one decoder, until the permit is dropped.
#[derive(Debug)]
pub(crate) struct Permit {
    decoders: Arc<Decoders>,
    client: Client,
    _counted: UnderWay,
}

impl Default for Decoders {
    fn default() -> Self {
        let n_cores = available_parallelism().map_or(1, NonZero::get);
        Self::new(Limits {
            working: n_cores.clamp(1, MAX_WORKING),
            uploads: UPLOADS,
            variants: VARIANTS,
        })
    }
}

impl Decoders {
    const fn new(limits: Limits) -> Self {
        Self {
            queue: Mutex::new(Queue::new(limits)),
        }
    }

    /// Waits for a decoder. The caller leaves the queue when it drops the future. Returns E005 if this client has too
    /// many waiting calls, and E503 if all clients together have too many.
    pub(crate) async fn acquire(self: &Arc<Self>, client: Client) -> Result<Permit> {
        let (granted, permit) = oneshot::channel();
        let entry = WaitingCaller {
            granted,
            counted: metrics::under_way("decode"),
        };
        let id = self.lock().add(&client, entry).map_err(refused)?;
        let _place = QueuePlace {
            decoders: self,
            client: &client,
            id,
        };
        self.start_waiting();
        permit.await.map_err(Error::internal)
    }

    fn start_waiting(self: &Arc<Self>) {
        loop {
            // Release the lock before sending the permit: a permit that no caller takes is dropped
            // at once, and its drop locks the queue again.
            let next = self.lock().start_next();
            let Some((client, entry)) = next else { return };
            let permit = Permit {
                decoders: self.clone(),
                client,
                _counted: entry.counted,
            };
            drop(entry.granted.send(permit));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue<WaitingCaller>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit {
    /// Runs the work on a thread of its own. The work goes on if the caller drops the future, and the
    /// decoder is free when the work ends.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        spawn_blocking(move || {
            let _held = self;
            work()
        })
        .await
        .map_err(Error::internal)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.decoders.lock().finish(&self.client);
        self.decoders.start_waiting();
    }
}

/// A caller's place in the queue. The caller leaves the queue when the place is dropped.
struct QueuePlace<'a> {
    decoders: &'a Decoders,
    client: &'a Client,
    id: EntryId,
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        self.decoders.lock().remove(self.client, self.id);
    }
}

fn refused(full: Full) -> Error {
    match full {
        Full::ForThisClient => Error::too_many_requests(PAUSE),
        Full::ForAll => Error::unavailable(
            "Too many pictures are waiting. Try again in a moment.",
            "the queue of the decoders is full",
        ),
    }
}

#[cfg(test)]
mod tests;
