//! A commit that no standby has: PostgreSQL shows it, and the server must not confirm it.

use std::time::Duration;

use enmusubi_tests::postgres::Cluster;
use tokio::time::{sleep, timeout};

use crate::counts::report;
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// The longest time that a request may wait for the standbys. It is more than the server's own limit.
const LONGEST: Duration = Duration::from_secs(10);
/// The sessions that wait for a standby, and their end.
const END_WAITING: &str = "WITH waiting AS MATERIALIZED
    (SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep')
    SELECT pid::text FROM waiting WHERE pg_terminate_backend(pid)";

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_answer_waits_for_the_standbys_as_the_first_one_did() {
    // The other tests do not share this cluster, because its setting holds for all databases.
    let cluster = Cluster::start(&[]).unwrap();
    let mut world = World::new();
    world.database_url = cluster.create_database("unconfirmed").unwrap();
    let settings = vec![
        ("DATABASE_URL", world.database_url.clone()),
        ("REQUEST_TIMEOUT", "2".to_owned()),
    ];
    let server = Server::start_with(&world, settings).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Ledger::default();
    let form = ledger.next().prepare(&client).await;
    let send_once = async || {
        let request = form.request(&server.address, &client).send();
        timeout(LONGEST, request).await.unwrap().unwrap().status()
    };
    // The commit waits for a standby that does not exist, until this test cuts the wait off.
    let standbys = "synchronous_standby_names";
    cluster.set(standbys, "missing").unwrap();
    assert_eq!(send_once().await, 503);
    assert_ne!(world.texts(END_WAITING).await, [""; 0]);
    while world
        .texts("SELECT line_user_id FROM account")
        .await
        .is_empty()
    {
        sleep(Duration::from_millis(50)).await;
    }
    // PostgreSQL shows the registration now. A failover would undo it.
    let again = send_once().await;
    assert_eq!(again, 503, "confirmed, although no standby has it");
    cluster.set(standbys, "").unwrap();
    ledger.add(form.send_until_acknowledged(&client).await);
    ledger.verify(&client, &world).await;
    let n_withheld = [(1, "answers withheld")];
    report("a commit that no standby has", &n_withheld);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_connection_of_the_servers_user_ends_idle_transactions() {
    let world = World::new();
    let _server = Server::start(&world).await;
    // A pooler in transaction mode opens connections on which the server sets nothing.
    let limit = "SELECT current_setting('idle_in_transaction_session_timeout')";
    assert_eq!(world.texts(limit).await, ["10s"]);
}
