//! The server is killed at any moment.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::sleep;

use crate::counts::{Dice, setting, tell};
use crate::crowd::Crowd;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::way::Way;
use crate::world::World;

/// The longest time from one start to the next kill.
const LONGEST_MS: u64 = 400;

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_told_that_they_are_registered_is_when_the_server_is_killed() {
    let n_kills = setting("KILLS", 5);
    let world = World::new();
    let mut dice = Dice::new("killed");
    let mut server = Server::start(&world).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    for _ in 0..n_kills {
        sleep(Duration::from_millis(dice.below(LONGEST_MS))).await;
        server.kill();
        server.start_again().await;
    }
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let n_lost = way.tally.lost.load(Ordering::Relaxed);
    let mut counts = vec![(n_kills, "kills"), (ledger.n_told() as u64, "people")];
    counts.push((n_lost, "requests unanswered"));
    counts.extend(way.tally.forms());
    tell("the server is killed", &counts);
}
