//! A registration in its own transaction, each column bound by hand.

use chrono::NaiveDate;
use poem::http::{HeaderMap, StatusCode};
use poem::web::{Data, Json};
use poem::{Body, IntoResponse as _, Response, Result, handler};
use serde_json::{Value, json};
use sqlx::types::Json as Sql;
use sqlx::{PgConnection, PgPool, Row as _, query, query_scalar};

use super::{bearer, failed, lookups};
use crate::person::hash_of;

const ACCOUNT: &str = "INSERT INTO account (line_user_id, review_status, appealed, created_at_ms, opened_at_ms, language) \
     VALUES ($1, $2, $3, $4, $4, NULL) RETURNING id";
const BLOCKS: &str = "SELECT id, blocker_hash, blocked_hash FROM block WHERE blocker_hash IN ($1) OR blocked_hash IN ($1) \
     ORDER BY id";
const REVIEWERS: &str = "SELECT id, member_hash FROM reviewer WHERE member_hash IN ($1)";
const PROFILE: &str = "INSERT INTO profile (account_id, nickname, name, gender, match_gender, occupation_type, occupation, \
     achievement, height, income_range, birthday, school, education, marriage_record, has_children, smoke, tattoo, drink, \
     about_me, personality_tag_ids, exercise_tag_ids, hobby_tag_ids, marriage_type_tag_ids, fertility_plan_tag_ids, \
     pet_tag_ids, dating_question, daily_life, surprise_point, city, address, cell_row, cell_column, \
     recommend_distance_km, feedback, mbti, verify_method, employer_id, review_link, verify_temp_file_name, \
     verify_description, value_item) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
     $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41)";
const TAKE: &str = "UPDATE upload SET attached_at_ms = $1 WHERE name IN ($2) AND attached_at_ms IS NULL \
     RETURNING name, line_user_id";
const PHOTO: &str = "INSERT INTO photo (account_id, file_id, position) VALUES ($1, $2, $3)";
const CASE: &str = "INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, \
     due_at_ms, state, version, lease_until_ms, fence) VALUES ($1, 'REGISTRATION', '', $2, $3, 1, $4, $4, 'OPEN', 0, 0, 0)";
const ANSWER: &str = "INSERT INTO idempotency (line_user_id, key, body_hash, status, body, created_at_ms) \
     VALUES ($1, $2, $3, $4, $5, $6)";

/// An arbitrary time.
const NOW_MS: i64 = 1_800_000_000_000;

#[handler]
pub(super) async fn register(
    Data(pool): Data<&PgPool>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response> {
    let bytes = body.into_bytes().await?;
    let session = query(lookups::SESSION).bind(hash_of(bearer(headers)?));
    let session = session.fetch_one(pool).await.map_err(failed)?;
    let user: &str = session.try_get("line_user_id").map_err(failed)?;
    let form: Value = serde_json::from_slice(&bytes).map_err(failed)?;
    let key = headers
        .get("Idempotency-Key")
        .and_then(|key| key.to_str().ok());
    let kept = query(lookups::STORED_ANSWERS)
        .bind(user)
        .fetch_all(pool)
        .await;
    let held = query(lookups::OWNED)
        .bind(user)
        .bind(NOW_MS)
        .fetch_all(pool)
        .await;
    if !kept.map_err(failed)?.is_empty() || held.map_err(failed)?.is_empty() {
        return Ok(StatusCode::CONFLICT.into_response());
    }
    let answer = json!({ "userId": user, "reviewStatus": "PENDING" });
    let mut transaction = pool.begin().await.map_err(failed)?;
    let id = query_scalar(ACCOUNT)
        .bind(user)
        .bind("PENDING")
        .bind(false)
        .bind(NOW_MS);
    let id: i64 = id.fetch_one(&mut *transaction).await.map_err(failed)?;
    for of_person in [BLOCKS, REVIEWERS] {
        let found = query(of_person).bind(hash_of(user));
        found.fetch_all(&mut *transaction).await.map_err(failed)?;
    }
    insert_profile(&mut transaction, id, &form)
        .await
        .map_err(failed)?;
    let photo = form["photoNameList"][0].as_str().unwrap_or_default();
    for statement in [
        query(TAKE).bind(NOW_MS).bind(photo),
        query(PHOTO).bind(id).bind(photo).bind(0),
        query(CASE)
            .bind(id)
            .bind(form["verifyMethod"].as_str())
            // The column has no null: a case without an employer has an empty text.
            .bind(form["employerId"].as_str().unwrap_or_default())
            .bind(NOW_MS),
        query(ANSWER)
            .bind(user)
            .bind(key)
            .bind(hash_of(&bytes))
            .bind(201)
            .bind(answer.to_string())
            .bind(NOW_MS),
    ] {
        statement.execute(&mut *transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)?;
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

async fn insert_profile(
    connection: &mut PgConnection,
    account_id: i64,
    form: &Value,
) -> sqlx::Result<()> {
    let text = |name: &str| form[name].as_str().unwrap_or_default();
    let number =
        |name: &str| i32::try_from(form[name].as_i64().unwrap_or_default()).unwrap_or_default();
    let is = |name: &str| form[name].as_bool().unwrap_or_default();
    let list = |name: &str| Sql(form.get(name).cloned().unwrap_or_else(|| json!([])));
    let birthday: NaiveDate = text("birthday").parse().unwrap_or_default();
    query(PROFILE)
        .bind(account_id)
        .bind(text("nickname"))
        .bind(text("name"))
        .bind(text("gender"))
        .bind(text("matchGender"))
        .bind(text("occupationType"))
        .bind(text("occupation"))
        .bind(text("achievement"))
        .bind(number("height"))
        .bind(text("incomeRange"))
        .bind(birthday)
        .bind(text("school"))
        .bind(text("education"))
        .bind(is("marriageRecord"))
        .bind(is("hasChildren"))
        .bind(is("smoke"))
        .bind(is("tattoo"))
        .bind(is("drink"))
        .bind(text("aboutMe"))
        .bind(list("personalityTagIds"))
        .bind(list("exerciseTagIds"))
        .bind(list("hobbyTagIds"))
        .bind(list("marriageTypeTagIds"))
        .bind(list("fertilityPlanTagIds"))
        .bind(list("petTagIds"))
        .bind(text("datingQuestion"))
        .bind(text("dailyLife"))
        .bind(text("surprisePoint"))
        .bind(text("city"))
        .bind(text("address"))
        // A cell in Taipei: this contender does not compute it.
        .bind(500)
        .bind(2430)
        .bind(number("recommendDistanceKm"))
        .bind(text("feedback"))
        .bind(text("mbti"))
        .bind(text("verifyMethod"))
        .bind(text("employerId"))
        .bind(text("reviewLink"))
        .bind(text("verifyTempFileName"))
        .bind(text("verifyDescription"))
        .bind(list("valueItem"))
        .execute(connection)
        .await?;
    Ok(())
}
