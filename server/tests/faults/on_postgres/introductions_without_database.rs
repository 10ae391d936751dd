//! PostgreSQL stops while the job introduces members.

use std::time::Duration;

use enmusubi_tests::postgres::Cluster;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::counts::{Random, report, setting};
use crate::introductions::LONGEST_MS;
use crate::members::Members;
use crate::process::run;
use crate::retrying_client::Deadline;
use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_database_stop_leaves_no_half_pairs_and_the_set_is_continued() {
    let n_rounds = setting("ROUNDS", 2);
    let cluster = Cluster::start(&[]).unwrap();
    let mut world = World::new();
    world.database_url = cluster.create_database("a").unwrap();
    let members = Members::in_world(world).await;
    let mut random = Random::new("no database");
    let (mut n_failed, mut n_continued) = (0, 0);
    for _ in 0..n_rounds {
        let mut job = run(&members.world, &["introduce"]);
        sleep(Duration::from_millis(random.below(LONGEST_MS))).await;
        block_in_place(|| cluster.stop()).unwrap();
        let status = block_in_place(|| job.wait()).unwrap();
        n_failed += u64::from(!status.success());
        block_in_place(|| cluster.start_again()).unwrap();
        // The pool of the test has connections that the stop has closed.
        let mut deadline = Deadline::default();
        while members.database.ping().await.is_err() {
            deadline.pause().await;
        }
        n_continued += u64::from(!members.verify().await.is_empty());
        members.finish().await;
        members.forget().await;
    }
    report(
        "the database stops for the job",
        &[
            (n_rounds, "rounds"),
            (n_failed, "jobs that failed"),
            (n_continued, "with some pairs stored"),
        ],
    );
}
