//! Counts of rows for the operator: totals and days for `enmusubi-server stats`, and for the metrics the rows that
//! wait. No count is split by anything that a person wrote or chose.

mod waiting;

pub(crate) use waiting::{
    WaitingRows, count_open_cases, count_requests, count_unsent, find_latest_set,
};

use std::collections::BTreeMap;

use enmusubi_core::service::Answer;
use sea_orm::sea_query::{Asterisk, CaseStatement, Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait as _, Condition, EntityTrait, QueryFilter as _, QuerySelect as _, QueryTrait as _,
};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::account;
use crate::store::connection::CanRead;
use crate::store::file::tables::upload;
use crate::store::line::tables::line_message;
use crate::store::meeting::tables::{introduction, introduction_side as side, match_side, note};
use crate::store::review::tables::{report, review_case};

/// The number of rows for each word of a column.
pub(crate) type ByWord = BTreeMap<String, u64>;

/// The word that counts the rows without a value in the column.
const OPEN: &str = "OPEN";

/// The files of one purpose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct FileCounts {
    pub(crate) files: u64,
    pub(crate) bytes: u64,
    /// The files that no profile uses yet.
    pub(crate) unattached: u64,
}

/// The events of a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DayCounts {
    pub(crate) registrations: u64,
    pub(crate) introductions: u64,
    pub(crate) yes: u64,
    pub(crate) no: u64,
    pub(crate) matches: u64,
    pub(crate) notes: u64,
}

/// Counts the accounts by review status.
pub(crate) async fn count_accounts(connection: &impl CanRead) -> Result<ByWord> {
    count_by::<account::Entity>(connection, account::Column::ReviewStatus, Condition::all()).await
}

/// Counts the answers to introductions. `OPEN` counts the missing answers, also those whose time has run out.
pub(crate) async fn count_answers(connection: &impl CanRead) -> Result<ByWord> {
    count_by::<side::Entity>(connection, side::Column::Answer, Condition::all()).await
}

/// Counts the pairs that have matched, and the pairs whose conversation is open.
pub(crate) async fn count_matches(connection: &impl CanRead) -> Result<(u64, u64)> {
    let all = count_rows::<match_side::Entity>(connection, Condition::all()).await?;
    let open = Condition::all().add(match_side::Column::EndedAtMs.is_null());
    let open = count_rows::<match_side::Entity>(connection, open).await?;
    // Each of the two members has a row.
    Ok((all / 2, open / 2))
}

/// Counts the pairs of members who were introduced to each other.
pub(crate) async fn count_introductions(connection: &impl CanRead) -> Result<u64> {
    count_rows::<introduction::Entity>(connection, Condition::all()).await
}

pub(crate) async fn count_notes(connection: &impl CanRead) -> Result<u64> {
    count_rows::<note::Entity>(connection, Condition::all()).await
}

/// Counts the cases of a kind by state, without second looks.
pub(crate) async fn count_cases(connection: &impl CanRead, kind: &str) -> Result<ByWord> {
    let rows = Condition::all()
        .add(review_case::Column::Kind.eq(kind))
        .add(review_case::Column::SecondLookOf.is_null());
    count_by::<review_case::Entity>(connection, review_case::Column::State, rows).await
}

/// Counts the reports of members by outcome. `OPEN` counts the reports without a decision.
pub(crate) async fn count_reports(connection: &impl CanRead) -> Result<ByWord> {
    count_by::<report::Entity>(connection, report::Column::Outcome, Condition::all()).await
}

/// Counts the messages in LINE that were stored from that moment on, by outcome. `OPEN` counts the messages that wait.
pub(crate) async fn count_messages(connection: &impl CanRead, from_ms: Millis) -> Result<ByWord> {
    let rows = Condition::all().add(line_message::Column::CreatedAtMs.gte(from_ms));
    count_by::<line_message::Entity>(connection, line_message::Column::Outcome, rows).await
}

