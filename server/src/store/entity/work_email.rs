//! A mailbox at an employer that somebody proved to hold; its address is nowhere.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email")]
pub(crate) struct Model {
    /// A keyed hash: one mailbox is one person's.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) mailbox_hash: String,
    pub(crate) line_user_id: String,
    pub(crate) employer_id: String,
    /// When it is forgotten, unless an account uses it.
    pub(crate) expires_at_ms: i64,
    /// The account that uses it.
    pub(crate) account_id: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
