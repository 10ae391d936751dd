//! When codes were sent for an account or to a mailbox.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email_limit")]
pub(crate) struct Model {
    /// `account:` and a LINE user id, or `mailbox:` and a keyed hash.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) subject: String,
    /// The moments as a JSON list.
    pub(crate) sent_at_ms: String,
    pub(crate) touched_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
