//! PostgreSQL stops at once, and starts again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use enmusubi_tests::postgres::Cluster;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_busy, more_were_told};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::way::{Patience, Way};
use crate::world::World;

const N_PEOPLE: usize = 20;
/// Until what was on its way has arrived.
const A_MOMENT: Duration = Duration::from_millis(500);

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_stops_loses_nobody_and_is_back_without_a_new_start() {
    let n_stops = setting("ROUNDS", 2);
    let cluster = Cluster::start(&[]).unwrap();
    let mut world = World::new();
    world.database_url = cluster.create_database("a").unwrap();
    let server = Server::start(&world).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    let mut longest = Duration::ZERO;
    for _ in 0..n_stops {
        more_were_told(N_PEOPLE, &ledger).await;
        block_in_place(|| cluster.stop()).unwrap();
        sleep(A_MOMENT).await;
        let n_told = ledger.n_told();
        more_were_busy(N_PEOPLE, &way).await;
        assert_eq!(ledger.n_told(), n_told, "told without a database");
        let health = way.client.get(server.place.url("/healthz"));
        assert_eq!(health.send().await.unwrap().status(), 200);
        // What it saw a second ago it tells again.
        let mut patience = Patience::default();
        while server.readiness().await != Some(503) {
            patience.pause().await;
        }
        block_in_place(|| cluster.start_again()).unwrap();
        let since = Instant::now();
        more_were_told(1, &ledger).await;
        longest = longest.max(since.elapsed());
    }
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let mut counts = vec![(n_stops, "stops"), (ledger.n_told() as u64, "people")];
    counts.push((way.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(way.tally.forms());
    let longest_ms = u64::try_from(longest.as_millis()).unwrap();
    counts.push((
        longest_ms,
        "ms at most from its start to somebody registered",
    ));
    tell("the database stops", &counts);
}
