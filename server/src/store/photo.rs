//! The tables of photos and verification documents: the files a profile has taken.

use std::collections::BTreeSet;

use enmusubi_core::ErrorCode;
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseConnection, EntityTrait, QueryFilter,
    QueryOrder,
};

use crate::entity::{account, document, photo, upload};
use crate::error::{Error, Result, cause_of};

/// A photo of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredPhoto {
    pub(crate) file_id: String,
    pub(crate) thumbhash: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// Makes files of a user the photos and the document of an account. E004 when one of them went
/// away, or was taken, since it was looked for.
pub(crate) async fn take(
    transaction: &impl ConnectionTrait,
    account_id: i64,
    line_user_id: &str,
    photos: &[String],
    document: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let names: BTreeSet<&str> = photos.iter().map(String::as_str).chain(document).collect();
    let n_names = names.len() as u64;
    let taken = upload::Entity::update_many()
        .col_expr(upload::Column::TakenAtMs, Expr::value(now_ms))
        .filter(upload::Column::Name.is_in(names))
        .filter(upload::Column::LineUserId.eq(line_user_id))
        .filter(upload::Column::TakenAtMs.is_null())
        .exec(transaction)
        .await?;
    if taken.rows_affected != n_names {
        return Err(Error::new(ErrorCode::E004, cause_of(ErrorCode::E004)));
    }
    let rows = photos
        .iter()
        .zip(0..)
        .map(|(file_id, position)| photo::ActiveModel {
            account_id: Set(account_id),
            file_id: Set(file_id.clone()),
            position: Set(position),
            ..photo::ActiveModel::default()
        });
    photo::Entity::insert_many(rows)
        .exec_without_returning(transaction)
        .await?;
    if let Some(file_id) = document {
        let row = document::ActiveModel {
            account_id: Set(account_id),
            file_id: Set(file_id.to_owned()),
            decided_at_ms: Set(None),
            ..document::ActiveModel::default()
        };
        document::Entity::insert(row)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// The photos of an account, in order.
pub(crate) async fn list_of(
    connection: &impl ConnectionTrait,
    account_id: i64,
) -> Result<Vec<StoredPhoto>> {
    let photos = photo::Entity::find()
        .filter(photo::Column::AccountId.eq(account_id))
        .order_by_asc(photo::Column::Position)
        .all(connection)
        .await?;
    let names: Vec<&str> = photos.iter().map(|photo| photo.file_id.as_str()).collect();
    let files = upload::Entity::find()
        .filter(upload::Column::Name.is_in(names))
        .all(connection)
        .await?;
    photos
        .into_iter()
        .map(|photo| {
            let file = files.iter().find(|file| file.name == photo.file_id);
            let file = file.ok_or_else(|| Error::internal("a photo without its file"))?;
            Ok(StoredPhoto {
                file_id: photo.file_id,
                thumbhash: file.thumbhash.clone(),
                width: file.width,
                height: file.height,
            })
        })
        .collect()
}

/// Whether the file is a photo of the account's profile.
pub(crate) async fn is_of(
    connection: &impl ConnectionTrait,
    account_id: i64,
    file_id: &str,
) -> Result<bool> {
    let found = photo::Entity::find()
        .filter(photo::Column::AccountId.eq(account_id))
        .filter(photo::Column::FileId.eq(file_id))
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// The verification document of an account.
pub(crate) async fn find_document_of(
    connection: &impl ConnectionTrait,
    account_id: i64,
) -> Result<Option<String>> {
    let row = document::Entity::find()
        .filter(document::Column::AccountId.eq(account_id))
        .one(connection)
        .await?;
    Ok(row.map(|row| row.file_id))
}

/// From now on the days until the account's document is deleted count.
pub(crate) async fn set_documents_decided(
    connection: &impl ConnectionTrait,
    account_id: i64,
    now_ms: i64,
) -> Result<()> {
    document::Entity::update_many()
        .col_expr(document::Column::DecidedAtMs, Expr::value(now_ms))
        .filter(document::Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Lets go of documents that were decided before that moment; gives the files nobody needs now. A
/// file that is a photo or an avatar as well stays.
pub(crate) async fn release_documents(
    database: &DatabaseConnection,
    before_ms: i64,
) -> Result<Vec<String>> {
    let transaction = super::begin(database).await?;
    let due = document::Column::DecidedAtMs.lt(before_ms);
    let rows = document::Entity::find()
        .filter(due.clone())
        .all(&transaction)
        .await?;
    document::Entity::delete_many()
        .filter(due)
        .exec(&transaction)
        .await?;
    let mut released = Vec::new();
    for row in rows {
        let photos = Query::select()
            .column(photo::Column::FileId)
            .from(photo::Entity)
            .take();
        // A null in the list would make the comparison neither true nor false.
        let avatars = Query::select()
            .column(account::Column::AvatarFileId)
            .from(account::Entity)
            .and_where(account::Column::AvatarFileId.is_not_null())
            .take();
        let deleted = upload::Entity::delete_many()
            .filter(upload::Column::Name.eq(&row.file_id))
            .filter(upload::Column::Name.not_in_subquery(photos))
            .filter(upload::Column::Name.not_in_subquery(avatars))
            .exec(&transaction)
            .await?;
        if deleted.rows_affected == 1 {
            released.push(row.file_id);
        }
    }
    transaction.commit().await?;
    Ok(released)
}
