//! A profile as the user sent it, with a cell in place of coordinates.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "profile")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent questions of the form"
)]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) account_id: i64,
    pub(crate) nickname: String,
    pub(crate) name: String,
    pub(crate) gender: String,
    pub(crate) match_gender: String,
    pub(crate) occupation_type: String,
    pub(crate) occupation: String,
    pub(crate) achievement: String,
    pub(crate) height: i32,
    pub(crate) income_range: String,
    pub(crate) birthday: Date,
    pub(crate) school: String,
    pub(crate) education: String,
    pub(crate) marriage_record: bool,
    pub(crate) has_children: bool,
    pub(crate) smoke: bool,
    pub(crate) tattoo: bool,
    pub(crate) drink: bool,
    pub(crate) about_me: String,
    pub(crate) personality_tag_ids: Json,
    pub(crate) exercise_tag_ids: Json,
    pub(crate) hobby_tag_ids: Json,
    pub(crate) marriage_type_tag_ids: Json,
    pub(crate) fertility_plan_tag_ids: Json,
    pub(crate) pet_tag_ids: Json,
    pub(crate) dating_question: String,
    pub(crate) daily_life: String,
    pub(crate) surprise_point: String,
    pub(crate) city: String,
    pub(crate) address: String,
    pub(crate) cell_row: i32,
    pub(crate) cell_column: i32,
    pub(crate) recommend_distance_km: i32,
    pub(crate) feedback: String,
    pub(crate) mbti: String,
    pub(crate) verify_method: String,
    pub(crate) employer_id: String,
    pub(crate) review_link: String,
    pub(crate) verify_temp_file_name: String,
    pub(crate) verify_description: String,
    /// The document of a proof of age, or empty. A decision removes it.
    pub(crate) age_proof_file_name: String,
    pub(crate) value_item: Json,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
