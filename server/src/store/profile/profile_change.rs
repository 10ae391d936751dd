//! The table of changes that approved members proposed, and their files.

use std::collections::BTreeSet;

use enmusubi_core::review::{ChangeOutcome, Reason};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};
use serde_json::{Map, Value, json};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::account;
use crate::store::connection::ids::{AccountId, ChangeId};
use crate::store::connection::{
    self, CanRead, CanWrite, Transaction, from_json, searchable, statements,
};
use crate::store::profile::tables::profile_change::{ActiveModel, Column, Entity, Model};
use crate::store::profile::tables::profile_change_file as file;

/// The proposed values by the names of their fields.
pub(crate) type ProposedValues = Map<String, Value>;

/// A proposal, open or closed.
#[derive(Debug, Clone)]
pub(crate) struct StoredChange {
    pub(crate) id: ChangeId,
    pub(crate) public_id: String,
    pub(crate) account_id: AccountId,
    /// Empty for a proposal that its member replaced or withdrew.
    pub(crate) proposed: ProposedValues,
    pub(crate) created_at_ms: Millis,
    /// `None` for an open proposal.
    pub(crate) closed: Option<ChangeEnd>,
}

/// The end of a proposal, without the name of the reviewer.
#[derive(Debug, Clone)]
pub(crate) struct ChangeEnd {
    pub(crate) outcome: ChangeOutcome,
    pub(crate) at_ms: Millis,
    pub(crate) reasons: Vec<Reason>,
}

/// The decision of a reviewer to store.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewDecision<'a> {
    pub(crate) outcome: ChangeOutcome,
    pub(crate) actor: &'a str,
    pub(crate) reasons: &'a [Reason],
}

/// Stores a proposal, which is open, with the names of its files.
pub(crate) async fn insert(
    transaction: &Transaction,
    account_id: AccountId,
    public_id: &str,
    proposed: &ProposedValues,
    files: &BTreeSet<String>,
    now_ms: Millis,
) -> Result<()> {
    let row = ActiveModel {
        public_id: Set(public_id.to_owned()),
        account_id: Set(account_id),
        proposed: Set(Value::Object(proposed.clone())),
        created_at_ms: Set(now_ms),
        outcome: Set(None),
        closed_at_ms: Set(None),
        actor: Set(None),
        reasons: Set(json!([])),
        ..ActiveModel::default()
    };
    let inserted = Entity::insert(row).exec(transaction).await?;
    let change_id = inserted.last_insert_id;
    let files = files.iter().map(|file_id| file::ActiveModel {
        change_id: Set(change_id),
        file_id: Set(file_id.clone()),
    });
    statements::insert_all(transaction, files.collect()).await
}

/// Returns the open proposal of an account.
pub(crate) async fn find_open(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<StoredChange>> {
    let row = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Outcome.is_null())
        .one(connection)
        .await?;
    row.map(change_of).transpose()
}

/// Returns the proposal about which a reviewer decided last.
pub(crate) async fn find_latest_decided(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<StoredChange>> {
    let decisions = ChangeOutcome::ALL.iter().copied();
    let decisions = decisions.filter(|it| it.is_decision());
    let row = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Outcome.is_in(decisions))
        .order_by_desc(Column::ClosedAtMs)
        .order_by_desc(Column::Id)
        .one(connection)
        .await?;
    row.map(change_of).transpose()
}

