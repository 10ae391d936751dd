//! The table of files and the users who uploaded them, and the uploads and confirmed employers of
//! users, which are read with one statement because every form needs them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use enmusubi_core::FileUse;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, UnionType};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, Select,
};

mod attachment;

pub(in crate::store) use attachment::attach_new;
pub(crate) use attachment::{attach_all, attach_photo, release};

use crate::clock::Millis;
use crate::error::{Error, ErrorCode, Result};
use crate::store::account::tables::account;
use crate::store::account::work_email::mailbox;
use crate::store::connection::{CanRead, CanWrite, padded, statements};
use crate::store::file::tables::upload::{ActiveModel, Column, Entity};

/// The user id of an orphaned file, whose deletion has begun. No profile can attach the file any more, and
/// the cleanup finishes a deletion that was interrupted.
pub(in crate::store) const ORPHANED: &str = "";

/// The purpose of an uploaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A picture of a profile.
    Photo,
    /// Evidence of an employment or an age, which reviewers see.
    Document,
}

impl Purpose {
    /// The word in the table.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Photo => "PHOTO",
            Self::Document => "DOCUMENT",
        }
    }
}

/// A new file.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) line_user_id: String,
    pub(crate) purpose: Purpose,
    pub(crate) media_type: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) thumbhash: String,
    pub(crate) size_bytes: i64,
    /// The keyed hash of a document.
    pub(crate) evidence_hash: Option<String>,
    pub(crate) created_at_ms: Millis,
}

/// Stores the row of a new file, which is unattached.
pub(crate) async fn insert(connection: &impl CanWrite, upload: Upload) -> Result<()> {
    let row = ActiveModel {
        name: Set(upload.name),
        line_user_id: Set(upload.line_user_id),
        purpose: Set(upload.purpose.as_str().to_owned()),
        proof_of: Set(None),
        media_type: Set(upload.media_type),
        width: Set(upload.width),
        height: Set(upload.height),
        thumbhash: Set(upload.thumbhash),
        size_bytes: Set(upload.size_bytes),
        evidence_hash: Set(upload.evidence_hash),
        created_at_ms: Set(upload.created_at_ms),
        attached_at_ms: Set(None),
    };
    statements::insert(connection, row).await
}

/// The words in the column `proof_of`. A file gets its word when it is attached for the first time, and keeps it.
const EMPLOYMENT: &str = "EMPLOYMENT";
const AGE: &str = "AGE";

/// Returns the purpose for which a file of this use is uploaded.
const fn purpose_of(file_use: FileUse) -> Purpose {
    match file_use {
        FileUse::Photo => Purpose::Photo,
        FileUse::Employment | FileUse::Age => Purpose::Document,
    }
}

/// Returns the word of this use in the column `proof_of`.
const fn proof_of(file_use: FileUse) -> Option<&'static str> {
    match file_use {
        FileUse::Photo => None,
        FileUse::Employment => Some(EMPLOYMENT),
        FileUse::Age => Some(AGE),
    }
}

/// Selects all files of the users, attached or not. A row has the word of the proof, or else of the purpose; the name;
/// and the LINE user id.
fn owned_by(line_user_ids: &[String]) -> Select<Entity> {
    Entity::find()
        .select_only()
        .expr_as(
            Func::coalesce([Expr::col(Column::ProofOf), Expr::col(Column::Purpose)]),
            "kind",
        )
        .column_as(Column::Name, "name")
        .column(Column::LineUserId)
        .filter(Column::LineUserId.is_in(line_user_ids))
}

/// Returns the uses that a file may have, by the word with which [`owned_by`] selects it.
fn uses_of(word: &str) -> &'static [FileUse] {
    const PHOTO: &str = Purpose::Photo.as_str();
    const DOCUMENT: &str = Purpose::Document.as_str();
    match word {
        PHOTO => &[FileUse::Photo],
        DOCUMENT => &[FileUse::Employment, FileUse::Age],
        EMPLOYMENT => &[FileUse::Employment],
        AGE => &[FileUse::Age],
        _ => &[],
    }
}

/// The kinds of the rows that are no files. A row has its kind, a name, and the LINE user id of its owner.
const EMPLOYER: &str = "employer";
const ACCOUNT: &str = "account";

/// The uploads and employers that the form of a LINE user may name.
#[derive(Debug, Default, Clone)]
pub(crate) struct OwnedUploads {
    /// The names of the user's files by the uses that they may have, attached or not. A client may send a form
    /// again, and the account has then attached the files the first time.
    pub(crate) uploads: BTreeMap<FileUse, BTreeSet<String>>,
    /// The ids of the employers at which the user has confirmed a mailbox.
    pub(crate) employers: BTreeSet<String>,
    /// True if the user has an account.
    pub(crate) is_registered: bool,
}

