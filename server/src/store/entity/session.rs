//! A session or a registration token, without the token itself.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "session")]
pub(crate) struct Model {
    /// SHA-256 of the token, in base64url.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) token_hash: String,
    /// The word of a `TokenKind`.
    pub(crate) kind: String,
    pub(crate) line_user_id: String,
    /// The hash of the first token of this login. All renewals of a login share it and are revoked
    /// together.
    pub(crate) family: String,
    pub(crate) login_at_ms: i64,
    pub(crate) issued_at_ms: i64,
    pub(crate) expires_at_ms: i64,
    /// The moment when a newer token replaced this one.
    pub(crate) renewed_at_ms: Option<i64>,
    pub(crate) revoked_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
