//! The disk of the database is full while the job introduces members.

use std::time::Duration;

use tokio::time::sleep;

use super::small_disk::{SmallDisk, with_own_mounts};
use crate::counts::{Random, report, setting};
use crate::introductions::LONGEST_MS;
use crate::members::Members;
use crate::process::run;
use crate::world::World;

#[test]
fn a_full_disk_leaves_no_half_pairs_and_the_set_is_continued() {
    let name = "on_sqlite::introductions_without_room::a_full_disk_leaves_no_half_pairs_and_the_set_is_continued";
    with_own_mounts(name, fill_while_the_job_runs());
}

async fn fill_while_the_job_runs() {
    let n_rounds = setting("ROUNDS", 3);
    let mut world = World::new();
    let disk = SmallDisk::mount(world.folder().join("disk"));
    world.database_url = crate::database_url(&disk.folder);
    let members = Members::in_world(world).await;
    let mut random = Random::new("a full disk");
    let (mut n_failed, mut n_continued) = (0, 0);
    for _ in 0..n_rounds {
        // The file and its log give their pages back, so that the job needs new ones.
        members.execute("VACUUM").await;
        members.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
        let mut job = run(&members.world, &["introduce"]);
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        disk.fill();
        n_failed += u64::from(!job.wait().unwrap().success());
        disk.free();
        n_continued += u64::from(!members.verify().await.is_empty());
        members.finish().await;
        members.forget().await;
    }
    report(
        "the disk is full for the job",
        &[
            (n_rounds, "rounds"),
            (n_failed, "jobs that failed"),
            (n_continued, "with some pairs stored"),
        ],
    );
}
