//! Attaches files to profiles and proposals, each for one use, and releases them.

use std::collections::BTreeSet;

use enmusubi_core::FileUse;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, UpdateMany};

use super::{Purpose, proof_of, purpose_of};
use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::account;
use crate::store::connection::{CanWrite, Transaction, searchable};
use crate::store::file::tables::upload::{Column, Entity};
use crate::store::file::tables::{document, photo};
use crate::store::profile::tables::{profile, profile_change_file};

/// Attaches an unattached photo of the user that was stored at `stored_from_ms` or later. Returns false if
/// there is no such photo.
pub(crate) async fn attach_photo(
    connection: &impl CanWrite,
    line_user_id: &str,
    name: &str,
    stored_from_ms: Millis,
    now_ms: Millis,
) -> Result<bool> {
    let attached = Entity::update_many()
        .col_expr(Column::AttachedAtMs, Expr::value(now_ms))
        .filter(Column::Name.eq(searchable(name)))
        .filter(Column::LineUserId.eq(line_user_id))
        .filter(Column::Purpose.eq(Purpose::Photo.as_str()))
        .filter(Column::CreatedAtMs.gte(stored_from_ms))
        .filter(Column::AttachedAtMs.is_null())
        .exec(connection)
        .await?;
    Ok(attached.rows_affected == 1)
}

/// Attaches new files, given with the LINE user ids of their users, for this use. Returns false if a file is gone,
/// attached already, or not for this use.
pub(in crate::store) async fn attach_new(
    transaction: &Transaction,
    wanted: &BTreeSet<(&str, &str)>,
    file_use: FileUse,
    now_ms: Millis,
) -> Result<bool> {
    if wanted.is_empty() {
        return Ok(true);
    }
    let attached = attaching(file_use, Expr::value(now_ms))
        .filter(Column::Name.is_in(wanted.iter().map(|(name, _)| *name)))
        .filter(Column::AttachedAtMs.is_null())
        .exec_with_returning(transaction)
        .await?;
    let attached: BTreeSet<(&str, &str)> = attached
        .iter()
        .map(|file| (file.name.as_str(), file.line_user_id.as_str()))
        .collect();
    Ok(attached == *wanted)
}

/// Attaches files of the user for this use. Some may already be attached. Returns false if a file is gone or not for
/// this use.
pub(crate) async fn attach_all(
    transaction: &Transaction,
    line_user_id: &str,
    names: &[String],
    file_use: FileUse,
    now_ms: Millis,
) -> Result<bool> {
    let since = Func::coalesce([Expr::col(Column::AttachedAtMs), Expr::value(now_ms)]);
    let attached = attaching(file_use, since.into())
        .filter(Column::Name.is_in(names))
        .filter(Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    Ok(attached.rows_affected == names.len() as u64)
}

/// Returns the statement that attaches files for this use, and finds no file that was uploaded or attached for another
/// use.
fn attaching(file_use: FileUse, attached_at: Expr) -> UpdateMany<Entity> {
    let proof_of = proof_of(file_use);
    let is_free = Column::ProofOf.is_null();
    let has_this_use = match proof_of {
        None => is_free,
        Some(proof_of) => is_free.or(Column::ProofOf.eq(proof_of)),
    };
    Entity::update_many()
        .col_expr(Column::AttachedAtMs, attached_at)
        .col_expr(Column::ProofOf, Expr::value(proof_of))
        .filter(Column::Purpose.eq(purpose_of(file_use).as_str()))
        .filter(has_this_use)
}

/// Detaches a file unless it is a photo, a document of an employment, a proof of age, an avatar or part of an open proposal.
pub(crate) async fn release(transaction: &Transaction, name: &str) -> Result<()> {
    // Wait for a transaction that attaches or detaches the file at this moment. On PostgreSQL only the
    // next statement sees its changes.
    Entity::find_by_id(name)
        .lock_exclusive()
        .one(transaction)
        .await?;
    Entity::update_many()
        .col_expr(Column::AttachedAtMs, Expr::value(None::<Millis>))
        .filter(Column::Name.eq(name))
        .filter(is_in_none::<photo::Entity>(photo::Column::FileId, name))
        .filter(is_in_none::<document::Entity>(
            document::Column::FileId,
            name,
        ))
        .filter(is_in_none::<account::Entity>(
            account::Column::AvatarFileId,
            name,
        ))
        .filter(is_in_none::<profile_change_file::Entity>(
            profile_change_file::Column::FileId,
            name,
        ))
        .filter(is_no_age_proof(name))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Returns the condition that no row of a table names the file. It searches an index for the one name: with
/// `NOT IN`, PostgreSQL would read the whole table.
fn is_in_none<E: EntityTrait>(file_id: E::Column, name: &str) -> Expr {
    let row = Query::select()
        .column(file_id)
        .from(E::default())
        .and_where(file_id.eq(name))
        .take();
    Expr::not_exists(row)
}

/// Returns the condition that no profile has the file as its proof of age.
fn is_no_age_proof(name: &str) -> Expr {
    let row = Query::select()
        .column(profile::Column::AccountId)
        .from(profile::Entity)
        .and_where(profile::Column::AgeProofFileName.eq(name))
        // With this condition, the databases use the index, which has no empty names.
        .and_where(Expr::cust("age_proof_file_name <> ''"))
        .take();
    Expr::not_exists(row)
}
