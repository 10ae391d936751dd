//! A disk of a few megabytes, in a mount namespace of the test, so that nothing is left behind.

use std::fs::{File, create_dir_all, remove_file};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

const INSIDE: &str = "FAULTS_OWN_MOUNTS";
/// SQLite's write-ahead log alone grows to four megabytes.
const SIZE: &str = "size=12m";

/// Runs `body` in a second run of the test with this name, which has a mount namespace of its own.
///
/// If this machine does not allow that, prints so and skips the test.
pub(crate) fn with_own_mounts(test: &str, body: impl Future<Output = ()>) {
    if std::env::var_os(INSIDE).is_some() {
        return tokio::runtime::Runtime::new().unwrap().block_on(body);
    }
    // The first flag needs root. The second one makes the test root of a user namespace.
    let allowed = ["-m", "-rm"].into_iter().find(|flags| {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("unshare");
        mount.args([flags, "mount", "-t", "tmpfs", "tmpfs"]);
        let tried = mount.arg(folder.path()).output();
        tried.is_ok_and(|it| it.status.success())
    });
    let Some(flags) = allowed else {
        // Bypass the test's captured output: a skipped test must be visible.
        let line =
            format!("\nskipped: {test}: this machine does not allow to mount a small disk\n");
        return std::io::stderr().write_all(line.as_bytes()).unwrap();
    };
    let mut again = Command::new("unshare");
    again.arg(flags).arg(std::env::current_exe().unwrap());
    again
        .args(["--exact", test, "--nocapture"])
        .env(INSIDE, "1");
    let done = again.output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said).replace('\n', "\n  ");
    println!("{said}");
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

pub(crate) struct SmallDisk {
    pub(crate) folder: PathBuf,
    elsewhere: PathBuf,
}

impl SmallDisk {
    pub(crate) fn mount(folder: PathBuf) -> Self {
        let elsewhere = folder.with_extension("elsewhere");
        create_dir_all(&folder).unwrap();
        create_dir_all(&elsewhere).unwrap();
        let disk = Self { folder, elsewhere };
        let mut mount = Command::new("mount");
        run(mount
            .args(["-t", "tmpfs", "-o", SIZE, "tmpfs"])
            .arg(&disk.folder));
        disk
    }

    pub(crate) fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        while ballast.write_all(&[0; 4096]).is_ok() {}
    }

    pub(crate) fn free(&self) {
        remove_file(self.ballast()).unwrap();
    }

    pub(crate) fn set_read_only(&mut self, is_read_only: bool) {
        let options = if is_read_only {
            "remount,ro"
        } else {
            "remount,rw"
        };
        run(Command::new("mount")
            .args(["-o", options])
            .arg(&self.folder));
    }

    /// Unmounts the disk, which leaves an empty folder.
    pub(crate) fn unmount(&mut self) {
        let mut mount = Command::new("mount");
        run(mount.arg("--move").arg(&self.folder).arg(&self.elsewhere));
    }

    pub(crate) fn mount_again(&mut self) {
        let mut mount = Command::new("mount");
        run(mount.arg("--move").arg(&self.elsewhere).arg(&self.folder));
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // The temporary folder cannot be deleted while something is mounted in it.
        let _ = Command::new("umount").arg(&self.folder).status();
    }
}

fn run(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}: {done:?}");
}
