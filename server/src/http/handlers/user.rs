//! `/user/…`: registration tokens, login and logout, and the member's own account.

use std::sync::Arc;

use enmusubi_core::review::{Reason, ReviewStatus};
use enmusubi_core::{Field, JsonDocument, UserProfileCreate};
use poem::http::StatusCode;
use poem::web::{Data, Json, Path, Query};
use poem::{Request, handler};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::user_profile::{Picture, StandingResponse};
use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, ErrorCode, Result};
use crate::features::account::{MEMBERS_LEFT_OUT, OwnAccount};
use crate::features::deletion::LineAccess;
use crate::features::review::{AgeCheckFact, Waiting};
use crate::features::session::TokenKind;
use crate::features::standing::not_registered;
use crate::http::auth::{AnyCaller, IdTokenCaller, SessionCaller};
use crate::http::error_response::ErrorResponse;
use crate::http::language::language_of;
use crate::http::request_body::{FromJson, JsonRequest};
use crate::store::file::photo::StoredPhoto;

const LINE_ACCESS_TOKEN: &str = "X-Line-Access-Token";

/// The account for which the client requests a registration token.
#[derive(Debug, ToSchema)]
pub(crate) struct RegistrationRequest {
    account: String,
}

impl FromJson for RegistrationRequest {
    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let account = document
            .text("account")
            .ok_or_else(Error::another_account)?;
        Ok(Self { account })
    }
}

/// A registration token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegistrationResponse {
    token: String,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    expires_at: String,
}

#[utoipa::path(
    post, path = "/user/registration",
    request_body = RegistrationRequest, security(("idToken" = [])),
    responses((status = 200, body = RegistrationResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_registration(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<IdTokenCaller, RegistrationRequest>,
) -> Result<Json<RegistrationResponse>> {
    require_own_account(&body.account, &caller)?;
    let issued = app.registrations.issue_token(&caller.line_user_id).await?;
    let expires_at = issued.expires_at_ms.rfc_3339();
    Ok(Json(RegistrationResponse {
        token: issued.token,
        expires_at,
    }))
}

/// The account that logs in. Both members are the LINE user id.
#[derive(Debug, ToSchema)]
pub(crate) struct LoginRequest {
    account: String,
    password: String,
}

impl FromJson for LoginRequest {
    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let member = |name| document.text(name).ok_or_else(Error::another_account);
        Ok(Self {
            account: member("account")?,
            password: member("password")?,
        })
    }
}

/// A session token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginResponse {
    token: String,
}

