//! What a network does to a message, by the dice, and how often it did.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::counts::Dice;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// Hangs up before anything is passed on.
    DropBefore,
    /// Passes it on, and hangs up before the whole answer has come back.
    DropAfter,
    /// Passes everything on, late.
    Delay,
    /// Resets both sides at any moment.
    Reset,
    /// Passes it on twice, on two connections.
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
    dice: Mutex<Dice>,
    counts: [AtomicU64; ALL.len()],
}

impl Faults {
    /// The kinds that whole messages suffer; without the last one, those of a stream.
    pub(crate) fn new(name: &str, with_duplicates: bool) -> Self {
        let n_kinds = ALL.len() - usize::from(!with_duplicates);
        Self {
            kinds: &ALL[..n_kinds],
            is_on: AtomicBool::new(false),
            dice: Mutex::new(Dice::new(name)),
            counts: Default::default(),
        }
    }

    /// A fault for so many of a hundred messages.
    pub(crate) fn draw(&self, percent: u64) -> Option<Fault> {
        if !self.is_on.load(Ordering::Relaxed) || self.below(100) >= percent {
            return None;
        }
        let kind = usize::try_from(self.below(self.kinds.len() as u64)).unwrap();
        self.counts[kind].fetch_add(1, Ordering::Relaxed);
        Some(self.kinds[kind].0)
    }

    pub(crate) fn below(&self, bound: u64) -> u64 {
        self.dice.lock().unwrap().below(bound)
    }

    /// Until then everything is passed on.
    pub(crate) fn begin(&self) {
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// From now on everything is passed on.
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
