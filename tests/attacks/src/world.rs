//! A server with made-up members, whose clock the attack moves from day to day.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use chrono::DateTime;
use enmusubi_core::MatchGender;
use enmusubi_core::matching::{Person, Wishes};
use enmusubi_population::{Resident, insert_statements};
use enmusubi_server::ops::config::Settings;
use enmusubi_server::{Clock, Running, serve};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method};
use rusqlite::{Connection, Row};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A result of an attack: each failure ends the program.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// 21 November 2026, noon in Taipei: the moment of the first daily set.
const START_S: i64 = 1_795_233_600;
const DAY_S: i64 = 24 * 3600;
/// The address that reviewers have for the server.
pub(crate) const ORIGIN: &str = "http://localhost:8080";
/// The sources of the web app. They have an `index.html` even if the app was not built.
const WEB_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// Makes members each of whom would like to meet every other.
pub(crate) fn willing(n_members: u32) -> impl Iterator<Item = Resident> {
    Resident::crowd(n_members).map(|resident| Resident {
        person: Person {
            wishes: Wishes {
                match_gender: MatchGender::Any,
                conditions: Vec::new(),
                recommend_distance_km: 0,
            },
            ..resident.person
        },
        ..resident
    })
}

/// A server with its tables.
pub(crate) struct World {
    running: Running,
    now_s: Arc<AtomicI64>,
    /// The database. The attacks use it to make members and to let honest members live, and never to learn something.
    pub(crate) tables: Connection,
    client: Client,
    // Dropping the folder removes the tables.
    _folder: TempDir,
}

/// A logged-in member under the control of the attacker.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    token: String,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
    pub(crate) elapsed: Duration,
}

impl Answer {
    pub(crate) fn json(&self) -> Result<Value> {
        Ok(serde_json::from_slice(&self.bytes)?)
    }

    /// Returns the body of an answer with this status, and fails for any other.
    pub(crate) fn expect(self, status: u16) -> Result<Value> {
        if self.status != status {
            let body = String::from_utf8_lossy(&self.bytes);
            return Err(format!("{} instead of {status}: {body}", self.status).into());
        }
        if self.bytes.is_empty() {
            return Ok(Value::Null);
        }
        self.json()
    }

    /// Returns true if the server did what the call asked for.
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the body of an answer that is no error.
    pub(crate) fn expect_success(self) -> Result<Value> {
        let expected = if self.is_success() { self.status } else { 200 };
        self.expect(expected)
    }
}

impl World {
    /// Starts a server with these members and without quotas of addresses and accounts.
    pub(crate) async fn start(residents: impl IntoIterator<Item = Resident>) -> Result<Self> {
        Box::pin(Self::start_with(residents, "off")).await
    }

    /// Starts a server with these members, and with quotas as a deployment has them.
    pub(crate) async fn start_with_quotas(
        residents: impl IntoIterator<Item = Resident>,
    ) -> Result<Self> {
        Box::pin(Self::start_with(residents, "on")).await
    }

