//! The folder of files is full, cannot be written to, or is not there, for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_busy, more_were_told};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::small_disk::{SmallDisk, with_own_mounts};
use crate::way::Way;
use crate::world::World;

const N_PEOPLE: usize = 20;

#[test]
fn files_that_cannot_be_kept_are_kept_later() {
    let name = "file_store::files_that_cannot_be_kept_are_kept_later";
    with_own_mounts(name, break_again_and_again());
}

async fn break_again_and_again() {
    let n_times = setting("ROUNDS", 2);
    let world = World::new();
    let mut disk = SmallDisk::mount(world.blobs());
    let server = Server::start(&world).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    for _ in 0..n_times {
        more_were_told(N_PEOPLE, &ledger).await;
        disk.fill();
        more_were_busy(N_PEOPLE, &way).await;
        disk.free();
        more_were_told(N_PEOPLE, &ledger).await;
        disk.set_read_only(true);
        more_were_busy(N_PEOPLE, &way).await;
        disk.set_read_only(false);
        more_were_told(N_PEOPLE, &ledger).await;
        disk.take_away();
        more_were_busy(N_PEOPLE, &way).await;
        let readiness = way.client.get(server.place.url("/readyz"));
        let seen: Value = readiness.send().await.unwrap().json().await.unwrap();
        assert_eq!(seen, json!({ "database": "ok", "storage": "failing" }));
        disk.bring_back();
    }
    more_were_told(N_PEOPLE, &ledger).await;
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let mut counts = vec![(3 * n_times, "times"), (ledger.n_told() as u64, "people")];
    counts.push((way.tally.busy.load(Ordering::Relaxed), "E503"));
    tell("full, read-only, no file store", &counts);
}
