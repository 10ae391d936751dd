//! A member guesses ids of introductions, matches, blocks and news, and looks whether the answers differ from the
//! answers for ids that never existed: in the status, the headers, the body or the time.
//!
//! The ids come from the tables, which stands for the luckiest guesses.

mod calls;

use std::io::{Write as _, stdout};
use std::time::Duration;

use fastrand::Rng;
use tokio::time::sleep;
use uuid::Uuid;

use self::calls::{Guess, pair_guesses, read_news, unblock};
use crate::lives::{self, End, Ids, Over};
use crate::timing::{median_us, probability_of_longer};
use crate::world::{Answer, Caller, Result, World, willing};

const N_MEMBERS: u32 = 200;
const ATTACKER: u32 = 1;
/// The calls with each of the two kinds of ids.
const N_CALLS: usize = 2_000;
const N_WARM_UP: usize = 200;
/// The distance from 0.5 at which the times count as different. The standard error of a measurement is 0.009.
const TOLERANCE: f64 = 0.05;
/// The job that introduces members looks for work every five seconds.
const JOB_IS_IDLE: Duration = Duration::from_secs(6);

/// The times of the calls with the ids of two pools.
struct Times {
    existing: Vec<Duration>,
    made_up: Vec<Duration>,
}

struct Attack<'a> {
    world: &'a World,
    caller: Caller,
    random: Rng,
    /// The rows whose times differ too much.
    differences: Vec<String>,
}

pub(crate) async fn run() -> Result<()> {
    let world = World::start(willing(N_MEMBERS)).await?;
    let (ids, over) = lives::lead(&world, ATTACKER).await?;
    sleep(JOB_IS_IDLE).await;
    let mut attack = Attack {
        world: &world,
        caller: world.log_in(ATTACKER).await?,
        random: Rng::new(),
        differences: Vec::new(),
    };
    let changes_before = world.changes()?;
    writeln!(
        stdout(),
        "Guessed ids: median time, and probability that a call with an existing id takes longer (0.5: no difference)\n\
         {:40} {:9} {:>8} {:>8} {:>6}",
        "call",
        "id of",
        "existing",
        "made up",
        "p"
    )?;
    attack.guess_all(&ids, &over).await?;
    attack.compare_ends(&over).await?;
    if world.changes()? != changes_before {
        return Err("a call with the id of others changed the database".into());
    }
    if !attack.differences.is_empty() {
        return Err(format!("the time tells: {}", attack.differences.join(", ")).into());
    }
    writeln!(
        stdout(),
        "Status, headers and bodies were the same, and no call changed the database."
    )?;
    Ok(())
}

impl Attack<'_> {
    async fn guess_all(&mut self, ids: &Ids, over: &Over) -> Result<()> {
        let over_pairs: Vec<String> = over.pairs.iter().map(|(_, id)| id.clone()).collect();
        for guess in pair_guesses() {
            self.guess(&guess, "others", &ids.pairs).await?;
            // A member may block and report the people of earlier pairs.
            if !guess.is_against_person() {
                self.guess(&guess, "own, over", &over_pairs).await?;
            }
        }
        for (guess, of_others, over) in [
            (unblock(), &ids.blocks, &over.blocks),
            (read_news(), &ids.news, &over.news),
        ] {
            self.guess(&guess, "others", of_others).await?;
            self.guess(&guess, "own, over", over).await?;
        }
        Ok(())
    }

    /// Looks whether the time tells how an introduction ended: the member must not know whether the other member
    /// blocked, paused or left.
    async fn compare_ends(&mut self, over: &Over) -> Result<()> {
        let mut ends: Vec<End> = over.pairs.iter().map(|(end, _)| *end).collect();
        ends.sort_unstable();
        ends.dedup();
        for end in ends {
            let is_of_end = |(of, id): &(End, String)| (*of == end).then(|| id.clone());
            let ids: Vec<String> = over.pairs.iter().filter_map(is_of_end).collect();
            if let Some(answer) = pair_guesses().first() {
                self.guess(answer, end.name(), &ids).await?;
            }
        }
        Ok(())
    }

    /// Makes calls with these ids and with ids that never existed, and prints the times.
    async fn guess(&mut self, guess: &Guess, of: &str, ids: &[String]) -> Result<()> {
        let Times { existing, made_up } = self.measure(guess, ids).await?;
        let p = probability_of_longer(&existing, &made_up)?;
        let (existing, made_up) = (median_us(&existing), median_us(&made_up));
        let name = guess.name;
        writeln!(
            stdout(),
            "{name:40} {of:9} {existing:5} µs {made_up:5} µs {p:6.3}"
        )?;
        if (p - 0.5).abs() > TOLERANCE {
            self.differences.push(format!("{name} ({of}): {p:.3}"));
        }
        Ok(())
    }

    async fn measure(&mut self, guess: &Guess, ids: &[String]) -> Result<Times> {
        let made_up: Vec<String> = ids.iter().map(|_| Uuid::new_v4().to_string()).collect();
        let mut turns: Vec<bool> = (0..2 * N_CALLS).map(|n| n % 2 == 0).collect();
        self.random.shuffle(&mut turns);
        let warm_up = (0..N_WARM_UP).map(|n| n % 2 == 0);
        let turns: Vec<bool> = warm_up.chain(turns).collect();
        let mut times = Times {
            existing: Vec::new(),
            made_up: Vec::new(),
        };
        let mut first = None;
        for (n, exists) in turns.into_iter().enumerate() {
            let pool = if exists { ids } else { &made_up };
            let id = self.random.choice(pool).ok_or("no ids to guess")?;
            let answer = self.call(guess, id).await?;
            let seen = visible(&answer);
            if answer.status != 404 || *first.get_or_insert_with(|| seen.clone()) != seen {
                return Err(format!("{} answers {seen} instead of {first:?}", guess.name).into());
            }
            if n < N_WARM_UP {
                continue;
            }
            let of_kind = if exists {
                &mut times.existing
            } else {
                &mut times.made_up
            };
            of_kind.push(answer.elapsed);
        }
        Ok(times)
    }

    async fn call(&self, guess: &Guess, id: &str) -> Result<Answer> {
        // Only notes read the key.
        let key = Uuid::new_v4().to_string();
        let (path, body) = ((guess.path)(id), (guess.body)(id));
        let (caller, method) = (&self.caller, guess.method.clone());
        self.world
            .call_with_key(caller, method, &path, &body, &key)
            .await
    }
}

/// Returns everything of an answer that a client sees, except the values that differ between any two answers.
fn visible(answer: &Answer) -> String {
    let differ = ["date", "x-request-id"];
    let headers = answer.headers.iter().map(|(name, value)| {
        if differ.contains(&name.as_str()) {
            format!("{name}\n")
        } else {
            format!("{name}: {value:?}\n")
        }
    });
    let headers: String = headers.collect();
    let body = String::from_utf8_lossy(&answer.bytes);
    format!("{}\n{headers}\n{body}", answer.status)
}
