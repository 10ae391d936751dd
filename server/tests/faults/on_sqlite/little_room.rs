//! The disk of the database is nearly full: the server refuses new people, and everything else works.

use std::fs::{File, remove_file};
use std::io::Write as _;
use std::path::Path;

use super::small_disk::{SmallDisk, with_own_mounts};
use crate::person::Person;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

/// Less than a twentieth of the small disk, and more than a few calls need.
const LEFT_BYTES: u64 = 400 * 1024;

#[test]
fn a_nearly_full_disk_stops_new_registrations_only() {
    let name = "on_sqlite::little_room::a_nearly_full_disk_stops_new_registrations_only";
    with_own_mounts(name, refuse_new_people());
}

async fn refuse_new_people() {
    let mut world = World::new();
    let disk = SmallDisk::mount(world.folder().join("disk"));
    world.database_url = crate::database_url(&disk.folder);
    let server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let form = Person::new(1).prepare(&client).await;
    let acknowledged = form.send_until_acknowledged(&client).await;
    let form = Person::new(2).prepare(&client).await;
    let send = async || {
        let answer = form.request(&server.address, &client).send().await.unwrap();
        answer.status().as_u16()
    };

    let ballast = disk.folder.join("some-ballast");
    leave(LEFT_BYTES, &ballast);
    assert_eq!(send().await, 503);
    // A proxy can prefer another instance. This one answers its members all the same.
    server.wait_for_readiness(503).await;
    // The check opens sessions, which SQLite has to write.
    acknowledged.verify(&client).await;

    remove_file(&ballast).unwrap();
    assert_eq!(send().await, 201);
    server.wait_for_readiness(200).await;
}

/// Fills the disk until only `n_bytes` are free.
fn leave(n_bytes: u64, ballast: &Path) {
    let mut ballast_file = File::create(ballast).unwrap();
    loop {
        let disk = rustix::fs::statvfs(ballast).unwrap();
        if disk.f_bavail * disk.f_frsize <= n_bytes {
            return;
        }
        ballast_file.write_all(&[0; 4096]).unwrap();
    }
}
