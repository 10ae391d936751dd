//! Who was told what, and the proof that all of it is true.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{StreamExt as _, stream};

use crate::form::Told;
use crate::person::Person;
use crate::way::Way;
use crate::world::World;

#[derive(Default)]
pub(crate) struct Ledger {
    n_people: AtomicUsize,
    told: Mutex<Vec<Told>>,
}

impl Ledger {
    /// Who comes next.
    pub(crate) fn next(&self) -> Person {
        Person::new(self.n_people.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn write(&self, told: Told) {
        self.told.lock().unwrap().push(told);
    }

    pub(crate) fn n_told(&self) -> usize {
        self.told.lock().unwrap().len()
    }

    /// Once everybody was told: each is registered, once, with every word and photo, and nobody else
    /// is.
    pub(crate) async fn prove(&self, way: &Way, world: &World) {
        let told = self.told.lock().unwrap().clone();
        stream::iter(&told)
            .for_each_concurrent(8, |told| told.prove(way))
            .await;
        assert_eq!(told.len(), self.n_people.load(Ordering::Relaxed));
        world.require_people(told.len()).await;
        world.require_quiet_log();
    }
}
