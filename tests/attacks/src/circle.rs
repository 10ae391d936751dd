//! Reads the hidden facts of one woman by the numbers in all answers: accounts of the attacker stand beside her, so
//! that a fact of hers may decide which number an answer has.
//!
//! Each spy has a counterpart, who asks the same questions in a place where only the same helpers are. A number that
//! the spy sees and the counterpart does not is about the woman.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::io::{Write as _, stdout};

use enmusubi_core::condition::{Condition, RangeType};
use enmusubi_core::limits::{FIRST_SHOWN_COUNT, HEIGHT_CM, RECOMMEND_DISTANCE_KM};
use enmusubi_core::matching::Facts;
use enmusubi_core::place::Cell;
use enmusubi_core::{Education, Gender};
use enmusubi_population::Resident;
use serde_json::Value;

use crate::facts::{Notes, Question, Score, raise};
use crate::numbers::{self, Numbers};
use crate::spies::{self, Spy};
use crate::world::{Caller, Result, World};

const N_DAYS: u32 = 28;
const N_MEMBERS: u32 = 400;
const N_SPIES: usize = 12;
/// The days after which the server would give a new session to a caller with an old one.
const SESSION_DAYS: u32 = 3;
/// The introductions of a member on a day, after which helpers no longer count.
const PER_DAY: u32 = 5;
/// The accounts of the first counterpart and of the first helper.
const FIRST_COUNTERPART: u32 = 15_001;
const FIRST_HELPER: u32 = 20_001;
/// The largest group without a number.
const NEARLY: u32 = FIRST_SHOWN_COUNT - 1;
/// A result that chance alone gives more rarely than once in twenty runs of all attacks.
const SIGNIFICANCE: f64 = 0.05;

/// The helpers of a spy.
#[derive(Debug, Clone, Copy)]
struct Helpers {
    name: &'static str,
    /// The helpers who meet all conditions.
    n_meeting: u32,
    /// The helpers who fail only a condition that the woman fails, too.
    n_failing: u32,
    /// The number of helpers in the end. Until then, each day adds helpers who meet all conditions.
    n_in_the_end: u32,
}

const ATTACKS: [Helpers; 5] = [
    Helpers {
        name: "5 accounts, one condition that no member meets",
        n_meeting: 0,
        n_failing: 4,
        n_in_the_end: 4,
    },
    Helpers {
        name: "20 accounts, one condition that no member meets",
        n_meeting: 0,
        n_failing: 19,
        n_in_the_end: 19,
    },
    Helpers {
        name: "100 accounts, one condition that no member meets",
        n_meeting: 0,
        n_failing: 99,
        n_in_the_end: 99,
    },
    Helpers {
        name: "100 accounts, one condition that most helpers meet",
        n_meeting: 99 - NEARLY,
        n_failing: NEARLY,
        n_in_the_end: 99,
    },
    Helpers {
        name: "100 accounts, 5 of them new each day",
        n_meeting: NEARLY + PER_DAY,
        n_failing: 0,
        n_in_the_end: 99,
    },
];

/// The meaning of equal numbers for the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// The woman would have changed a number, so the answer is no.
    Sharp,
    /// Equal numbers tell nothing, so the answer is the likelier one.
    Cautious,
}

/// The progress of one spy and the counterpart.
struct Progress {
    spy: Spy,
    counterpart: Spy,
    reading: Reading,
    sessions: Option<(Caller, Caller)>,
    notes: Notes,
    asked: Option<Question>,
    n_helpers: u32,
    /// The numbers that differ from the counterpart's before the first question.
    own: HashSet<String>,
    /// True once the spy has met the woman.
    is_over: bool,
}

pub(crate) async fn run() -> Result<()> {
    writeln!(
        stdout(),
        "circle: {N_SPIES} members each read all numbers for {N_DAYS} days, to learn of one woman whose age and cell they know"
    )?;
    let mut is_worse_than_a_guess = true;
    for helpers in ATTACKS {
        is_worse_than_a_guess &= attack(helpers).await?;
    }
    if !is_worse_than_a_guess {
        return Err("the numbers about many tell more of one than a guess".into());
    }
    Ok(())
}

/// Returns true if the attack learned no more than a guess.
async fn attack(helpers: Helpers) -> Result<bool> {
    let calls = numbers::calls()?;
    let population: Vec<Facts> = Resident::crowd(N_MEMBERS)
        .map(|it| it.person.facts)
        .filter(|it| it.gender == Gender::Female)
        .collect();
    let (world, spies) = spies::start(N_MEMBERS, N_SPIES).await?;
    let mut all: Vec<Progress> = (0..).zip(spies).map(Progress::new).collect();
    // The spies and counterparts come with a condition that no member meets, so that the first set does not spend the
    // introduction.
    let nobody = Condition::Range {
        kind: RangeType::Height,
        from: HEIGHT_CM.max,
        to: 0,
    };
    world.settle(
        all.iter()
            .flat_map(|it| [&it.spy, &it.counterpart])
            .map(|spy| {
                let mut resident = spy.resident();
                resident.person.wishes.conditions = spy.with_age(&[nobody]);
                resident
            }),
    )?;
    let mut next_helper = FIRST_HELPER;
    for day in 0..=N_DAYS {
        for pair in &mut all {
            pair.look_and_ask(&world, day, &calls, helpers, &population)
                .await?;
            let n_left = helpers.n_in_the_end - pair.n_helpers;
            let (n_meeting, n_failing) = if day == 0 {
                (helpers.n_meeting, helpers.n_failing)
            } else {
                (n_left.min(PER_DAY), 0)
            };
            for spy in [&pair.spy, &pair.counterpart] {
                let ids = next_helper..next_helper + n_meeting + n_failing;
                next_helper = ids.end;
                let helper = |id| helper(id, spy, id - ids.start < n_meeting);
                world.settle(ids.clone().map(helper))?;
            }
            pair.n_helpers += n_meeting + n_failing;
        }
        world.next_day().await?;
    }
    let mut is_worse_than_a_guess = true;
    for reading in [Reading::Sharp, Reading::Cautious] {
        is_worse_than_a_guess &= print(helpers.name, reading, &all, &population)?;
    }
    Ok(is_worse_than_a_guess)
}

