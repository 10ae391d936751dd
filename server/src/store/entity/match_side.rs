//! A match as one of the two members has it.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "match_side")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) introduction_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    /// The account of the other member.
    pub(crate) other_id: i64,
    /// The time at which both had said yes.
    pub(crate) matched_at_ms: i64,
    /// The number of the latest note, or 0. Both sides have the same.
    pub(crate) last_number: i64,
    /// The number of the latest note that the member has read, or 0.
    pub(crate) read_number: i64,
    /// The link to the member's LINE contact that the member offers, or empty.
    pub(crate) contact: String,
    /// The time at which the member offered the link.
    pub(crate) contact_at_ms: Option<i64>,
    /// True if the member has answered the question whether the two met.
    pub(crate) has_told_if_met: bool,
    /// The time at which one of the two left, blocked or reported.
    pub(crate) ended_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
