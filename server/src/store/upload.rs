//! The table of files and who brought them.

use std::collections::BTreeSet;

use enmusubi_core::ErrorCode;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect, Select,
};

use crate::error::{Error, Result};
use crate::store::connection::{CanRead, CanWrite, Transaction};
use crate::store::entity::upload::{ActiveModel, Column, Entity};
use crate::store::entity::{account, document, photo};

/// Whose a file is when its deletion has begun: nobody can take it any more, and the sweep goes on
/// where the deletion broke off.
pub(super) const ORPHANED: &str = "";

/// A file that was just stored.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) line_user_id: String,
    pub(crate) purpose: &'static str,
    pub(crate) media_type: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) thumbhash: String,
    pub(crate) size_bytes: i64,
    pub(crate) created_at_ms: i64,
}

pub(crate) async fn insert(connection: &impl CanWrite, upload: Upload) -> Result<()> {
    let row = ActiveModel {
        name: Set(upload.name),
        line_user_id: Set(upload.line_user_id),
        purpose: Set(upload.purpose.to_owned()),
        media_type: Set(upload.media_type),
        width: Set(upload.width),
        height: Set(upload.height),
        thumbhash: Set(upload.thumbhash),
        size_bytes: Set(upload.size_bytes),
        created_at_ms: Set(upload.created_at_ms),
        attached_at_ms: Set(None),
    };
    Entity::insert(row)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Asks for the files of users, taken or not, as rows of this word, a name and the user.
pub(super) fn owned_by(line_user_ids: &[String], kind: &str) -> Select<Entity> {
    Entity::find()
        .select_only()
        .expr_as(Expr::value(kind), "kind")
        .column_as(Column::Name, "name")
        .column(Column::LineUserId)
        .filter(Column::LineUserId.is_in(line_user_ids))
}

/// Limits the untaken files of one user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnattachedLimits {
    /// Photos and documents together.
    pub(crate) files: usize,
    pub(crate) documents: usize,
    /// The bytes of all these files together.
    pub(crate) bytes: i64,
}

/// The oldest untaken files of a user beyond these bounds; never the `newest` itself.
pub(crate) async fn list_surplus(
    connection: &impl CanRead,
    line_user_id: &str,
    newest: &str,
    bounds: UnattachedLimits,
) -> Result<Vec<String>> {
    let mut files: Vec<(String, String, i64)> = unattached(Column::LineUserId.eq(line_user_id))
        .column(Column::Purpose)
        .column(Column::SizeBytes)
        .into_tuple()
        .all(connection)
        .await?;
    // If two came in the same millisecond, the database may name the older one first.
    files.sort_by_key(|(name, ..)| name != newest);
    let (mut n_files, mut n_documents, mut n_bytes) = (0, 0, 0_i64);
    files.retain(|(name, purpose, size_bytes)| {
        let is_document = purpose == "DOCUMENT";
        if is_document && n_documents == bounds.documents {
            return true;
        }
        n_documents += usize::from(is_document);
        n_files += 1;
        n_bytes = n_bytes.saturating_add(*size_bytes);
        name != newest && (n_files > bounds.files || n_bytes > bounds.bytes)
    });
    Ok(files.into_iter().map(|(name, ..)| name).collect())
}

/// UnattachedLimits files that were stored before that moment, and those whose deletion broke off.
pub(crate) async fn list_due(connection: &impl CanRead, before_ms: i64) -> Result<Vec<String>> {
    let is_old = Column::CreatedAtMs.lt(before_ms);
    let due = unattached(is_old.or(Column::LineUserId.eq(ORPHANED)));
    Ok(due.into_tuple().all(connection).await?)
}

/// The names of untaken files, newest first.
fn unattached(filter: sea_orm::sea_query::SimpleExpr) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Name)
        .filter(filter)
        .filter(Column::AttachedAtMs.is_null())
        .order_by(Column::CreatedAtMs, Order::Desc)
        .order_by(Column::Name, Order::Asc)
}

