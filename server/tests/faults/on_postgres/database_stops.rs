//! PostgreSQL stops suddenly and starts again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use enmusubi_tests::postgres::Cluster;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged, wait_for_busy};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

const N_PEOPLE: usize = 20;
/// Time for the answers that are under way to arrive.
const A_MOMENT: Duration = Duration::from_millis(500);

#[tokio::test(flavor = "multi_thread")]
async fn a_database_stop_loses_no_registration_and_the_server_recovers_without_a_restart() {
    let n_stops = setting("ROUNDS", 2);
    let cluster = Cluster::start(&[]).unwrap();
    let mut world = World::new();
    world.database_url = cluster.create_database("a").unwrap();
    let server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    let mut longest = Duration::ZERO;
    for _ in 0..n_stops {
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        block_in_place(|| cluster.stop()).unwrap();
        sleep(A_MOMENT).await;
        let n_acknowledged = ledger.n_acknowledged();
        wait_for_busy(N_PEOPLE, &client).await;
        assert_eq!(
            ledger.n_acknowledged(),
            n_acknowledged,
            "registered without a database"
        );
        let health = client.http.get(server.address.url("/healthz"));
        assert_eq!(health.send().await.unwrap().status(), 200);
        server.wait_for_readiness(503).await;
        block_in_place(|| cluster.start_again()).unwrap();
        let since = Instant::now();
        wait_for_acknowledged(1, &ledger).await;
        longest = longest.max(since.elapsed());
    }
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let mut counts = vec![
        (n_stops, "stops"),
        (ledger.n_acknowledged() as u64, "people"),
    ];
    counts.push((client.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(client.tally.forms());
    let longest_ms = u64::try_from(longest.as_millis()).unwrap();
    counts.push((
        longest_ms,
        "ms at most from the start of the database to a registration",
    ));
    report("the database stops", &counts);
}
