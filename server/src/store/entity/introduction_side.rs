//! An introduction as one of the two members has it.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "introduction_side")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) introduction_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    /// The account of the other member.
    pub(crate) other_id: i64,
    /// The day of the set.
    pub(crate) day: Date,
    /// The end of the time for an answer.
    pub(crate) expires_at_ms: i64,
    /// The types of the member's conditions at that time, one bit for each.
    pub(crate) conditions: i32,
    /// `YES` or `NO`.
    pub(crate) answer: Option<String>,
    pub(crate) answered_at_ms: Option<i64>,
    /// The note that goes with a yes, or empty.
    pub(crate) note: String,
    /// The time at which one of the two blocked or reported the other, or left their match.
    pub(crate) ended_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
