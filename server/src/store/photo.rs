//! The table of photos, and the files a profile takes.

use std::collections::BTreeSet;

use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect as _,
};

use crate::entity::{account, photo, upload};
use crate::error::{Error, Result};

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
        return Err(super::upload::gone());
    }
    insert_photos(transaction, account_id, photos).await?;
    if let Some(file_id) = document {
        super::document::insert(transaction, account_id, file_id).await?;
    }
    Ok(())
}

/// Puts these photos, some of which may be the account's already, in place of those it has. Gives
/// the names it no longer has, of which none is its avatar any more; E004 when a file is gone.
pub(crate) async fn replace(
    transaction: &impl ConnectionTrait,
    account_id: i64,
    line_user_id: &str,
    photos: &[String],
    now_ms: i64,
) -> Result<Vec<String>> {
    let is_of_account = photo::Column::AccountId.eq(account_id);
    let mut replaced: Vec<String> = photo::Entity::find()
        .select_only()
        .column(photo::Column::FileId)
        .filter(is_of_account.clone())
        .into_tuple()
        .all(transaction)
        .await?;
    replaced.retain(|name| !photos.contains(name));
    if !super::upload::take_all(transaction, line_user_id, photos, now_ms).await? {
        return Err(super::upload::gone());
    }
    photo::Entity::delete_many()
        .filter(is_of_account)
        .exec(transaction)
        .await?;
    insert_photos(transaction, account_id, photos).await?;
    account::Entity::update_many()
        .col_expr(account::Column::AvatarFileId, Expr::value(None::<String>))
        .filter(account::Column::Id.eq(account_id))
        .filter(account::Column::AvatarFileId.is_in(&replaced))
        .exec(transaction)
        .await?;
    Ok(replaced)
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

async fn insert_photos(
    transaction: &impl ConnectionTrait,
    account_id: i64,
    photos: &[String],
) -> Result<()> {
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
    Ok(())
}
