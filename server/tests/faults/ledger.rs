//! The registrations that the server acknowledged, and the check that each of them is stored.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::{StreamExt as _, stream};

use crate::form::Acknowledged;
use crate::person::Person;
use crate::retrying_client::RetryingClient;
use crate::world::World;

#[derive(Default)]
pub(crate) struct Ledger {
    n_people: AtomicUsize,
    acknowledged: Mutex<Vec<Acknowledged>>,
}

impl Ledger {
    /// Returns the next person.
    pub(crate) fn next(&self) -> Person {
        Person::new(self.n_people.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn add(&self, acknowledged: Acknowledged) {
        self.acknowledged.lock().unwrap().push(acknowledged);
    }

    pub(crate) fn n_acknowledged(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    /// Checks, once all answers have arrived, that each person is registered once, with every field and
    /// photo, and that the server registered no other person.
    pub(crate) async fn verify(&self, client: &RetryingClient, world: &World) {
        let acknowledged = self.acknowledged.lock().unwrap().clone();
        stream::iter(&acknowledged)
            .for_each_concurrent(8, |acknowledged| acknowledged.verify(client))
            .await;
        assert_eq!(acknowledged.len(), self.n_people.load(Ordering::Relaxed));
        world.require_people(acknowledged.len()).await;
        world.require_quiet_log();
    }
}
