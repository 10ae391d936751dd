//! Members look for colleagues who hide from them: in the introductions of ten days, and in the lists of both when a
//! member starts to hide.

mod crowd;

use std::collections::{BTreeSet, HashSet};
use std::io::{Write as _, stdout};

use chrono::Days;
use enmusubi_population::TODAY;
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use self::crowd::{Crowd, N_EMPLOYERS, N_MEMBERS};
use crate::lives::privacy;
use crate::world::{Caller, Result, World};

const N_DAYS: u32 = 10;
/// The day after whose set a member starts to hide, and others try what hiding tells.
const MIDDLE: u32 = 5;
/// The members who switch hiding on and off to learn the employers of others.
const N_CURIOUS: usize = 50;

/// A new introduction.
struct Pair {
    id: String,
    low: u32,
    high: u32,
}

/// The open introductions of curious members, and those that vanished while the members hid.
#[derive(Default)]
struct Learned {
    n_open: usize,
    same_employer: usize,
    unknown_employer: usize,
}

pub(crate) async fn run() -> Result<()> {
    let mut crowd = Crowd::new();
    let world = World::start(crowd.residents.clone()).await?;
    for account_id in &crowd.hide {
        world.tables.execute(
            "INSERT INTO member_setting (account_id, hide_from_colleagues, show_employer, read_receipts) \
             VALUES (?1, true, false, false)",
            [account_id],
        )?;
    }
    let n_hide = crowd.hide.len();
    let n_unknown = crowd
        .residents
        .iter()
        .filter(|it| it.employer_id.is_empty());
    let (n_mutual, n_forbidden) = crowd.count_possible();
    writeln!(
        stdout(),
        "Colleagues among {N_MEMBERS} members of {N_EMPLOYERS} employers; {n_hide} hide, and the employer of {} is \
         unknown\n{n_mutual:9} pairs match mutually\n{n_forbidden:9} of them may be colleagues, and one hides",
        n_unknown.count(),
    )?;
    let mut made: Vec<Pair> = Vec::new();
    let mut n_broken = 0;
    for day in 1..=N_DAYS {
        if day == 1 {
            world.introduce().await?;
        } else {
            world.next_day().await?;
        }
        let pairs = pairs_of_day(&world, day)?;
        n_broken += pairs
            .iter()
            .filter(|pair| crowd.forbids(pair.low, pair.high))
            .count();
        made.extend(pairs);
        if day == MIDDLE {
            crowd.start_to_hide(&world, &made).await?;
            crowd.learn(&world, &made).await?;
        }
    }
    let n_made = made.len();
    let introduced: HashSet<u32> = made.iter().flat_map(|pair| [pair.low, pair.high]).collect();
    let lonely: Vec<&u32> = crowd
        .hide
        .iter()
        .filter(|id| crowd.of(**id).employer_id.is_empty())
        .collect();
    writeln!(
        stdout(),
        "{n_made:9} pairs were introduced on {N_DAYS} days\n{n_broken:9} of them were forbidden\n\
         {:9} members hide and have an unknown employer, of whom {} were introduced",
        lonely.len(),
        lonely.iter().filter(|id| introduced.contains(id)).count(),
    )?;
    if n_made == 0 || n_broken > 0 {
        return Err(format!("{n_broken} forbidden pairs among {n_made}").into());
    }
    Ok(())
}

