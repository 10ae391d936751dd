//! `/mock/…`: stands in for LINE and for a mail server, where a developer tries the server without them.

use std::sync::Arc;

use enmusubi_core::JsonDocument;
use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::json::{Json as JsonValue, integer};
use enmusubi_core::language::Language;
use enmusubi_core::limits::Limits;
use enmusubi_core::profile::number_within;
use poem::handler;
use poem::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::adapters::mail::MockMail;
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::mock::{ClockNow, MAX_AHEAD_MINUTES, MadePeople, Mock};
use crate::http::error_response::ErrorResponse;
use crate::http::members::{read_members, required};
use crate::http::request_body::{FromJson, PublicJson};

/// The number of people that one call makes.
const PEOPLE: Limits = Limits { min: 1, max: 50 };
/// The minutes by which the clock can be ahead.
const AHEAD_MINUTES: Limits = Limits {
    min: 0,
    max: MAX_AHEAD_MINUTES,
};

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
    get, path = "/mock/id-token", params(IdTokenQuery),
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
    get, path = "/mock/mails",
    responses((status = 200, description = "Only with MOCK_ENABLE", body = MailsResponse)),
)]
#[handler]
pub(crate) fn list_mails(Data(app): Data<&Arc<App>>) -> Json<MailsResponse> {
    Json(MailsResponse {
        mails: app.mailer.list_mock_mails(),
    })
}

/// The member around whom the server makes people.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct PeopleRequest {
    /// The LINE user id of a registered member.
    user_id: String,
    #[schema(minimum = 1, maximum = 50)]
    count: u32,
    /// The language of the names and texts.
    language: Language,
}

impl FromJson for PeopleRequest {
    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let user_id = document.text("userId");
        let language = document.text("language");
        read_members(document, |members| {
            let user_id = members.accept("userId", required(user_id));
            let count = members.read("count", |count| whole(count, PEOPLE));
            let language = required(language).and_then(|word| {
                word.parse()
                    .map_err(|_| Violation::new(FieldErrorCode::UnknownValue))
            });
            let language = members.accept("language", language);
            Some(Self {
                user_id: user_id?,
                count: count?.unsigned_abs(),
                language: language?,
            })
        })
    }
}

#[utoipa::path(
    post, path = "/mock/people", request_body = PeopleRequest,
    responses(
        (
            status = 200, body = MadePeople,
            description = "Only with MOCK_ENABLE. Made-up people live around the member. Most of them fit, and they \
                answer introductions and notes. A profile that waits for a reviewer is approved, too",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E003 without such a member. E008 if the profile is with its member, rejected or suspended",
        ),
    ),
)]
#[handler]
pub(crate) async fn make_people(
    Data(app): Data<&Arc<App>>,
    PublicJson(request): PublicJson<PeopleRequest>,
) -> Result<Json<MadePeople>> {
    let PeopleRequest {
        user_id,
        count,
        language,
    } = request;
    let people = &mock_of(app)?.people;
    Ok(Json(people.make(&user_id, count, language).await?))
}

#[utoipa::path(
    get, path = "/mock/clock",
    responses(
        (status = 200, description = "Only with MOCK_ENABLE", body = ClockNow),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) fn get_clock(Data(app): Data<&Arc<App>>) -> Result<Json<ClockNow>> {
    Ok(Json(mock_of(app)?.clock.now()))
}

/// The time to which the clock moves.
#[derive(Debug)]
pub(crate) enum ClockChange {
    AheadMinutes(i32),
    ToNextSet,
}

/// The schema of a [`ClockChange`]: one of the two members.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "this only describes the request")]
pub(crate) struct ClockRequest {
    /// The minutes by which the clock will be ahead of the machine's: 60 days at most.
    #[schema(minimum = 0, maximum = 86400)]
    ahead_minutes: Option<i32>,
    /// True to move the clock to one minute after the next daily set.
    to_next_set: Option<bool>,
}

impl FromJson for ClockChange {
    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        read_members(document, |members| match members.get("toNextSet") {
            Some(JsonValue::Bool(true)) if members.get("aheadMinutes").is_none() => {
                Some(Self::ToNextSet)
            }
            None | Some(JsonValue::Null | JsonValue::Bool(false)) => members
                .read("aheadMinutes", |minutes| whole(minutes, AHEAD_MINUTES))
                .map(Self::AheadMinutes),
            Some(_) => members.accept("toNextSet", Err(Violation::new(FieldErrorCode::WrongType))),
        })
    }
}

#[utoipa::path(
    put, path = "/mock/clock", request_body = ClockRequest,
    responses(
        (
            status = 200, body = ClockNow,
            description = "Only with MOCK_ENABLE. The clock has moved, also for the next start of the server",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 if the next daily set is more than 60 days ahead",
        ),
    ),
)]
#[handler]
pub(crate) async fn set_clock(
    Data(app): Data<&Arc<App>>,
    PublicJson(change): PublicJson<ClockChange>,
) -> Result<Json<ClockNow>> {
    let clock = &mock_of(app)?.clock;
    let now = match change {
        ClockChange::AheadMinutes(minutes) => clock.set(minutes).await?,
        ClockChange::ToNextSet => clock.go_to_next_set().await?,
    };
    Ok(Json(now))
}

/// Returns the mock. The routes exist only with it.
fn mock_of(app: &App) -> Result<&Mock> {
    app.mock
        .as_ref()
        .ok_or_else(|| Error::not_found("There is no mock."))
}

/// Reads a required whole number within limits.
fn whole(value: Option<&JsonValue<'_>>, limits: Limits) -> Result<i32, Violation> {
    let number = value.map(integer).transpose();
    let number = number.map_err(|_| Violation::new(FieldErrorCode::NotAnInteger))?;
    let number = required(number.flatten())?;
    number_within(number, limits)?;
    Ok(number)
}
