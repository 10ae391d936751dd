//! The daily set as a server makes and writes it: the time of `enmusubi-server introduce` on a SQLite file.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write as _, stdout};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use enmusubi_core::catalogue::tag_ids;
use enmusubi_core::{Field, employers};
use rusqlite::Connection;

use crate::people::{Population, tags};

/// Makes the members and two sets of them, and prints the figures. `program` is the server.
pub(crate) fn run(program: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let program: PathBuf = program.canonicalize()?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("a.db");
    let server = |arguments: &[&str]| -> Result<String, Box<dyn Error>> {
        let output = Command::new(&program)
            .args(arguments)
            .current_dir(folder.path())
            .env("MOCK_ENABLE", "true")
            .env("DATABASE_URL", format!("sqlite://{}", file.display()))
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr)?.into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    let mut out = stdout();
    server(&["migrate"])?;
    let start = Instant::now();
    insert(&file, n_members)?;
    let size_mb = std::fs::metadata(&file)?.len() >> 20;
    writeln!(
        out,
        "{n_members} members stored in {:.1?}, {size_mb} MB",
        start.elapsed()
    )?;
    for round in ["first", "second"] {
        let start = Instant::now();
        let report = server(&["introduce"])?;
        writeln!(
            out,
            "the {round} run, {:.1?} with its start: {report}",
            start.elapsed()
        )?;
    }
    let connection = Connection::open(&file)?;
    let mut counting = connection.prepare(
        "SELECT n, COUNT(*) FROM (SELECT COUNT(other_id) AS n FROM account \
         LEFT JOIN introduction_side ON account_id = account.id GROUP BY account.id) GROUP BY n",
    )?;
    let rows = counting.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let counts: BTreeMap<u32, u32> = rows.collect::<Result<_, _>>()?;
    writeln!(out, "members by their introductions: {counts:?}")?;
    Ok(())
}

/// Inserts approved members into the tables of the server.
pub(crate) fn insert(file: &Path, n_members: u32) -> Result<(), Box<dyn Error>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let now_ms = i64::try_from(now.as_millis())?;
    let mut population = Population::new();
    let connection = Connection::open(file)?;
    connection.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    let mut account = connection.prepare(
        "INSERT INTO account (id, line_user_id, review_status, appealed, created_at_ms, opened_at_ms) \
         VALUES (?1, ?2, 'APPROVED', 0, ?3, ?3)",
    )?;
    let mut profile = connection.prepare(
        "INSERT INTO profile (account_id, gender, match_gender, height, income_range, birthday, education, \
         marriage_record, has_children, smoke, tattoo, drink, cell_row, cell_column, recommend_distance_km, \
         value_item, hobby_tag_ids, employer_id, nickname, name, occupation_type, occupation, achievement, \
         school, about_me, personality_tag_ids, exercise_tag_ids, marriage_type_tag_ids, \
         fertility_plan_tag_ids, pet_tag_ids, dating_question, daily_life, surprise_point, city, address, \
         feedback, mbti, verify_method, review_link, verify_temp_file_name, verify_description) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'N', 'N', 'ENGINEERING', '', '', '', \
         'Hills, coffee and quiet weekend mornings.', '[]', '[]', '[]', '[501]', '[]', '', '', '', 'TW-TPE', \
         '', '', '', 'WORK_EMAIL', '', '', '')",
    )?;
    let hobbies = tag_ids(Field::HobbyTagIds);
    for (id, tags) in (1..=n_members).zip(tags(n_members)) {
        let person = population.person();
        let (facts, wishes) = (person.facts, person.wishes);
        account.execute((id, format!("U{id:032x}"), now_ms))?;
        let has = |position: usize| tags >> position & 1 == 1;
        let hobbies: Vec<i32> = (0..hobbies.len())
            .filter(|position| has(*position))
            .map(|position| hobbies[position])
            .collect();
        let employer = employers()[id as usize % employers().len()].id;
        profile.execute(rusqlite::params![
            id,
            facts.gender.as_str(),
            wishes.match_gender.as_str(),
            facts.height_cm,
            facts.income_range.as_str(),
            facts.birthday.to_string(),
            facts.education.as_str(),
            facts.marriage_record,
            facts.has_children,
            facts.smoke,
            facts.tattoo,
            facts.drink,
            facts.cell.row,
            facts.cell.column,
            wishes.recommend_distance_km,
            serde_json::to_string(&wishes.conditions)?,
            serde_json::to_string(&hobbies)?,
            employer,
        ])?;
    }
    connection.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}
