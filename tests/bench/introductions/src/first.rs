//! The time from an approval to the first set of introductions, on a running server with many members.

use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::server::Place;
use crate::set;

const N_APPROVALS: u32 = 40;
const MEDIAN_AIM: Duration = Duration::from_secs(10);
const P95_AIM: Duration = Duration::from_mins(1);
/// A server that has not looked for introductions after this time is broken.
const LONGEST: Duration = Duration::from_mins(2);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Makes the set of the members, approves further people one by one, and prints how long each of them waits.
pub(crate) fn run(program: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let place = Place::new(program)?;
    let file = place.file();
    set::insert(&file, n_members)?;
    let connection = Connection::open(&file)?;
    connection.busy_timeout(Duration::from_secs(30))?;
    let newcomers = (n_members - N_APPROVALS + 1)..=n_members;
    connection.execute(
        "UPDATE account SET review_status = 'PENDING' WHERE id >= ?1",
        [newcomers.start()],
    )?;
    place.run(&["introduce"])?;
    let _server = place.start()?;
    let mut waits = Vec::new();
    for (id, n) in newcomers.zip(1_u64..) {
        // The approvals come at different moments of the worker's rhythm.
        sleep(Duration::from_millis(n * 379 % 1_000));
        place.run(&[
            "review",
            "approve",
            &format!("U{id:032x}"),
            "--employer-name",
            "A bakery",
        ])?;
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
