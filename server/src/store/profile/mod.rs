//! Profiles, proposed changes and checks of ages. The table of profiles stores payloads without their coordinates.

pub(crate) mod age_check;
pub(crate) mod profile_change;
pub(in crate::store) mod tables;

use std::collections::HashMap;

use enmusubi_core::place::{Cell, cell_of, coordinates_of};
use enmusubi_core::{Checked, UserProfileCreate};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QuerySelect as _};
use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::store::account::Account;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, from_json, padded, statements};
use crate::store::profile::tables::profile::{ActiveModel, Column, Entity, Model};

/// Inserts the profiles of accounts. Their type says that the rules were checked.
pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    profiles: impl Iterator<Item = (AccountId, &Checked<UserProfileCreate>)>,
) -> Result<()> {
    let rows: Vec<ActiveModel> = profiles
        .map(|(account_id, profile)| row_of(account_id, profile))
        .collect::<Result<_>>()?;
    statements::insert_all(connection, rows).await
}

/// Returns the profiles by account id, as the users sent them. The photos are missing because they have
/// a table of their own, and the coordinates because no table has them.
pub(super) async fn find_all(
    connection: &impl CanRead,
    accounts: &HashMap<AccountId, (String, Account)>,
) -> Result<HashMap<AccountId, UserProfileCreate>> {
    let ids: Vec<AccountId> = accounts.keys().copied().collect();
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(padded(ids)))
        .all(connection)
        .await?;
    rows.into_iter()
        .filter_map(|row| Some((accounts.get(&row.account_id)?, row)))
        .map(|((line_user_id, _), row)| Ok((row.account_id, profile_of(row, line_user_id)?)))
        .collect()
}

/// Returns the profiles by account id, without the LINE user ids of their members.
pub(super) async fn find_of(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashMap<AccountId, UserProfileCreate>> {
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(padded(account_ids.to_vec())))
        .all(connection)
        .await?;
    rows.into_iter()
        .map(|row| Ok((row.account_id, profile_of(row, "")?)))
        .collect()
}

/// Returns the profile with the middle of its cell as its coordinates, so that storing it again results
/// in the same cell. Do not show these coordinates to any user.
pub(crate) async fn get_in_its_place(
    connection: &impl CanRead,
    account_id: AccountId,
    line_user_id: &str,
) -> Result<UserProfileCreate> {
    let row = Entity::find_by_id(account_id).one(connection).await?;
    let row = row.ok_or_else(|| Error::internal("an account without a profile"))?;
    let cell = stored_cell(&row);
    let (latitude, longitude) = coordinates_of(cell, &row.city).unzip();
    Ok(UserProfileCreate {
        latitude,
        longitude,
        ..profile_of(row, line_user_id)?
    })
}

/// Replaces the profile of an account.
pub(crate) async fn update(
    connection: &impl CanWrite,
    account_id: AccountId,
    profile: &UserProfileCreate,
) -> Result<()> {
    Entity::update(row_of(account_id, profile)?)
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns the employer of a profile, or an empty text for one that is not in the catalogue.
pub(crate) async fn find_employer(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<String>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::EmployerId)
        .filter(Column::AccountId.eq(account_id))
        .into_tuple()
        .one(connection)
        .await?)
}

/// Records the employer that a reviewer has read in the evidence.
pub(crate) async fn set_employer(
    connection: &impl CanWrite,
    account_id: AccountId,
    employer_id: &str,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::EmployerId, Expr::value(employer_id))
        .filter(Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes the document of a proof of age from a profile.
pub(crate) async fn remove_age_proof(
    connection: &impl CanWrite,
    account_id: AccountId,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::AgeProofFileName, Expr::value(""))
        .filter(Column::AccountId.eq(account_id))
        .exec(connection)
        .await?;
    Ok(())
}

pub(super) const fn stored_cell(row: &Model) -> Cell {
    Cell {
        row: row.cell_row,
        column: row.cell_column,
    }
}

