//! The audit log: rows that are added in the transaction of the act which they record, and never changed. Each row
//! has the hash of the row before it.

pub mod actor;
mod chain;
pub(in crate::store) mod tables;

pub use self::actor::Actor;
pub use chain::Entry;
pub(crate) use chain::FIRST_PREVIOUS_HASH;

use enmusubi_core::review::AuditAction;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult as _, QueryFilter,
    QueryOrder as _, QuerySelect as _, QueryTrait as _, Select,
};
use serde_json::{Map, Value};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::audit::tables::audit::{ActiveModel, Column, Entity, Model};
use crate::store::connection::ids::{AccountId, CaseId, ReviewerId};
use crate::store::connection::{CanRead, Transaction, statements};

/// An act to record. It holds ids, codes and keyed hashes: no names and no texts, because it outlives the deletion
/// of the account.
#[derive(Debug, Clone)]
pub struct Act<'a> {
    /// The person or program that acts.
    pub actor: &'a Actor,
    /// The kind of the act.
    pub action: AuditAction,
    /// The case that the act is about.
    pub case_id: Option<CaseId>,
    /// The account that the act is about.
    pub account_id: Option<AccountId>,
    /// The reviewer whom the act is about, as when an operator removes one.
    pub reviewer_id: Option<ReviewerId>,
    /// A code, the name of a field, a keyed hash or an id; empty if there is none.
    pub subject: &'a str,
    /// Names and values, such as a decision and the codes of its reasons.
    pub detail: Map<String, Value>,
}

impl<'a> Act<'a> {
    /// Returns an act without a subject, to complete with `..Act::new(actor, action)`.
    #[must_use]
    pub fn new(actor: &'a Actor, action: AuditAction) -> Self {
        Self {
            actor,
            action,
            case_id: None,
            account_id: None,
            reviewer_id: None,
            subject: "",
            detail: Map::new(),
        }
    }
}

/// A row of which a column has a value of another type. SQLite stores any value in any column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// `None` if the id itself is no number.
    pub(crate) id: Option<i64>,
}

/// The key of the advisory lock that a transaction on PostgreSQL holds from its first row of the log to its end.
const APPEND_LOCK: &str = "SELECT pg_advisory_xact_lock(4975390287)";

/// Adds a row. Call this directly before the commit: from here on, other transactions that add rows wait, and one
/// that already has the lock must not wait for rows of tables that this transaction has locked.
pub(crate) async fn append(transaction: &Transaction, act: Act<'_>, now_ms: Millis) -> Result<()> {
    check_codes(&act)?;
    // A second transaction that read the same last row would give its own row the same number. SQLite has one writer.
    if transaction.get_database_backend() == DbBackend::Postgres {
        transaction.execute_unprepared(APPEND_LOCK).await?;
    }
    let last: Option<(i64, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Hash])
        .order_by_desc(Column::Id)
        .into_tuple()
        .one(transaction)
        .await?;
    let (last_id, previous_hash) = last.unwrap_or_else(|| (0, FIRST_PREVIOUS_HASH.to_owned()));
    let mut entry = Entry {
        id: last_id + 1,
        at_ms: now_ms.0,
        actor: act.actor.to_string(),
        action: act.action.as_str().to_owned(),
        case_id: act.case_id,
        account_id: act.account_id,
        reviewer_id: act.reviewer_id,
        subject: act.subject.to_owned(),
        detail: Value::Object(act.detail).to_string(),
        previous_hash,
        hash: String::new(),
    };
    entry.hash = entry.compute_hash(entry.id);
    let row = ActiveModel::from(Model::from(entry));
    statements::insert(transaction, row).await
}

/// Returns the rows after this id, or the first ones, in the order of their ids.
pub(crate) async fn list_after(
    connection: &impl CanRead,
    after: Option<i64>,
    limit: u64,
) -> Result<Vec<Result<Entry, Unreadable>>> {
    let query = Entity::find()
        .apply_if(after, |query, id| query.filter(Column::Id.gt(id)))
        .order_by_asc(Column::Id)
        .limit(limit);
    let rows = connection.query_all(query.as_query()).await?;
    let entries = rows.iter().map(|row| {
        let read = Model::from_query_result(row, "").map(Entry::from);
        read.map_err(|_| Unreadable {
            id: row.try_get("", "id").ok(),
        })
    });
    Ok(entries.collect())
}

/// Returns the latest rows of an action since that moment, the newest first.
pub(crate) async fn list_latest_of(
    connection: &impl CanRead,
    action: AuditAction,
    since_ms: Millis,
    limit: u64,
) -> Result<Vec<Entry>> {
    Ok(latest_of(action, since_ms)
        .limit(limit)
        .all(connection)
        .await?
        .into_iter()
        .map(Entry::from)
        .collect())
}

fn latest_of(action: AuditAction, since_ms: Millis) -> Select<Entity> {
    Entity::find()
        .filter(Column::Action.eq(action.as_str()))
        .filter(Column::AtMs.gte(since_ms))
        .order_by_desc(Column::AtMs)
        .order_by_desc(Column::Id)
}

/// Returns the time of the actor's `n`-th latest act of this kind, or `None` if there are fewer than `n` after `since_ms`.
pub(crate) async fn find_nth_latest(
    connection: &impl CanRead,
    actor: Actor,
    action: AuditAction,
    n: u64,
    since_ms: Millis,
) -> Result<Option<Millis>> {
    let nth = times_of(actor, action, since_ms).offset(n - 1).limit(1);
    Ok(nth.into_tuple().one(connection).await?)
}

