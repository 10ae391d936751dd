//! The server is killed while people register: whoever was told that they are registered is, with
//! every word and photo, and whoever was not can send again and is registered once.
//!
//! `KILLS` and `SEED` choose a longer run, `CHAOS_DATABASE_URL` an empty database of PostgreSQL.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and tells what it counted"
)]

mod person;
mod process;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Client;
use sea_orm::{ConnectionTrait as _, Database, Statement};
use tokio::time::sleep;

use self::person::Person;
use self::process::Process;

/// Who sends at the same time, each kill.
const N_PEOPLE: usize = 24;
/// The longest time from the first form that is sent to the kill.
const LONGEST_MS: u64 = 200;

fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// A small generator of numbers that can be repeated (Knuth's MMIX).
fn next(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

async fn count(database_url: &str, sql: &str) -> i64 {
    let database = Database::connect(database_url).await.unwrap();
    let statement = Statement::from_string(database.get_database_backend(), sql.to_owned());
    let row = database.query_one_raw(statement).await.unwrap().unwrap();
    database.close().await.unwrap();
    row.try_get_by_index::<i64>(0).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_told_that_they_are_registered_is_when_the_server_is_killed() {
    let n_kills = setting("KILLS").map_or(5, |text| text.parse::<usize>().unwrap());
    let mut seed = setting("SEED").map_or(1, |text| text.parse::<u64>().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let database_url =
        setting("CHAOS_DATABASE_URL").unwrap_or_else(|| format!("sqlite://{}", file.display()));
    let client = Client::new();
    let mut told = BTreeMap::new();
    let mut everybody = Vec::new();
    let mut server = Process::start(folder.path(), &database_url, &client).await;
    for _ in 0..n_kills {
        let first = everybody.len();
        let prepared = (first..first + N_PEOPLE).map(|n| Person::prepare(n, &server, &client));
        let people = join_all(prepared).await;
        let sending = people.iter().cloned().map(|person| {
            let (client, url) = (client.clone(), server.at());
            tokio::spawn(async move { person.send(url, &client).await })
        });
        let sending: Vec<_> = sending.collect();
        sleep(Duration::from_millis(next(&mut seed) % LONGEST_MS)).await;
        server.kill();
        for (n, answer) in (first..).zip(join_all(sending).await) {
            if let Some((status, body)) = answer.unwrap() {
                assert_eq!(status, 201, "{body}");
                told.insert(n, body);
            }
        }
        everybody.extend(people);
        server = Process::start(folder.path(), &database_url, &client).await;
        for (n, person) in everybody.iter().enumerate().skip(first) {
            if told.contains_key(&n) {
                assert_eq!(person.look(&server, &client).await, 200, "{n} was told so");
            }
            let (status, body) = person.send(server.at(), &client).await.unwrap();
            assert_eq!(status, 201, "{n}: {body}");
            if let Some(first) = told.get(&n) {
                assert_eq!(&body, first, "the first answer again");
            }
            assert_eq!(person.look(&server, &client).await, 200);
        }
    }
    server.kill();
    let n_people = i64::try_from(everybody.len()).unwrap();
    let complete = "SELECT COUNT(*) FROM account
        JOIN profile ON profile.account_id = account.id
        JOIN photo ON photo.account_id = account.id
        JOIN upload ON upload.name = photo.file_id AND upload.taken_at_ms IS NOT NULL";
    for sql in [
        complete,
        "SELECT COUNT(*) FROM account",
        "SELECT COUNT(*) FROM photo",
    ] {
        assert_eq!(count(&database_url, sql).await, n_people, "{sql}");
    }
    println!(
        "{n_kills} kills, {n_people} people: {} were told before the kill and were there, word for word; \
         {} were not and registered again; 0 twice",
        told.len(),
        everybody.len() - told.len(),
    );
}
