//! The members who can be introduced, with the columns that a decision about a pair needs.

use std::collections::HashSet;

use chrono::NaiveDate;
use enmusubi_core::matching::affinity::TagSet;
use enmusubi_core::matching::{Facts, Person, Wishes};
use enmusubi_core::{Cell, ReviewStatus};
use sea_orm::sea_query::{BinOper, Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ColumnTrait as _, FromQueryResult, Order};
use serde_json::Value;

use crate::error::Result;
use crate::store::database::{CanRead, padded};
use crate::store::entity::{
    account, introduction_member, member_setting, preference_change, profile,
};
use crate::store::profile::{from_json, parse};

/// A member who can be introduced: approved, not paused, and lately in the app.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) account_id: i64,
    pub(crate) person: Person,
    pub(crate) tags: TagSet,
    /// The id of the employer, or `None` if it is not in the list.
    pub(crate) employer: Option<String>,
    pub(crate) hides_from_colleagues: bool,
    /// The time of the latest introduction, or of the registration without one.
    pub(crate) waits_since_ms: i64,
    /// The day of the latest set for which the job looked for introductions of the member.
    pub(crate) served_day: Option<NaiveDate>,
}

/// The state that makes a member a candidate, at one moment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Availability {
    pub(crate) now_ms: i64,
    /// The latest time at which the member must have opened the app.
    pub(crate) opened_from_ms: i64,
}

/// The columns as the tables have them.
#[derive(Debug, FromQueryResult)]
#[expect(
    clippy::struct_excessive_bools,
    clippy::struct_field_names,
    reason = "the names and types are those of the columns"
)]
struct Row {
    account_id: i64,
    created_at_ms: i64,
    gender: String,
    match_gender: String,
    height: i32,
    income_range: String,
    birthday: NaiveDate,
    education: String,
    marriage_record: bool,
    has_children: bool,
    smoke: bool,
    tattoo: bool,
    drink: bool,
    personality_tag_ids: Value,
    exercise_tag_ids: Value,
    hobby_tag_ids: Value,
    marriage_type_tag_ids: Value,
    fertility_plan_tag_ids: Value,
    pet_tag_ids: Value,
    cell_row: i32,
    cell_column: i32,
    recommend_distance_km: i32,
    employer_id: String,
    value_item: Value,
    hide_from_colleagues: Option<bool>,
    introduced_at_ms: Option<i64>,
    served_day: Option<NaiveDate>,
}

/// Returns at most `limit` candidates whose account ids are larger than `after_id`, in their order.
pub(crate) async fn list_after(
    connection: &impl CanRead,
    after_id: i64,
    limit: u64,
    availability: Availability,
) -> Result<Vec<Candidate>> {
    let mut query = candidates(availability);
    query
        .and_where(account::Column::Id.gt(after_id))
        .order_by((account::Entity, account::Column::Id), Order::Asc)
        .limit(limit);
    read(connection, &query).await
}

/// Returns those of the accounts that are candidates.
pub(crate) async fn find_all(
    connection: &impl CanRead,
    account_ids: &[i64],
    availability: Availability,
) -> Result<Vec<Candidate>> {
    let mut query = candidates(availability);
    query.and_where(account::Column::Id.is_in(padded(account_ids.to_vec())));
    read(connection, &query).await
}

