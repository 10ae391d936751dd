//! The passkey of a reviewer.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer_passkey")]
pub(crate) struct Model {
    /// The id that the authenticator chose, in base64url.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) credential_id: String,
    pub(crate) reviewer_id: i64,
    /// The public key with the authenticator's extensions, as `webauthn_rp` encodes them.
    pub(crate) public_key: Vec<u8>,
    /// The latest signature counter of the authenticator, or 0 if it has none.
    pub(crate) sign_count: i64,
    /// True if the passkey may be on several devices. An authenticator never changes this.
    pub(crate) is_backup_eligible: bool,
    pub(crate) created_at_ms: i64,
    pub(crate) last_used_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
