//! Only the server's own user can read the files that a server writes, also with the usual umask.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::person::Person;
use crate::process::Server;
use crate::retrying_client::RetryingClient;
use crate::world::World;

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Returns a folder and everything below it.
fn tree(path: PathBuf) -> Vec<PathBuf> {
    let mut found = vec![path.clone()];
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(tree(entry.unwrap().path()));
        }
    }
    found
}

#[tokio::test]
async fn only_the_servers_user_can_read_its_files_and_folders() {
    // The servers that this test starts inherit this umask.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    let world = World::new();
    let mut server = Server::start(&world).await;
    let client = RetryingClient::new(&[&server.address]);
    let acknowledged = Person::new(1).prepare(&client).await;
    acknowledged
        .send_until_acknowledged(&client)
        .await
        .verify(&client)
        .await;

    let database = world.folder().join("a.db");
    let beside = |end: &str| world.folder().join(format!("a.db-{end}"));
    let mut written = tree(world.folder().join("data"));
    assert!(written.len() > 2, "{written:?}");
    written.extend([database.clone(), beside("wal"), beside("shm")]);
    for path in &written {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode_of(path), expected, "{}", path.display());
    }

    // Simulate an installation of an earlier release.
    server.kill();
    for path in &written {
        set_mode(path, if path.is_dir() { 0o755 } else { 0o644 });
    }
    server.start_again().await;
    for path in [database, beside("wal"), beside("shm")] {
        assert_eq!(mode_of(&path), 0o600, "{}", path.display());
    }
    assert_eq!(mode_of(&world.blobs()), 0o700);
}
