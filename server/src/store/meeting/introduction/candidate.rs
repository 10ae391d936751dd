//! The members who can be introduced, with the columns that a decision about a pair needs.

use std::collections::HashSet;
use std::fmt::Display;
use std::str::{FromStr, Split};

use chrono::NaiveDate;
use enmusubi_core::matching::affinity::TagSet;
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::place::Cell;
use enmusubi_core::review::ReviewStatus;
use sea_orm::sea_query::{BinOper, Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ColumnTrait as _, FromQueryResult, Order};
use serde::de::DeserializeOwned;

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::{account, member_setting, preference_change};
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, padded, parse};
use crate::store::meeting::tables::introduction_member;
use crate::store::profile::tables::profile;

/// A member who can be introduced: approved, not paused, and lately in the app.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) account_id: AccountId,
    pub(crate) person: Person,
    pub(crate) tags: TagSet,
    /// The id of the employer, or `None` if the employer is not in the list.
    pub(crate) employer: Option<String>,
    pub(crate) hides_from_colleagues: bool,
    /// The time of the latest introduction, or of the registration before the first introduction.
    pub(crate) waits_since_ms: Millis,
    /// The day of the latest set for which the job looked for introductions of the member.
    pub(crate) served_day: Option<NaiveDate>,
}

/// The state that makes a member a candidate, at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Availability {
    pub(crate) now_ms: Millis,
    /// The latest time at which the member must have opened the app.
    pub(crate) opened_from_ms: Millis,
}

/// A candidate as the statement returns it.
#[derive(Debug, FromQueryResult)]
struct Row {
    account_id: AccountId,
    created_at_ms: Millis,
    /// The columns of [`PACKED`], with [`SEPARATOR`] between them.
    profile: String,
    hide_from_colleagues: Option<bool>,
    introduced_at_ms: Option<Millis>,
    served_day: Option<NaiveDate>,
}

/// The columns of a profile, which the statement puts into one text. For each value of a row the driver of SQLite makes
/// several allocations, which would take most of the time in which the job reads all members.
const PACKED: [profile::Column; 22] = [
    profile::Column::Gender,
    profile::Column::MatchGender,
    profile::Column::Height,
    profile::Column::IncomeRange,
    profile::Column::Birthday,
    profile::Column::Education,
    profile::Column::MarriageRecord,
    profile::Column::HasChildren,
    profile::Column::Smoke,
    profile::Column::Tattoo,
    profile::Column::Drink,
    profile::Column::CellRow,
    profile::Column::CellColumn,
    profile::Column::RecommendDistanceKm,
    profile::Column::EmployerId,
    profile::Column::ValueItem,
    profile::Column::PersonalityTagIds,
    profile::Column::ExerciseTagIds,
    profile::Column::HobbyTagIds,
    profile::Column::MarriageTypeTagIds,
    profile::Column::FertilityPlanTagIds,
    profile::Column::PetTagIds,
];

/// A character that is in no word, number or JSON text.
const SEPARATOR: char = '\u{1f}';

/// A page of candidates whose rows are not parsed yet, because parsing takes longer than reading.
#[derive(Debug)]
pub(crate) struct Page(Vec<Row>);

impl Page {
    /// Returns the id of the last account, or `None` for an empty page.
    pub(crate) fn last_id(&self) -> Option<AccountId> {
        Some(self.0.last()?.account_id)
    }

    /// Returns the ids of all accounts.
    pub(crate) fn account_ids(&self) -> Vec<AccountId> {
        self.0.iter().map(|row| row.account_id).collect()
    }

    /// Parses the rows.
    pub(crate) fn parse(&self) -> impl Iterator<Item = Result<Candidate>> {
        self.0.iter().map(candidate_of)
    }
}

/// Returns at most `limit` candidates whose account ids are larger than `after_id`, in the order of the ids.
pub(crate) async fn list_after(
    connection: &impl CanRead,
    after_id: AccountId,
    limit: u64,
    availability: Availability,
) -> Result<Page> {
    let mut query = candidates(availability, after_id);
    query
        .order_by((account::Entity, account::Column::Id), Order::Asc)
        .limit(limit);
    read(connection, &query).await
}

/// Returns the candidates among these accounts.
pub(crate) async fn find_all(
    connection: &impl CanRead,
    account_ids: &[AccountId],
    availability: Availability,
) -> Result<Vec<Candidate>> {
    let mut query = candidates(availability, AccountId(i64::MIN));
    query.and_where(account::Column::Id.is_in(padded(account_ids.to_vec())));
    read(connection, &query).await?.parse().collect()
}

/// Returns the accounts whose preferences changed after a moment, among the given ones or all.
pub(crate) async fn list_changed_after(
    connection: &impl CanRead,
    account_ids: Option<&[AccountId]>,
    after_ms: Millis,
) -> Result<HashSet<AccountId>> {
    let mut query = Query::select();
    query
        // With `DISTINCT`, SQLite would read the whole index of the accounts, which is sorted by account.
        .column(preference_change::Column::AccountId)
        .from(preference_change::Entity)
        .and_where(preference_change::Column::ChangedAtMs.gt(after_ms));
    if let Some(ids) = account_ids {
        query.and_where(preference_change::Column::AccountId.is_in(padded(ids.to_vec())));
    }
    let rows = connection.query_all(&query).await?;
    rows.iter()
        .map(|row| Ok(row.try_get_by_index(0)?))
        .collect()
}

