//! The time from an approval to the first set of introductions, on a running server with many members.

use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::set;

/// The sources of the web app. They have an `index.html` even if the app was not built.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");
const N_APPROVALS: u32 = 40;
const MEDIAN_AIM: Duration = Duration::from_secs(10);
const P95_AIM: Duration = Duration::from_mins(1);
/// A server that has not looked for introductions after this time is broken.
const LONGEST: Duration = Duration::from_mins(2);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A server that a dropped value stops.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Makes the set of the members, approves others one by one, and prints how long each waits.
pub(crate) fn run(program: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let program = program.canonicalize()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("a.db");
    let command = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command
            .args(arguments)
            .current_dir(folder.path())
            .env("MOCK_ENABLE", "true")
            .env("LISTEN", "127.0.0.1:0")
            .env("WEB_ROOT", WEB_ROOT)
            .env("DATABASE_URL", format!("sqlite://{}", file.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    };
    let require = |arguments: &[&str]| -> Result<(), Box<dyn Error>> {
        let status = command(arguments).status()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("{arguments:?} failed").into())
        }
    };
    require(&["migrate"])?;
    set::insert(&file, n_members)?;
    let connection = Connection::open(&file)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    let newcomers = (n_members - N_APPROVALS + 1)..=n_members;
    connection.execute(
        "UPDATE account SET review_status = 'PENDING' WHERE id >= ?1",
        [newcomers.start()],
    )?;
    require(&["introduce"])?;
    let _server = Server(command(&[]).spawn()?);
    let mut waits = Vec::new();
    for (id, n) in newcomers.zip(1_u64..) {
        // The approvals come at different moments of the worker's rhythm.
        sleep(Duration::from_millis(n * 379 % 1_000));
        require(&["review", "approve", &format!("U{id:032x}")])?;
        let start = Instant::now();
        while !is_served(&connection, id)? {
            if start.elapsed() > LONGEST {
                return Err(format!("member {id} waits for more than {LONGEST:?}").into());
            }
            sleep(LOOK_EVERY);
        }
        waits.push(start.elapsed());
    }
    waits.sort_unstable();
    // The rest may have no possible partner who has room after the set of the day.
    let n_introduced: i64 = connection.query_row(
        "SELECT COUNT(DISTINCT account_id) FROM introduction_side WHERE account_id > ?1",
        [n_members - N_APPROVALS],
        |row| row.get(0),
    )?;
    let at = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)];
    writeln!(
        stdout(),
        "{N_APPROVALS} approvals among {n_members} members: p50 {:.1?} (aim {MEDIAN_AIM:?}), \
         p95 {:.1?} (aim {P95_AIM:?}); {n_introduced} got introductions at once",
        at(50),
        at(95),
    )?;
    Ok(())
}

/// Returns true once the job has looked for introductions of the member.
fn is_served(connection: &Connection, account_id: u32) -> Result<bool, Box<dyn Error>> {
    let n_rows: i64 = connection.query_row(
        "SELECT COUNT(*) FROM introduction_member WHERE account_id = ?1 AND served_day IS NOT NULL",
        [account_id],
        |row| row.get(0),
    )?;
    Ok(n_rows > 0)
}