/// What kind of content a file has; `None` where there is no such file, or not for long.
pub(crate) async fn find_media_type(
    connection: &impl CanRead,
    name: &str,
) -> Result<Option<String>> {
    Ok(Entity::find_by_id(name)
        .filter(Column::LineUserId.ne(ORPHANED))
        .one(connection)
        .await?
        .map(|row| row.media_type))
}

/// Those of the files that are there, and are so for longer.
pub(crate) async fn list_shown(
    connection: &impl CanRead,
    names: &[String],
) -> Result<BTreeSet<String>> {
    let shown: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Name)
        .filter(Column::Name.is_in(names))
        .filter(Column::LineUserId.ne(ORPHANED))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(shown.into_iter().collect())
}

/// Takes an untaken photo of the user that is not older than `stored_from_ms`; `false` when there is
/// none of this name.
pub(crate) async fn attach_photo(
    connection: &impl CanWrite,
    line_user_id: &str,
    name: &str,
    stored_from_ms: i64,
    now_ms: i64,
) -> Result<bool> {
    let attached = Entity::update_many()
        .col_expr(Column::AttachedAtMs, Expr::value(now_ms))
        .filter(Column::Name.eq(name))
        .filter(Column::LineUserId.eq(line_user_id))
        .filter(Column::Purpose.eq("PHOTO"))
        .filter(Column::CreatedAtMs.gte(stored_from_ms))
        .filter(Column::AttachedAtMs.is_null())
        .exec(connection)
        .await?;
    Ok(attached.rows_affected == 1)
}

/// Takes files of the user, of which some may be taken already; `false` when one of them is gone.
pub(crate) async fn attach_all(
    transaction: &Transaction,
    line_user_id: &str,
    names: &[String],
    now_ms: i64,
) -> Result<bool> {
    let since = Func::coalesce([Expr::col(Column::AttachedAtMs), Expr::value(now_ms)]);
    let attached = Entity::update_many()
        .col_expr(Column::AttachedAtMs, since.into())
        .filter(Column::Name.is_in(names))
        .filter(Column::LineUserId.eq(line_user_id))
        .exec(transaction)
        .await?;
    Ok(attached.rows_affected == names.len() as u64)
}

/// Makes a file untaken again, unless it is a photo, a document or an avatar.
pub(crate) async fn release(transaction: &Transaction, name: &str) -> Result<()> {
    // Waits for whoever takes the file, or lets go of it, at this moment. PostgreSQL shows what came
    // of that to the next statement only.
    Entity::find_by_id(name)
        .lock_exclusive()
        .one(transaction)
        .await?;
    let photos = Query::select()
        .column(photo::Column::FileId)
        .from(photo::Entity)
        .take();
    let documents = Query::select()
        .column(document::Column::FileId)
        .from(document::Entity)
        .take();
    // A null in the list would make the comparison neither true nor false.
    let avatars = Query::select()
        .column(account::Column::AvatarFileId)
        .from(account::Entity)
        .and_where(account::Column::AvatarFileId.is_not_null())
        .take();
    Entity::update_many()
        .col_expr(Column::AttachedAtMs, Expr::value(None::<i64>))
        .filter(Column::Name.eq(name))
        .filter(Column::Name.not_in_subquery(photos))
        .filter(Column::Name.not_in_subquery(documents))
        .filter(Column::Name.not_in_subquery(avatars))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Makes a file nobody's, so that it can be deleted, unless a profile has taken it; says whether it
/// is.
pub(crate) async fn orphan_unattached(connection: &impl CanWrite, name: &str) -> Result<bool> {
    let orphaned = Entity::update_many()
        .col_expr(Column::LineUserId, Expr::value(ORPHANED))
        .filter(Column::Name.eq(name))
        .filter(Column::AttachedAtMs.is_null())
        .exec(connection)
        .await?;
    Ok(orphaned.rows_affected == 1)
}

/// Forgets a file that is nobody's.
pub(crate) async fn delete_orphaned(connection: &impl CanWrite, name: &str) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Name.eq(name))
        .filter(Column::LineUserId.eq(ORPHANED))
        .exec(connection)
        .await?;
    Ok(())
}

/// A file went away, or was taken, since it was looked for.
pub(super) fn gone() -> Error {
    Error::from(ErrorCode::Conflict)
}
