//! The calls that show users their own data.

use poem::Result;
use poem::handler;
use poem::http::HeaderMap;
use poem::web::{Data, Json};
use serde_json::{Value, json};
use sqlx::{Row as _, SqlitePool, query};

use super::{bearer, failed, json_of, lookups, unauthorized};
use crate::person::hash_of;

pub(super) const ACCOUNT: &str = "SELECT id, line_user_id, review_status, appealed, created_at_ms, avatar_file_id, opened_at_ms FROM account \
     WHERE line_user_id = $1";
pub(super) const PROFILE_COLUMNS: &str = "account_id, nickname, name, gender, match_gender, occupation_type, occupation, \
     achievement, height, income_range, birthday, school, education, marriage_record, has_children, smoke, tattoo, drink, \
     about_me, personality_tag_ids, exercise_tag_ids, hobby_tag_ids, marriage_type_tag_ids, fertility_plan_tag_ids, \
     pet_tag_ids, dating_question, daily_life, surprise_point, city, address, cell_row, cell_column, \
     recommend_distance_km, feedback, mbti, verify_method, employer_id, review_link, verify_temp_file_name, \
     verify_description, value_item";
const PHOTOS: &str =
    "SELECT id, account_id, file_id, position FROM photo WHERE account_id = $1 ORDER BY position";
// Each user here has one photo.
const FILES: &str = "SELECT name, line_user_id, purpose, media_type, width, height, thumbhash, size_bytes, created_at_ms, \
     attached_at_ms FROM upload WHERE name IN ($1)";
const LATEST_STEP: &str = "SELECT id, account_id, action, actor, from_status, to_status, reasons, created_at_ms \
     FROM review_event WHERE account_id = $1 ORDER BY id DESC LIMIT 1";

#[handler]
pub(super) async fn my_info(
    Data(pool): Data<&SqlitePool>,
    headers: &HeaderMap,
) -> Result<Json<Value>> {
    let account = account_of(pool, headers).await?;
    let id: i64 = account.try_get("id").map_err(failed)?;
    let by_id = |sql| query(sql).bind(id);
    let profile = format!("SELECT {PROFILE_COLUMNS} FROM profile WHERE account_id = $1");
    let profile = query(sqlx::AssertSqlSafe(profile)).bind(id);
    let profile = profile.fetch_one(pool).await.map_err(failed)?;
    let photos = by_id(PHOTOS).fetch_all(pool).await.map_err(failed)?;
    let first = photos.first().ok_or_else(unauthorized)?;
    let name: &str = first.try_get("file_id").map_err(failed)?;
    let files = query(FILES).bind(name).fetch_all(pool).await;
    let files: Vec<Value> = files
        .map_err(failed)?
        .iter()
        .map(json_of)
        .collect::<Result<_>>()?;
    let step = by_id(LATEST_STEP).fetch_optional(pool).await;
    Ok(Json(json!({
        "account": json_of(&account)?,
        "profile": json_of(&profile)?,
        "photos": files,
        "step": step.map_err(failed)?.as_ref().map(json_of).transpose()?,
    })))
}

#[handler]
pub(super) async fn review_status(
    Data(pool): Data<&SqlitePool>,
    headers: &HeaderMap,
) -> Result<Json<Value>> {
    let account = account_of(pool, headers).await?;
    let status: &str = account.try_get("review_status").map_err(failed)?;
    Ok(Json(json!({ "reviewStatus": status })))
}

pub(super) async fn account_of(
    pool: &SqlitePool,
    headers: &HeaderMap,
) -> Result<sqlx::sqlite::SqliteRow> {
    let session = query(lookups::SESSION).bind(hash_of(bearer(headers)?));
    let session = session.fetch_one(pool).await.map_err(failed)?;
    let user: &str = session.try_get("line_user_id").map_err(failed)?;
    let account = query(ACCOUNT).bind(user).fetch_one(pool).await;
    account.map_err(failed)
}
