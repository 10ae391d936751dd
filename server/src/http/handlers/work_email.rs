//! `/verification/work-email`: a code goes to a mailbox at an employer, and comes back.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat};
use enmusubi_core::JsonDocument;
use enmusubi_core::json::Json as Value;
use enmusubi_core::work_email::{parse_confirmation_code, parse_work_email};
use poem::http::{StatusCode, header};
use poem::web::{Data, Json};
use poem::{Body, Request, handler};
use serde::Serialize;
use utoipa::ToSchema;

use super::user_profile::idempotency_key;
use crate::adapters::mail::Language;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::auth::Accepts;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body;

/// The longest address, each of its characters escaped, and room for more.
const MAX_BODY_BYTES: usize = 4 * 1024;

/// The mailbox to which a code is to go.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct WorkEmailRequest {
    /// The employer's id in the list.
    employer_id: String,
    /// An address of the employer's.
    email: String,
}

/// The code that came.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct ConfirmationRequest {
    /// Six digits.
    code: String,
}

/// What is confirmed now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfirmationResponse {
    /// The employer's id in the list.
    employer_id: String,
    /// RFC 3339, in UTC: until when it waits for a registration to use it.
    #[schema(format = DateTime)]
    expires_at: String,
}

#[utoipa::path(
    post, path = "/verification/work-email", operation_id = "create_work_email_code",
    params(("Accept-Language" = Option<String>, Header, description = "The language of the mail")),
    request_body = WorkEmailRequest, security(("bearer" = [])),
    responses(
        (
            status = 204,
            description = "A code is mailed, as far as can be told. The answer is the same for a mailbox \
                           that is known elsewhere, and for one that gets no more mails today",
        ),
        (
            status = "4XX",
            description = "E002 with `email` at `email` also where the mail server knows no such mailbox; \
                           E005 past 2 codes an hour for one mailbox, 5 an hour or 10 a day in all, or \
                           20 wrong tries a day",
            body = ErrorResponse,
        ),
    ),
)]
#[handler]
pub(crate) async fn create_work_email_code(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<StatusCode> {
    let (caller, bytes) = request_body::read_json_within(
        app,
        request,
        body,
        Accepts::TicketOrSession,
        MAX_BODY_BYTES,
    )
    .await?;
    let document = JsonDocument::parse(&bytes)?.into_json();
    app.accounts
        .require_not_barred(&caller.line_user_id)
        .await?;
    let member = |name| document.get(name).unwrap_or(&Value::Null);
    let email = parse_work_email(member("employerId"), member("email")).map_err(Error::fields)?;
    let language = language_of(request.header(header::ACCEPT_LANGUAGE).unwrap_or_default());
    app.work_emails
        .send_code(&caller.line_user_id, email, language)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    post, path = "/verification/work-email/confirm", operation_id = "confirm_work_email",
    params(("Idempotency-Key" = Option<String>, Header,
            description = "A UUID: a code that is told again with it, because its answer was lost, is not used up")),
    request_body = ConfirmationRequest, security(("bearer" = [])),
    responses(
        (
            status = 200,
            description = "With the key of the first time the same again while the code is good, without \
                           another effect",
            body = ConfirmationResponse,
        ),
        (
            status = "4XX",
            description = "E002 at `code` for a wrong code, for a used one, for one that is over after 15 minutes, 5 wrong \
                           tries or a newer code, and for any after 20 wrong tries in a day",
            body = ErrorResponse,
        ),
    ),
)]
#[handler]
pub(crate) async fn confirm_work_email(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<Json<ConfirmationResponse>> {
    let (caller, bytes) = request_body::read_json_within(
        app,
        request,
        body,
        Accepts::TicketOrSession,
        MAX_BODY_BYTES,
    )
    .await?;
    let key = idempotency_key(request)?;
    let document = JsonDocument::parse(&bytes)?.into_json();
    app.accounts
        .require_not_barred(&caller.line_user_id)
        .await?;
    let code = parse_confirmation_code(document.get("code").unwrap_or(&Value::Null))
        .map_err(|error| Error::fields([error]))?;
    let confirmed = app
        .work_emails
        .confirm(&caller.line_user_id, &code, key)
        .await?;
    let expires_at = DateTime::from_timestamp_millis(confirmed.expires_at_ms)
        .ok_or_else(|| Error::internal("a confirmation outlives the calendar"))?
        .to_rfc3339_opts(SecondsFormat::Millis, true);
    Ok(Json(ConfirmationResponse {
        employer_id: confirmed.employer_id,
        expires_at,
    }))
}

/// Of the languages we write the one asked for most: the first of those with the highest weight
/// (RFC 9110, 12.5.4). English where none of them is ours.
fn language_of(accept_language: &str) -> Language {
    let mut best = (0.0, Language::default());
    for range in accept_language.split(',') {
        let mut parts = range.split(';');
        let tag = parts.next().unwrap_or_default().trim();
        let primary = tag.split('-').next().unwrap_or_default();
        let weight: Option<f32> = parts
            .find_map(|part| part.trim().strip_prefix("q=")?.parse().ok())
            .or(Some(1.0));
        if let (Some(weight), Some(language)) =
            (weight, Language::find(&primary.to_ascii_lowercase()))
            && weight > best.0
        {
            best = (weight, language);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_is_in_the_language_asked_for_most() {
        for (asked, language) in [
            ("", Language::English),
            ("en", Language::English),
            ("ja", Language::Japanese),
            ("JA-jp", Language::Japanese),
            ("zh-TW", Language::TraditionalChinese),
            ("zh-Hant-TW,zh;q=0.9,en;q=0.8", Language::TraditionalChinese),
            ("zh-CN", Language::TraditionalChinese),
            ("en;q=0.2, ja;q=0.9", Language::Japanese),
            ("fr, ja;q=0.5, en;q=0.5", Language::Japanese),
            ("ja;q=0, en;q=0.1", Language::English),
            ("ja;q=0", Language::English),
            ("fr-FR, *;q=0.5", Language::English),
            ("jav, enm", Language::English),
            (";;,,q=1,-", Language::English),
            ("ja;q=NaN, zh;q=0.1", Language::TraditionalChinese),
        ] {
            assert_eq!(language_of(asked), language, "{asked}");
        }
    }
}
