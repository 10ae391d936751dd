//! A session or a registration ticket; the token itself is never stored.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub(crate) struct Model {
    /// SHA-256 of the token, in base64url.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) token_hash: String,
    /// `SESSION` or `TICKET`.
    pub(crate) kind: String,
    pub(crate) line_user_id: String,
    /// The hash of the first token of this login: renewals share it and end together.
    pub(crate) family: String,
    pub(crate) login_at_ms: i64,
    pub(crate) issued_at_ms: i64,
    pub(crate) expires_at_ms: i64,
    /// When a newer token took this one's place.
    pub(crate) renewed_at_ms: Option<i64>,
    pub(crate) revoked_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