/// Returns a proposal with the LINE user id of its member.
pub(crate) async fn find(
    connection: &impl CanRead,
    public_id: &str,
) -> Result<Option<(StoredChange, String)>> {
    let row = Entity::find()
        .filter(Column::PublicId.eq(searchable(public_id)))
        .one(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let account = account::Entity::find_by_id(row.account_id)
        .one(connection)
        .await?;
    // The account may have been deleted between the two statements.
    let Some(account) = account else {
        return Ok(None);
    };
    Ok(Some((change_of(row)?, account.line_user_id)))
}

/// Returns all proposals of an account, the oldest first.
pub(in crate::store) async fn list_of(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<StoredChange>> {
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    rows.into_iter().map(change_of).collect()
}

/// Returns the time of the `n`-th latest proposal of an account after a moment, counted from 1.
pub(crate) async fn find_nth_latest(
    connection: &impl CanRead,
    account_id: AccountId,
    after_ms: Millis,
    n: u64,
) -> Result<Option<Millis>> {
    let by = (Column::AccountId, account_id);
    let at = (Column::CreatedAtMs, after_ms);
    connection::find_nth_latest::<Entity>(connection, by, at, n).await
}

/// Closes an open proposal with the decision of a reviewer. Returns false if it is not open any more.
pub(crate) async fn decide(
    transaction: &Transaction,
    id: ChangeId,
    decided: NewDecision<'_>,
    now_ms: Millis,
) -> Result<bool> {
    let reasons = serde_json::to_value(decided.reasons).map_err(Error::internal)?;
    let updated = Entity::update_many()
        .col_expr(Column::Outcome, Expr::value(decided.outcome))
        .col_expr(Column::ClosedAtMs, Expr::value(now_ms))
        .col_expr(Column::Actor, Expr::value(decided.actor))
        .col_expr(Column::Reasons, Expr::value(reasons))
        .filter(Column::Id.eq(id))
        .filter(Column::Outcome.is_null())
        .exec(transaction)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Closes an open proposal that its member takes back, and deletes the proposed values, which no reviewer needs any
/// more.
pub(crate) async fn take_back(
    transaction: &Transaction,
    id: ChangeId,
    outcome: ChangeOutcome,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Outcome, Expr::value(outcome))
        .col_expr(Column::ClosedAtMs, Expr::value(now_ms))
        .col_expr(Column::Proposed, Expr::value(json!({})))
        .filter(Column::Id.eq(id))
        .filter(Column::Outcome.is_null())
        .exec(transaction)
        .await?;
    Ok(())
}

/// Stores other values in an open proposal, and removes these files from it.
pub(crate) async fn set_proposed(
    transaction: &Transaction,
    id: ChangeId,
    proposed: &ProposedValues,
    removed: &[String],
) -> Result<()> {
    Entity::update_many()
        .col_expr(
            Column::Proposed,
            Expr::value(Value::Object(proposed.clone())),
        )
        .filter(Column::Id.eq(id))
        .exec(transaction)
        .await?;
    let is_removed = file::Column::FileId.is_in(removed);
    statements::delete::<file::Entity>(transaction, file::Column::ChangeId.eq(id).and(is_removed))
        .await
}

/// Deletes proposals that were made before that moment and that their member took back: they count against no limit
/// any more.
pub(crate) async fn delete_taken_back(
    connection: &impl CanWrite,
    account_id: AccountId,
    before_ms: Millis,
) -> Result<()> {
    let taken_back = [ChangeOutcome::Replaced, ChangeOutcome::Withdrawn];
    let is_due = Column::CreatedAtMs
        .lte(before_ms)
        .and(Column::Outcome.is_in(taken_back));
    statements::delete::<Entity>(connection, Column::AccountId.eq(account_id).and(is_due)).await
}

/// Removes the files of a closed proposal and returns their names. The files stay attached until they are released.
pub(crate) async fn remove_files(transaction: &Transaction, id: ChangeId) -> Result<Vec<String>> {
    let names = file::Entity::find()
        .select_only()
        .column(file::Column::FileId)
        .filter(file::Column::ChangeId.eq(id))
        .into_tuple()
        .all(transaction)
        .await?;
    file::Entity::delete_many()
        .filter(file::Column::ChangeId.eq(id))
        .exec(transaction)
        .await?;
    Ok(names)
}

fn change_of(row: Model) -> Result<StoredChange> {
    let closed = match (row.outcome, row.closed_at_ms) {
        (Some(outcome), Some(at_ms)) => Some(ChangeEnd {
            outcome,
            at_ms,
            reasons: from_json(row.reasons)?,
        }),
        _ => None,
    };
    Ok(StoredChange {
        id: row.id,
        public_id: row.public_id,
        account_id: row.account_id,
        proposed: from_json(row.proposed)?,
        created_at_ms: row.created_at_ms,
        closed,
    })
}
