//! `/verification/work-email`: a member confirms a mailbox at an employer with a code that the
//! server mails.

use std::sync::Arc;

use enmusubi_core::JsonDocument;
use enmusubi_core::json::Json as JsonValue;
use enmusubi_core::language::Language;
use enmusubi_core::work_email::{WorkEmail, parse_confirmation_code, parse_work_email};
use poem::http::StatusCode;
use poem::web::{Data, Json};
use poem::{Request, handler};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::work_email::ConfirmedMailbox;
use crate::http::auth::{BearerCaller, NotBarred};
use crate::http::error_response::ErrorResponse;
use crate::http::language::language_of;
use crate::http::request_body::{FromJson, Idempotent, JsonRequest};

/// The largest accepted body, in bytes: the longest address with an escape for each of its characters,
/// and room for more.
const MAX_BODY_BYTES: usize = 4 * 1024;

/// The mailbox to which the server mails a code.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct WorkEmailRequest {
    /// The employer's id in the list.
    employer_id: String,
    /// An email address at this employer.
    email: String,
}

impl FromJson for WorkEmail {
    const MAX_BYTES: usize = MAX_BODY_BYTES;

    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let document = document.into_json();
        let member = |name| document.get(name).unwrap_or(&JsonValue::Null);
        parse_work_email(member("employerId"), member("email")).map_err(Error::fields)
    }
}

/// The code from the mail.
#[derive(Debug, ToSchema)]
pub(crate) struct ConfirmationRequest {
    /// Six digits.
    code: String,
}

impl FromJson for ConfirmationRequest {
    const MAX_BYTES: usize = MAX_BODY_BYTES;

    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let document = document.into_json();
        let code = document.get("code").unwrap_or(&JsonValue::Null);
        let code = parse_confirmation_code(code).map_err(|error| Error::fields([error]))?;
        Ok(Self { code })
    }
}

#[utoipa::path(
    post, path = "/verification/work-email",
    params(("Accept-Language" = Option<String>, Header, description = "The language of the mail")),
    request_body = WorkEmailRequest, security(("bearer" = [])),
    responses(
        (
            status = 204,
            description = "The server has mailed a code, as far as it knows. The answer is the same for a \
                           mailbox that another account uses, and for one that gets no more mails today",
        ),
        (
            status = "4XX",
            description = "E002 with `email` at `email`, also when the mail server knows no such mailbox; \
                           E005 after 2 codes an hour for one mailbox, after 5 an hour or 10 a day in all, \
                           or after 20 wrong tries a day",
            body = ErrorResponse,
        ),
    ),
)]
#[handler]
pub(crate) async fn create_work_email_code(
    Data(app): Data<&Arc<App>>,
    JsonRequest {
        caller: NotBarred(caller),
        body,
    }: JsonRequest<NotBarred<BearerCaller>, WorkEmail>,
    head: &Request,
) -> Result<StatusCode> {
    let language = language_of(head).unwrap_or(Language::English);
    app.work_emails
        .send_code(&caller.line_user_id, body, language)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    post, path = "/verification/work-email/confirm",
    params(("Idempotency-Key" = Option<String>, Header,
            description = "A UUID. A client that lost the answer can send the same code again with the same key")),
    request_body = ConfirmationRequest, security(("bearer" = [])),
    responses(
        (
            status = 200,
            description = "The server has confirmed the mailbox. A repeated request with the same key gets \
                           the same answer while the code is valid, and has no other effect",
            body = ConfirmedMailbox,
        ),
        (
            status = "4XX",
            description = "E002 at `code` for a wrong code, for a used code, for a code that has ended after 15 \
                           minutes, after 5 wrong tries or with a newer code, and for every code after 20 \
                           wrong tries in a day",
            body = ErrorResponse,
        ),
    ),
)]
#[handler]
pub(crate) async fn confirm_work_email(
    Data(app): Data<&Arc<App>>,
    JsonRequest {
        caller: NotBarred(caller),
        body,
    }: JsonRequest<NotBarred<BearerCaller>, Idempotent<ConfirmationRequest>>,
) -> Result<Json<ConfirmedMailbox>> {
    let Idempotent { key, body } = body;
    let confirmed = app
        .work_emails
        .confirm(&caller.line_user_id, &body.code, key)
        .await?;
    Ok(Json(confirmed))
}
