//! Fills the tables of a server with waiting cases, and with what the queue depends on.

use sea_orm::{ConnectionTrait as _, Database, DbBackend};

use crate::Failure;

/// The account of the reviewer who is a member too.
pub(crate) const MEMBER: i64 = 1;
/// The employer of [`MEMBER`], and of every 50th case.
pub(crate) const EMPLOYER: &str = "employer7";
/// The people to whom [`MEMBER`] was introduced.
const N_INTRODUCED: u32 = 200;
/// The people whom [`MEMBER`] has blocked.
const N_BLOCKED: u32 = 50;
/// The first cases of the queue that other reviewers hold.
const N_HELD_FIRST: u32 = 60;
/// The number of reviewers. Each round of an act has a reviewer of its own, by number.
const N_REVIEWERS: u32 = 7000;

/// Inserts an open case for each of `n_cases` accounts. The numbers of the cases do not follow their times.
pub(crate) async fn fill(url: &str, n_cases: u32, now_ms: i64) -> Result<(), Failure> {
    let connection = Database::connect(url).await?;
    for statement in statements(n_cases, now_ms) {
        connection.execute_unprepared(&statement).await?;
    }
    if connection.get_database_backend() == DbBackend::Postgres {
        // PostgreSQL would analyse the tables by itself, but not before the measurement.
        connection.execute_unprepared("VACUUM ANALYZE").await?;
    }
    Ok(connection.close().await?)
}

fn statements(n_cases: u32, now_ms: i64) -> Vec<String> {
    let numbers = |n: u32| {
        format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {n})")
    };
    let all = numbers(n_cases);
    let introductions =
        "INSERT INTO introduction (id, public_id, low_id, high_id, created_at_ms, distance_band)";
    let sides = "INSERT INTO introduction_side \
        (introduction_id, account_id, other_id, day, expires_at_ms, conditions, note)";
    let hours_96 = 96 * 3_600_000;
    vec![
        format!(
            "INSERT INTO account (id, line_user_id, review_status, appealed, created_at_ms) \
             {all} SELECT i, 'Ubench' || i, 'PENDING', FALSE, {now_ms} FROM n"
        ),
        format!(
            "INSERT INTO reviewer (id, name, role, user_handle, added_at_ms) \
             {} SELECT i, 'Reviewer ' || i, 'REVIEWER', 'handle' || i, {now_ms} FROM n",
            numbers(N_REVIEWERS)
        ),
        format!(
            "INSERT INTO report (public_id, reporter_id, reported_id, category, note, snapshot, created_at_ms) \
             {all} SELECT 'report' || i, 1 + (i * 7) % {n_cases}, i, 'PHOTO', '', '{snapshot}', {now_ms} \
             FROM n WHERE i % 20 >= 17",
            snapshot = "x".repeat(2000),
        ),
        // A twentieth of the cases are urgent reports, and a fiftieth has a holder.
        format!(
            "INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, \
             due_at_ms, state, version, holder, holder_name, lease_until_ms, fence) \
             {all}, mixed(i, kind, hours, age) AS (SELECT i, \
             CASE WHEN i % 20 < 10 THEN 'REGISTRATION' WHEN i % 20 < 13 THEN 'RESUBMISSION' \
             WHEN i % 20 < 16 THEN 'CHANGE' WHEN i % 20 = 16 THEN 'APPEAL' ELSE 'REPORT' END, \
             CASE WHEN i % 20 < 13 THEN 24 WHEN i % 20 < 16 THEN 48 WHEN i % 20 = 16 THEN 72 ELSE 12 END, \
             (CAST(i AS BIGINT) * 7919 * 1000) % {hours_96} FROM n) \
             SELECT i, kind, CASE WHEN i % 20 >= 17 THEN 'report' || i WHEN kind = 'CHANGE' THEN 'change' || i ELSE '' END, \
             CASE (i / 20) % 3 WHEN 0 THEN 'DOCUMENT' WHEN 1 THEN 'LINK' ELSE 'WORK_EMAIL' END, \
             'employer' || i % 50, CASE WHEN i % 20 = 19 THEN 0 ELSE 1 END, {now_ms} - age, \
             {now_ms} - age + hours * 3600000, 'OPEN', 1, \
             CASE WHEN i % 50 = 0 THEN 'reviewer:9' END, CASE WHEN i % 50 = 0 THEN 'Nina' END, \
             CASE WHEN i % 50 = 0 THEN {now_ms} + 600000 ELSE 0 END, 0 FROM mixed"
        ),
        format!(
            "UPDATE review_case SET holder = 'reviewer:9', holder_name = 'Nina', lease_until_ms = {now_ms} + 600000 \
             WHERE id IN (SELECT id FROM review_case ORDER BY urgency, due_at_ms, id LIMIT {N_HELD_FIRST})"
        ),
        // Each account was introduced to the next one, and the account of the reviewer who is a member to accounts all
        // over the table.
        format!(
            "{introductions} {all} SELECT i, 'next' || i, i, i + 1, {now_ms}, 'NEAR' FROM n WHERE i > 1 AND i < {n_cases}"
        ),
        format!(
            "{introductions} {} SELECT {n_cases} + i, 'of' || i, {MEMBER}, 2 + i * ({n_cases} / 250), {now_ms}, 'NEAR' FROM n",
            numbers(N_INTRODUCED)
        ),
        format!(
            "{sides} SELECT id, low_id, high_id, '2026-11-25', {now_ms}, 0, '' FROM introduction"
        ),
        format!(
            "{sides} SELECT id, high_id, low_id, '2026-11-25', {now_ms}, 0, '' FROM introduction"
        ),
        format!(
            "INSERT INTO block (public_id, blocker_id, blocked_id, blocker_hash, blocked_hash, nickname, created_at_ms) \
             {} SELECT 'block' || i, {MEMBER}, i + 1, 'a' || i, 'b' || i, 'Ben', {now_ms} FROM n",
            numbers(N_BLOCKED)
        ),
    ]
}
