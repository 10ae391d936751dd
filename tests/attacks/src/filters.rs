//! Reads the hidden facts of one person by conditions: an introduction tells that the person meets them all, and a
//! day without it suggests that the person does not.

use std::io::{Write as _, stdout};

use enmusubi_core::condition::{Condition, FlagType};
use serde_json::Value;

use crate::facts::{Notes, Question};
use crate::spies::{self, Spy};
use crate::world::Result;

const N_DAYS: u32 = 28;
const N_MEMBERS: u32 = 1_500;
const N_SPIES: usize = 20;

/// A way to choose the conditions of the next day.
#[derive(Debug, Clone, Copy)]
enum Strategy {
    /// A single question on each day.
    OneByOne,
    /// The five yes-or-no facts together, the likeliest combination first.
    Together,
}

/// The progress of one spy.
struct Progress {
    spy: Spy,
    notes: Notes,
    /// The number of combinations that were tried.
    n_tried: u32,
    /// The conditions of the latest set.
    asked: Option<Asked>,
    /// True if a set has answered the conditions.
    is_answered: bool,
    /// The day of the introduction to the target, and the card's reasons on that day.
    met: Option<(u32, Value)>,
}

/// The conditions of the next set.
#[derive(Debug, Clone, Copy)]
enum Asked {
    One(Question),
    /// The values of all yes-or-no facts, one bit each.
    All(u32),
}

pub(crate) async fn run() -> Result<()> {
    writeln!(
        stdout(),
        "filters: {N_SPIES} members each look for one woman whose age and cell they know, for {N_DAYS} days"
    )?;
    for (name, strategy) in [
        ("one condition after the other", Strategy::OneByOne),
        ("five conditions at once", Strategy::Together),
    ] {
        attack(name, strategy).await?;
    }
    Ok(())
}

async fn attack(name: &str, strategy: Strategy) -> Result<()> {
    let (world, spies) = spies::start(N_MEMBERS, N_SPIES).await?;
    world.settle(spies.iter().map(Spy::resident))?;
    let mut all: Vec<Progress> = spies.into_iter().map(Progress::new).collect();
    let (mut n_changes, mut n_refused, mut n_changed_cards) = (0, 0, 0);
    for day in 0..=N_DAYS {
        for spy in &mut all {
            let caller = world.log_in(spy.spy.account_id).await?;
            let page = world.get(&caller, "/introductions").await?.expect(200)?;
            n_changed_cards += u32::from(spy.look(day, &page));
            if !spy.is_answered {
                continue;
            }
            if let Some(asked) = spy.choose(strategy) {
                let conditions = asked.conditions();
                let answer = spies::put_conditions(&world, &caller, &spy.spy, &conditions).await?;
                if answer.status == 429 {
                    n_refused += 1;
                } else {
                    answer.expect(200)?;
                    n_changes += 1;
                    spy.n_tried += 1;
                    spy.asked = Some(asked);
                    spy.is_answered = false;
                }
            }
        }
        world.next_day().await?;
    }
    print(name, &all)?;
    writeln!(
        stdout(),
        "    {n_changes} changes of conditions, {n_refused} more were refused; \
         {n_changed_cards} cards changed after the introduction"
    )?;
    if n_changed_cards > 0 {
        return Err("a change of conditions changed the reasons on a card".into());
    }
    Ok(())
}

impl Progress {
    fn new(spy: Spy) -> Self {
        Self {
            spy,
            notes: Notes::new(),
            n_tried: 0,
            asked: None,
            is_answered: true,
            met: None,
        }
    }

    /// Reads the page of a day. Returns true if the reasons on the target's card have changed.
    fn look(&mut self, day: u32, page: &Value) -> bool {
        let reasons = self.spy.find_target(page).map(|card| card["why"].clone());
        if let Some((_, before)) = &self.met {
            self.is_answered = true;
            return reasons.is_some_and(|reasons| reasons != *before);
        }
        let is_met = reasons.is_some();
        match self.asked {
            Some(Asked::One(question)) if is_met || !self.is_answered => {
                self.notes.learn(question, is_met);
            }
            Some(Asked::All(values)) if is_met => {
                for (position, kind) in (0..).zip(FlagType::ALL) {
                    self.notes.learn_flag(*kind, values >> position & 1 == 1);
                }
            }
            _ => {}
        }
        self.is_answered = true;
        self.met = reasons.map(|reasons| (day, reasons));
        false
    }

    fn choose(&self, strategy: Strategy) -> Option<Asked> {
        match strategy {
            Strategy::OneByOne if self.met.is_none() => self.notes.next().map(Asked::One),
            // After the introduction, the spy looks whether other conditions change the card.
            _ => {
                // The last fact, drinking, is as often true as false, and the other facts are mostly false.
                let mut combinations: Vec<u32> = (0..1 << FlagType::ALL.len()).collect();
                combinations.sort_by_key(|values| (values & 0b1111).count_ones());
                let next = combinations.get(self.n_tried as usize)?;
                Some(Asked::All(*next))
            }
        }
    }
}

impl Asked {
    fn conditions(self) -> Vec<Condition> {
        match self {
            Self::One(question) => vec![question.condition()],
            Self::All(values) => (0..)
                .zip(FlagType::ALL)
                .map(|(position, kind)| Condition::Flag {
                    kind: *kind,
                    value: values >> position & 1 == 1,
                })
                .collect(),
        }
    }
}

fn print(name: &str, all: &[Progress]) -> Result<()> {
    let days: Vec<u32> = all
        .iter()
        .filter_map(|it| Some(it.met.as_ref()?.0))
        .collect();
    let compared = all.iter().map(|it| it.notes.compare(&it.spy.facts));
    let (n_known, right) = compared.fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    writeln!(
        stdout(),
        "  {name}: {} were introduced to her, on average on day {}; of {} facts they name {n_known}, {right} rightly",
        days.len(),
        days.iter()
            .sum::<u32>()
            .checked_div(days.len().try_into()?)
            .unwrap_or_default(),
        all.len() * Notes::N_FACTS,
    )?;
    if right * 3 > all.len() * Notes::N_FACTS * 2 {
        return Err("one account reads most facts by its conditions".into());
    }
    Ok(())
}
