//! The disk of the database is full for a while.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::counts::{setting, tell};
use crate::crowd::{Crowd, more_were_busy, more_were_told};
use crate::ledger::Ledger;
use crate::process::Server;
use crate::small_disk::{SmallDisk, with_own_mounts};
use crate::way::Way;
use crate::world::World;

const N_PEOPLE: usize = 20;

#[test]
fn a_full_disk_loses_nobody_and_room_is_all_it_takes() {
    let name = "disk_full::a_full_disk_loses_nobody_and_room_is_all_it_takes";
    with_own_mounts(name, fill_again_and_again());
}

async fn fill_again_and_again() {
    let n_times = setting("ROUNDS", 3);
    let mut world = World::new();
    let disk = SmallDisk::mount(world.folder().join("disk"));
    world.database_url = crate::database_url(&disk.folder);
    let server = Server::start(&world).await;
    let way = Way::to(&[&server.place]);
    let ledger = Arc::new(Ledger::default());
    let crowd = Crowd::gather(&way, &ledger);
    for _ in 0..n_times {
        more_were_told(N_PEOPLE, &ledger).await;
        disk.fill();
        more_were_busy(N_PEOPLE, &way).await;
        disk.free();
    }
    more_were_told(N_PEOPLE, &ledger).await;
    crowd.close().await;
    ledger.prove(&way, &world).await;
    let mut counts = vec![(n_times, "times"), (ledger.n_told() as u64, "people")];
    counts.push((way.tally.busy.load(Ordering::Relaxed), "E503"));
    counts.extend(way.tally.forms());
    tell("the database's disk is full", &counts);
}
