//! The tables of the reviewers, and of how they sign in.
//!
//! A token is stored as a hash only. One statement uses up a token that is valid once, so that only one of two
//! concurrent requests finds it.

mod challenge;
mod link;
mod member;
mod passkey;
mod session;
pub(in crate::store) mod tables;

pub(crate) use challenge::{
    delete_expired as delete_expired_challenges, use_up as use_up_challenge,
};
pub(crate) use link::{
    delete_expired as delete_expired_links, find_reviewer as find_reviewer_of_link,
    replace as replace_link, use_up as use_up_link,
};
pub use member::LinkedMember;
pub(crate) use member::{attach as attach_members, link as link_member, list_of_member};
pub(crate) use passkey::{
    Passkey, find as find_passkey, list_holders as list_passkey_holders, record_use,
    replace as replace_passkey,
};
pub(crate) use session::{
    Session, delete_ended as delete_ended_sessions, find as find_session, insert as insert_session,
    revoke as revoke_session, revoke_all_of as revoke_sessions_of, see as see_session,
};

use std::collections::HashMap;

use enmusubi_core::review::ReviewerRole;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
    Select,
};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, ReviewerId};
use crate::store::connection::{CanRead, Transaction};
use crate::store::meeting::block::HashedPerson;
use crate::store::reviewer::tables::reviewer::{ActiveModel, Column, Entity, Model};

/// A reviewer who was not removed.
#[derive(Debug, Clone)]
pub(crate) struct Reviewer {
    pub(crate) id: ReviewerId,
    pub(crate) name: String,
    pub(crate) role: ReviewerRole,
    pub(crate) member: Option<LinkedMember>,
    /// The random bytes by which authenticators know the reviewer, in base64url.
    pub(crate) user_handle: String,
    pub(crate) added_at_ms: Millis,
}

/// A reviewer to store.
#[derive(Debug)]
pub(crate) struct NewReviewer<'a> {
    pub(crate) name: &'a str,
    pub(crate) role: ReviewerRole,
    pub(crate) member: Option<HashedPerson>,
    pub(crate) user_handle: String,
}

/// Stores a reviewer and returns the id. Returns E004 if another reviewer has the name.
pub(crate) async fn insert(
    transaction: &Transaction,
    reviewer: NewReviewer<'_>,
    now_ms: Millis,
) -> Result<ReviewerId> {
    let (member_id, member_hash) = reviewer
        .member
        .map(|person| (person.account_id, person.hash))
        .unzip();
    let row = ActiveModel {
        name: Set(reviewer.name.to_owned()),
        role: Set(reviewer.role),
        member_id: Set(member_id),
        member_hash: Set(member_hash),
        user_handle: Set(reviewer.user_handle),
        added_at_ms: Set(now_ms),
        ..ActiveModel::default()
    };
    let inserted = Entity::insert(row).exec(transaction).await?;
    Ok(inserted.last_insert_id)
}

pub(crate) async fn find(connection: &impl CanRead, id: ReviewerId) -> Result<Option<Reviewer>> {
    let row = active().filter(Column::Id.eq(id)).one(connection).await?;
    Ok(row.map(reviewer_of))
}

/// Returns the reviewer with this name.
pub(crate) async fn find_by_name(
    connection: &impl CanRead,
    name: &str,
) -> Result<Option<Reviewer>> {
    let row = active()
        .filter(Column::Name.eq(name))
        .one(connection)
        .await?;
    Ok(row.map(reviewer_of))
}

/// Returns all reviewers by name.
pub(crate) async fn list(connection: &impl CanRead) -> Result<Vec<Reviewer>> {
    let rows = active()
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(reviewer_of).collect())
}

/// Returns the names of all reviewers by their ids, also of removed reviewers.
pub(crate) async fn list_names(connection: &impl CanRead) -> Result<HashMap<ReviewerId, String>> {
    let names: Vec<(ReviewerId, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::Name])
        .into_tuple()
        .all(connection)
        .await?;
    Ok(names.into_iter().collect())
}

/// Removes a reviewer with the passkey, the links, the sessions and the link with a member. Returns false if the
/// reviewer was removed already.
pub(crate) async fn remove(
    transaction: &Transaction,
    id: ReviewerId,
    now_ms: Millis,
) -> Result<bool> {
    let removed = Entity::update_many()
        .col_expr(Column::RemovedAtMs, Expr::value(now_ms))
        .col_expr(Column::MemberId, Expr::value(None::<AccountId>))
        .col_expr(Column::MemberHash, Expr::value(None::<String>))
        .filter(Column::Id.eq(id))
        .filter(Column::RemovedAtMs.is_null())
        .exec(transaction)
        .await?;
    link::delete_all_of(transaction, id).await?;
    passkey::delete_all_of(transaction, id).await?;
    session::revoke_all_of(transaction, id, now_ms).await?;
    Ok(removed.rows_affected == 1)
}

/// Returns the reviewer and locks the row, so that the reviewer is not removed before the transaction ends.
pub(crate) async fn find_locked(
    transaction: &Transaction,
    id: ReviewerId,
) -> Result<Option<Reviewer>> {
    let row = active()
        .filter(Column::Id.eq(id))
        .lock_exclusive()
        .one(transaction)
        .await?;
    Ok(row.map(reviewer_of))
}

fn active() -> Select<Entity> {
    Entity::find().filter(Column::RemovedAtMs.is_null())
}

fn reviewer_of(row: Model) -> Reviewer {
    Reviewer {
        id: row.id,
        role: row.role,
        name: row.name,
        member: row.member_hash.map(|hash| LinkedMember {
            account_id: row.member_id,
            hash,
        }),
        user_handle: row.user_handle,
        added_at_ms: row.added_at_ms,
    }
}
