//! A member makes every call far more often than a person would, and each limit has to hold. The rows that the flood
//! leaves in the tables are counted.

mod calls;

use std::collections::BTreeMap;
use std::io::{Write as _, stdout};
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Method;
use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};
use uuid::Uuid;

use self::calls::{Flood, MANY, Request, answers, blocks, of_match, of_profile, reports};
use crate::lives::privacy;
use crate::world::{Caller, Result, World, willing};

const N_MEMBERS: u32 = 200;
const ATTACKER: u32 = 1;
/// The sets before the flood: a member gets five introductions a day, and the limit of reports is twenty.
const N_DAYS: usize = 6;
/// The calls of an account at once, and each second after that: the quota of most calls.
const BURST: usize = 60;
/// The time in which the job that introduces members looks for work three times.
const THREE_ROUNDS: Duration = Duration::from_secs(15);

enum Outcome {
    Accepted,
    /// The call took back what the call before had added.
    Withdrawn,
    /// The code of the error, and the time to wait.
    Refused(String),
}

/// The size of the tables.
struct Tables {
    n_rows: BTreeMap<String, i64>,
    n_bytes: i64,
}

struct Attack<'a> {
    world: &'a World,
    caller: Caller,
}

pub(crate) async fn run() -> Result<()> {
    let world = World::start(willing(N_MEMBERS)).await?;
    world.introduce().await?;
    for _ in 1..N_DAYS {
        world.next_day().await?;
    }
    let attack = Attack {
        world: &world,
        caller: world.log_in(ATTACKER).await?,
    };
    writeln!(
        stdout(),
        "{:22} {:>6} {:>5} {:>8}",
        "calls",
        "limit",
        "sent",
        "accepted"
    )?;
    let ids = attack.introductions()?;
    let (earlier, latest) = ids.split_at(ids.len() - 2);
    for flood in [reports(earlier), blocks(earlier), answers(&latest[0])] {
        attack.flood(flood).await?;
    }
    attack.match_with_other(&latest[1]).await?;
    for flood in of_match(&latest[1]).into_iter().chain(of_profile()) {
        attack.flood(flood).await?;
    }
    attack.log_in_and_out().await?;
    attack.ask_for_work().await?;
    writeln!(
        stdout(),
        "RATE_LIMIT=off has lifted the quotas of accounts, too. In a deployment all of these calls together share one \
         quota of the account, {BURST} at once and then 1 a second, and one of the address, 400 and then 20 a second. \
         A login has its own: 20, and then one in 10 seconds."
    )?;
    reach_quota().await
}

