//! Reads the hidden facts of one person by the rounded counts of the circle: accounts of the attacker meet every
//! condition, so that the woman alone decides whether the count reaches the first number that is shown.

use std::io::{Write as _, stdout};

use enmusubi_core::Gender;
use enmusubi_population::Resident;
use serde_json::Value;

use crate::facts::{Notes, Question, raise};
use crate::spies::{self, N_SPIES, Spy};
use crate::world::Result;

const N_DAYS: u32 = 28;
/// The largest number of helpers that the circle does not show.
const N_HELPERS: u32 = 4;
/// The introductions of a member on a day, after which helpers no longer count.
const PER_DAY: u32 = 5;
/// The account of the first helper.
const FIRST_HELPER: u32 = 20_001;

/// The accounts that help the spy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Helpers {
    None,
    /// The largest number that stays below the first shown number, for all days.
    Standing,
    /// The same, and each day as many new accounts as the spy is introduced to.
    Fresh,
}

/// The progress of one spy.
struct Progress {
    spy: Spy,
    notes: Notes,
    asked: Option<Question>,
    n_helpers: u32,
    /// True once the spy has met the woman, who does not count any more.
    is_over: bool,
}

pub(crate) async fn run() -> Result<()> {
    writeln!(
        stdout(),
        "circle: {N_SPIES} members each count in the circle one woman whose age and cell they know, for {N_DAYS} days"
    )?;
    for (name, helpers) in [
        ("no helpers", Helpers::None),
        ("4 helpers for good", Helpers::Standing),
        ("9 helpers, and 5 new accounts a day", Helpers::Fresh),
    ] {
        attack(name, helpers).await?;
    }
    Ok(())
}

async fn attack(name: &str, helpers: Helpers) -> Result<()> {
    let (world, spies) = spies::start().await?;
    let mut all: Vec<Progress> = spies
        .into_iter()
        .map(|spy| Progress {
            spy,
            notes: Notes::new(),
            asked: None,
            n_helpers: 0,
            is_over: false,
        })
        .collect();
    let mut next_helper = FIRST_HELPER;
    for day in 0..=N_DAYS {
        for spy in &mut all {
            let caller = world.log_in(spy.spy.account_id).await?;
            let page = world.get(&caller, "/introductions").await?.expect(200)?;
            spy.look(&page);
            if spy.is_over {
                continue;
            }
            if let Some(question) = spy.notes.next() {
                let condition = question.condition();
                let answer = spies::put_conditions(&world, &caller, &spy.spy, &[condition]).await?;
                if answer.status == 200 {
                    spy.asked = Some(question);
                } else if answer.status != 429 {
                    answer.expect(200)?;
                }
            }
            let n_helpers = match helpers {
                Helpers::None => 0,
                Helpers::Standing if day > 0 => 0,
                Helpers::Standing => N_HELPERS,
                Helpers::Fresh if day > 0 => PER_DAY,
                Helpers::Fresh => N_HELPERS + PER_DAY,
            };
            let ids = next_helper..next_helper + n_helpers;
            world.settle(ids.map(|id| helper(id, &spy.spy)))?;
            next_helper += n_helpers;
            spy.n_helpers += n_helpers;
        }
        world.next_day().await?;
    }
    let compared = all.iter().map(|it| it.notes.compare(&it.spy.facts));
    let (n_known, n_right) = compared.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let n_over = all.iter().filter(|it| it.is_over).count();
    let n_accounts = 1 + all.iter().map(|it| it.n_helpers).sum::<u32>() / u32::try_from(all.len())?;
    writeln!(
        stdout(),
        "  {name}: {n_accounts} accounts for each woman; of {} facts they name {n_known}, {n_right} rightly; {n_over} met her",
        all.len() * Notes::N_FACTS,
    )?;
    if helpers != Helpers::Fresh && n_right * 2 > all.len() * Notes::N_FACTS {
        return Err("a few accounts read most facts by the circle".into());
    }
    Ok(())
}

impl Progress {
    /// Reads the circle of the day.
    fn look(&mut self, page: &Value) {
        self.is_over |= self.spy.find_target(page).is_some();
        if self.is_over || page["circle"].is_null() {
            return;
        }
        if let Some(question) = self.asked.take() {
            self.notes
                .learn(question, page["circle"]["size"].is_number());
        }
    }
}

/// Returns a woman in the cell and of the age of the spy's target, who meets every question.
fn helper(account_id: u32, spy: &Spy) -> Resident {
    let mut helper = Resident::plain(account_id, Gender::Female, spy.cell());
    helper.person.facts.birthday = spy.facts.birthday;
    raise(&mut helper.person.facts);
    helper
}
