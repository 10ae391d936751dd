//! A row of the audit log. The database refuses to change or delete it.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit")]
pub(crate) struct Model {
    /// The number of the row: 1, 2, 3 and so on without gaps.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: i64,
    pub(crate) at_ms: i64,
    pub(crate) actor: String,
    /// The word of an `AuditAction`.
    pub(crate) action: String,
    pub(crate) case_id: Option<i64>,
    /// The account that the act is about, which may be deleted.
    pub(crate) account_id: Option<i64>,
    /// The reviewer whom the act is about.
    pub(crate) reviewer_id: Option<i64>,
    pub(crate) subject: String,
    /// A JSON object of codes and numbers. The hash covers its exact text, so it is no JSON column.
    pub(crate) detail: String,
    pub(crate) previous_hash: String,
    pub(crate) hash: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