/// Returns the accounts whose preferences changed after a moment, among the given ones or all.
pub(crate) async fn list_changed_after(
    connection: &impl CanRead,
    account_ids: Option<&[i64]>,
    after_ms: i64,
) -> Result<HashSet<i64>> {
    let mut query = Query::select();
    query
        // With `DISTINCT`, SQLite would read the whole index of the accounts, which is in their order.
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

fn candidates(
    Availability {
        now_ms,
        opened_from_ms,
    }: Availability,
) -> SelectStatement {
    use account::Column as Account;
    use member_setting::Column as Setting;
    let mut query = Query::select();
    query
        .expr_as(Expr::col((account::Entity, Account::Id)), "account_id")
        .column((account::Entity, Account::CreatedAtMs))
        .columns(
            [
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
                profile::Column::PersonalityTagIds,
                profile::Column::ExerciseTagIds,
                profile::Column::HobbyTagIds,
                profile::Column::MarriageTypeTagIds,
                profile::Column::FertilityPlanTagIds,
                profile::Column::PetTagIds,
                profile::Column::CellRow,
                profile::Column::CellColumn,
                profile::Column::RecommendDistanceKm,
                profile::Column::EmployerId,
                profile::Column::ValueItem,
            ]
            .map(|column| (profile::Entity, column)),
        )
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
            Expr::col((profile::Entity, profile::Column::AccountId))
                .equals((account::Entity, Account::Id)),
        )
        .left_join(
            member_setting::Entity,
            Expr::col((member_setting::Entity, Setting::AccountId))
                .equals((account::Entity, Account::Id)),
        )
        .left_join(
            introduction_member::Entity,
            Expr::col((
                introduction_member::Entity,
                introduction_member::Column::AccountId,
            ))
            .equals((account::Entity, Account::Id)),
        )
        .and_where(is_approved())
        .and_where(Account::OpenedAtMs.gte(opened_from_ms))
        .and_where(
            Setting::PausedUntilMs
                .is_null()
                .or(Setting::PausedUntilMs.lte(now_ms)),
        );
    query
}

/// Returns the condition that the review approved the member. Without the concatenation, SQLite would read the
/// index of the states, and so all approved accounts, even if the statement needs a few.
pub(in crate::store) fn is_approved() -> Expr {
    let status = Expr::col((account::Entity, account::Column::ReviewStatus));
    status
        .binary(BinOper::Custom("||"), "")
        .eq(ReviewStatus::Approved.as_str())
}

async fn read(connection: &impl CanRead, query: &SelectStatement) -> Result<Vec<Candidate>> {
    let rows = connection.query_all(query).await?;
    rows.iter()
        .map(|row| candidate_of(Row::from_query_result(row, "")?))
        .collect()
}

fn candidate_of(row: Row) -> Result<Candidate> {
    let tag_lists: [Vec<i32>; 6] = [
        from_json(row.personality_tag_ids)?,
        from_json(row.exercise_tag_ids)?,
        from_json(row.hobby_tag_ids)?,
        from_json(row.marriage_type_tag_ids)?,
        from_json(row.fertility_plan_tag_ids)?,
        from_json(row.pet_tag_ids)?,
    ];
    Ok(Candidate {
        account_id: row.account_id,
        person: Person {
            facts: Facts {
                gender: parse(&row.gender)?,
                birthday: row.birthday,
                height_cm: row.height,
                income_range: parse(&row.income_range)?,
                education: parse(&row.education)?,
                marriage_record: row.marriage_record,
                has_children: row.has_children,
                smoke: row.smoke,
                tattoo: row.tattoo,
                drink: row.drink,
                cell: Cell {
                    row: row.cell_row,
                    column: row.cell_column,
                },
            },
            wishes: Wishes {
                match_gender: parse(&row.match_gender)?,
                conditions: from_json(row.value_item)?,
                recommend_distance_km: row.recommend_distance_km,
            },
        },
        tags: TagSet::from_ids(tag_lists.iter().map(Vec::as_slice)),
        employer: Some(row.employer_id).filter(|id| !id.is_empty()),
        hides_from_colleagues: row.hide_from_colleagues.unwrap_or(false),
        waits_since_ms: row.introduced_at_ms.unwrap_or(row.created_at_ms),
        served_day: row.served_day,
    })
}

#[cfg(test)]
mod tests {
    use sea_orm::sea_query::SqliteQueryBuilder;
    use sea_orm::{ConnectionTrait as _, DbBackend, Statement};

    use super::*;
    use crate::store::Database;

    #[tokio::test]
    async fn a_few_candidates_are_read_by_their_ids_alone() {
        let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
        database.migrate().await.unwrap();
        let mut query = candidates(Availability {
            now_ms: 0,
            opened_from_ms: 0,
        });
        query.and_where(account::Column::Id.is_in([1, 2, 3]));
        let sql = format!("EXPLAIN QUERY PLAN {}", query.to_string(SqliteQueryBuilder));
        let plan = Statement::from_string(DbBackend::Sqlite, sql);
        let steps = database.reads.query_all_raw(plan).await.unwrap();
        assert_eq!(steps.len(), 4);
        for step in steps {
            let step: String = step.try_get("", "detail").unwrap();
            assert!(step.contains("USING INTEGER PRIMARY KEY"), "{step}");
        }
    }
}