#[utoipa::path(
    post, path = "/user/login",
    request_body = LoginRequest, security(("idToken" = [])),
    responses((status = 200, body = LoginResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_session(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<IdTokenCaller, LoginRequest>,
) -> Result<Json<LoginResponse>> {
    require_own_account(&body.account, &caller)?;
    require_own_account(&body.password, &caller)?;
    app.accounts.get_review_status(&caller.line_user_id).await?;
    let issued = app
        .sessions
        .open(TokenKind::Session, &caller.line_user_id)
        .await?;
    Ok(Json(LoginResponse {
        token: issued.token,
    }))
}

#[utoipa::path(
    post, path = "/user/logout", security(("bearer" = [])),
    responses((status = 204), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn delete_session(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
) -> Result<StatusCode> {
    app.sessions.close(&caller.session).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    post, path = "/user/logout-everywhere",
    security(("bearer" = [])),
    responses(
        (status = 204, description = "Every session and registration token of the account has ended"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn delete_all_sessions(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
) -> Result<StatusCode> {
    app.sessions.close_all(&caller.session.line_user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The result of the deletion of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletionResponse {
    /// True if LINE has withdrawn the permissions that the person gave the app. Otherwise the person can
    /// withdraw them in LINE's settings.
    line_access_withdrawn: bool,
}

#[utoipa::path(
    delete, path = "/user", security(("bearer" = [])),
    params(("X-Line-Access-Token" = Option<String>, Header,
        description = "The LINE access token of the same person. With it the server withdraws at LINE the \
            permissions that the person gave the app; it does not store the token")),
    responses(
        (status = 200, body = DeletionResponse,
            description = "The server has deleted the account and everything that belongs to it"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn delete_user(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
    head: &Request,
) -> Result<Json<DeletionResponse>> {
    let access_token = head.header(LINE_ACCESS_TOKEN).map(SecretString::from);
    let line_access = app.deletions.delete(caller.session, access_token).await?;
    Ok(Json(DeletionResponse {
        line_access_withdrawn: line_access == LineAccess::Withdrawn,
    }))
}

/// A picture with its size, so that the page can lay it out before it arrives.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhotoResponse {
    file_id: String,
    /// A signed path that expires.
    url: String,
    /// A small blurred version, in base64.
    thumbhash: String,
    width: i32,
    height: i32,
}

impl PhotoResponse {
    pub(super) fn new(app: &App, photo: StoredPhoto) -> Self {
        Self {
            url: app.pictures.signed_url(&photo.file_id),
            file_id: photo.file_id,
            thumbhash: photo.thumbhash,
            width: photo.width,
            height: photo.height,
        }
    }
}

/// The reviewer's requests and objections.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewResponse {
    reasons: Vec<Reason>,
    /// The time of the request for fields, which tells it from the next one. Absent unless the status is
    /// `NEEDS_INFO`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    asked_at: Option<String>,
    /// The fields that the member may send again, in the order of the payload. Absent unless the status is
    /// `NEEDS_INFO`.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked_fields: Option<Vec<Field>>,
    /// True if no reviewer asks for these fields: the member took the profile back. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    taken_back: bool,
    /// The end of the time in which the member can appeal against the rejection. Absent if they cannot: the profile is
    /// not rejected, they have appealed before, or the time is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    appeal_until: Option<String>,
}

/// Everything that a member sees of their own account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyInfoResponse {
    user_id: String,
    nickname: String,
    review_status: ReviewStatus,
    #[schema(required = true)]
    avatar: Option<Picture>,
    /// The accepted payload, without account, password and coordinates.
    profile: OwnProfile,
    photos: Vec<PhotoResponse>,
    review: ReviewResponse,
    /// The wait for a decision. Absent unless the status is `PENDING` or `IN_REVIEW`.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Waiting>,
    /// The check of the age. Absent if no reviewer has checked the age, or if the deployment asks for no proof of age.
    #[serde(skip_serializing_if = "Option::is_none")]
    age_check: Option<AgeCheckFact>,
}

impl MyInfoResponse {
    fn new(app: &App, member: OwnAccount) -> Result<Self> {
        let photos: Vec<_> = member
            .photos
            .into_iter()
            .map(|photo| PhotoResponse::new(app, photo))
            .collect();
        // The first photo is the avatar until the member chooses one.
        let avatar = member
            .avatar
            .or_else(|| photos.first().map(|photo| photo.file_id.clone()))
            .map(|file_id| Picture::new(app, file_id));
        let request = member.request.as_ref();
        let asked_at = request.map(|request| request.asked_at_ms.rfc_3339());
        let appeal_until = member.appeal_until_ms.map(Millis::rfc_3339);
        Ok(Self {
            user_id: member.profile.account.clone(),
            nickname: member.profile.nickname.clone(),
            review_status: member.review_status,
            avatar,
            profile: OwnProfile::new(&member.profile)?,
            photos,
            review: ReviewResponse {
                reasons: member.reasons,
                asked_at,
                taken_back: request.is_some_and(|request| request.is_taken_back),
                asked_fields: member.request.map(|request| request.asked_fields),
                appeal_until,
            },
            waiting: member.waiting,
            age_check: member.age_check.map(AgeCheckFact::new),
        })
    }
}

/// A profile without the members that the server does not return.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct OwnProfile(Map<String, Value>);

impl OwnProfile {
    fn new(profile: &UserProfileCreate) -> Result<Self> {
        match serde_json::to_value(profile).map_err(Error::internal)? {
            Value::Object(mut members) => {
                members.retain(|name, _| !MEMBERS_LEFT_OUT.contains(&name.as_str()));
                Ok(Self(members))
            }
            _ => Err(Error::internal("a profile is not a JSON object")),
        }
    }
}

impl PartialSchema for OwnProfile {
    fn schema() -> RefOr<Schema> {
        let mut schema = UserProfileCreate::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object
                .properties
                .retain(|name, _| !MEMBERS_LEFT_OUT.contains(&name.as_str()));
            object
                .required
                .retain(|name| !MEMBERS_LEFT_OUT.contains(&name.as_str()));
        }
        schema
    }
}

impl ToSchema for OwnProfile {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}

#[utoipa::path(
    get, path = "/user/my-info", security(("bearer" = [])),
    responses((status = 200, body = MyInfoResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn get_my_info(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
    head: &Request,
) -> Result<Json<MyInfoResponse>> {
    let language = language_of(head);
    let member = app
        .accounts
        .open(&caller.session.line_user_id, language)
        .await?;
    Ok(Json(MyInfoResponse::new(app, member)?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct StandingQuery {
    /// Asks for 200 and `null`, in place of E003, for a person without an account: a browser shows errors in red.
    #[serde(default)]
    or_null: bool,
}

#[utoipa::path(
    get, path = "/user/review-status/{userId}",
    params(("userId" = String, Path, description = "The LINE user id"), StandingQuery),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 200, body = StandingResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn find_review_status(
    Data(app): Data<&Arc<App>>,
    Path(user_id): Path<String>,
    caller: poem::Result<AnyCaller>,
    Query(StandingQuery { or_null }): Query<StandingQuery>,
) -> poem::Result<Json<StandingResponse>> {
    let caller = match caller {
        Ok(caller) if caller.line_user_id == user_id => caller,
        Err(error) if !is_about_credentials(&error) => return Err(error),
        // The server gives one answer to all credentials that do not fit, so that no caller learns who
        // is registered.
        Ok(_) | Err(_) => return Err(Error::from(ErrorCode::Unauthenticated).into()),
    };
    match app.accounts.find_standing(&caller.line_user_id).await? {
        None if !or_null => Err(not_registered().into()),
        standing => Ok(StandingResponse::new(standing)),
    }
}

/// Returns false for errors that report the state of the server or the rate of the calls.
fn is_about_credentials(error: &poem::Error) -> bool {
    let code = error.downcast_ref::<Error>().map(|error| error.code);
    !matches!(
        code,
        Some(ErrorCode::TooManyRequests | ErrorCode::Unavailable | ErrorCode::Internal)
    )
}

/// Refuses a body that names the account of another person.
fn require_own_account(account: &str, caller: &IdTokenCaller) -> Result<()> {
    if account == caller.line_user_id {
        Ok(())
    } else {
        Err(Error::another_account())
    }
}
