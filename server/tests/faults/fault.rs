//! The faults of a network, chosen at random, with a count of each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::counts::Random;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// Closes the connection without passing the message on.
    DropBefore,
    /// Passes the message on, and closes the connection before the whole answer has come back.
    DropAfter,
    /// Passes the message on, late.
    Delay,
    /// Resets both connections at a random moment.
    Reset,
    /// Passes the message on twice, on two connections.
    Duplicate,
}

const ALL: [(Fault, &str); 5] = [
    (Fault::DropBefore, "dropped before"),
    (Fault::DropAfter, "dropped after"),
    (Fault::Delay, "delayed"),
    (Fault::Reset, "reset"),
    (Fault::Duplicate, "duplicated"),
];

/// The faults of one proxy.
#[derive(Debug)]
pub(crate) struct Faults {
    kinds: &'static [(Fault, &'static str)],
    is_on: AtomicBool,
    random: Mutex<Random>,
    counts: [AtomicU64; ALL.len()],
}

impl Faults {
    /// Allows all kinds for whole messages, and all but [`Fault::Duplicate`] for a stream.
    pub(crate) fn new(name: &str, with_duplicates: bool) -> Self {
        let n_kinds = ALL.len() - usize::from(!with_duplicates);
        Self {
            kinds: &ALL[..n_kinds],
            is_on: AtomicBool::new(false),
            random: Mutex::new(Random::new(name)),
            counts: Default::default(),
        }
    }

    /// Returns a fault for `percent` of a hundred messages.
    pub(crate) fn draw(&self, percent: u64) -> Option<Fault> {
        if !self.is_on.load(Ordering::Relaxed) || self.below(100) >= percent {
            return None;
        }
        let kind = usize::try_from(self.below(self.kinds.len() as u64)).unwrap();
        self.counts[kind].fetch_add(1, Ordering::Relaxed);
        Some(self.kinds[kind].0)
    }

    pub(crate) fn below(&self, bound: u64) -> u64 {
        self.random.lock().unwrap().below(bound)
    }

    /// Starts the faults. Before this call the proxy passes everything on.
    pub(crate) fn begin(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// Stops the faults. From now on the proxy passes everything on.
    pub(crate) fn end(&self) {
        self.is_on.store(false, Ordering::Relaxed);
    }

    pub(crate) fn counts(&self) -> Vec<(u64, &'static str)> {
        let counts = self.counts.iter().map(|n| n.load(Ordering::Relaxed));
        counts
            .zip(self.kinds)
            .map(|(n, (_, name))| (n, *name))
            .collect()
    }
}
