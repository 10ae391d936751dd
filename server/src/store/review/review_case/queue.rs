//! The queue of open cases: its order, its filters, and the cases that a reviewer may not see.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use enmusubi_core::VerifyMethod;
use enmusubi_core::review::{CaseKind, CaseState};
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Query, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _, Select};

use super::claim::is_unheld;
use super::{StoredCase, case_of};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::audit::actor::Actor;
use crate::store::connection::CanRead;
use crate::store::connection::ids::{AccountId, CaseId};
use crate::store::meeting::tables::{block, introduction_side};
use crate::store::review::tables::report;
use crate::store::review::tables::review_case::{Column, Entity};

/// The place of a case in the queue: reports of danger first, then by due date, then by id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueKey {
    pub urgency: i32,
    pub due_at_ms: Millis,
    pub id: CaseId,
}

impl fmt::Display for QueueKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}.{}.{}",
            self.urgency, self.due_at_ms.0, self.id
        )
    }
}

/// The error for a text that is no place in the queue.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is no place in the queue")]
pub struct UnknownPlace;

impl FromStr for QueueKey {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<Self, UnknownPlace> {
        let mut numbers = text.splitn(3, '.');
        let mut next = || numbers.next().ok_or(UnknownPlace);
        let (urgency, due_at_ms, id) = (next()?, next()?, next()?);
        Ok(Self {
            urgency: urgency.parse().map_err(|_| UnknownPlace)?,
            due_at_ms: due_at_ms.parse().map(Millis).map_err(|_| UnknownPlace)?,
            id: id.parse().map_err(|_| UnknownPlace)?,
        })
    }
}

/// The cases to list. A filter that is `None` accepts all.
#[derive(Debug, Clone, Default)]
pub struct QueueFilter {
    pub kind: Option<CaseKind>,
    pub evidence: Option<VerifyMethod>,
    pub employer_id: Option<String>,
    /// The latest time of submission of a listed case.
    pub submitted_before_ms: Option<Millis>,
}

/// The cases that an actor may not see.
#[derive(Debug, Clone)]
pub struct HiddenCases {
    pub actor: Actor,
    /// The reviewer as a member.
    pub member: Option<KnownMember>,
}

/// A reviewer who is or was a member.
#[derive(Debug, Clone)]
pub struct KnownMember {
    /// The id of the account, unless it is deleted.
    pub account_id: Option<AccountId>,
    /// The keyed hash of the person, which finds blocks also after the account is deleted.
    pub hash: String,
    /// The employer of the account, or an empty text.
    pub employer_id: String,
}

impl HiddenCases {
    /// Returns the condition of the cases that the actor may see: not barred, and not of a person whom the reviewer
    /// knows as a member.
    pub(super) fn condition(&self) -> Condition {
        let is_not_barred_by = |column: Column| {
            Condition::any()
                .add(column.is_null())
                .add(column.ne(self.actor))
        };
        let mut condition = Condition::all()
            .add(is_not_barred_by(Column::Barred))
            .add(is_not_barred_by(Column::FirstBarred));
        let Some(member) = &self.member else {
            return condition;
        };
        condition = condition
            .add(Column::AccountId.not_in_subquery(blocked(&member.hash)))
            .add(Column::AccountId.not_in_subquery(blocking(&member.hash)));
        if let Some(account_id) = member.account_id {
            condition = condition
                .add(Column::AccountId.ne(account_id))
                .add(Column::AccountId.not_in_subquery(introduced_to(account_id)))
                .add(Column::Subject.not_in_subquery(reports_by(account_id)))
                .add(Column::Subject.not_in_subquery(reports_by_introduced(account_id)));
        }
        if !member.employer_id.is_empty() {
            condition = condition.add(Column::EmployerId.ne(&member.employer_id));
        }
        condition
    }
}

/// Selects the members to whom a member was introduced. Every match and every report comes from an introduction.
fn introduced_to(account_id: AccountId) -> SelectStatement {
    Query::select()
        .column(introduction_side::Column::OtherId)
        .from(introduction_side::Entity)
        .and_where(introduction_side::Column::AccountId.eq(account_id))
        .take()
}

// A block of a deleted account has NULL in place of the account, and `NOT IN` of a list with a NULL is never true.
fn blocked(hash: &str) -> SelectStatement {
    Query::select()
        .column(block::Column::BlockedId)
        .from(block::Entity)
        .and_where(block::Column::BlockerHash.eq(hash))
        .and_where(block::Column::BlockedId.is_not_null())
        .take()
}

fn blocking(hash: &str) -> SelectStatement {
    Query::select()
        .column(block::Column::BlockerId)
        .from(block::Entity)
        .and_where(block::Column::BlockedHash.eq(hash))
        .and_where(block::Column::BlockerId.is_not_null())
        .take()
}

fn reports_by(account_id: AccountId) -> SelectStatement {
    Query::select()
        .column(report::Column::PublicId)
        .from(report::Entity)
        .and_where(report::Column::ReporterId.eq(account_id))
        .take()
}

