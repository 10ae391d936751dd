//! The table of evidence that accounts have used, as keyed hashes. A row outlives its account.

use std::collections::{BTreeSet, HashMap};

use enmusubi_core::review::{ReviewStatus, TraceKind};
use sea_orm::sea_query::{Expr, OnConflict, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder as _,
    QuerySelect as _,
};
use serde_json::json;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::work_email;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, Transaction, from_json, padded};
use crate::store::file::tables::{document, upload};
use crate::store::review::tables::evidence_trace::{ActiveModel, Column, Entity, Model};

/// The latest decision about an account.
#[derive(Debug, Clone)]
pub(crate) struct LatestDecision {
    pub(crate) status: ReviewStatus,
    /// The codes of the reasons.
    pub(crate) reasons: Vec<String>,
    pub(crate) at_ms: Millis,
}

/// Evidence that another account has used, without anything that names the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeenEvidence {
    pub(crate) kind: TraceKind,
    /// True if the other account was deleted.
    pub(crate) is_deleted: bool,
    /// `None` if no decision about the other account stands.
    pub(crate) outcome: Option<ReviewStatus>,
    pub(crate) reasons: Vec<String>,
    /// The time of the decision, or of the first use.
    pub(crate) at_ms: Millis,
}

/// The evidence that a case shows, and the account whose case it is.
#[derive(Debug, Clone)]
pub(crate) struct ShownEvidence<'a> {
    pub(crate) account_id: AccountId,
    pub(crate) line_user_id: &'a str,
    /// The names of the documents.
    pub(crate) documents: Vec<String>,
}

/// The traces that a case shows, the latest first. A reviewer learns nothing more from a longer list.
const MAX_SEEN: usize = 20;
/// The most traces, and the most uploads, that the server compares. Many people may send the same empty form.
const MAX_COMPARED: u64 = 1000;

