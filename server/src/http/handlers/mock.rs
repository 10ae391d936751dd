//! `/mock/…`: stands in for LINE and for a mail server, where a developer tries the server without them.

use std::sync::Arc;

use poem::handler;
use poem::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::adapters::mail::MockMail;
use crate::app::App;
use crate::error::Result;
use crate::http::error_response::ErrorResponse;

/// The LINE user for whom the mock signs an ID token.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct IdTokenQuery {
    user_id: String,
}

/// A LINE ID token of the mock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IdTokenResponse {
    id_token: String,
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

/// The mails that the server shows instead of sending them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailsResponse {
    /// The newest twenty mails, the newest first. Empty when an SMTP server delivers the mails.
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
