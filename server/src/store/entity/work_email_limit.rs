//! The moments when codes were sent for an account or to a mailbox, and when wrong codes were tried.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "work_email_limit")]
pub(crate) struct Model {
    /// The kind of count, with the LINE user id, the keyed hash of the mailbox, or both.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) subject: String,
    /// The moments as a JSON list.
    pub(crate) counted_at_ms: String,
    pub(crate) touched_at_ms: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
