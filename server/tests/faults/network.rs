//! The network between people and the server is faulty.

use std::sync::Arc;

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_told};
use crate::fault::Faults;
use crate::http_proxy;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::way::Way;
use crate::world::World;

/// For each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_network_to_people_loses_and_doubles_nobody() {
    let n_people = N_PEOPLE * usize::try_from(setting("ROUNDS", 3)).unwrap();
    let world = World::new();
    let server = Server::start(&world).await;
    let faults = Arc::new(Faults::new("network", true));
    let proxy = http_proxy::start(&server.place, &faults).await;
    let way = Way::to(&[&proxy]);
    let ledger = Arc::new(Ledger::default());
    faults.begin();
    let crowd = Crowd::gather(&way, &ledger);
    more_were_told(n_people, &ledger).await;
    faults.end();
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let mut counts = vec![(ledger.n_told() as u64, "people")];
    counts.extend(faults.counts());
    counts.extend(way.tally.forms());
    tell("faults between people and server", &counts);
}
