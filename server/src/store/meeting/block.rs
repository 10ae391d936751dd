//! The table of blocks.

use std::collections::{HashMap, HashSet};

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder as _,
    QuerySelect as _,
};
use uuid::Uuid;

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, Transaction, padded, searchable};
pub(crate) use crate::store::meeting::tables::block::Model as Block;
use crate::store::meeting::tables::block::{ActiveModel, Column, Entity};

/// A person, by the account and by the keyed hash that outlives it.
#[derive(Debug, Clone)]
pub(crate) struct HashedPerson {
    pub(crate) account_id: AccountId,
    pub(crate) hash: String,
}

/// A block to store.
#[derive(Debug, Clone)]
pub(crate) struct NewBlock {
    /// The person who blocks.
    pub(crate) by: HashedPerson,
    /// The blocked person.
    pub(crate) of: HashedPerson,
    /// The nickname of the blocked person as the blocker sees it, or empty.
    pub(crate) nickname: String,
}

/// Stores a block. A repeated block changes nothing.
pub(crate) async fn insert(
    transaction: &Transaction,
    block: NewBlock,
    now_ms: Millis,
) -> Result<()> {
    let NewBlock { by, of, nickname } = block;
    let row = ActiveModel {
        public_id: Set(Uuid::new_v4().to_string()),
        blocker_id: Set(Some(by.account_id)),
        blocked_id: Set(Some(of.account_id)),
        blocker_hash: Set(by.hash),
        blocked_hash: Set(of.hash),
        nickname: Set(nickname),
        created_at_ms: Set(now_ms),
        ..ActiveModel::default()
    };
    let is_there = OnConflict::columns([Column::BlockerHash, Column::BlockedHash])
        .do_nothing()
        .to_owned();
    Entity::insert(row)
        .on_conflict(is_there)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Returns the blocks of a member, the newest first.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<Block>> {
    Ok(Entity::find()
        .filter(Column::BlockerId.eq(account_id))
        .order_by_desc(Column::Id)
        .all(connection)
        .await?)
}

/// Deletes a block of a member. Returns false if the member has no such block.
pub(crate) async fn delete(
    connection: &impl CanWrite,
    account_id: AccountId,
    public_id: &str,
) -> Result<bool> {
    let deleted = Entity::delete_many()
        .filter(Column::BlockerId.eq(account_id))
        .filter(Column::PublicId.eq(searchable(public_id)))
        .exec(connection)
        .await?;
    Ok(deleted.rows_affected == 1)
}

/// Connects new accounts with the blocks of earlier accounts of the same people.
pub(crate) async fn attach(transaction: &Transaction, people: &[HashedPerson]) -> Result<()> {
    let ids: HashMap<&str, AccountId> = people
        .iter()
        .map(|person| (person.hash.as_str(), person.account_id))
        .collect();
    let hashes = || padded(people.iter().map(|person| person.hash.clone()).collect());
    let is_of_one = Condition::any()
        .add(Column::BlockerHash.is_in(hashes()))
        .add(Column::BlockedHash.is_in(hashes()));
    let found: Vec<(i64, String, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::BlockerHash, Column::BlockedHash])
        .filter(is_of_one)
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(transaction)
        .await?;
    // Few people have blocks when they register, so each block has statements of its own.
    for (id, blocker_hash, blocked_hash) in found {
        for (column, hash) in [
            (Column::BlockerId, blocker_hash),
            (Column::BlockedId, blocked_hash),
        ] {
            if let Some(account_id) = ids.get(hash.as_str()) {
                Entity::update_many()
                    .col_expr(column, Expr::value(*account_id))
                    .filter(Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
            }
        }
    }
    Ok(())
}

/// Returns the pairs of accounts that must not meet, because one of the two has blocked the other. Each pair has at
/// least one of these accounts, and comes in both directions.
pub(crate) async fn list_barred(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashSet<(AccountId, AccountId)>> {
    let is_of_one = Condition::any()
        .add(Column::BlockerId.is_in(padded(account_ids.to_vec())))
        .add(Column::BlockedId.is_in(padded(account_ids.to_vec())));
    let blocks: Vec<(Option<AccountId>, Option<AccountId>)> = Entity::find()
        .select_only()
        .columns([Column::BlockerId, Column::BlockedId])
        .filter(is_of_one)
        .into_tuple()
        .all(connection)
        .await?;
    // Skip a block if one of its people has deleted the account.
    let pairs = blocks.into_iter().filter_map(|(one, other)| one.zip(other));
    Ok(pairs
        .flat_map(|(one, other)| [(one, other), (other, one)])
        .collect())
}

/// Empties the nicknames in all blocks by or of a person who deletes the account.
pub(in crate::store) async fn clear_nicknames(
    transaction: &Transaction,
    account_id: AccountId,
) -> Result<()> {
    let is_of_account = Condition::any()
        .add(Column::BlockerId.eq(account_id))
        .add(Column::BlockedId.eq(account_id));
    Entity::update_many()
        .col_expr(Column::Nickname, Expr::value(""))
        .filter(is_of_account)
        .exec(transaction)
        .await?;
    Ok(())
}
