//! Two servers on one database and one folder of files: each form is sent to both at the same time.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_told};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::way::Way;
use crate::world::World;

/// For each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_register_everybody_once() {
    let n_kills = setting("ROUNDS", 3);
    let world = World::new();
    let one = Server::start(&world).await;
    // Pictures made in other sizes are each server's own.
    let cache = world.folder().join("other-cache").display().to_string();
    let settings = vec![
        ("DATABASE_URL", world.database_url.clone()),
        ("IMAGE_CACHE_DIR", cache),
    ];
    let mut other = Server::start_with(&world, settings).await;
    let way = Way::to(&[&one.place, &other.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    for _ in 0..n_kills {
        more_were_told(N_PEOPLE, &ledger).await;
        other.kill();
        more_were_told(N_PEOPLE, &ledger).await;
        other.start_again().await;
    }
    crowd.close().await;
    // What one of them has begun, the other one goes on with.
    ledger.prove(&way, &world).await;
    let n_twins = way.tally.twins.load(Ordering::Relaxed);
    assert!(n_twins > 0, "no form was answered by both");
    let mut counts = vec![(ledger.n_told() as u64, "people")];
    counts.push((n_twins, "forms answered by both, alike"));
    counts.push((n_kills, "times one of them killed"));
    tell("two servers, one database", &counts);
}
