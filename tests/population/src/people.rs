//! People with random facts and wishes.

use chrono::{Days, NaiveDate};
use enmusubi_core::condition::{Condition, ConditionKind, FlagType, RangeType};
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::place::Cell;
use enmusubi_core::{ConditionType, Education, Gender, IncomeRange, MatchGender};
use fastrand::Rng;

/// The day from which the ages count.
pub const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();

const SEED: u64 = 20_261_121;
const N_CITIES: u16 = 40;
/// Cells from the middle of a city to its edge.
const CITY_RADIUS: i32 = 3;

/// Makes people one after the other.
///
/// They live in forty cities whose sizes follow a power law, are 20 to 48 years old, have each condition
/// with a probability of 40 %, and half of them have a limit of distance.
#[derive(Debug)]
pub struct Population {
    random: Rng,
    /// The middle of each city, and the sum of the sizes up to it.
    cities: Vec<(Cell, f64)>,
}

impl Population {
    /// Founds the cities.
    pub fn new() -> Self {
        let mut random = Rng::with_seed(SEED);
        let mut total = 0.0;
        let mut city = |place| {
            total += 1.0 / f64::from(place);
            let (row, column) = (random.i32(440..520), random.i32(2400..2450));
            (Cell { row, column }, total)
        };
        let cities = (1..=N_CITIES).map(&mut city).collect();
        Self { random, cities }
    }

    /// Makes the next person.
    pub fn person(&mut self) -> Person {
        let facts = self.facts();
        let match_gender = match (self.random.u8(0..100), facts.gender) {
            (0..92, Gender::Male) | (92..96, Gender::Female) => MatchGender::Female,
            (0..92, _) | (92..96, Gender::Male) => MatchGender::Male,
            _ => MatchGender::Any,
        };
        let wishes = Wishes {
            match_gender,
            conditions: self.conditions(),
            recommend_distance_km: if self.random.bool() {
                0
            } else {
                self.random.i32(10..=200)
            },
        };
        Person { facts, wishes }
    }

    fn facts(&mut self) -> Facts {
        let cell = self.cell();
        let random = &mut self.random;
        let birthday = TODAY - Days::new(random.u64(20 * 366..48 * 365));
        let mut is = |percent| random.u8(0..100) < percent;
        Facts {
            gender: if is(50) { Gender::Male } else { Gender::Female },
            marriage_record: is(20),
            has_children: is(20),
            smoke: is(20),
            tattoo: is(20),
            drink: is(50),
            birthday,
            height_cm: random.i32(150..190),
            income_range: pick(random, IncomeRange::ALL),
            education: pick(random, Education::ALL),
            cell,
        }
    }

    fn cell(&mut self) -> Cell {
        let total = self.cities.last().map_or(0.0, |(_, total)| *total);
        let place = self.random.f64() * total;
        let is_before = |(_, end): &&(Cell, f64)| *end < place;
        let index = self.cities.iter().take_while(is_before).count();
        let (city, _) = self.cities[index.min(self.cities.len() - 1)];
        let mut near = |middle| middle + self.random.i32(-CITY_RADIUS..=CITY_RADIUS);
        Cell {
            row: near(city.row),
            column: near(city.column),
        }
    }

    fn conditions(&mut self) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for kind in ConditionType::ALL {
            if self.random.u8(0..100) < 40 {
                conditions.push(self.condition(*kind));
            }
        }
        conditions
    }

    fn condition(&mut self, kind: ConditionType) -> Condition {
        let random = &mut self.random;
        match kind.kind() {
            ConditionKind::Range(kind) => {
                let (from, to) = match kind {
                    RangeType::Height => bounds(random, 150..175, 5..25),
                    RangeType::Age => bounds(random, 20..40, 3..12),
                    RangeType::Income => (random.i32(30..200), 0),
                };
                Condition::Range { kind, from, to }
            }
            // Each person satisfies the lowest level.
            ConditionKind::Education => Condition::Education(pick(random, &Education::ALL[1..])),
            ConditionKind::Flag(FlagType::Drink) => Condition::Flag {
                kind: FlagType::Drink,
                value: random.bool(),
            },
            ConditionKind::Flag(kind) => Condition::Flag {
                kind,
                value: random.u8(0..100) < 20,
            },
        }
    }
}

impl Default for Population {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns two bounds, each of them open with a probability of a fifth.
fn bounds(random: &mut Rng, from: std::ops::Range<i32>, width: std::ops::Range<i32>) -> (i32, i32) {
    let from = random.i32(from);
    let to = from + random.i32(width);
    match random.u8(0..5) {
        0 => (0, to),
        1 => (from, 0),
        _ => (from, to),
    }
}

fn pick<T: Copy>(random: &mut Rng, words: &[T]) -> T {
    words[random.usize(..words.len())]
}

/// Returns made-up tags of each person, one bit a tag: about eight of 60.
pub fn tags(n_people: u32) -> Vec<u64> {
    let mut random = Rng::with_seed(SEED + 1);
    (0..n_people)
        .map(|_| (random.u64(..) & random.u64(..) & random.u64(..)) >> 4)
        .collect()
}