/// Selects the candidates whose account ids are larger than `after_id`. Each join repeats this condition, because
/// PostgreSQL would otherwise read the joined tables from their beginning.
fn candidates(
    Availability {
        now_ms,
        opened_from_ms,
    }: Availability,
    after_id: AccountId,
) -> SelectStatement {
    use account::Column as Account;
    use member_setting::Column as Setting;
    let account_id = (account::Entity, Account::Id);
    let of_account = |column: Expr| column.clone().equals(account_id).and(column.gt(after_id));
    let mut query = Query::select();
    query
        .expr_as(Expr::col((account::Entity, Account::Id)), "account_id")
        .column((account::Entity, Account::CreatedAtMs))
        .expr_as(packed_profile(), "profile")
        .column((member_setting::Entity, Setting::HideFromColleagues))
        .column((
            introduction_member::Entity,
            introduction_member::Column::IntroducedAtMs,
        ))
        .column((
            introduction_member::Entity,
            introduction_member::Column::ServedDay,
        ))
        .from(account::Entity)
        .inner_join(
            profile::Entity,
            of_account(Expr::col((profile::Entity, profile::Column::AccountId))),
        )
        .left_join(
            member_setting::Entity,
            of_account(Expr::col((member_setting::Entity, Setting::AccountId))),
        )
        .left_join(
            introduction_member::Entity,
            of_account(Expr::col((
                introduction_member::Entity,
                introduction_member::Column::AccountId,
            ))),
        )
        .and_where(Account::Id.gt(after_id))
        .and_where(is_approved())
        .and_where(Account::OpenedAtMs.gte(opened_from_ms))
        .and_where(
            Setting::PausedUntilMs
                .is_null()
                .or(Setting::PausedUntilMs.lte(now_ms)),
        );
    query
}

/// Returns the condition that the review approved the member. The double negation keeps SQLite from the index of the
/// states, which would read all approved accounts even for a statement that needs a few. PostgreSQL sees through the
/// negation, and still expects the right number of rows.
pub(in crate::store) fn is_approved() -> Expr {
    let status = Expr::col((account::Entity, account::Column::ReviewStatus));
    status.ne(ReviewStatus::Approved).not()
}

async fn read(connection: &impl CanRead, query: &SelectStatement) -> Result<Page> {
    let rows = connection.query_all(query).await?;
    let rows = rows.iter().map(|row| Row::from_query_result(row, ""));
    Ok(Page(rows.collect::<std::result::Result<_, _>>()?))
}

/// Returns an expression for the columns of [`PACKED`] as one text.
fn packed_profile() -> Expr {
    let text = |column| Expr::col((profile::Entity, column)).cast_as("text");
    let separator = || Expr::val(SEPARATOR.to_string());
    let [first, others @ ..] = PACKED;
    others.into_iter().fold(text(first), |packed, column| {
        let concatenated = packed.binary(BinOper::Custom("||"), separator());
        concatenated.binary(BinOper::Custom("||"), text(column))
    })
}

/// The values of a packed text, one after the other.
struct Values<'a>(Split<'a, char>);

impl<'a> Values<'a> {
    fn text(&mut self) -> Result<&'a str> {
        let missing = || Error::internal("a packed profile has too few values");
        self.0.next().ok_or_else(missing)
    }

    fn word<T: FromStr<Err: Display>>(&mut self) -> Result<T> {
        parse(self.text()?)
    }

    fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        serde_json::from_str(self.text()?).map_err(Error::internal)
    }

    /// Reads a yes or no, which is a number in SQLite and a word in PostgreSQL.
    fn flag(&mut self) -> Result<bool> {
        match self.text()? {
            "1" | "true" => Ok(true),
            "0" | "false" => Ok(false),
            other => Err(Error::internal(format!(
                "{other} is neither true nor false"
            ))),
        }
    }
}

fn candidate_of(row: &Row) -> Result<Candidate> {
    let mut values = Values(row.profile.split(SEPARATOR));
    // The fields are read in the order of the columns.
    let gender = values.word()?;
    let match_gender = values.word()?;
    let facts = Facts {
        gender,
        height_cm: values.word()?,
        income_range: values.word()?,
        birthday: values.word()?,
        education: values.word()?,
        marriage_record: values.flag()?,
        has_children: values.flag()?,
        smoke: values.flag()?,
        tattoo: values.flag()?,
        drink: values.flag()?,
        cell: Cell {
            row: values.word()?,
            column: values.word()?,
        },
    };
    let recommend_distance_km = values.word()?;
    let employer = Some(values.text()?.to_owned()).filter(|id| !id.is_empty());
    let wishes = Wishes {
        match_gender,
        conditions: values.json()?,
        recommend_distance_km,
    };
    let tags: Vec<Vec<i32>> = (0..6).map(|_| values.json()).collect::<Result<_>>()?;
    Ok(Candidate {
        account_id: row.account_id,
        person: Person { facts, wishes },
        tags: TagSet::from_ids(tags.iter().map(Vec::as_slice)),
        employer,
        hides_from_colleagues: row.hide_from_colleagues.unwrap_or(false),
        waits_since_ms: row.introduced_at_ms.unwrap_or(row.created_at_ms),
        served_day: row.served_day,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan_of;
    use super::*;

    #[tokio::test]
    async fn a_few_candidates_are_read_by_their_ids_alone() {
        let availability = Availability {
            now_ms: Millis(0),
            opened_from_ms: Millis(0),
        };
        let mut query = candidates(availability, AccountId(i64::MIN));
        query.and_where(account::Column::Id.is_in([1, 2, 3]));
        let steps = plan_of(&query).await;
        assert_eq!(steps.len(), 4);
        for step in steps {
            assert!(step.contains("USING INTEGER PRIMARY KEY"), "{step}");
        }
    }
}