fn print(name: &str, reading: Reading, all: &[Progress], population: &[Facts]) -> Result<bool> {
    let mut score = Score::default();
    let (mut n_facts, mut n_over) = (0, 0);
    for it in all.iter().filter(|it| it.reading == reading) {
        score.add(it.notes.score(&it.spy.facts, population));
        n_facts += Notes::N_FACTS;
        n_over += usize::from(it.is_over);
    }
    let p_value = score.p_value();
    writeln!(
        stdout(),
        "  {name}, {reading:?}: of {n_facts} facts they name {}, {} rightly; a guess names {} of these rightly; \
         p = {p_value:.3}; {n_over} met her",
        score.named,
        score.right,
        score.guessed,
    )?;
    Ok(p_value >= SIGNIFICANCE / f64::from(2 * u32::try_from(ATTACKS.len())?))
}

impl Progress {
    fn new((position, spy): (u32, Spy)) -> Self {
        let mut counterpart = spy.clone();
        counterpart.account_id = FIRST_COUNTERPART + position;
        counterpart.facts.cell = Cell {
            row: 600,
            column: 2000 + 10 * position.cast_signed(),
        };
        Self {
            spy,
            counterpart,
            reading: if position.is_multiple_of(2) {
                Reading::Sharp
            } else {
                Reading::Cautious
            },
            sessions: None,
            notes: Notes::new(),
            asked: None,
            n_helpers: 0,
            own: HashSet::new(),
            is_over: false,
        }
    }

    /// Reads the numbers of the day, and asks the next question.
    async fn look_and_ask(
        &mut self,
        world: &World,
        day: u32,
        calls: &[String],
        helpers: Helpers,
        population: &[Facts],
    ) -> Result<()> {
        if self.is_over {
            return Ok(());
        }
        if day.is_multiple_of(SESSION_DAYS) {
            let spy = world.log_in(self.spy.account_id).await?;
            self.sessions = Some((spy, world.log_in(self.counterpart.account_id).await?));
        }
        let Some((spy, counterpart)) = self.sessions.clone() else {
            return Err("no session".into());
        };
        let page: Value = world.get(&spy, "/introductions").await?.expect(200)?;
        self.is_over = self.spy.find_target(&page).is_some();
        let seen = numbers::read(world, &spy, calls).await?;
        let expected = numbers::read(world, &counterpart, calls).await?;
        if day == 0 {
            self.own = differences(&seen, &expected).map(|(it, _)| it).collect();
        }
        if let Some(question) = self.asked.take() {
            let is_yes = match (self.compare(&seen, &expected), self.reading) {
                (Ordering::Greater, _) => true,
                (Ordering::Equal, Reading::Cautious) => self.notes.guess(question, population),
                _ => false,
            };
            self.notes.learn(question, is_yes);
        }
        let Some(question) = self.notes.next() else {
            return Ok(());
        };
        let mut conditions = vec![question.condition()];
        if helpers.n_failing > 0 {
            conditions.push(question.impossible());
        }
        let answer = spies::put_conditions(world, &spy, &self.spy, &conditions).await?;
        if answer.status != 429 {
            answer.expect(200)?;
            let answer =
                spies::put_conditions(world, &counterpart, &self.counterpart, &conditions).await?;
            answer.expect(200)?;
            self.asked = Some(question);
        }
        Ok(())
    }

    /// Compares the spy's numbers with the counterpart's.
    fn compare(&self, seen: &Numbers, expected: &Numbers) -> Ordering {
        // The woman is of the wanted age, so she never counts among the people of another age.
        let is_about_her = |place: &str| !self.own.contains(place) && !place.contains("[AGE]");
        differences(seen, expected)
            .filter(|(place, _)| is_about_her(place))
            .map(|(_, difference)| difference.signum())
            .sum::<f64>()
            .total_cmp(&0.0)
    }
}

/// Returns the places with different numbers. A missing number counts as 0.
fn differences<'a>(
    seen: &'a Numbers,
    expected: &'a Numbers,
) -> impl Iterator<Item = (String, f64)> + 'a {
    let places: HashSet<&String> = seen.keys().chain(expected.keys()).collect();
    let number = |numbers: &Numbers, place| numbers.get(place).copied().unwrap_or_default();
    let difference = move |place| number(seen, place) - number(expected, place);
    places
        .into_iter()
        .map(move |place| (place.clone(), difference(place)))
        .filter(|(_, difference)| difference.abs() > 0.0)
}

/// Returns a woman in the cell and of the age of the spy's target, who meets every question.
fn helper(account_id: u32, spy: &Spy, meets_all: bool) -> Resident {
    let mut helper = Resident::plain(account_id, Gender::Female, spy.cell());
    // The helper is introduced to no member farther away.
    helper.person.wishes.recommend_distance_km = RECOMMEND_DISTANCE_KM.min;
    helper.person.facts.birthday = spy.facts.birthday;
    raise(&mut helper.person.facts);
    if meets_all {
        helper.person.facts.height_cm = HEIGHT_CM.max;
        helper.person.facts.education = Education::Doctorate;
    }
    helper
}
