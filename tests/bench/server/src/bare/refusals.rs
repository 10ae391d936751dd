//! A form that is read and refused.

use poem::http::{HeaderMap, StatusCode};
use poem::web::{Data, Json};
use poem::{Body, IntoResponse as _, Response, Result, handler};
use serde_json::{Value, json};
use sqlx::{Row as _, SqlitePool, query};

use super::{bearer, failed, lookups};
use crate::person::hash_of;

#[handler]
pub(super) async fn refuse(body: Body) -> Result<Response> {
    let form: Value = serde_json::from_slice(&body.into_bytes().await?).map_err(failed)?;
    Ok(refused(&form))
}

#[handler]
pub(super) async fn refuse_after_lookups(
    Data(pool): Data<&SqlitePool>,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response> {
    let bytes = body.into_bytes().await?;
    let session = query(lookups::SESSION).bind(hash_of(bearer(headers)?));
    let session = session.fetch_one(pool).await.map_err(failed)?;
    let user: &str = session.try_get("line_user_id").map_err(failed)?;
    let form: Value = serde_json::from_slice(&bytes).map_err(failed)?;
    let kept = query(lookups::STORED_ANSWERS)
        .bind(user)
        .fetch_all(pool)
        .await;
    let held = query(lookups::OWNED)
        .bind(user)
        .bind(0)
        .fetch_all(pool)
        .await;
    let n_rows = kept.map_err(failed)?.len() + held.map_err(failed)?.len();
    if n_rows == 0 {
        return Ok(StatusCode::NOT_FOUND.into_response());
    }
    Ok(refused(&form))
}

fn refused(form: &Value) -> Response {
    let error = json!({ "path": "height", "value": form["height"] });
    (StatusCode::UNPROCESSABLE_ENTITY, Json(error)).into_response()
}
