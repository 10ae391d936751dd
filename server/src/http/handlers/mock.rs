//! `/mock/…`: LINE's part, played by the server on the machine of whoever tries Enmusubi.

use std::sync::Arc;

use poem::handler;
use poem::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::adapters::mail::MockMail;
use crate::app::App;
use crate::error::Result;
use crate::http::dto::IdTokenResponse;
use crate::http::error_response::ErrorResponse;

/// Who to play.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct IdTokenQuery {
    user_id: String,
}

#[utoipa::path(
    get, path = "/mock/id-token", operation_id = "create_id_token", params(IdTokenQuery),
    responses(
        (status = 200, description = "Only with MOCK_ENABLE", body = IdTokenResponse),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) fn create_id_token(
    Data(app): Data<&Arc<App>>,
    Query(query): Query<IdTokenQuery>,
) -> Result<Json<IdTokenResponse>> {
    Ok(Json(IdTokenResponse {
        id_token: app.id_tokens.sign_mock(&query.user_id)?,
    }))
}

/// What would have been mailed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailsResponse {
    /// The newest twenty, the newest first; none where an SMTP server takes them.
    mails: Vec<MockMail>,
}

#[utoipa::path(
    get, path = "/mock/mails", operation_id = "list_mails",
    responses((status = 200, description = "Only with MOCK_ENABLE", body = MailsResponse)),
)]
#[handler]
pub(crate) fn list_mails(Data(app): Data<&Arc<App>>) -> Json<MailsResponse> {
    Json(MailsResponse {
        mails: app.mailer.list_mock_mails(),
    })
}
