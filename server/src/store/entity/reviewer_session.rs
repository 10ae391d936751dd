//! A session of a reviewer, without the token itself.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer_session")]
pub(crate) struct Model {
    /// SHA-256 of the token, in base64url.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) token_hash: String,
    pub(crate) reviewer_id: i64,
    pub(crate) created_at_ms: i64,
    /// The time of the latest call, within a minute.
    pub(crate) last_seen_at_ms: i64,
    pub(crate) revoked_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
