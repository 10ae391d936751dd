//! The server is killed at random moments.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::sleep;

use crate::counts::{Random, report, setting};
use crate::crowd::Crowd;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// The longest time from one start to the next kill.
const LONGEST_MS: u64 = 400;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_no_acknowledged_registration() {
    let n_kills = setting("KILLS", 5);
    let world = World::new();
    let mut random = Random::new("killed");
    let mut server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    for _ in 0..n_kills {
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        server.kill();
        server.start_again().await;
    }
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let n_lost = client.tally.lost.load(Ordering::Relaxed);
    let mut counts = vec![
        (n_kills, "kills"),
        (ledger.n_acknowledged() as u64, "people"),
    ];
    counts.push((n_lost, "requests unanswered"));
    counts.extend(client.tally.forms());
    report("the server is killed", &counts);
}
