//! The disk of the database is full for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::small_disk::{SmallDisk, with_own_mounts};
use crate::counts::{report, setting};
use crate::crowd::{Crowd, wait_for_acknowledged, wait_for_busy};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

const N_PEOPLE: usize = 20;

#[test]
fn a_full_disk_loses_no_registration_and_the_server_recovers_when_space_is_free() {
    let name = "on_sqlite::disk_full::a_full_disk_loses_no_registration_and_the_server_recovers_when_space_is_free";
    with_own_mounts(name, fill_again_and_again());
}

async fn fill_again_and_again() {
    let n_times = setting("ROUNDS", 3);
    let mut world = World::new();
    let disk = SmallDisk::mount(world.folder().join("disk"));
    world.database_url = crate::database_url(&disk.folder);
    let server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::start(&client, &ledger);
    for _ in 0..n_times {
        wait_for_acknowledged(N_PEOPLE, &ledger).await;
        disk.fill();
        wait_for_busy(N_PEOPLE, &client).await;
        server.wait_for_readiness(503).await;
        disk.free();
        server.wait_for_readiness(200).await;
    }
    wait_for_acknowledged(N_PEOPLE, &ledger).await;
    crowd.close().await;
    ledger.verify(&client, &world).await;
    let mut counts = vec![
        (n_times, "times"),
        (ledger.n_acknowledged() as u64, "people"),
    ];
    counts.push((client.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(client.tally.forms());
    report("the database's disk is full", &counts);
}