/// Selects the reports by the people to whom the member was introduced. A condition with `OR` for these reports and the
/// member's own reports would make PostgreSQL read all reports.
fn reports_by_introduced(account_id: AccountId) -> SelectStatement {
    Query::select()
        .column(report::Column::PublicId)
        .from(report::Entity)
        .inner_join(
            introduction_side::Entity,
            Expr::col((
                introduction_side::Entity,
                introduction_side::Column::OtherId,
            ))
            .equals((report::Entity, report::Column::ReporterId)),
        )
        .and_where(introduction_side::Column::AccountId.eq(account_id))
        .take()
}

/// Returns open cases after a place in the queue, at most `limit`.
pub(crate) async fn list_queue(
    connection: &impl CanRead,
    filter: &QueueFilter,
    hidden: &HiddenCases,
    after: Option<QueueKey>,
    limit: u64,
) -> Result<Vec<StoredCase>> {
    let query = queue(filter, hidden, after).limit(limit);
    let rows = query.all(connection).await?;
    rows.into_iter().map(case_of).collect()
}

/// Returns the open cases after a place in the queue that no actor holds, at most `limit`.
pub(crate) async fn list_free(
    connection: &impl CanRead,
    filter: &QueueFilter,
    hidden: &HiddenCases,
    after: Option<QueueKey>,
    now_ms: Millis,
    limit: u64,
) -> Result<Vec<StoredCase>> {
    let query = queue(filter, hidden, after).filter(is_unheld(now_ms));
    let rows = query.limit(limit).all(connection).await?;
    rows.into_iter().map(case_of).collect()
}

/// Selects the open cases after a place in the queue, in its order.
pub(super) fn queue(
    filter: &QueueFilter,
    hidden: &HiddenCases,
    after: Option<QueueKey>,
) -> Select<Entity> {
    let mut query = Entity::find()
        .filter(Column::State.eq(CaseState::Open))
        .filter(hidden.condition());
    if let Some(kind) = filter.kind {
        query = query.filter(Column::Kind.eq(kind));
    }
    if let Some(evidence) = filter.evidence {
        query = query.filter(Column::Evidence.eq(evidence));
    }
    if let Some(employer_id) = &filter.employer_id {
        query = query.filter(Column::EmployerId.eq(employer_id));
    }
    if let Some(before_ms) = filter.submitted_before_ms {
        query = query.filter(Column::SubmittedAtMs.lte(before_ms));
    }
    if let Some(key) = after {
        query = query.filter(place().gt(value_of(key)));
    }
    in_order(query)
}

/// Sorts cases as the queue does.
pub(super) fn in_order(query: Select<Entity>) -> Select<Entity> {
    query
        .order_by_asc(Column::Urgency)
        .order_by_asc(Column::DueAtMs)
        .order_by_asc(Column::Id)
}

/// Counts the open cases by kind. A kind without open cases is missing.
pub(crate) async fn count_open(connection: &impl CanRead) -> Result<HashMap<CaseKind, u64>> {
    let rows: Vec<(CaseKind, i64)> = Entity::find()
        .select_only()
        .column(Column::Kind)
        .expr(Expr::col(Column::Id).count())
        .filter(Column::State.eq(CaseState::Open))
        .group_by(Column::Kind)
        .into_tuple()
        .all(connection)
        .await?;
    let counted = rows.into_iter().map(|(kind, n)| {
        let n = u64::try_from(n).map_err(Error::internal)?;
        Ok((kind, n))
    });
    counted.collect()
}

/// The decisions of second looks in a period.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SecondLookCounts {
    pub(crate) decided: u64,
    /// Those that came to the same decision as the first look.
    pub(crate) agreed: u64,
}

/// Counts the second looks that were decided after that moment and have taken effect.
pub(crate) async fn count_second_looks(
    connection: &impl CanRead,
    after_ms: Millis,
) -> Result<SecondLookCounts> {
    let rows: Vec<Option<bool>> = Entity::find()
        .select_only()
        .column(Column::Agrees)
        .filter(Column::DecidedAtMs.gt(after_ms))
        .filter(Column::SecondLookOf.is_not_null())
        .filter(Column::Agrees.is_not_null())
        .into_tuple()
        .all(connection)
        .await?;
    let agreed = rows.iter().filter(|agrees| **agrees == Some(true)).count();
    Ok(SecondLookCounts {
        decided: rows.len() as u64,
        agreed: agreed as u64,
    })
}

pub(super) fn place() -> Expr {
    Expr::tuple([
        Expr::col(Column::Urgency),
        Expr::col(Column::DueAtMs),
        Expr::col(Column::Id),
    ])
}

pub(super) fn value_of(key: QueueKey) -> Expr {
    Expr::tuple([
        Expr::value(key.urgency),
        Expr::value(key.due_at_ms),
        Expr::value(key.id),
    ])
}
