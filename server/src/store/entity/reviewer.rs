//! A person who reviews members.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reviewer")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    pub(crate) name: String,
    /// The word of a `ReviewerRole`.
    pub(crate) role: String,
    /// The account of the reviewer as a member.
    pub(crate) member_id: Option<i64>,
    /// The keyed hash of the person who is that member. It stays when the account is deleted.
    pub(crate) member_hash: Option<String>,
    /// The random bytes by which authenticators know the reviewer, in base64url.
    #[sea_orm(unique)]
    pub(crate) user_handle: String,
    pub(crate) added_at_ms: i64,
    pub(crate) removed_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