/// Counts the files by purpose, without those whose deletion has begun.
pub(crate) async fn count_files(connection: &impl CanRead) -> Result<BTreeMap<String, FileCounts>> {
    // In PostgreSQL, the sum of big integers has a type that the driver does not read as an integer.
    let bytes = upload::Column::SizeBytes.sum().cast_as("BIGINT");
    let unattached = CaseStatement::new().case(upload::Column::AttachedAtMs.is_null(), 1);
    let rows: Vec<(String, i64, i64, i64)> = upload::Entity::find()
        .select_only()
        .column(upload::Column::Purpose)
        .expr(Expr::col(Asterisk).count())
        .expr(bytes)
        .expr(Expr::expr(unattached).count())
        .filter(upload::Column::LineUserId.ne(""))
        .group_by(upload::Column::Purpose)
        .into_tuple()
        .all(connection)
        .await?;
    let counted = rows.into_iter().map(|(purpose, n, bytes, unattached)| {
        let counts = FileCounts {
            files: unsigned(n)?,
            bytes: unsigned(bytes)?,
            unattached: unsigned(unattached)?,
        };
        Ok((purpose, counts))
    });
    counted.collect()
}

/// Counts the events between each two neighbouring bounds. `bounds` must ascend.
pub(crate) async fn count_days(
    connection: &impl CanRead,
    bounds: &[Millis],
) -> Result<Vec<DayCounts>> {
    let all = Condition::all;
    let said = |answer: Answer| all().add(side::Column::Answer.eq(answer));
    let (made, answered) = (
        introduction::Column::CreatedAtMs,
        side::Column::AnsweredAtMs,
    );
    let registered = account::Column::CreatedAtMs;
    let agreed = introduction::Column::MatchedAtMs;
    let sent = note::Column::SentAtMs;
    let registrations = count_in::<account::Entity>(connection, registered, all(), bounds).await?;
    let introductions = count_in::<introduction::Entity>(connection, made, all(), bounds).await?;
    let yes = count_in::<side::Entity>(connection, answered, said(Answer::Yes), bounds).await?;
    let no = count_in::<side::Entity>(connection, answered, said(Answer::No), bounds).await?;
    let matches = count_in::<introduction::Entity>(connection, agreed, all(), bounds).await?;
    let notes = count_in::<note::Entity>(connection, sent, all(), bounds).await?;
    let n_days = bounds.len().saturating_sub(1);
    let at = |counts: &[u64], day| counts.get(day).copied().unwrap_or_default();
    let days = (0..n_days).map(|day| DayCounts {
        registrations: at(&registrations, day),
        introductions: at(&introductions, day),
        yes: at(&yes, day),
        no: at(&no, day),
        matches: at(&matches, day),
        notes: at(&notes, day),
    });
    Ok(days.collect())
}

async fn count_rows<E: EntityTrait>(connection: &impl CanRead, rows: Condition) -> Result<u64> {
    let counted: Option<i64> = E::find()
        .select_only()
        .expr(Expr::col(Asterisk).count())
        .filter(rows)
        .into_tuple()
        .one(connection)
        .await?;
    unsigned(counted.unwrap_or_default())
}

async fn count_by<E: EntityTrait>(
    connection: &impl CanRead,
    word: E::Column,
    rows: Condition,
) -> Result<ByWord> {
    let rows: Vec<(Option<String>, i64)> = E::find()
        .select_only()
        .column(word)
        .expr(Expr::col(Asterisk).count())
        .filter(rows)
        .group_by(word)
        .into_tuple()
        .all(connection)
        .await?;
    let named = |word: Option<String>| word.unwrap_or_else(|| OPEN.to_owned());
    let counted = rows
        .into_iter()
        .map(|(word, n)| Ok((named(word), unsigned(n)?)));
    counted.collect()
}

/// Reads the table once for all periods.
async fn count_in<E: EntityTrait>(
    connection: &impl CanRead,
    at: E::Column,
    rows: Condition,
    bounds: &[Millis],
) -> Result<Vec<u64>> {
    use sea_orm::ColumnTrait as _;
    let [first, .., _] = bounds else {
        return Ok(Vec::new());
    };
    let mut query = E::find().select_only().filter(rows).filter(at.gte(*first));
    for period in bounds.windows(2) {
        let is_within = at.gte(period[0]).and(at.lt(period[1]));
        query = query.expr(Expr::expr(CaseStatement::new().case(is_within, 1)).count());
    }
    let row = connection.query_one(query.as_query()).await?;
    let row = row.ok_or_else(|| Error::internal("a count has no row"))?;
    let counts = (0..bounds.len() - 1).map(|index| unsigned(row.try_get_by_index(index)?));
    counts.collect()
}

fn unsigned(n: i64) -> Result<u64> {
    u64::try_from(n).map_err(Error::internal)
}
