//! The tables of this room, with their columns.

use enmusubi_core::place::{Cell, cell_of};
use enmusubi_core::review::{AgeDocument, ChangeOutcome};
use enmusubi_core::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, UserProfileCreate, VerifyMethod,
};
use sea_orm::ActiveValue::Set;

use super::Answer;
use crate::clock::Millis;
use crate::error::Result;
use crate::store::connection::ids::{AccountId, ChangeId};
use crate::store::connection::tables::tables;

/// Declares the table of profiles with a column for each stored answer, and the ways between a profile and its row. The
/// compiler refuses a list that lacks an answer.
macro_rules! profile_table {
    ($($(#[$attribute:meta])* $field:ident: $column:ty,)*) => {
        tables! {
            /// A profile as the user sent it, with a cell in place of coordinates.
            profile = "profile" {
                #[sea_orm(primary_key, auto_increment = false)]
                account_id: AccountId,
                cell_row: i32,
                cell_column: i32,
                $($(#[$attribute])* $field: $column,)*
            }
        }

        pub(super) fn row_of(
            account_id: AccountId,
            profile: &UserProfileCreate,
        ) -> Result<profile::ActiveModel> {
            let Cell { row, column } = cell_of(profile);
            Ok(profile::ActiveModel {
                account_id: Set(account_id),
                cell_row: Set(row),
                cell_column: Set(column),
                $($field: Set(profile.$field.to_column()?),)*
            })
        }

        pub(in crate::store) fn profile_of(
            row: profile::Model,
            line_user_id: &str,
        ) -> Result<UserProfileCreate> {
            Ok(UserProfileCreate {
                account: line_user_id.to_owned(),
                password: line_user_id.to_owned(),
                latitude: None,
                longitude: None,
                photo_name_list: Vec::new(),
                $($field: Answer::of_column(row.$field)?,)*
            })
        }
    };
}

profile_table! {
    nickname: String,
    name: String,
    gender: Gender,
    match_gender: MatchGender,
    occupation_type: OccupationType,
    occupation: String,
    achievement: String,
    height: i32,
    income_range: IncomeRange,
    birthday: Date,
    school: String,
    education: Education,
    marriage_record: bool,
    has_children: bool,
    smoke: bool,
    tattoo: bool,
    drink: bool,
    about_me: String,
    personality_tag_ids: Json,
    exercise_tag_ids: Json,
    hobby_tag_ids: Json,
    marriage_type_tag_ids: Json,
    fertility_plan_tag_ids: Json,
    pet_tag_ids: Json,
    dating_question: String,
    daily_life: String,
    surprise_point: String,
    city: String,
    address: String,
    recommend_distance_km: i32,
    feedback: String,
    mbti: String,
    verify_method: VerifyMethod,
    employer_id: String,
    review_link: String,
    verify_temp_file_name: String,
    verify_description: String,
    /// The document of a proof of age, or empty. A decision removes it.
    age_proof_file_name: String,
    value_item: Json,
}

tables! {
    /// The check of a member's age.
    age_check = "age_check" {
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        /// The birthday that a reviewer has read on the document. The check holds for no other.
        birthday: Date,
        document: AgeDocument,
        checked_at_ms: Millis,
    }

    /// A change of an approved profile that its member proposed.
    profile_change = "profile_change" {
        #[sea_orm(primary_key)]
        id: ChangeId,
        #[sea_orm(unique)]
        public_id: String,
        account_id: AccountId,
        /// The proposed values by the names of their fields. Empty for a proposal that its member replaced or
        /// withdrew.
        proposed: Json,
        created_at_ms: Millis,
        /// `None` for the open proposal.
        outcome: Option<ChangeOutcome>,
        closed_at_ms: Option<Millis>,
        /// The reviewer who decided.
        actor: Option<String>,
        /// A list of `{"path", "code", "note"}`.
        reasons: Json,
    }

    /// A file of an open proposal.
    profile_change_file = "profile_change_file" {
        #[sea_orm(primary_key, auto_increment = false)]
        change_id: ChangeId,
        #[sea_orm(primary_key, auto_increment = false)]
        file_id: String,
    }
}
