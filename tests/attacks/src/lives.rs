//! The lives of members around an attacker: they match, write, leave, pause, and block each other.

use std::collections::HashMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Caller, Result, World};

/// Ids of things that exist and that the attacker cannot see.
#[derive(Debug)]
pub(crate) struct Ids {
    /// The introductions and matches of two other members.
    pub(crate) pairs: Vec<String>,
    pub(crate) blocks: Vec<String>,
    pub(crate) news: Vec<String>,
}

/// Ids that the attacker had, of things that are over.
#[derive(Debug, Default)]
pub(crate) struct Over {
    /// The introductions and matches, each with the way in which it ended.
    pub(crate) pairs: Vec<(End, String)>,
    pub(crate) blocks: Vec<String>,
    pub(crate) news: Vec<String>,
}

/// The way in which an introduction or a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Expired,
    BlockedByOther,
    OtherPaused,
    OtherSuspended,
    /// The other member left the match.
    OtherLeft,
    BlockedByAttacker,
}

impl End {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::BlockedByOther => "blocked",
            Self::OtherPaused => "paused",
            Self::OtherSuspended => "suspended",
            Self::OtherLeft => "left",
            Self::BlockedByAttacker => "own block",
        }
    }
}

/// The ways in which the attacker's introductions of earlier days end, in turns.
const EARLIER: [End; 4] = [
    End::Expired,
    End::BlockedByOther,
    End::OtherPaused,
    End::OtherSuspended,
];
/// The ways in which the introductions of the last day end.
const LATEST: [End; 4] = [
    End::OtherLeft,
    End::OtherLeft,
    End::OtherLeft,
    End::BlockedByAttacker,
];
/// The number of pairs of other members who match.
const N_MATCHES: usize = 60;

struct Pair {
    id: String,
    low: u32,
    high: u32,
    is_of_last_day: bool,
}

struct Lives<'a> {
    world: &'a World,
    attacker: u32,
    callers: HashMap<u32, Caller>,
}

/// Introduces the members on three days, and lets them live. After that, the attacker has no introduction or match any
/// more.
pub(crate) async fn lead(world: &World, attacker: u32) -> Result<(Ids, Over)> {
    world.introduce().await?;
    world.next_day().await?;
    world.next_day().await?;
    let mut lives = Lives {
        world,
        attacker,
        callers: HashMap::new(),
    };
    let pairs = world.rows(
        "SELECT public_id, low_id, high_id, day = (SELECT MAX(day) FROM introduction_side) \
         FROM introduction JOIN introduction_side ON introduction_id = id AND account_id = low_id",
        |row| {
            Ok(Pair {
                id: row.get(0)?,
                low: row.get(1)?,
                high: row.get(2)?,
                is_of_last_day: row.get(3)?,
            })
        },
    )?;
    let (own, others): (Vec<Pair>, Vec<Pair>) = pairs
        .into_iter()
        .partition(|pair| pair.low == attacker || pair.high == attacker);
    lives.lead_of_others(&others).await?;
    let mut over = Over::default();
    let (latest, earlier): (Vec<Pair>, Vec<Pair>) =
        own.into_iter().partition(|pair| pair.is_of_last_day);
    for (pairs, ends) in [(earlier, &EARLIER[..]), (latest, &LATEST[..])] {
        for (pair, end) in pairs.into_iter().zip(ends.iter().cycle()) {
            lives.end(&pair, *end, &mut over).await?;
            over.pairs.push((*end, pair.id));
        }
    }
    lives.require_nothing_left(&mut over).await?;
    let ids_in = |table: &str, column: &str| {
        let sql = format!("SELECT public_id FROM {table} WHERE {column} <> {attacker}");
        world.rows(&sql, |row| row.get(0))
    };
    let ids = Ids {
        pairs: others.into_iter().map(|pair| pair.id).collect(),
        blocks: ids_in("block", "blocker_id")?,
        news: ids_in("news", "account_id")?,
    };
    Ok((ids, over))
}

