//! The state of a member in the job that makes the introductions.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "introduction_member")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    /// The day of the latest set for which the job looked for introductions of the member.
    pub(crate) served_day: Option<Date>,
    /// The time of the member's latest introduction.
    pub(crate) introduced_at_ms: Option<i64>,
    /// The counts of the people whom the member may meet, as the member has seen them in the last days.
    pub(crate) circle: Option<Json>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
