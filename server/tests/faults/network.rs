//! The network between people and the server has faults.

use std::sync::Arc;

use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged};
use crate::fault::Faults;
use crate::http_proxy;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// The number of people of each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_client_network_neither_loses_nor_duplicates_a_registration() {
    let n_people = N_PEOPLE * usize::try_from(setting("ROUNDS", 3)).unwrap();
    let world = World::new();
    let server = Server::start(&world).await;
    let faults = Arc::new(Faults::new("network", true));
    let proxy = http_proxy::start(&server.address, &faults).await;
    let client = RetryingClient::new(&[&proxy]);
    let ledger = Arc::new(Ledger::default());
    faults.begin();
    let crowd = Crowd::start(&client, &ledger);
    wait_for_acknowledged(n_people, &ledger).await;
    faults.end();
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let mut counts = vec![(ledger.n_acknowledged() as u64, "people")];
    counts.extend(faults.counts());
    counts.extend(client.tally.forms());
    report("faults between people and server", &counts);
}