/// Returns the time of the actor's latest claim of the `n`-th latest case. Counts each case once, and the case `but_id`
/// not at all. Returns `None` if there are fewer than `n` cases after `since_ms`.
pub(crate) async fn find_nth_latest_claim(
    connection: &impl CanRead,
    actor: Actor,
    but_id: CaseId,
    n: u64,
    since_ms: Millis,
) -> Result<Option<Millis>> {
    let nth = claimed_cases_of(actor, but_id, since_ms)
        .offset(n - 1)
        .limit(1);
    Ok(nth.into_tuple().one(connection).await?)
}

fn claimed_cases_of(actor: Actor, but_id: CaseId, since_ms: Millis) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column_as(Column::AtMs.max(), "claimed_at_ms")
        .filter(Column::Action.eq(AuditAction::Claim.as_str()))
        .filter(Column::AtMs.gt(since_ms))
        .filter(Column::Actor.eq(actor.to_string()))
        .filter(Column::CaseId.ne(but_id))
        .group_by(Column::CaseId)
        .order_by_desc(Column::AtMs.max())
}

fn times_of(actor: Actor, action: AuditAction, since_ms: Millis) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::AtMs)
        .filter(Column::Action.eq(action.as_str()))
        .filter(Column::AtMs.gt(since_ms))
        .filter(Column::Actor.eq(actor.to_string()))
        .order_by_desc(Column::AtMs)
}

/// Returns the row that has this hash.
pub(crate) async fn find_by_hash(connection: &impl CanRead, hash: &str) -> Result<Option<i64>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Hash.eq(hash))
        .order_by_asc(Column::Id)
        .into_tuple()
        .one(connection)
        .await?)
}

/// Returns the rows that say that they follow the row with this hash. An unchanged log has one at most.
pub(crate) async fn list_successors(
    connection: &impl CanRead,
    previous_hash: &str,
) -> Result<Vec<Entry>> {
    let rows = Entity::find()
        .filter(Column::PreviousHash.eq(previous_hash))
        .order_by_asc(Column::Id)
        .limit(MAX_SUCCESSORS)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// The number of rows with the same previous hash that a check reads. Only a forged log has more than one.
const MAX_SUCCESSORS: u64 = 1000;

/// The largest number of characters of a subject, a name or a value, each of which is a code.
const MAX_CODE_CHARS: usize = 100;

/// Returns an error if a subject or a value may be a text that a person wrote.
fn check_codes(act: &Act<'_>) -> Result<()> {
    let detail = act.detail.iter();
    let is_right = (act.subject.is_empty() || is_code(act.subject))
        && detail.fold(true, |is_right, (name, value)| {
            is_right && is_code(name) && has_only_codes(value)
        });
    is_right
        .then_some(())
        .ok_or_else(|| Error::internal("a row of the audit log would have a text"))
}

fn has_only_codes(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
        Value::String(code) => is_code(code),
        Value::Array(values) => values.iter().all(has_only_codes),
        Value::Object(values) => values
            .iter()
            .all(|(name, value)| is_code(name) && has_only_codes(value)),
    }
}

fn is_code(text: &str) -> bool {
    let is_of_a_code = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/[]=+".contains(&byte);
    (1..=MAX_CODE_CHARS).contains(&text.len()) && text.bytes().all(is_of_a_code)
}

#[cfg(test)]
mod tests {
    use sea_orm::Statement;
    use serde_json::json;

    use super::*;
    use crate::store::connection::Database;

    #[tokio::test]
    async fn the_acts_of_an_hour_or_a_week_come_from_the_index_of_the_acts() {
        let database = Database::open(&"sqlite::memory:".into()).await.unwrap();
        database.migrate().await.unwrap();
        for (query, index) in [
            (
                times_of(
                    Actor::Reviewer(ReviewerId(1)),
                    AuditAction::OpenEvidence,
                    Millis(1_000),
                )
                .limit(1),
                "COVERING INDEX audit_action (action=? AND at_ms>?)",
            ),
            (
                claimed_cases_of(Actor::Reviewer(ReviewerId(1)), CaseId(7), Millis(1_000)).limit(1),
                "INDEX audit_action (action=? AND at_ms>?)",
            ),
            (
                latest_of(AuditAction::Skip, Millis(1_000)).limit(100),
                "INDEX audit_action (action=? AND at_ms>?)",
            ),
        ] {
            let sql = query.build(DbBackend::Sqlite).to_string();
            let plan =
                Statement::from_string(DbBackend::Sqlite, format!("EXPLAIN QUERY PLAN {sql}"));
            let steps = database.reads.query_all_raw(plan).await.unwrap();
            let first: String = steps[0].try_get("", "detail").unwrap();
            assert_eq!(first, format!("SEARCH audit USING {index}"));
        }
    }

    #[test]
    fn an_act_has_codes_and_no_texts() {
        let is_right = |subject: &str, detail: Value| {
            let Value::Object(detail) = detail else {
                panic!("a detail is an object")
            };
            let act = Act {
                subject,
                detail,
                ..Act::new(&Actor::Cli, AuditAction::Decide)
            };
            check_codes(&act).is_ok()
        };
        let reasons = json!({ "decision": "REJECT", "reasons": ["photoNameList[0]:unclear"] });
        assert!(is_right("photoNameList[0]", reasons));
        assert!(is_right(
            "",
            json!({ "count": 3, "isFinal": true, "of": null })
        ));
        for text in [
            "Rita Sato",
            "佐藤",
            "a\nb",
            "x".repeat(101).as_str(),
            "\u{1b}[2J",
        ] {
            assert!(!is_right(text, json!({})), "{text}");
            assert!(!is_right("a", json!({ "note": text })), "{text}");
            assert!(
                !is_right("a", json!({ "notes": [{ "note": text }] })),
                "{text}"
            );
            assert!(!is_right("a", json!({ text: 1 })), "{text}");
        }
    }
}