/// Adds a trace of each document and mailbox that the account uses now, and gives all of its traces this decision.
pub(crate) async fn record(
    transaction: &Transaction,
    account_id: AccountId,
    decision: &LatestDecision,
) -> Result<()> {
    let mut used = Vec::new();
    for hash in hashes_of_documents(transaction, account_id).await? {
        used.push((TraceKind::Document, hash));
    }
    for hash in
        hashes_of_mailboxes(transaction, work_email::Column::AccountId.eq(account_id)).await?
    {
        used.push((TraceKind::Mailbox, hash));
    }
    let rows = used.into_iter().map(|(kind, hash)| ActiveModel {
        hash: Set(hash),
        kind: Set(kind),
        account_id: Set(Some(account_id)),
        outcome: Set(None),
        reasons: Set(json!([])),
        decided_at_ms: Set(None),
        created_at_ms: Set(decision.at_ms),
        deleted_at_ms: Set(None),
        ..ActiveModel::default()
    });
    let own = [Column::AccountId, Column::Kind, Column::Hash];
    // SeaORM runs no statement for an empty list.
    Entity::insert_many(rows)
        .on_conflict(OnConflict::columns(own).do_nothing().to_owned())
        .exec_without_returning(transaction)
        .await?;
    Entity::update_many()
        .col_expr(Column::Outcome, Expr::value(decision.status))
        .col_expr(Column::Reasons, Expr::value(json!(decision.reasons)))
        .col_expr(Column::DecidedAtMs, Expr::value(decision.at_ms))
        .filter(Column::AccountId.eq(account_id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Detaches the traces of an account that is about to be deleted.
pub(in crate::store) async fn detach(
    transaction: &Transaction,
    account_id: AccountId,
    now_ms: Millis,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::AccountId, Expr::value(None::<AccountId>))
        .col_expr(Column::DeletedAtMs, Expr::value(now_ms))
        .filter(Column::AccountId.eq(account_id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Deletes traces of accounts that were deleted at that moment or earlier, `limit` at most, and returns the number of
/// them.
pub(crate) async fn delete_detached_before(
    transaction: &Transaction,
    before_ms: Millis,
    limit: u64,
) -> Result<u64> {
    // Two servers that delete at the same time lock the rows in the same order.
    let due: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::DeletedAtMs.lte(before_ms))
        .order_by_asc(Column::Id)
        .limit(limit)
        .lock_exclusive()
        .into_tuple()
        .all(transaction)
        .await?;
    let deleted = Entity::delete_many()
        .filter(Column::Id.is_in(padded(due)))
        .exec(transaction)
        .await?;
    Ok(deleted.rows_affected)
}

/// Returns the uses of the same evidence by other accounts, the latest first: their traces, and the documents of
/// accounts about which no reviewer has decided.
pub(crate) async fn list_seen(
    connection: &impl CanRead,
    shown: &ShownEvidence<'_>,
) -> Result<Vec<SeenEvidence>> {
    let hashes = hashes_of(connection, shown).await?;
    if hashes.is_empty() {
        return Ok(Vec::new());
    }
    let is_of_another = Condition::any()
        .add(Column::AccountId.is_null())
        .add(Column::AccountId.ne(shown.account_id));
    let traces = Entity::find()
        .filter(Column::Hash.is_in(padded(hashes.clone())))
        .filter(is_of_another)
        .order_by_desc(Column::Id)
        .limit(MAX_COMPARED)
        .all(connection)
        .await?;
    let decided: BTreeSet<AccountId> = traces.iter().filter_map(|trace| trace.account_id).collect();
    let mut seen: Vec<SeenEvidence> = traces.into_iter().map(seen_of).collect::<Result<_>>()?;
    let same: Vec<(String, Millis)> = upload::Entity::find()
        .select_only()
        .columns([upload::Column::Name, upload::Column::CreatedAtMs])
        .filter(upload::Column::EvidenceHash.is_in(padded(hashes)))
        .order_by_desc(upload::Column::CreatedAtMs)
        .limit(MAX_COMPARED)
        .into_tuple()
        .all(connection)
        .await?;
    let same: HashMap<String, Millis> = same.into_iter().collect();
    let users = document::Entity::find()
        .filter(document::Column::FileId.is_in(padded(same.keys().cloned().collect())))
        .filter(document::Column::AccountId.ne(shown.account_id))
        .all(connection)
        .await?;
    let undecided = users
        .into_iter()
        .filter(|user| !decided.contains(&user.account_id));
    seen.extend(undecided.map(|user| SeenEvidence {
        kind: TraceKind::Document,
        is_deleted: false,
        outcome: None,
        reasons: Vec::new(),
        at_ms: same.get(&user.file_id).copied().unwrap_or_default(),
    }));
    seen.sort_by_key(|it| std::cmp::Reverse(it.at_ms));
    seen.truncate(MAX_SEEN);
    Ok(seen)
}

/// Returns the hashes of everything that the account uses, proposes or has used.
async fn hashes_of(connection: &impl CanRead, shown: &ShownEvidence<'_>) -> Result<Vec<String>> {
    let own: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Hash)
        .filter(Column::AccountId.eq(shown.account_id))
        .into_tuple()
        .all(connection)
        .await?;
    let documents: Vec<Option<String>> = upload::Entity::find()
        .select_only()
        .column(upload::Column::EvidenceHash)
        .filter(upload::Column::Name.is_in(padded(shown.documents.clone())))
        .into_tuple()
        .all(connection)
        .await?;
    let is_own = work_email::Column::LineUserId.eq(shown.line_user_id);
    let mailboxes = hashes_of_mailboxes(connection, is_own).await?;
    let all = own
        .into_iter()
        .chain(documents.into_iter().flatten())
        .chain(mailboxes);
    Ok(all.collect::<BTreeSet<_>>().into_iter().collect())
}

async fn hashes_of_documents(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<String>> {
    let names = Query::select()
        .column(document::Column::FileId)
        .from(document::Entity)
        .and_where(document::Column::AccountId.eq(account_id))
        .take();
    let hashes: Vec<Option<String>> = upload::Entity::find()
        .select_only()
        .column(upload::Column::EvidenceHash)
        .filter(upload::Column::Name.in_subquery(names))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(hashes.into_iter().flatten().collect())
}

async fn hashes_of_mailboxes(connection: &impl CanRead, which: Expr) -> Result<Vec<String>> {
    Ok(work_email::Entity::find()
        .select_only()
        .column(work_email::Column::MailboxHash)
        .filter(which)
        .into_tuple()
        .all(connection)
        .await?)
}

fn seen_of(row: Model) -> Result<SeenEvidence> {
    Ok(SeenEvidence {
        kind: row.kind,
        is_deleted: row.account_id.is_none(),
        outcome: row.outcome,
        reasons: from_json(row.reasons)?,
        at_ms: row.decided_at_ms.unwrap_or(row.created_at_ms),
    })
}
