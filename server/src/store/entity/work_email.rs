//! A confirmed mailbox at an employer. No table has its address.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email")]
pub(crate) struct Model {
    /// A keyed hash of the address. Each mailbox belongs to one user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) mailbox_hash: String,
    pub(crate) line_user_id: String,
    pub(crate) employer_id: String,
    /// The moment when the mailbox expires, unless an account uses it.
    pub(crate) expires_at_ms: i64,
    /// The account that uses it.
    pub(crate) account_id: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
