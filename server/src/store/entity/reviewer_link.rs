//! A link with which a reviewer registers a passkey, without the token in it.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer_link")]
pub(crate) struct Model {
    /// SHA-256 of the token, in base64url.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) token_hash: String,
    pub(crate) reviewer_id: i64,
    pub(crate) expires_at_ms: i64,
    pub(crate) used_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
