//! The table of photos, and the files that a profile attaches.

use std::collections::{BTreeSet, HashMap};

use enmusubi_core::FileUse;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect as _,
};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::account::tables::account;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, Transaction, padded, searchable, statements};
use crate::store::file::tables::{photo, upload};
use crate::store::file::{document, upload as upload_files};

/// A photo of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredPhoto {
    pub(crate) file_id: String,
    pub(crate) thumbhash: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// The files for a new account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Files<'a> {
    pub(crate) account_id: AccountId,
    pub(crate) line_user_id: &'a str,
    /// The photos in the order of the profile.
    pub(crate) photos: &'a [String],
    pub(crate) document: Option<&'a str>,
    /// The document of a proof of age, whose name is in the profile.
    pub(crate) age_proof: Option<&'a str>,
}

/// Attaches files to the accounts of their users, as photos and documents. Returns E004 if a file was
/// deleted or attached after the form was checked.
pub(crate) async fn attach(
    transaction: &Transaction,
    files: &[Files<'_>],
    now_ms: Millis,
) -> Result<()> {
    for file_use in [FileUse::Photo, FileUse::Employment, FileUse::Age] {
        let wanted: BTreeSet<(&str, &str)> = files
            .iter()
            .flat_map(|of| of.names(file_use).map(|name| (name, of.line_user_id)))
            .collect();
        if !upload_files::attach_new(transaction, &wanted, file_use, now_ms).await? {
            return Err(upload_files::gone());
        }
    }
    let photos = files.iter().map(|of| (of.account_id, of.photos));
    insert_photos(transaction, photos).await?;
    let documents = files
        .iter()
        .filter_map(|of| Some((of.account_id, of.document?)));
    document::insert_all(transaction, documents).await
}

/// Replaces the photos of an account. The new list may contain current photos. Removes the avatar if it
/// is one of the removed photos. Returns the names of the removed photos, or E004 if a new file is gone.
pub(crate) async fn replace(
    transaction: &Transaction,
    account_id: AccountId,
    line_user_id: &str,
    photos: &[String],
    now_ms: Millis,
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
    if !upload_files::attach_all(transaction, line_user_id, photos, FileUse::Photo, now_ms).await? {
        return Err(upload_files::gone());
    }
    photo::Entity::delete_many()
        .filter(is_of_account)
        .exec(transaction)
        .await?;
    insert_photos(transaction, [(account_id, photos)]).await?;
    account::Entity::update_many()
        .col_expr(account::Column::AvatarFileId, Expr::value(None::<String>))
        .filter(account::Column::Id.eq(account_id))
        .filter(account::Column::AvatarFileId.is_in(&replaced))
        .exec(transaction)
        .await?;
    Ok(replaced)
}

/// Returns the photos of an account in the order of the profile.
pub(crate) async fn list_of(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<StoredPhoto>> {
    let mut photos = list_of_all(connection, vec![account_id]).await?;
    Ok(photos.remove(&account_id).unwrap_or_default())
}

/// Returns the photos by account id, each in the order of the profile. An account without photos is
/// missing.
pub(in crate::store) async fn list_of_all(
    connection: &impl CanRead,
    account_ids: Vec<AccountId>,
) -> Result<HashMap<AccountId, Vec<StoredPhoto>>> {
    let file = photo::Entity::belongs_to(upload::Entity)
        .from(photo::Column::FileId)
        .to(upload::Column::Name);
    let rows: Vec<(AccountId, String, String, i32, i32)> = photo::Entity::find()
        .join(JoinType::InnerJoin, file.into())
        .select_only()
        .columns([photo::Column::AccountId, photo::Column::FileId])
        .column(upload::Column::Thumbhash)
        .column(upload::Column::Width)
        .column(upload::Column::Height)
        .filter(photo::Column::AccountId.is_in(padded(account_ids)))
        .order_by_asc(photo::Column::Position)
        .into_tuple()
        .all(connection)
        .await?;
    let mut photos: HashMap<AccountId, Vec<StoredPhoto>> = HashMap::new();
    for (account_id, file_id, thumbhash, width, height) in rows {
        photos.entry(account_id).or_default().push(StoredPhoto {
            file_id,
            thumbhash,
            width,
            height,
        });
    }
    Ok(photos)
}

/// Returns true if the file is a photo of the account's profile.
pub(crate) async fn is_of(
    connection: &impl CanRead,
    account_id: AccountId,
    file_id: &str,
) -> Result<bool> {
    let found = photo::Entity::find()
        .filter(photo::Column::AccountId.eq(account_id))
        .filter(photo::Column::FileId.eq(searchable(file_id)))
        .one(connection)
        .await?;
    Ok(found.is_some())
}

impl<'a> Files<'a> {
    fn names(&self, file_use: FileUse) -> impl Iterator<Item = &'a str> {
        let (photos, document) = match file_use {
            FileUse::Photo => (self.photos, None),
            FileUse::Employment => (&[][..], self.document),
            FileUse::Age => (&[][..], self.age_proof),
        };
        photos.iter().map(String::as_str).chain(document)
    }
}

async fn insert_photos(
    transaction: &Transaction,
    photos: impl IntoIterator<Item = (AccountId, &[String])>,
) -> Result<()> {
    let rows = photos.into_iter().flat_map(|(account_id, photos)| {
        photos
            .iter()
            .zip(0..)
            .map(move |(file_id, position)| photo::ActiveModel {
                account_id: Set(account_id),
                file_id: Set(file_id.clone()),
                position: Set(position),
                ..photo::ActiveModel::default()
            })
    });
    statements::insert_all(transaction, rows.collect()).await
}
