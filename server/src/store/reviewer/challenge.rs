//! The table of challenges that authenticators sign. Each is good once.

use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};

use crate::error::Result;
use crate::store::database::CanWrite;
use crate::store::entity::reviewer_challenge::{ActiveModel, Column, Entity};

/// A challenge to store.
#[derive(Debug)]
pub(crate) struct Challenge {
    /// The random number, in hexadecimal digits.
    pub(crate) number: String,
    /// The hash of the link for which a reviewer registers a passkey. `None` for a challenge to sign in.
    pub(crate) link_hash: Option<String>,
    pub(crate) state: Vec<u8>,
    pub(crate) expires_at_ms: i64,
}

pub(crate) async fn insert(connection: &impl CanWrite, challenge: Challenge) -> Result<()> {
    let row = ActiveModel {
        challenge: Set(challenge.number),
        link_hash: Set(challenge.link_hash),
        state: Set(challenge.state),
        expires_at_ms: Set(challenge.expires_at_ms),
    };
    Entity::insert(row)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Deletes a challenge for this link, or to sign in, and returns the state of it. Returns `None` if it is unknown, was
/// taken before or has expired. One statement does both, so a challenge that is sent again finds none.
pub(crate) async fn take(
    connection: &impl CanWrite,
    number: &str,
    link_hash: Option<&str>,
    now_ms: i64,
) -> Result<Option<Vec<u8>>> {
    let is_for = match link_hash {
        Some(link_hash) => Column::LinkHash.eq(link_hash),
        None => Column::LinkHash.is_null(),
    };
    let taken = Entity::delete_many()
        .filter(Column::Challenge.eq(number))
        .filter(is_for)
        .filter(Column::ExpiresAtMs.gt(now_ms))
        .exec_with_returning(connection)
        .await?;
    Ok(taken.into_iter().next().map(|row| row.state))
}

/// Deletes challenges that have expired.
pub(crate) async fn delete_expired(connection: &impl CanWrite, now_ms: i64) -> Result<()> {
    Entity::delete_many()
        .filter(Column::ExpiresAtMs.lte(now_ms))
        .exec(connection)
        .await?;
    Ok(())
}
