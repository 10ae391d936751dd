//! A challenge that an authenticator has to sign, once.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer_challenge")]
pub(crate) struct Model {
    /// The random number, in hexadecimal digits.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) challenge: String,
    /// The link for which a reviewer registers a passkey. `None` for a challenge to sign in.
    pub(crate) link_hash: Option<String>,
    /// The expectations about the answer, as `webauthn_rp` encodes them.
    pub(crate) state: Vec<u8>,
    pub(crate) expires_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
