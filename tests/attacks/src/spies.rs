//! Members who each try to read the facts of one woman whom they know from elsewhere.

use enmusubi_core::condition::{Condition, RangeType};
use enmusubi_core::limits::RECOMMEND_DISTANCE_KM;
use enmusubi_core::matching::Facts;
use enmusubi_core::place::{Cell, distance_km};
use enmusubi_core::{Gender, MatchGender};
use enmusubi_population::{Resident, TODAY};
use serde_json::{Value, json};

use crate::world::{Answer, Caller, Result, World};

/// The account of the first spy. The attacks use the ids after the last spy.
const FIRST_SPY: u32 = 10_001;

/// A member under the control of the attacker, and the woman.
#[derive(Debug, Clone)]
pub(crate) struct Spy {
    pub(crate) account_id: u32,
    /// The true facts for the comparison at the end. The attacker does not know them.
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

    /// Returns the spy's own account, which looks for women nearby.
    pub(crate) fn resident(&self) -> Resident {
        let mut resident = Resident::plain(self.account_id, Gender::Male, self.cell());
        resident.person.wishes.recommend_distance_km = RECOMMEND_DISTANCE_KM.min;
        resident
    }

    /// Returns these conditions and the one for women of the right age.
    pub(crate) fn with_age(&self, conditions: &[Condition]) -> Vec<Condition> {
        let of_age = Condition::Range {
            kind: RangeType::Age,
            from: self.age,
            to: self.age,
        };
        conditions.iter().copied().chain([of_age]).collect()
    }
}

/// Starts a server with members, among them women who accept everybody, and a spy for each of these women, who lives
/// in her cell. She is the only woman of her age there, so that the spy knows whom an answer is about. The accounts of
/// the spies are not made.
pub(crate) async fn start(n_members: u32, n_spies: usize) -> Result<(World, Vec<Spy>)> {
    let mut members: Vec<Resident> = Resident::crowd(n_members).collect();
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
    let alone: Vec<usize> = alone.take(n_spies).collect();
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
    if spies.len() < n_spies {
        return Err("too few women live alone among those of their age".into());
    }
    Ok((World::start(members).await?, spies))
}

/// Replaces the conditions of a spy, who always looks for women of the right age.
pub(crate) async fn put_conditions(
    world: &World,
    caller: &Caller,
    spy: &Spy,
    conditions: &[Condition],
) -> Result<Answer> {
    let body = json!({ "valueItem": spy.with_age(conditions) });
    world.put(caller, "/preferences", &body).await
}

fn age(facts: &Facts) -> i32 {
    let years = TODAY.years_since(facts.birthday);
    years
        .and_then(|years| i32::try_from(years).ok())
        .unwrap_or_default()
}
