//! The folder of files is full, read-only or missing for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::Value;

use super::small_disk::{SmallDisk, with_own_mounts};
use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged, wait_for_busy};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::{Deadline, RetryingClient};
use crate::world::World;

const N_PEOPLE: usize = 20;

#[test]
fn an_upload_succeeds_once_the_file_store_works_again() {
    let name = "on_sqlite::file_store::an_upload_succeeds_once_the_file_store_works_again";
    with_own_mounts(name, break_again_and_again());
}

async fn break_again_and_again() {
    let n_times = setting("ROUNDS", 2);
    let world = World::new();
    let mut disk = SmallDisk::mount(world.blobs());
    let server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    for _ in 0..n_times {
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        disk.fill();
        wait_for_busy(N_PEOPLE, &client).await;
        disk.free();
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        disk.set_read_only(true);
        wait_for_busy(N_PEOPLE, &client).await;
        disk.set_read_only(false);
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        disk.unmount();
        wait_for_busy(N_PEOPLE, &client).await;
        let mut deadline = Deadline::default();
        // The server keeps the result of a readiness check for one second.
        while readiness(&client, &server).await != ("ok".into(), "failing".into()) {
            deadline.pause().await;
        }
        disk.mount_again();
    }
    wait_for_acknowledged(N_PEOPLE, &ledger).await;
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let mut counts = vec![
        (3 * n_times, "times"),
        (ledger.n_acknowledged() as u64, "people"),
    ];
    counts.push((client.tally.busy.load(Ordering::Relaxed), "E503"));
    report("full, read-only, no file store", &counts);
}

/// Returns the states of the database and of the file store.
async fn readiness(client: &RetryingClient, server: &Server) -> (Value, Value) {
    let answer = client.http.get(server.address.url("/readyz")).send().await;
    let seen: Value = answer.unwrap().json().await.unwrap();
    (seen["database"].clone(), seen["storage"].clone())
}
