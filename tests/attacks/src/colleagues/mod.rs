//! Members look for colleagues who hide from them, in the introductions of ten days, and hide themselves to learn where
//! the people on their cards work.

mod crowd;

use std::collections::{BTreeSet, HashSet};
use std::io::{Write as _, stdout};

use chrono::Days;
use enmusubi_population::TODAY;

use self::crowd::{Crowd, N_EMPLOYERS, N_MEMBERS};
use crate::lives::privacy;
use crate::world::{Caller, Result, World};

const N_DAYS: u32 = 10;
/// The day after whose set members find out what hiding reveals.
const MIDDLE: u32 = 5;
/// The members who switch hiding on and off to learn the employers of other members.
const N_CURIOUS: usize = 50;

/// A new introduction of two members.
struct Pair {
    low: u32,
    high: u32,
}

pub(crate) async fn run() -> Result<()> {
    let crowd = Crowd::new();
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
    /// Lets members switch hiding on and off again, and looks for introductions that vanish meanwhile: these would be
    /// introductions to people of the same or an unknown employer.
    async fn learn(&self, world: &World, pairs: &[Pair]) -> Result<()> {
        let (mut n_open, mut n_vanished) = (0, 0);
        let may_learn = |id: &u32| !self.hide.contains(id) && !self.of(*id).employer_id.is_empty();
        let low = pairs.iter().map(|pair| pair.low);
        let curious: BTreeSet<u32> = low.filter(may_learn).collect();
        for account_id in curious.into_iter().take(N_CURIOUS) {
            let caller = world.log_in(account_id).await?;
            let before = list(world, &caller).await?;
            set_hiding(world, &caller, true).await?;
            let hiding = list(world, &caller).await?;
            set_hiding(world, &caller, false).await?;
            n_open += before.len();
            n_vanished += before.iter().filter(|id| !hiding.contains(id)).count();
        }
        writeln!(
            stdout(),
            "{n_vanished:9} of {n_open} open introductions vanish while {N_CURIOUS} curious members hide"
        )?;
        if n_vanished > 0 {
            return Err("hiding for a moment tells the employers of others".into());
        }
        Ok(())
    }
}

fn pairs_of_day(world: &World, day: u32) -> Result<Vec<Pair>> {
    let day = TODAY + Days::new(u64::from(day) - 1);
    let sql = format!(
        "SELECT low_id, high_id FROM introduction \
         JOIN introduction_side ON introduction_id = id AND account_id = low_id WHERE day = '{day}'"
    );
    world.rows(&sql, |row| {
        Ok(Pair {
            low: row.get(0)?,
            high: row.get(1)?,
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
