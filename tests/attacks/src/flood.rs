//! A member makes every call far more often than a person would, and each limit has to hold. The rows that the flood
//! leaves in the tables are counted.

use std::collections::BTreeMap;
use std::io::{Write as _, stdout};
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::Method;
use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::lives::privacy;
use crate::world::{Caller, Result, World, willing};

const N_MEMBERS: u32 = 200;
const ATTACKER: u32 = 1;
/// The sets before the flood: a member gets five introductions a day, and the limit of reports is twenty.
const N_DAYS: usize = 6;
/// The calls under way at once, where their order does not matter.
const AT_ONCE: usize = 8;
/// The calls of a flood that has no limit in the tables.
const MANY: usize = 300;
/// The calls of an account at once, and each second after that: the quota of most calls.
const BURST: usize = 60;
/// The time in which the job that introduces members looks for work three times.
const THREE_ROUNDS: Duration = Duration::from_secs(15);

/// Calls of one kind.
struct Flood {
    name: &'static str,
    /// The number of calls that may be accepted, or `None` if only the quota of the account limits them.
    limit: Option<usize>,
    at_once: usize,
    requests: Vec<Request>,
}

struct Request {
    method: Method,
    path: String,
    body: Value,
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
        "{:22} {:>6} {:>5} {:>8}  refused; rows and bytes that the calls added",
        "calls",
        "limit",
        "sent",
        "accepted"
    )?;
    let ids = attack.introductions().await?;
    let (earlier, latest) = ids.split_at(ids.len() - 2);
    for flood in [reports(earlier), blocks(earlier), answers(&latest[0])] {
        attack.flood(flood).await?;
    }
    attack.match_with_other(&latest[1]).await?;
    for flood in of_match(&latest[1]).into_iter().chain(of_profile()) {
        attack.flood(flood).await?;
    }
    attack.ask_for_work().await?;
    writeln!(
        stdout(),
        "RATE_LIMIT=off has lifted the quotas of accounts, too. In a deployment all of these calls together share one \
         quota of the account, {BURST} at once and then 1 a second, and one of the address, 400 and then 20 a second."
    )?;
    reach_quota().await
}

