//! The disk of the database is nearly full: nobody new is taken in, and the rest goes on.

use std::fs::{File, remove_file};
use std::io::Write as _;
use std::path::Path;

use crate::person::Person;
use crate::process::Server;
use crate::small_disk::{SmallDisk, with_own_mounts};
use crate::way::Way;
use crate::world::World;

/// Less than the twentieth part of the small disk, and more than a few calls need.
const LEFT_BYTES: u64 = 400 * 1024;

#[test]
fn with_little_room_nobody_new_is_taken_in() {
    let name = "little_room::with_little_room_nobody_new_is_taken_in";
    with_own_mounts(name, take_nobody_in());
}

async fn take_nobody_in() {
    let mut world = World::new();
    let disk = SmallDisk::mount(world.folder().join("disk"));
    world.database_url = crate::database_url(&disk.folder);
    let server = Server::start(&world).await;
    let way = Way::to(&[&server.place]);
    let form = Person::new(1).prepare(&way).await;
    let told = form.send_until_told(&way).await;
    let form = Person::new(2).prepare(&way).await;
    let send = async || {
        let answer = form.request(&server.place, &way).send().await.unwrap();
        answer.status().as_u16()
    };

    let ballast = disk.folder.join("some-ballast");
    leave(LEFT_BYTES, &ballast);
    assert_eq!(send().await, 503);
    // This opens sessions, which SQLite has to write.
    told.prove(&way).await;
    assert_eq!(server.readiness().await, Some(200));

    remove_file(&ballast).unwrap();
    assert_eq!(send().await, 201);
}

/// Writes until only so much is left.
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
