//! The competitor: SQLite with one row for each member, and an index over cell and genders.

use std::error::Error;
use std::fmt::Write as _;

use chrono::{Datelike, Months, NaiveDate};
use enmusubi_core::condition::{Condition, FlagType, RangeType};
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::place::{Cell, distance_km};
use enmusubi_core::{Gender, MatchGender};
use rusqlite::Connection;

use enmusubi_population::TODAY;

/// A table in memory, with a cache that holds all of it.
pub(crate) struct Table {
    connection: Connection,
    cells: Vec<Cell>,
}

/// The columns of conditions. An open bound is beyond all values, and an absent condition −1.
const SCHEMA: &str = "
    CREATE TABLE cell (id INTEGER PRIMARY KEY, km INTEGER NOT NULL);
    CREATE TABLE member (
        id INTEGER PRIMARY KEY, cell INTEGER, gender INTEGER, wanted INTEGER, tags INTEGER,
        birthday INTEGER, height INTEGER, income INTEGER, education INTEGER,
        marriage_record INTEGER, has_children INTEGER, smoke INTEGER, tattoo INTEGER, drink INTEGER,
        max_km INTEGER, min_height INTEGER, max_height INTEGER, min_age INTEGER, max_age INTEGER,
        min_income INTEGER, max_income INTEGER, min_education INTEGER,
        w_marriage_record INTEGER, w_has_children INTEGER, w_smoke INTEGER, w_tattoo INTEGER, w_drink INTEGER
    );";

const FAR: i32 = 1_000_000;

impl Table {
    pub(crate) fn new<'a>(
        people: impl Iterator<Item = (&'a Person, u64)>,
    ) -> Result<Self, Box<dyn Error>> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(SCHEMA)?;
        let mut cells = Vec::new();
        connection.execute_batch("BEGIN")?;
        {
            let marks = vec!["?"; 27].join(",");
            let mut insert = connection.prepare(&format!("INSERT INTO member VALUES ({marks})"))?;
            let mut slots = std::collections::HashMap::new();
            for (id, (person, tags)) in (0_i64..).zip(people) {
                let cell = *slots.entry(person.facts.cell).or_insert_with(|| {
                    cells.push(person.facts.cell);
                    cells.len() - 1
                });
                let values = row(id, i64::try_from(cell)?, person, tags);
                insert.execute(rusqlite::params_from_iter(values))?;
            }
        }
        connection.execute_batch(
            "COMMIT; CREATE INDEX place ON member (cell, gender, wanted, birthday); ANALYZE",
        )?;
        Ok(Self { connection, cells })
    }

    /// Returns the number of members who fit, and the scores of the best 50.
    pub(crate) fn search(
        &self,
        viewer: &Person,
        tags: u64,
    ) -> Result<(usize, Vec<u64>), Box<dyn Error>> {
        self.connection.execute_batch("BEGIN; DELETE FROM cell")?;
        {
            let mut insert = self.connection.prepare("INSERT INTO cell VALUES (?, ?)")?;
            let limit = f64::from(viewer.wishes.recommend_distance_km);
            for (id, cell) in (0_i64..).zip(&self.cells) {
                let km = distance_km(viewer.facts.cell, *cell).ceil();
                if limit == 0.0 || km <= limit {
                    insert.execute((id, km))?;
                }
            }
        }
        let sql = format!(
            "SELECT COUNT(*) OVER (), member.tags & {} AS score
             FROM cell CROSS JOIN member ON member.cell = cell.id
             WHERE cell.km <= max_km{} ORDER BY score DESC, member.id LIMIT 50",
            i64::from_ne_bytes(tags.to_ne_bytes()),
            conditions(viewer)?
        );
        let mut select = self.connection.prepare(&sql)?;
        let rows =
            select.query_map((), |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        let count = rows.first().map_or(0, |(count, _)| *count);
        let scores = rows.into_iter().map(|(_, score)| u64::try_from(score));
        self.connection.execute_batch("COMMIT")?;
        Ok((usize::try_from(count)?, scores.collect::<Result<_, _>>()?))
    }
}

fn row(id: i64, cell: i64, person: &Person, tags: u64) -> Vec<i64> {
    let Person { facts, wishes } = person;
    let range = |kind| range_of(wishes, kind).unwrap_or((0, 0));
    let (min_height, max_height) = range(RangeType::Height);
    let (min_age, max_age) = range(RangeType::Age);
    let (min_income, max_income) = range(RangeType::Income);
    let open = |bound| if bound == 0 { FAR } else { bound };
    let flags = FlagType::ALL.iter();
    let mut row = vec![
        id,
        cell,
        facts.gender as i64,
        wishes.match_gender as i64,
        i64::from_ne_bytes(tags.to_ne_bytes()),
        facts.birthday.num_days_from_ce().into(),
        facts.height_cm.into(),
        facts.income_range as i64,
        facts.education as i64,
    ];
    row.extend(flags.clone().map(|kind| i64::from(facts.flag(*kind))));
    let numbers = [
        open(wishes.recommend_distance_km),
        min_height,
        open(max_height),
        min_age,
        open(max_age),
        min_income,
        open(max_income),
        education_of(wishes),
    ];
    row.extend(numbers.map(i64::from));
    row.extend(flags.map(|kind| wanted_flag(wishes, *kind)));
    row
}