/// Returns the uploads and employers by LINE user id. A user without an account, uploads and employers
/// is missing.
pub(crate) async fn find_owned(
    connection: &impl CanRead,
    line_user_ids: Vec<String>,
    now_ms: Millis,
) -> Result<HashMap<String, OwnedUploads>> {
    let line_user_ids = padded(line_user_ids);
    let account = account::Entity::find()
        .select_only()
        .expr_as(Expr::value(ACCOUNT), "kind")
        .column_as(account::Column::LineUserId, "name")
        .column(account::Column::LineUserId)
        .filter(account::Column::LineUserId.is_in(&line_user_ids));
    let mut all = account.into_query();
    let others = [
        owned_by(&line_user_ids).into_query(),
        mailbox::owned_by(&line_user_ids, EMPLOYER, now_ms).into_query(),
    ];
    for other in others {
        all.union(UnionType::All, other);
    }
    let mut found: HashMap<String, OwnedUploads> = HashMap::new();
    for row in connection.query_all(&all).await? {
        let (kind, name): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let owned = found.entry(row.try_get_by_index(2)?).or_default();
        match kind.as_str() {
            EMPLOYER => drop(owned.employers.insert(name)),
            ACCOUNT => owned.is_registered = true,
            file => {
                for file_use in uses_of(file) {
                    let names = owned.uploads.entry(*file_use).or_default();
                    names.insert(name.clone());
                }
            }
        }
    }
    Ok(found)
}

/// The limits for the unattached files of one user.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnattachedLimits {
    /// The most files, photos and documents together.
    pub(crate) files: usize,
    pub(crate) documents: usize,
    /// The most bytes of all these files together.
    pub(crate) bytes: i64,
}

/// Returns the oldest unattached files of a user that exceed the limits, but never `newest`.
pub(crate) async fn list_surplus(
    connection: &impl CanRead,
    line_user_id: &str,
    newest: &str,
    limits: UnattachedLimits,
) -> Result<Vec<String>> {
    let mut files: Vec<(String, String, i64)> = unattached(Column::LineUserId.eq(line_user_id))
        .column(Column::Purpose)
        .column(Column::SizeBytes)
        .order_by_desc(Column::CreatedAtMs)
        .order_by_asc(Column::Name)
        .into_tuple()
        .all(connection)
        .await?;
    // Put `newest` first: the database may list two files of the same millisecond in the wrong order.
    files.sort_by_key(|(name, ..)| name != newest);
    let (mut n_files, mut n_documents, mut n_bytes) = (0, 0, 0_i64);
    files.retain(|(name, purpose, size_bytes)| {
        let is_document = purpose == Purpose::Document.as_str();
        if is_document && n_documents == limits.documents {
            return true;
        }
        n_documents += usize::from(is_document);
        n_files += 1;
        n_bytes = n_bytes.saturating_add(*size_bytes);
        name != newest && (n_files > limits.files || n_bytes > limits.bytes)
    });
    Ok(files.into_iter().map(|(name, ..)| name).collect())
}

/// Returns at most `limit` files to delete, the oldest first: unattached files from before that moment, and orphaned
/// files.
pub(crate) async fn list_due(
    connection: &impl CanRead,
    before_ms: Millis,
    limit: u64,
) -> Result<Vec<String>> {
    let is_old = Column::CreatedAtMs.lt(before_ms);
    let due = unattached(is_old.or(Column::LineUserId.eq(ORPHANED)))
        .order_by_asc(Column::CreatedAtMs)
        .order_by_asc(Column::Name)
        .limit(limit);
    Ok(due.into_tuple().all(connection).await?)
}

/// Selects the names of unattached files.
fn unattached(filter: sea_orm::sea_query::SimpleExpr) -> Select<Entity> {
    Entity::find()
        .select_only()
        .column(Column::Name)
        .filter(filter)
        .filter(Column::AttachedAtMs.is_null())
}

/// Returns the thumbhashes of these files by name. A file that is not stored any more is missing.
pub(crate) async fn find_thumbhashes(
    connection: &impl CanRead,
    names: Vec<String>,
) -> Result<HashMap<String, String>> {
    let rows: Vec<(String, String)> = Entity::find()
        .select_only()
        .columns([Column::Name, Column::Thumbhash])
        .filter(Column::Name.is_in(padded(names)))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns the media type of a file, or `None` if the file does not exist or is orphaned.
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

/// Orphans a file so that it can be deleted, unless a profile has attached it. Returns true if it is now
/// orphaned.
pub(crate) async fn orphan_unattached(connection: &impl CanWrite, name: &str) -> Result<bool> {
    let orphaned = Entity::update_many()
        .col_expr(Column::LineUserId, Expr::value(ORPHANED))
        .col_expr(Column::EvidenceHash, Expr::value(None::<String>))
        .filter(Column::Name.eq(name))
        .filter(Column::AttachedAtMs.is_null())
        .exec(connection)
        .await?;
    Ok(orphaned.rows_affected == 1)
}

/// Deletes the row of an orphaned file.
pub(crate) async fn delete_orphaned(connection: &impl CanWrite, name: &str) -> Result<()> {
    statements::delete::<Entity>(
        connection,
        Column::Name.eq(name).and(Column::LineUserId.eq(ORPHANED)),
    )
    .await
}

/// Returns E004: a file was deleted or attached after the form was checked.
pub(crate) fn gone() -> Error {
    Error::from(ErrorCode::Conflict)
}
