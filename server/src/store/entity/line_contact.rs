//! A member in LINE: true if LINE reaches them, and the topics about which they want messages there.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "line_contact")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each topic is a choice of its own"
)]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    /// True if the member is a friend of the official account and has not blocked it. `None` if unknown.
    pub(crate) is_reachable: Option<bool>,
    /// The moment from which this is known. An older event changes nothing.
    pub(crate) known_at_ms: i64,
    pub(crate) wants_reviews: bool,
    pub(crate) wants_matches: bool,
    pub(crate) wants_notes: bool,
    pub(crate) wants_introductions: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
