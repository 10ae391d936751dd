//! The number of members who gave an answer to "did you meet?".

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "meeting_answer")]
pub(crate) struct Model {
    /// `YES` or `NO`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) answer: String,
    pub(crate) n_members: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