impl Attack<'_> {
    /// Returns the ids of the attacker's open introductions, the oldest first.
    fn introductions(&self) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT public_id FROM introduction JOIN introduction_side ON introduction_id = id \
             WHERE account_id = {ATTACKER} ORDER BY id"
        );
        self.world.rows(&sql, |row| row.get(0))
    }

    async fn match_with_other(&self, id: &str) -> Result<()> {
        let sql = format!(
            "SELECT other_id FROM introduction JOIN introduction_side ON introduction_id = id \
             WHERE account_id = {ATTACKER} AND public_id = '{id}'"
        );
        let other = self.world.rows(&sql, |row| row.get(0))?[0];
        for caller in [&self.world.log_in(other).await?, &self.caller] {
            let yes = json!({ "answer": "YES", "note": "" });
            let path = format!("/introductions/{id}/answer");
            self.world.put(caller, &path, &yes).await?.expect(200)?;
        }
        Ok(())
    }

    /// Makes the calls and prints what they did. A withdrawal does not count as accepted, because it adds nothing.
    async fn flood(&self, flood: Flood) -> Result<()> {
        let Flood {
            name,
            limit,
            at_once,
            requests,
        } = flood;
        let before = self.tables()?;
        let n_sent = requests.len();
        let outcomes: Vec<Outcome> = stream::iter(requests)
            .map(|request| self.send(request))
            .buffered(at_once)
            .try_collect()
            .await?;
        let mut n_accepted = 0;
        let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Accepted => n_accepted += 1,
                Outcome::Withdrawn => {}
                Outcome::Refused(refusal) => *refusals.entry(refusal).or_default() += 1,
            }
        }
        let refusals = refusals.iter().map(|(refusal, n)| format!("{n} {refusal}"));
        let refusals: Vec<String> = refusals.collect();
        let limit_text = limit.map_or("none".into(), |limit| limit.to_string());
        writeln!(
            stdout(),
            "{name:22} {limit_text:>6} {n_sent:5} {n_accepted:8}  refused: {}; added: {}",
            or_none(&refusals),
            self.added_since(&before)?
        )?;
        if n_accepted == 0 || limit.is_some_and(|limit| n_accepted > limit) {
            return Err(format!("{name}: {n_accepted} calls were accepted").into());
        }
        Ok(())
    }

    async fn send(&self, request: Request) -> Result<Outcome> {
        let Request { method, path, body } = request;
        let is_withdrawal = method == Method::DELETE;
        let key = Uuid::new_v4().to_string();
        let sending = self
            .world
            .call_with_key(&self.caller, method, &path, &body, &key);
        let answer = sending.await?;
        if answer.is_success() {
            return Ok(if is_withdrawal {
                Outcome::Withdrawn
            } else {
                Outcome::Accepted
            });
        }
        let code = answer.json()?["code"].as_str().unwrap_or("").to_owned();
        Ok(Outcome::Refused(match answer.headers.get(RETRY_AFTER) {
            Some(wait) => format!("{code} with Retry-After {}", wait.to_str()?),
            None => code,
        }))
    }

    /// Logs in and out again. A row of each session stays until the session would have expired.
    async fn log_in_and_out(&self) -> Result<()> {
        let before = self.tables()?;
        for _ in 0..MANY {
            let caller = self.world.log_in(ATTACKER).await?;
            let (logout, nothing) = ("/user/logout", Value::Null);
            let calling = self.world.call(&caller, Method::POST, logout, &nothing);
            calling.await?.expect_success()?;
        }
        let (name, added) = ("login and logout", self.added_since(&before)?);
        writeln!(
            stdout(),
            "{name:22} {:>6} {MANY:5} {MANY:8}  refused: none; added: {added}",
            "none"
        )?;
        Ok(())
    }

    /// Pauses and resumes without end. Each resume asks the job for introductions, and the job looks for such
    /// requests every five seconds.
    async fn ask_for_work(&self) -> Result<()> {
        self.world.tables.execute_batch(
            "CREATE TABLE answered_request (account_id INTEGER); \
             CREATE TRIGGER request_is_answered AFTER DELETE ON introduction_request \
             BEGIN INSERT INTO answered_request VALUES (OLD.account_id); END",
        )?;
        let (start, mut n_resumes) = (Instant::now(), 0);
        while start.elapsed() < THREE_ROUNDS {
            for paused_until in [Some("FOREVER"), None] {
                let body = privacy(paused_until, false);
                let sending = self.world.put(&self.caller, "/privacy", &body);
                sending.await?.expect(200)?;
            }
            n_resumes += 1;
        }
        let count = "SELECT COUNT(*) FROM answered_request";
        let n_answered: u32 = self.world.rows(count, |row| row.get(0))?[0];
        writeln!(
            stdout(),
            "{n_resumes} resumes in 15 seconds: the job looked {n_answered} times for introductions of the member."
        )?;
        if n_answered == 0 || n_answered > 4 {
            return Err(format!("the job looked {n_answered} times").into());
        }
        Ok(())
    }

    fn tables(&self) -> Result<Tables> {
        let names =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
        let names = self.world.rows(names, |row| row.get::<_, String>(0))?;
        let count = |table: String| {
            let sql = format!("SELECT COUNT(*) FROM \"{table}\"");
            Ok((table, self.world.rows(&sql, |row| row.get(0))?[0]))
        };
        let bytes = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        Ok(Tables {
            n_rows: names.into_iter().map(count).collect::<Result<_>>()?,
            n_bytes: self.world.rows(bytes, |row| row.get(0))?[0],
        })
    }

    fn added_since(&self, before: &Tables) -> Result<String> {
        let now = self.tables()?;
        let added = now.n_rows.iter().filter_map(|(table, n_rows)| {
            let n_before = before.n_rows.get(table).copied().unwrap_or_default();
            (*n_rows != n_before).then(|| format!("{table} {:+}", n_rows - n_before))
        });
        let added: Vec<String> = added.collect();
        let kibibytes = (now.n_bytes - before.n_bytes) / 1024;
        Ok(format!("{}, {kibibytes} KiB", or_none(&added)))
    }
}

fn or_none(words: &[String]) -> String {
    if words.is_empty() {
        "none".into()
    } else {
        words.join(", ")
    }
}

/// Calls as fast as possible on a server with quotas.
async fn reach_quota() -> Result<()> {
    let world = World::start_with_quotas(willing(2)).await?;
    let caller = world.log_in(ATTACKER).await?;
    let (start, mut n_accepted) = (Instant::now(), 0);
    for _ in 0..MANY {
        let answer = world.get(&caller, "/introductions").await?;
        n_accepted += usize::from(answer.is_success());
    }
    let n_seconds = usize::try_from(start.elapsed().as_secs())? + 1;
    writeln!(
        stdout(),
        "With RATE_LIMIT=on, {n_accepted} of {MANY} calls in {n_seconds} s were accepted."
    )?;
    if n_accepted > BURST + n_seconds {
        return Err(format!("{n_accepted} calls beyond the quota of the account").into());
    }
    Ok(())
}
