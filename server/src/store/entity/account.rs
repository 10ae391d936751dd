//! A registered LINE user and the state of the review.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    #[sea_orm(unique)]
    pub(crate) line_user_id: String,
    pub(crate) review_status: String,
    pub(crate) appealed: bool,
    pub(crate) created_at_ms: i64,
    /// The name of the user's avatar.
    pub(crate) avatar_file_id: Option<String>,
    /// The time at which the user opened the app, within a day.
    pub(crate) opened_at_ms: i64,
    /// The language in which the user last opened the app, as a BCP 47 tag.
    pub(crate) language: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
