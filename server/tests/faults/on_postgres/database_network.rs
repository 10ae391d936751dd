//! The network between the server and PostgreSQL is faulty.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::{sleep, timeout};

use super::database_proxy;
use crate::cluster;
use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged};
use crate::fault::Faults;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// The number of people of each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_database_network_neither_loses_nor_duplicates_a_registration() {
    let n_people = N_PEOPLE * usize::try_from(setting("ROUNDS", 5)).unwrap();
    let world = World::new();
    let faults = Arc::new(Faults::new("database", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let url = proxy.url(&world.database_url);
    let server = Server::start_with(&world, vec![("DATABASE_URL", url)]).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    faults.begin();
    let crowd = Crowd::start(&client, &ledger);
    wait_for_acknowledged(n_people, &ledger).await;
    faults.end();
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let mut counts = vec![(ledger.n_acknowledged() as u64, "people")];
    counts.extend(faults.counts());
    counts.push((
        proxy.n_commits_unanswered(),
        "commits whose answer was lost",
    ));
    counts.push((client.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(client.tally.forms());
    report("faults between server and database", &counts);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_up_connections_that_fall_silent() {
    let n_silences = setting("ROUNDS", 1);
    let world = World::new();
    let faults = Arc::new(Faults::new("silence", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let settings = vec![
        ("DATABASE_URL", proxy.url(&world.database_url)),
        ("REQUEST_TIMEOUT", "2".to_owned()),
    ];
    let server = Server::start_with(&world, settings).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    let mut longest = Duration::ZERO;
    for _ in 0..n_silences {
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        proxy.silence();
        let since = Instant::now();
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        longest = longest.max(since.elapsed());
    }
    crowd.close().await;
    assert!(longest < database_proxy::LONGEST_SILENCE, "{longest:?}");
    ledger.verify(&client, &world).await;
    let mut counts = vec![
        (n_silences, "times"),
        (ledger.n_acknowledged() as u64, "people"),
    ];
    counts.push((client.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(client.tally.forms());
    let longest_ms = u64::try_from(longest.as_millis()).unwrap();
    counts.push((
        longest_ms,
        "ms at most until 30 more people were registered",
    ));
    report("the database's connections fall silent", &counts);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_cancelled_while_its_transaction_begins_leaves_no_transaction_open() {
    let world = World::new();
    let faults = Arc::new(Faults::new("begin", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let url = proxy.url(&world.database_url);
    let server = Server::start_with(&world, vec![("DATABASE_URL", url)]).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Ledger::default();
    let prepared = (0..N_PEOPLE).map(|_| ledger.next().prepare(&client));
    let forms = join_all(prepared).await;
    proxy.begin_late(200);
    let cancelled = forms.iter().map(|form| {
        let request = form.request(&server.address, &client).send();
        timeout(Duration::from_millis(100), request)
    });
    for answer in join_all(cancelled).await {
        answer.unwrap_err();
    }
    proxy.begin_late(0);
    // The server needs a moment to check the connections.
    sleep(Duration::from_secs(1)).await;
    let open = "SELECT pid::text FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    assert_eq!(world.texts(open).await, [""; 0]);
    for form in forms {
        ledger.add(form.send_until_acknowledged(&client).await);
    }
    ledger.verify(&client, &world).await;
}