impl Attack<'_> {
    /// Returns the ids of the attacker's open introductions, the oldest first.
    async fn introductions(&self) -> Result<Vec<String>> {
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
        let (rows, bytes) = (self.n_rows()?, self.n_bytes()?);
        let n_sent = requests.len();
        let answers: Vec<(Method, u16, Option<String>, String)> = stream::iter(requests)
            .map(|request| self.send(request))
            .buffered(at_once)
            .try_collect()
            .await?;
        let mut n_accepted = 0;
        let mut refused: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
        for (method, status, wait, code) in answers {
            if status >= 300 {
                *refused.entry((code, wait)).or_default() += 1;
            } else if method != Method::DELETE {
                n_accepted += 1;
            }
        }
        let refused = refused.into_iter().map(|((code, wait), n)| match wait {
            Some(wait) => format!("{n} {code} Retry-After {wait}"),
            None => format!("{n} {code}"),
        });
        let refused: Vec<String> = refused.collect();
        let added = self.n_rows()?.into_iter().filter_map(|(table, n)| {
            let n_added = n - rows.get(&table).copied().unwrap_or_default();
            (n_added != 0).then(|| format!("{table} {n_added:+}"))
        });
        let added: Vec<String> = added.collect();
        let limit_text = limit.map_or("none".into(), |limit| limit.to_string());
        writeln!(
            stdout(),
            "{name:22} {limit_text:>6} {n_sent:5} {n_accepted:8}  {}; {}, {:+} KiB",
            if refused.is_empty() {
                "none".into()
            } else {
                refused.join(", ")
            },
            if added.is_empty() {
                "no rows".into()
            } else {
                added.join(", ")
            },
            (self.n_bytes()? - bytes) / 1024
        )?;
        if n_accepted == 0 || limit.is_some_and(|limit| n_accepted > limit) {
            return Err(format!("{name}: {n_accepted} calls were accepted").into());
        }
        Ok(())
    }

    async fn send(&self, request: Request) -> Result<(Method, u16, Option<String>, String)> {
        let Request { method, path, body } = request;
        let key = Uuid::new_v4().to_string();
        let sending = self
            .world
            .call_with_key(&self.caller, method.clone(), &path, &body, &key);
        let answer = sending.await?;
        let wait = answer.headers.get(RETRY_AFTER);
        let wait = wait.map(|wait| Ok::<_, reqwest::header::ToStrError>(wait.to_str()?.to_owned()));
        let body: Value = serde_json::from_slice(&answer.bytes).unwrap_or_default();
        let code = body["code"].as_str().unwrap_or_default().to_owned();
        Ok((method, answer.status, wait.transpose()?, code))
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
            for paused_until in ["FOREVER".into(), Value::Null] {
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

    fn n_rows(&self) -> Result<BTreeMap<String, i64>> {
        let tables =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
        let tables = self.world.rows(tables, |row| row.get::<_, String>(0))?;
        let count = |table: String| {
            let sql = format!("SELECT COUNT(*) FROM \"{table}\"");
            Ok((table, self.world.rows(&sql, |row| row.get(0))?[0]))
        };
        tables.into_iter().map(count).collect()
    }

    fn n_bytes(&self) -> Result<i64> {
        let pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        Ok(self.world.rows(pages, |row| row.get(0))?[0])
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

impl Flood {
    fn new(
        name: &'static str,
        limit: Option<usize>,
        at_once: usize,
        requests: impl IntoIterator<Item = (Method, String, Value)>,
    ) -> Self {
        let requests = requests.into_iter();
        Self {
            name,
            limit,
            at_once,
            requests: requests
                .map(|(method, path, body)| Request { method, path, body })
                .collect(),
        }
    }
}

fn reports(ids: &[String]) -> Flood {
    let report = |id| json!({ "introductionId": id, "category": "OTHER", "note": "N".repeat(500) });
    let calls = ids
        .iter()
        .map(|id| (Method::POST, "/reports".into(), report(id)));
    Flood::new("report", Some(20), AT_ONCE, calls)
}

/// Blocks the members whom the attacker could not report any more, each of them ten times.
fn blocks(ids: &[String]) -> Flood {
    let ids_again = ids.iter().flat_map(|id| [id; 10]);
    let calls = ids_again.map(|id| {
        (
            Method::POST,
            "/blocks".into(),
            json!({ "introductionId": id }),
        )
    });
    Flood::new("block", Some(ids.len() - 20), AT_ONCE, calls)
}

fn answers(id: &str) -> Flood {
    let answer = |n: usize| match n % 2 {
        0 => json!({ "answer": "NO", "note": "" }),
        _ => json!({ "answer": "YES", "note": n.to_string() }),
    };
    let path = format!("/introductions/{id}/answer");
    let calls = (0..50).map(|n| (Method::PUT, path.clone(), answer(n)));
    Flood::new("answer, other mind", Some(2), 1, calls)
}

fn of_match(id: &str) -> [Flood; 3] {
    let path = |end: &str| format!("/matches/{id}/{end}");
    let call = |method: Method, end, body: fn(usize) -> Value| {
        let path = path(end);
        (0..MANY).map(move |n| (method.clone(), path.clone(), body(n)))
    };
    let note = |_| json!({ "text": "N".repeat(500) });
    let contact = |n| match n % 2 {
        0 => json!({ "line": "https://line.me/ti/p/~curious" }),
        _ => json!({ "line": null }),
    };
    [
        Flood::new(
            "note",
            Some(200),
            AT_ONCE,
            call(Method::POST, "notes", note),
        ),
        Flood::new(
            "read mark",
            None,
            1,
            call(Method::PUT, "read", |n| json!({ "noteId": n })),
        ),
        Flood::new(
            "contact, on and off",
            None,
            1,
            call(Method::PUT, "contact", contact),
        ),
    ]
}

fn of_profile() -> Vec<Flood> {
    let put = |path: &'static str, body: fn(usize) -> Value, n_calls| {
        (0..n_calls).map(move |n| (Method::PUT, path.to_owned(), body(n)))
    };
    let (preferences, place) = ("/preferences", "/user-profile/place");
    let gender = |n| {
        // The values after the third change are others, because the same value again is no change.
        let genders = ["MALE", "FEMALE", "NON_BINARY"];
        let gender = genders[if n < 3 { n } else { n % 2 }];
        json!({ "matchGender": gender })
    };
    let conditions = |n| json!({ "valueItem": [{ "type": "HEIGHT", "from": 150 + n, "to": 0 }] });
    let distance = |n| json!({ "recommendDistanceKm": 10 + n });
    let cell = |n| json!({ "latitude": 25 + n, "longitude": 121 });
    let texts = |n| json!({ "aboutMe": "T".repeat(900 + n % 100) });
    let changes = put(
        "/user-profile/changes",
        |n| json!({ "occupation": format!("O{n}") }),
        40,
    );
    let withdrawal = (
        Method::DELETE,
        "/user-profile/changes".to_owned(),
        Value::Null,
    );
    let changes = changes.flat_map(|proposal| [proposal, withdrawal.clone()]);
    vec![
        Flood::new("matchGender", Some(3), 1, put(preferences, gender, 10)),
        Flood::new(
            "conditions",
            Some(3),
            AT_ONCE,
            put(preferences, conditions, 10),
        ),
        Flood::new("distance", Some(3), AT_ONCE, put(preferences, distance, 10)),
        Flood::new("place", Some(3), AT_ONCE, put(place, cell, 10)),
        Flood::new("proposal, withdrawn", Some(20), 1, changes),
        Flood::new(
            "texts",
            None,
            AT_ONCE,
            put("/user-profile/texts", texts, MANY),
        ),
    ]
}