impl Lives<'_> {
    /// Lets pairs of the last day match and write. A quarter of the pairs ends by leaving, and a quarter with a block.
    async fn lead_of_others(&mut self, others: &[Pair]) -> Result<()> {
        let pairs = others.iter().filter(|pair| pair.is_of_last_day);
        for (n, pair) in pairs.take(N_MATCHES).enumerate() {
            self.match_and_write(pair).await?;
            match n % 4 {
                0 => self.leave(pair.low, pair).await?,
                1 => self.block(pair.low, pair).await?,
                _ => {}
            }
        }
        Ok(())
    }

    async fn end(&mut self, pair: &Pair, end: End, over: &mut Over) -> Result<()> {
        let attacker = self.attacker;
        let other = pair.low + pair.high - attacker;
        match end {
            End::BlockedByOther => self.block(other, pair).await?,
            End::OtherPaused => self.pause(other).await?,
            End::OtherLeft => {
                self.match_and_write(pair).await?;
                over.news.extend(self.list(attacker, "news").await?);
                self.leave(other, pair).await?;
            }
            End::BlockedByAttacker => {
                self.block(attacker, pair).await?;
                for id in self.list(attacker, "blocks").await? {
                    let path = format!("/blocks/{id}");
                    self.call(attacker, Method::DELETE, &path, Value::Null)
                        .await?;
                    over.blocks.push(id);
                }
            }
            // No call of a member ends an introduction in these two ways.
            End::Expired => self.run_sql(&format!(
                "UPDATE introduction_side SET expires_at_ms = 1 WHERE introduction_id = \
                 (SELECT id FROM introduction WHERE public_id = '{}')",
                pair.id
            ))?,
            End::OtherSuspended => self.run_sql(&format!(
                "UPDATE account SET review_status = 'SUSPENDED' WHERE id = {other}"
            ))?,
        }
        Ok(())
    }

    /// Fails if the attacker still has an introduction or a match. Keeps only the ids of news that are gone.
    async fn require_nothing_left(&mut self, over: &mut Over) -> Result<()> {
        for what in ["introductions", "matches"] {
            let left = self.list(self.attacker, what).await?;
            if !left.is_empty() {
                return Err(format!("the attacker still has {what}: {left:?}").into());
            }
        }
        let left = self.list(self.attacker, "news").await?;
        over.news.retain(|id| !left.contains(id));
        Ok(())
    }

    async fn match_and_write(&mut self, pair: &Pair) -> Result<()> {
        for account_id in [pair.low, pair.high] {
            let path = format!("/introductions/{}/answer", pair.id);
            let yes = json!({ "answer": "YES", "note": "" });
            self.call(account_id, Method::PUT, &path, yes).await?;
        }
        for account_id in [pair.low, pair.high] {
            let note = json!({ "text": "Good morning." });
            let path = format!("/matches/{}/notes", pair.id);
            self.call(account_id, Method::POST, &path, note).await?;
        }
        Ok(())
    }

    async fn leave(&mut self, account_id: u32, pair: &Pair) -> Result<()> {
        let path = format!("/matches/{}", pair.id);
        self.call(account_id, Method::DELETE, &path, Value::Null)
            .await?;
        Ok(())
    }

    async fn block(&mut self, account_id: u32, pair: &Pair) -> Result<()> {
        let body = json!({ "introductionId": pair.id });
        self.call(account_id, Method::POST, "/blocks", body).await?;
        Ok(())
    }

    async fn pause(&mut self, account_id: u32) -> Result<()> {
        let body = privacy(Some("FOREVER"), false);
        self.call(account_id, Method::PUT, "/privacy", body).await?;
        Ok(())
    }

    /// Returns the ids of the things that a member sees: introductions, matches, blocks or news.
    async fn list(&mut self, account_id: u32, what: &str) -> Result<Vec<String>> {
        let path = format!("/{what}");
        let listed = self.call(account_id, Method::GET, &path, Value::Null);
        let listed = listed.await?;
        let name = match what {
            "introductions" => "introductionId",
            "matches" => "matchId",
            "blocks" => "blockId",
            _ => "newsId",
        };
        let things = listed[what].as_array().into_iter().flatten();
        let ids = things.filter_map(|thing| thing[name].as_str());
        Ok(ids.map(str::to_owned).collect())
    }

    async fn call(
        &mut self,
        account_id: u32,
        method: Method,
        path: &str,
        body: Value,
    ) -> Result<Value> {
        let caller = match self.callers.get(&account_id) {
            Some(caller) => caller.clone(),
            None => self.world.log_in(account_id).await?,
        };
        let answer = self.world.call(&caller, method, path, &body).await?;
        self.callers.insert(account_id, caller);
        answer.expect_success()
    }

    fn run_sql(&self, sql: &str) -> Result<()> {
        Ok(self.world.tables.execute_batch(sql)?)
    }
}

/// Returns the body of `PUT /privacy`.
pub(crate) fn privacy(paused_until: Option<&str>, hides_from_colleagues: bool) -> Value {
    json!({
        "pausedUntil": paused_until,
        "hideFromColleagues": hides_from_colleagues,
        "showEmployer": false,
        "readReceipts": false,
    })
}
