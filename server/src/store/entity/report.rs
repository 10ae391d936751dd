//! A report of a member by another.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "report")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// The random name for the reviewers.
    #[sea_orm(unique)]
    pub(crate) public_id: String,
    pub(crate) reporter_id: i64,
    pub(crate) reported_id: i64,
    /// The word of a `ReportCategory`.
    pub(crate) category: String,
    /// The reporter's note, or empty, as after the period of retention.
    pub(crate) note: String,
    /// The things that the reporter saw of the other, as JSON; null once their period of retention is over.
    pub(crate) snapshot: String,
    pub(crate) created_at_ms: i64,
    pub(crate) decided_at_ms: Option<i64>,
    /// The word of a `ReportOutcome`.
    pub(crate) outcome: Option<String>,
    /// The reviewer who decided.
    pub(crate) actor: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