fn row_of(account_id: AccountId, profile: &UserProfileCreate) -> Result<ActiveModel> {
    let Cell { row, column } = cell_of(profile);
    Ok(ActiveModel {
        account_id: Set(account_id),
        nickname: Set(profile.nickname.clone()),
        name: Set(profile.name.clone()),
        gender: Set(profile.gender),
        match_gender: Set(profile.match_gender),
        occupation_type: Set(profile.occupation_type),
        occupation: Set(profile.occupation.clone()),
        achievement: Set(profile.achievement.clone()),
        height: Set(profile.height),
        income_range: Set(profile.income_range),
        birthday: Set(profile.birthday),
        school: Set(profile.school.clone()),
        education: Set(profile.education),
        marriage_record: Set(profile.marriage_record),
        has_children: Set(profile.has_children),
        smoke: Set(profile.smoke),
        tattoo: Set(profile.tattoo),
        drink: Set(profile.drink),
        about_me: Set(profile.about_me.clone()),
        personality_tag_ids: Set(to_json(&profile.personality_tag_ids)?),
        exercise_tag_ids: Set(to_json(&profile.exercise_tag_ids)?),
        hobby_tag_ids: Set(to_json(&profile.hobby_tag_ids)?),
        marriage_type_tag_ids: Set(to_json(&profile.marriage_type_tag_ids)?),
        fertility_plan_tag_ids: Set(to_json(&profile.fertility_plan_tag_ids)?),
        pet_tag_ids: Set(to_json(&profile.pet_tag_ids)?),
        dating_question: Set(profile.dating_question.clone()),
        daily_life: Set(profile.daily_life.clone()),
        surprise_point: Set(profile.surprise_point.clone()),
        city: Set(profile.city.clone()),
        address: Set(profile.address.clone()),
        cell_row: Set(row),
        cell_column: Set(column),
        recommend_distance_km: Set(profile.recommend_distance_km),
        feedback: Set(profile.feedback.clone()),
        mbti: Set(profile.mbti.clone()),
        verify_method: Set(profile.verify_method),
        employer_id: Set(profile.employer_id.clone()),
        review_link: Set(profile.review_link.clone()),
        verify_temp_file_name: Set(profile.verify_temp_file_name.clone()),
        verify_description: Set(profile.verify_description.clone()),
        age_proof_file_name: Set(profile.age_proof_file_name.clone()),
        value_item: Set(to_json(&profile.value_item)?),
    })
}

pub(super) fn profile_of(row: Model, line_user_id: &str) -> Result<UserProfileCreate> {
    Ok(UserProfileCreate {
        account: line_user_id.to_owned(),
        password: line_user_id.to_owned(),
        nickname: row.nickname,
        name: row.name,
        gender: row.gender,
        match_gender: row.match_gender,
        occupation_type: row.occupation_type,
        occupation: row.occupation,
        achievement: row.achievement,
        height: row.height,
        income_range: row.income_range,
        birthday: row.birthday,
        school: row.school,
        education: row.education,
        marriage_record: row.marriage_record,
        has_children: row.has_children,
        smoke: row.smoke,
        tattoo: row.tattoo,
        drink: row.drink,
        about_me: row.about_me,
        personality_tag_ids: from_json(row.personality_tag_ids)?,
        exercise_tag_ids: from_json(row.exercise_tag_ids)?,
        hobby_tag_ids: from_json(row.hobby_tag_ids)?,
        marriage_type_tag_ids: from_json(row.marriage_type_tag_ids)?,
        fertility_plan_tag_ids: from_json(row.fertility_plan_tag_ids)?,
        pet_tag_ids: from_json(row.pet_tag_ids)?,
        dating_question: row.dating_question,
        daily_life: row.daily_life,
        surprise_point: row.surprise_point,
        city: row.city,
        address: row.address,
        latitude: None,
        longitude: None,
        recommend_distance_km: row.recommend_distance_km,
        feedback: row.feedback,
        mbti: row.mbti,
        verify_method: row.verify_method,
        employer_id: row.employer_id,
        review_link: row.review_link,
        verify_temp_file_name: row.verify_temp_file_name,
        verify_description: row.verify_description,
        age_proof_file_name: row.age_proof_file_name,
        value_item: from_json(row.value_item)?,
        photo_name_list: Vec::new(),
    })
}

fn to_json(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(Error::internal)
}
