//! Members look for colleagues who hide from them: in the introductions of ten days, and in the lists of both when a
//! member starts to hide.

use std::collections::{BTreeSet, HashSet};
use std::io::{Write as _, stdout};

use chrono::NaiveDate;
use enmusubi_core::employers;
use enmusubi_core::matching::mutual_match;
use enmusubi_population::{Resident, TODAY};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::lives::privacy;
use crate::world::{Caller, Result, World};

const N_MEMBERS: u32 = 2_000;
const N_DAYS: u32 = 10;
/// The day after whose set a member starts to hide, and others try what hiding tells.
const MIDDLE: u32 = 5;
/// Few, so that there are many colleagues.
const N_EMPLOYERS: usize = 4;
/// The members who switch hiding on and off to learn the employers of others.
const N_CURIOUS: usize = 50;

/// The members, as the attack made them.
struct Crowd {
    residents: Vec<Resident>,
    hide: HashSet<u32>,
}

/// A new introduction.
struct Pair {
    id: String,
    low: u32,
    high: u32,
}

/// The open introductions that vanished when their members started to hide.
#[derive(Default)]
struct Learned {
    n_open: usize,
    same_employer: usize,
    unknown_employer: usize,
    others: usize,
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
    /// Makes members of whom 10 % hide, and 20 % have an employer that is not in the list.
    fn new() -> Self {
        let mut random = fastrand::Rng::with_seed(20_261_121);
        let mut hide = HashSet::new();
        let mut residents: Vec<Resident> = Resident::crowd(N_MEMBERS).collect();
        for resident in &mut residents {
            if random.u8(0..100) < 10 {
                hide.insert(resident.account_id);
            }
            resident.employer_id = if random.u8(0..100) < 20 {
                String::new()
            } else {
                employers()[random.usize(..N_EMPLOYERS)].id.into()
            };
        }
        Self { residents, hide }
    }

    fn of(&self, account_id: u32) -> &Resident {
        &self.residents[account_id as usize - 1]
    }

    fn has_same_employer(&self, one: u32, other: u32) -> bool {
        let (one, other) = (&self.of(one).employer_id, &self.of(other).employer_id);
        !one.is_empty() && one == other
    }

    fn has_unknown_employer(&self, one: u32, other: u32) -> bool {
        self.of(one).employer_id.is_empty() || self.of(other).employer_id.is_empty()
    }

    /// The rule, without the server's code: no member with the same or an unknown employer is introduced to one who
    /// hides, in either direction.
    fn forbids(&self, one: u32, other: u32) -> bool {
        let may_be_colleagues =
            self.has_same_employer(one, other) || self.has_unknown_employer(one, other);
        may_be_colleagues && (self.hide.contains(&one) || self.hide.contains(&other))
    }

    /// Counts the pairs that match mutually on the first day, and those of them that the rule forbids.
    fn count_possible(&self) -> (usize, usize) {
        let (mut n_mutual, mut n_forbidden) = (0, 0);
        for (n, one) in self.residents.iter().enumerate() {
            for other in &self.residents[n + 1..] {
                if mutual_match(&one.person, &other.person, TODAY) {
                    n_mutual += 1;
                    n_forbidden += usize::from(self.forbids(one.account_id, other.account_id));
                }
            }
        }
        (n_mutual, n_forbidden)
    }

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
            for pair in pairs
                .iter()
                .filter(|it| before.contains(&it.id) && !hiding.contains(&it.id))
            {
                if self.has_same_employer(pair.low, pair.high) {
                    learned.same_employer += 1;
                } else if self.has_unknown_employer(pair.low, pair.high) {
                    learned.unknown_employer += 1;
                } else {
                    learned.others += 1;
                }
            }
        }
        let Learned {
            n_open,
            same_employer,
            unknown_employer,
            others,
        } = learned;
        writeln!(
            stdout(),
            "{:9} of {n_open} open introductions vanish while {N_CURIOUS} curious members hide: {same_employer} with \
             the same employer, {unknown_employer} with an unknown one, {others} others",
            same_employer + unknown_employer + others,
        )?;
        Ok(())
    }
}

fn pairs_of_day(world: &World, day: u32) -> Result<Vec<Pair>> {
    let first = NaiveDate::from_ymd_opt(2026, 11, 21).ok_or("no such day")?;
    let day = first + chrono::Days::new(u64::from(day) - 1);
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
    let body = privacy(Value::Null, hides);
    world.put(caller, "/privacy", &body).await?.expect(200)?;
    Ok(())
}
