//! A file in the file store, with the user who uploaded it.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "upload")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) name: String,
    /// Empty for an orphaned file, whose deletion has begun.
    pub(crate) line_user_id: String,
    /// The word of a `Purpose`.
    pub(crate) purpose: String,
    /// The fact that a document proves. `None` until a profile or a proposal attaches it, and for a photo.
    pub(crate) proof_of: Option<String>,
    pub(crate) media_type: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) thumbhash: String,
    pub(crate) size_bytes: i64,
    /// The keyed hash of a document, until the file is orphaned. `None` for a photo.
    pub(crate) evidence_hash: Option<String>,
    pub(crate) created_at_ms: i64,
    /// The moment when a profile attached the file. The server deletes an unattached file after a day.
    pub(crate) attached_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