impl Crowd {
    /// Lets a member start to hide who was introduced to a colleague, and looks at the lists of both.
    async fn start_to_hide(&mut self, world: &World, pairs: &[Pair]) -> Result<()> {
        let is_open = |pair: &&Pair| self.has_same_employer(pair.low, pair.high);
        let pair = pairs
            .iter()
            .rev()
            .find(is_open)
            .ok_or("no colleagues were introduced")?;
        let (one, colleague) = (
            world.log_in(pair.low).await?,
            world.log_in(pair.high).await?,
        );
        for caller in [&one, &colleague] {
            if !list(world, caller).await?.contains(&pair.id) {
                return Err("the introduction of two colleagues is missing too early".into());
            }
        }
        set_hiding(world, &one, true).await?;
        self.hide.insert(pair.low);
        for caller in [&one, &colleague] {
            if list(world, caller).await?.contains(&pair.id) {
                return Err("a colleague still sees a member who hides".into());
            }
            let mut answers = Vec::new();
            for id in [pair.id.clone(), Uuid::new_v4().to_string()] {
                let path = format!("/introductions/{id}/answer");
                let yes = json!({ "answer": "YES", "note": "" });
                let answer = world.call(caller, Method::PUT, &path, &yes).await?;
                answers.push((answer.status, answer.bytes));
            }
            if answers[0].0 != 404 || answers[0] != answers[1] {
                return Err(
                    format!("the answer tells of a colleague who hides: {answers:?}").into(),
                );
            }
        }
        writeln!(
            stdout(),
            "{:>9} the colleague of a member who starts to hide is gone from both lists; an answer gets E003",
            "at once,"
        )?;
        Ok(())
    }

    /// Lets members switch hiding on and off again. The introductions that vanish meanwhile are with members whose
    /// employer is the same or unknown.
    async fn learn(&self, world: &World, pairs: &[Pair]) -> Result<()> {
        let mut learned = Learned::default();
        let may_learn = |id: &u32| !self.hide.contains(id) && !self.of(*id).employer_id.is_empty();
        let curious: BTreeSet<u32> = pairs
            .iter()
            .map(|pair| pair.low)
            .filter(may_learn)
            .collect();
        for account_id in curious.into_iter().take(N_CURIOUS) {
            let caller = world.log_in(account_id).await?;
            let before = list(world, &caller).await?;
            set_hiding(world, &caller, true).await?;
            let hiding = list(world, &caller).await?;
            set_hiding(world, &caller, false).await?;
            if list(world, &caller).await? != before {
                return Err("hiding for a moment ends an introduction".into());
            }
            learned.n_open += before.len();
            for pair in pairs.iter().filter(|pair| before.contains(&pair.id)) {
                let is_same = self.has_same_employer(pair.low, pair.high);
                let is_unknown = self.has_unknown_employer(pair.low, pair.high);
                if hiding.contains(&pair.id) == (is_same || is_unknown) {
                    return Err("hiding leaves a colleague in the list, or takes another".into());
                }
                learned.same_employer += usize::from(is_same);
                learned.unknown_employer += usize::from(is_unknown);
            }
        }
        let Learned {
            n_open,
            same_employer,
            unknown_employer,
        } = learned;
        writeln!(
            stdout(),
            "{:9} of {n_open} open introductions vanish while {N_CURIOUS} curious members hide: {same_employer} with \
             the same employer, {unknown_employer} with an unknown one",
            same_employer + unknown_employer,
        )?;
        Ok(())
    }
}

fn pairs_of_day(world: &World, day: u32) -> Result<Vec<Pair>> {
    let day = TODAY + Days::new(u64::from(day) - 1);
    let sql = format!(
        "SELECT public_id, low_id, high_id FROM introduction \
         JOIN introduction_side ON introduction_id = id AND account_id = low_id WHERE day = '{day}'"
    );
    world.rows(&sql, |row| {
        Ok(Pair {
            id: row.get(0)?,
            low: row.get(1)?,
            high: row.get(2)?,
        })
    })
}

/// Returns the ids of a member's open introductions.
async fn list(world: &World, caller: &Caller) -> Result<Vec<String>> {
    let listed = world.get(caller, "/introductions").await?.expect(200)?;
    let introductions = listed["introductions"].as_array().into_iter().flatten();
    let ids = introductions.filter_map(|it| it["introductionId"].as_str());
    Ok(ids.map(str::to_owned).collect())
}

async fn set_hiding(world: &World, caller: &Caller, hides: bool) -> Result<()> {
    let body = privacy(None, hides);
    world.put(caller, "/privacy", &body).await?.expect(200)?;
    Ok(())
}
