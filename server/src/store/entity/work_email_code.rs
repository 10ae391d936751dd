//! The newest code that the server mailed for a LINE user, without the code itself.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email_code")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) line_user_id: String,
    pub(crate) mailbox_hash: String,
    pub(crate) employer_id: String,
    /// A keyed hash of the code and the three columns above.
    pub(crate) code_hash: String,
    pub(crate) n_failures: i32,
    pub(crate) expires_at_ms: i64,
    /// The expiry of the confirmation, once the code has confirmed its mailbox.
    pub(crate) confirmed_until_ms: Option<i64>,
    /// The idempotency key of the request that confirmed the mailbox, if it had one.
    pub(crate) confirm_key: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
