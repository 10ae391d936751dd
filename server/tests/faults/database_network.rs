//! The network between the server and PostgreSQL is faulty.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::{sleep, timeout};

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_told};
use crate::fault::Faults;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::way::Way;
use crate::world::World;
use crate::{cluster, database_proxy};

/// For each round.
const N_PEOPLE: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_network_to_the_database_loses_and_doubles_nobody() {
    let n_people = N_PEOPLE * usize::try_from(setting("ROUNDS", 5)).unwrap();
    let world = World::new();
    let faults = Arc::new(Faults::new("database", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let url = proxy.url(&world.database_url);
    let server = Server::start_with(&world, vec![("DATABASE_URL", url)]).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    faults.begin();
    let crowd = Crowd::gather(&way, &ledger);
    more_were_told(n_people, &ledger).await;
    faults.end();
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let mut counts = vec![(ledger.n_told() as u64, "people")];
    counts.extend(faults.counts());
    counts.push((proxy.n_commits_untold(), "commits whose answer was lost"));
    counts.push((way.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(way.tally.forms());
    tell("faults between server and database", &counts);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_fall_silent_are_given_up() {
    let n_silences = setting("ROUNDS", 1);
    let world = World::new();
    let faults = Arc::new(Faults::new("silence", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let settings = vec![
        ("DATABASE_URL", proxy.url(&world.database_url)),
        ("REQUEST_TIMEOUT", "2".to_owned()),
    ];
    let server = Server::start_with(&world, settings).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    let mut longest = Duration::ZERO;
    for _ in 0..n_silences {
        more_were_told(N_PEOPLE, &ledger).await;
        proxy.silence();
        let since = Instant::now();
        more_were_told(N_PEOPLE, &ledger).await;
        longest = longest.max(since.elapsed());
    }
    crowd.close().await;
    assert!(longest < database_proxy::LONGEST_SILENCE, "{longest:?}");
    ledger.prove(&way, &world).await;
    let mut counts = vec![(n_silences, "times"), (ledger.n_told() as u64, "people")];
    counts.push((way.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(way.tally.forms());
    let longest_ms = u64::try_from(longest.as_millis()).unwrap();
    counts.push((longest_ms, "ms at most until 30 more were registered"));
    tell("the database's connections fall silent", &counts);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_given_up_while_its_transaction_begins_leaves_none_open() {
    let world = World::new();
    let faults = Arc::new(Faults::new("begin", false));
    let proxy = database_proxy::start(cluster().folder(), &faults).await;
    let url = proxy.url(&world.database_url);
    let server = Server::start_with(&world, vec![("DATABASE_URL", url)]).await;
    let way = Way::to(&[&server.place]);
    let ledger = Ledger::default();
    let prepared = (0..N_PEOPLE).map(|_| ledger.next().prepare(&way));
    let forms = join_all(prepared).await;
    proxy.begin_late(200);
    let given_up = forms.iter().map(|form| {
        let request = form.request(&server.place, &way).send();
        timeout(Duration::from_millis(100), request)
    });
    for answer in join_all(given_up).await {
        answer.unwrap_err();
    }
    proxy.begin_late(0);
    // Until the connections have been looked at.
    sleep(Duration::from_secs(1)).await;
    let open = "SELECT pid::text FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    assert_eq!(world.texts(open).await, [""; 0]);
    for form in forms {
        ledger.write(form.send_until_told(&way).await);
    }
    ledger.prove(&way, &world).await;
}
