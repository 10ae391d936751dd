//! `/mock/…`: LINE's part, played by the server on the machine of whoever tries Enmusubi.

use std::sync::Arc;

use poem::handler;
use poem::web::{Data, Json, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::IdTokenResponse;
use crate::app::App;
use crate::error::Result;

/// Who to play.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct IdTokenQuery {
    user_id: String,
}

#[utoipa::path(
    get, path = "/mock/id-token", operation_id = "create_id_token", params(IdTokenQuery),
    responses((status = 200, description = "Only with MOCK_ENABLE", body = IdTokenResponse)),
)]
#[handler]
pub(super) fn create_id_token(
    Data(app): Data<&Arc<App>>,
    Query(query): Query<IdTokenQuery>,
) -> Result<Json<IdTokenResponse>> {
    Ok(Json(IdTokenResponse {
        id_token: app.id_tokens.sign_mock(&query.user_id)?,
    }))
}
