//! Two servers on one database and one folder of files: each form is sent to both at the same time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// The number of people of each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_register_each_person_once() {
    let n_kills = setting("ROUNDS", 3);
    let world = World::new();
    let one = Server::start(&world).await;
    let mut other = Server::start(&world).await;
    let client = RetryingClient::new(&[&one.address, &other.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    for _ in 0..n_kills {
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        other.kill();
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        other.start_again().await;
    }
    crowd.close().await;
    // Each server accepts what the other one began.
    ledger.verify(&client, &world).await;
    let n_accepted_by_both = client.tally.accepted_by_both.load(Ordering::Relaxed);
    assert!(n_accepted_by_both > 0, "no form was answered by both");
    let mut counts = vec![(ledger.n_acknowledged() as u64, "people")];
    counts.push((n_accepted_by_both, "forms with the same answer from both"));
    counts.push((n_kills, "kills of one server"));
    report("two servers, one database", &counts);
}