fn range_of(wishes: &Wishes, wanted: RangeType) -> Option<(i32, i32)> {
    wishes
        .conditions
        .iter()
        .find_map(|condition| match *condition {
            Condition::Range { kind, from, to } if kind == wanted => Some((from, to)),
            _ => None,
        })
}

fn education_of(wishes: &Wishes) -> i32 {
    let level = |condition: &Condition| match *condition {
        Condition::Education(level) => Some(level as i32),
        _ => None,
    };
    wishes.conditions.iter().find_map(level).unwrap_or(-1)
}

fn wanted_flag(wishes: &Wishes, wanted: FlagType) -> i64 {
    let value = |condition: &Condition| match *condition {
        Condition::Flag { kind, value } if kind == wanted => Some(i64::from(value)),
        _ => None,
    };
    wishes.conditions.iter().find_map(value).unwrap_or(-1)
}

/// Returns the conditions of both sides as SQL. A condition that the viewer does not have is left out.
fn conditions(viewer: &Person) -> Result<String, std::fmt::Error> {
    let Person { facts, wishes } = viewer;
    let mut sql = theirs(facts)?;
    match wishes.match_gender {
        MatchGender::Any => {}
        wanted => write!(sql, " AND gender = {}", wanted as i64)?,
    }
    if let Some((from, to)) = range_of(wishes, RangeType::Height) {
        let to = if to == 0 { FAR } else { to };
        write!(sql, " AND height BETWEEN {from} AND {to}")?;
    }
    if let Some((from, to)) = range_of(wishes, RangeType::Age) {
        let youngest = day_before(from);
        let oldest = if to == 0 { 0 } else { day_before(to + 1) + 1 };
        write!(sql, " AND birthday BETWEEN {oldest} AND {youngest}")?;
    }
    if let Some((from, _)) = range_of(wishes, RangeType::Income) {
        // The brackets whose upper end is above the bound; the generator leaves the upper bound open.
        let ends = [50, 100, 150, 200, 300, 500, i32::MAX];
        let first = ends.iter().take_while(|end| from >= **end).count();
        write!(sql, " AND income BETWEEN {first} AND 6")?;
    }
    write!(sql, " AND education >= {}", education_of(wishes))?;
    let names = [
        "marriage_record",
        "has_children",
        "smoke",
        "tattoo",
        "drink",
    ];
    for (kind, name) in FlagType::ALL.iter().zip(names) {
        let wanted = wanted_flag(wishes, *kind);
        if wanted >= 0 {
            write!(sql, " AND {name} = {wanted}")?;
        }
    }
    Ok(sql)
}

/// Returns the conditions of the members about the viewer.
fn theirs(facts: &Facts) -> Result<String, std::fmt::Error> {
    let age = TODAY.years_since(facts.birthday).unwrap_or_default();
    let any = MatchGender::Any as i64;
    let gender = match facts.gender {
        Gender::Male => MatchGender::Male,
        Gender::Female => MatchGender::Female,
        Gender::NonBinary => MatchGender::NonBinary,
    } as i64;
    let mut sql = format!(
        " AND wanted IN ({gender}, {any}) AND {height} BETWEEN min_height AND max_height
          AND {age} BETWEEN min_age AND max_age AND min_education <= {education}",
        height = facts.height_cm,
        education = facts.education as i64,
    );
    match facts.income_range.bracket() {
        None => write!(sql, " AND min_income = 0 AND max_income = {FAR}")?,
        Some((low, below)) => {
            let below = below.unwrap_or(FAR);
            write!(sql, " AND min_income < {below} AND {low} <= max_income")?;
        }
    }
    let names = [
        "marriage_record",
        "has_children",
        "smoke",
        "tattoo",
        "drink",
    ];
    for (kind, name) in FlagType::ALL.iter().zip(names) {
        write!(
            sql,
            " AND w_{name} IN (-1, {})",
            i64::from(facts.flag(*kind))
        )?;
    }
    Ok(sql)
}

/// Returns the last birthday of people with at least this age, as a day number.
fn day_before(age: i32) -> i32 {
    let years = Months::new(12 * u32::try_from(age).unwrap_or_default());
    let day: Option<NaiveDate> = TODAY.checked_sub_months(years);
    day.map_or(0, |day| day.num_days_from_ce())
}
