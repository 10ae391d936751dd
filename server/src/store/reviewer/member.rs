//! The link between a reviewer and the same person as a member. The keyed hash of the person outlives the account.

use std::collections::HashMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _};

use super::active;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, ReviewerId};
use crate::store::connection::{CanRead, CanWrite, Transaction, padded};
use crate::store::meeting::block::HashedPerson;
use crate::store::reviewer::tables::reviewer::{Column, Entity};

/// A reviewer as a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedMember {
    /// The id of the account, unless it is deleted.
    pub account_id: Option<AccountId>,
    /// The keyed hash of the person.
    pub hash: String,
}

/// Links a reviewer with a member, in place of an earlier member.
pub(crate) async fn link(
    connection: &impl CanWrite,
    reviewer_id: ReviewerId,
    member: &HashedPerson,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::MemberId, Expr::value(member.account_id))
        .col_expr(Column::MemberHash, Expr::value(&member.hash))
        .filter(Column::Id.eq(reviewer_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Connects new accounts with the reviewers who are the same people.
pub(crate) async fn attach(transaction: &Transaction, people: &[HashedPerson]) -> Result<()> {
    let people: HashMap<&str, &HashedPerson> = people
        .iter()
        .map(|person| (person.hash.as_str(), person))
        .collect();
    let hashes = padded(people.keys().map(ToString::to_string).collect());
    let found: Vec<(ReviewerId, Option<String>)> = active()
        .select_only()
        .columns([Column::Id, Column::MemberHash])
        .filter(Column::MemberHash.is_in(hashes))
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(transaction)
        .await?;
    for (reviewer_id, hash) in found {
        if let Some(person) = hash.and_then(|hash| people.get(hash.as_str())) {
            link(transaction, reviewer_id, person).await?;
        }
    }
    Ok(())
}

/// Returns the ids of the reviewers who have this account as a member.
pub(crate) async fn list_of_member(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<ReviewerId>> {
    let ids = active()
        .select_only()
        .column(Column::Id)
        .filter(Column::MemberId.eq(account_id))
        .order_by_asc(Column::Id);
    Ok(ids.into_tuple().all(connection).await?)
}