    async fn start_with(
        residents: impl IntoIterator<Item = Resident>,
        rate_limit: &str,
    ) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("a.db");
        let now_s = Arc::new(AtomicI64::new(START_S));
        let of_server = now_s.clone();
        let clock = Clock::new(move || {
            DateTime::from_timestamp(of_server.load(Ordering::SeqCst), 0).unwrap_or_default()
        });
        let settings = Settings {
            listen: Some("127.0.0.1:0".into()),
            public_base_url: Some(ORIGIN.into()),
            database_url: Some(format!("sqlite://{}", file.display())),
            mock_enable: Some(true),
            rate_limit: Some(rate_limit.into()),
            storage_url: Some(format!("file://{}/files", folder.path().display())),
            web_root: Some(WEB_ROOT.into()),
            ..Settings::default()
        };
        let running = Box::pin(serve(settings.check()?, clock)).await?;
        let tables = Connection::open(&file)?;
        tables.busy_timeout(Duration::from_secs(30))?;
        let world = Self {
            running,
            now_s,
            tables,
            client: Client::new(),
            _folder: folder,
        };
        world.settle(residents)?;
        Ok(world)
    }

    /// Adds approved members, as if they had registered a moment ago.
    pub(crate) fn settle(&self, residents: impl IntoIterator<Item = Resident>) -> Result<()> {
        for statements in insert_statements(residents, self.now_s() * 1000) {
            self.tables
                .execute_batch(&format!("BEGIN; {statements}; COMMIT"))?;
        }
        Ok(())
    }

    /// Reads rows of the tables.
    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.tables.prepare(sql)?;
        let rows = statement.query_map([], read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns a number that changes whenever the server changes the tables.
    pub(crate) fn changes(&self) -> Result<i64> {
        let version = "PRAGMA data_version";
        Ok(self.tables.query_row(version, [], |row| row.get(0))?)
    }

    /// Moves the clock.
    pub(crate) fn pass(&self, seconds: i64) {
        self.now_s.fetch_add(seconds, Ordering::SeqCst);
    }

    pub(crate) fn now_s(&self) -> i64 {
        self.now_s.load(Ordering::SeqCst)
    }

    /// Lets all members open the app and say no to their open introductions, so that no member is full or absent,
    /// and makes the set of the next day. Returns the number of introductions.
    pub(crate) async fn next_day(&self) -> Result<usize> {
        self.now_s.fetch_add(DAY_S, Ordering::SeqCst);
        let now_ms = self.now_s() * 1000;
        self.tables.execute_batch(&format!(
            "UPDATE account SET opened_at_ms = {now_ms}; \
             UPDATE introduction_side SET answer = 'NO', answered_at_ms = {now_ms} WHERE answer IS NULL"
        ))?;
        self.introduce().await
    }

    /// Makes the set of the day, and returns the number of introductions.
    pub(crate) async fn introduce(&self) -> Result<usize> {
        let report = self.running.app.daily_sets.introduce(None).await?;
        Ok(report.n_pairs)
    }

    /// Logs a member in. A session holds seven days.
    pub(crate) async fn log_in(&self, account_id: u32) -> Result<Caller> {
        let user = format!("U{account_id:032x}");
        let token = self
            .client
            .get(self.url(&format!("/api/mock/id-token?userId={user}")))
            .send()
            .await?;
        let token: Value = serde_json::from_slice(&token.bytes().await?)?;
        let token = token["idToken"].as_str().ok_or("no ID token")?;
        let login = self
            .client
            .post(self.url("/api/user/login"))
            .header("X-Line-Id-Token", token)
            .json(&json!({ "account": user, "password": user }));
        let session: Value = serde_json::from_slice(&login.send().await?.bytes().await?)?;
        let token = session["token"]
            .as_str()
            .ok_or_else(|| format!("no session: {session}"))?;
        Ok(Caller {
            token: token.to_owned(),
        })
    }

    /// Makes a call below `/api`, with a JSON body unless it is null.
    pub(crate) async fn call(
        &self,
        caller: &Caller,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<Answer> {
        self.call_with_key(caller, method, path, body, "").await
    }

    /// Makes a call with an `Idempotency-Key`, unless the key is empty.
    pub(crate) async fn call_with_key(
        &self,
        caller: &Caller,
        method: Method,
        path: &str,
        body: &Value,
        key: &str,
    ) -> Result<Answer> {
        let bearer = format!("Bearer {}", caller.token);
        let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", key)];
        let n_headers = if key.is_empty() { 1 } else { 2 };
        self.call_with(method, path, body, &headers[..n_headers])
            .await
    }

    /// Makes a call below `/api` with these headers, and with a JSON body unless it is null.
    pub(crate) async fn call_with(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        headers: &[(&'static str, &str)],
    ) -> Result<Answer> {
        let url = self.url(&format!("/api{path}"));
        let mut request = self.client.request(method, url);
        if !body.is_null() {
            request = request.json(body);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let start = Instant::now();
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        let headers = answer.headers().clone();
        let bytes = answer.bytes().await?.to_vec();
        Ok(Answer {
            status,
            headers,
            bytes,
            elapsed: start.elapsed(),
        })
    }

    pub(crate) async fn get(&self, caller: &Caller, path: &str) -> Result<Answer> {
        self.call(caller, Method::GET, path, &Value::Null).await
    }

    pub(crate) async fn put(&self, caller: &Caller, path: &str, body: &Value) -> Result<Answer> {
        self.call(caller, Method::PUT, path, body).await
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.running.address)
    }
}
