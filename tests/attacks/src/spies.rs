//! Members who each try to read the facts of one woman whom they know from elsewhere.

use enmusubi_core::condition::{Condition, RangeType};
use enmusubi_core::limits::RECOMMEND_DISTANCE_KM;
use enmusubi_core::matching::Facts;
use enmusubi_core::place::distance_km;
use enmusubi_core::{Cell, Gender, MatchGender};
use enmusubi_population::{Resident, TODAY};
use serde_json::{Value, json};

use crate::world::{Answer, Caller, Result, World};

pub(crate) const N_SPIES: usize = 20;
const N_MEMBERS: u32 = 1_500;
/// The account of the first spy. The attacks use the ids after the last spy.
const FIRST_SPY: u32 = 10_001;

/// A member under the control of the attacker, and the woman.
#[derive(Debug, Clone)]
pub(crate) struct Spy {
    pub(crate) account_id: u32,
    /// The attacker does not know them: they are for the comparison at the end.
    pub(crate) facts: Facts,
    age: i32,
    nickname: String,
}

impl Spy {
    /// Returns the introduction to the woman, if the page has it.
    pub(crate) fn find_target<'a>(&self, page: &'a Value) -> Option<&'a Value> {
        let mut cards = page["introductions"].as_array()?.iter();
        cards.find(|card| card["person"]["nickname"] == *self.nickname)
    }

    pub(crate) const fn cell(&self) -> Cell {
        self.facts.cell
    }
}

/// Starts a server with members, among them women who accept everybody, and a spy for each of these women, who lives
/// in her cell. She is the only woman of her age there, so that the spy knows whom an answer is about.
pub(crate) async fn start() -> Result<(World, Vec<Spy>)> {
    let mut members: Vec<Resident> = Resident::crowd(N_MEMBERS).collect();
    let is_near = |one: &Facts, other: &Facts| {
        distance_km(one.cell, other.cell) <= f64::from(RECOMMEND_DISTANCE_KM.min)
            && age(one) == age(other)
            && other.gender == Gender::Female
    };
    let is_alone = |facts: &Facts| {
        let near = members.iter().filter(|it| is_near(facts, &it.person.facts));
        facts.gender == Gender::Female && near.count() == 1
    };
    let alone = (0..members.len()).filter(|position| is_alone(&members[*position].person.facts));
    let alone: Vec<usize> = alone.take(N_SPIES).collect();
    let mut spies = Vec::new();
    for (account_id, position) in (FIRST_SPY..).zip(alone) {
        let woman = &mut members[position];
        woman.person.wishes.match_gender = MatchGender::Any;
        woman.person.wishes.conditions.clear();
        woman.person.wishes.recommend_distance_km = 0;
        woman.nickname = format!("T{account_id}");
        spies.push(Spy {
            account_id,
            facts: woman.person.facts,
            age: age(&woman.person.facts),
            nickname: woman.nickname.clone(),
        });
    }
    if spies.len() < N_SPIES {
        return Err("too few women live alone among those of their age".into());
    }
    members.extend(spies.iter().map(|spy| {
        let mut resident = Resident::plain(spy.account_id, Gender::Male, spy.cell());
        resident.person.wishes.recommend_distance_km = RECOMMEND_DISTANCE_KM.min;
        resident
    }));
    Ok((World::start(members).await?, spies))
}

/// Replaces the conditions of a spy, who always looks for women of the right age.
pub(crate) async fn put_conditions(
    world: &World,
    caller: &Caller,
    spy: &Spy,
    conditions: &[Condition],
) -> Result<Answer> {
    let of_age = Condition::Range {
        kind: RangeType::Age,
        from: spy.age,
        to: spy.age,
    };
    let conditions: Vec<Condition> = conditions.iter().copied().chain([of_age]).collect();
    let body = json!({ "valueItem": conditions });
    world.put(caller, "/preferences", &body).await
}

fn age(facts: &Facts) -> i32 {
    let years = TODAY.years_since(facts.birthday);
    years
        .and_then(|years| i32::try_from(years).ok())
        .unwrap_or_default()
}
