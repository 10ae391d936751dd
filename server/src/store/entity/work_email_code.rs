//! The newest code that was mailed for a LINE user; the code itself is never stored.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email_code")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) line_user_id: String,
    pub(crate) mailbox_hash: String,
    pub(crate) employer_id: String,
    /// A keyed hash of the code with all of the above.
    pub(crate) code_hash: String,
    pub(crate) n_failures: i32,
    pub(crate) expires_at_ms: i64,
    /// Once the code has confirmed its mailbox: what was answered.
    pub(crate) confirmed_until_ms: Option<i64>,
    /// And the idempotency key it was asked with, if there was one.
    pub(crate) confirm_key: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
