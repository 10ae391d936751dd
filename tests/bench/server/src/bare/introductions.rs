//! The list of introductions, with the statements of the server.

use poem::Result;
use poem::handler;
use poem::http::HeaderMap;
use poem::web::{Data, Json};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqlitePool, query};

use super::reads::{ACCOUNT, PROFILE_COLUMNS, account_of};
use super::{failed, json_of};

const OPEN: &str = "SELECT introduction.id, introduction.public_id, introduction.created_at_ms, \
     introduction.matched_at_ms, introduction.distance_band, introduction_side.account_id, \
     introduction_side.other_id, introduction_side.day, introduction_side.expires_at_ms, \
     introduction_side.conditions, introduction_side.answer, introduction_side.answered_at_ms, \
     introduction_side.note \
     FROM introduction_side \
     JOIN account ON account.id = introduction_side.other_id \
     LEFT JOIN member_setting ON member_setting.account_id = introduction_side.other_id \
     JOIN introduction ON introduction.id = introduction_side.introduction_id \
     WHERE introduction_side.expires_at_ms > $1 AND introduction.matched_at_ms IS NULL \
     AND introduction_side.ended_at_ms IS NULL AND account.review_status = 'APPROVED' \
     AND (member_setting.paused_until_ms IS NULL OR member_setting.paused_until_ms <= $1) \
     AND introduction_side.account_id = $2 \
     ORDER BY introduction_side.answer IS NOT NULL, introduction.id";
const PHOTOS: &str = "SELECT id, account_id, file_id, position FROM photo WHERE account_id IN (";
const FILES: &str = "SELECT name, line_user_id, purpose, media_type, width, height, thumbhash, size_bytes, created_at_ms, \
     attached_at_ms FROM upload WHERE name IN (";
const SETTINGS: &str = "SELECT account_id, paused_until_ms, hide_from_colleagues, show_employer, read_receipts \
     FROM member_setting WHERE account_id IN (";
const STATE: &str = "SELECT account_id, served_day, introduced_at_ms, circle FROM introduction_member \
     WHERE account_id = $1";

#[handler]
pub(super) async fn list(
    Data(pool): Data<&SqlitePool>,
    headers: &HeaderMap,
) -> Result<Json<Value>> {
    // The server reads the account twice: for the permission, and for the list.
    let account = account_of(pool, headers).await?;
    let user: &str = account.try_get("line_user_id").map_err(failed)?;
    let account = query(ACCOUNT).bind(user).fetch_one(pool).await;
    let id: i64 = account.map_err(failed)?.try_get("id").map_err(failed)?;
    let now_ms = chrono::Utc::now().timestamp_millis();
    let open = query(OPEN).bind(now_ms).bind(id).fetch_all(pool).await;
    let open = open.map_err(failed)?;
    let mut ids: Vec<i64> = open
        .iter()
        .filter_map(|row| row.try_get("other_id").ok())
        .collect();
    ids.push(id);
    ids.resize(ids.len().next_power_of_two(), id);
    let profiles = format!("SELECT {PROFILE_COLUMNS} FROM profile WHERE account_id IN (");
    let profiles = all(pool, &profiles, &ids).await?;
    let photos = all(pool, PHOTOS, &ids).await?;
    let mut names: Vec<String> = photos
        .iter()
        .filter_map(|row| row.try_get("file_id").ok())
        .collect();
    if let Some(last) = names.last().cloned() {
        names.resize(names.len().next_power_of_two(), last);
    }
    let files = all(pool, FILES, &names).await?;
    let settings = all(pool, SETTINGS, &ids).await?;
    let state = query(STATE)
        .bind(id)
        .fetch_optional(pool)
        .await
        .map_err(failed)?;
    Ok(Json(json!({
        "introductions": json_of_all(&open)?,
        "profiles": json_of_all(&profiles)?,
        "photos": json_of_all(&photos)?,
        "files": json_of_all(&files)?,
        "settings": json_of_all(&settings)?,
        "state": state.as_ref().map(json_of).transpose()?,
    })))
}

fn json_of_all(rows: &[SqliteRow]) -> Result<Vec<Value>> {
    rows.iter().map(json_of).collect()
}

/// Runs a statement that ends with the beginning of a list, which gets these keys.
async fn all<K>(pool: &SqlitePool, begin: &str, keys: &[K]) -> Result<Vec<SqliteRow>>
where
    K: Clone
        + Send
        + Sync
        + for<'q> sqlx::Encode<'q, sqlx::Sqlite>
        + sqlx::Type<sqlx::Sqlite>
        + 'static,
{
    let marks: Vec<&str> = keys.iter().map(|_| "?").collect();
    let sql = format!("{begin}{})", marks.join(", "));
    let mut statement = query(sqlx::AssertSqlSafe(sql));
    for key in keys {
        statement = statement.bind(key.clone());
    }
    statement.fetch_all(pool).await.map_err(failed)
}
