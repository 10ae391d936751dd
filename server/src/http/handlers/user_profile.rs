//! `/user-profile`: the registration form, the fields that a reviewer asked for, the profile that its member
//! takes back, the texts, and the chosen avatar.

use std::sync::Arc;

use bytes::Bytes;
use enmusubi_core::profile::TEXTS;
use enmusubi_core::review::ReviewStatus;
use enmusubi_core::{JsonDocument, MAX_DOCUMENT_BYTES, UserProfileCreate};
use poem::http::StatusCode;
use poem::web::{Data, Json, WithStatus};
use poem::{IntoResponse, Request, handler};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::account::Standing;
use crate::features::registration::Registered;
use crate::features::submission::Submission;
use crate::http::auth::{ApprovedCaller, RegistrationCaller, SessionCaller};
use crate::http::error_response::ErrorResponse;
use crate::http::language::language_of;
use crate::http::request_body::{FromBody, FromJson, Idempotent, JsonRequest, ObjectText};

/// The bytes of a form or of a part of it. Core parses and checks them.
pub(crate) struct FormBytes(Bytes);

impl FromBody for FormBytes {
    const MAX_BYTES: usize = MAX_DOCUMENT_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        Ok(Self(bytes))
    }
}

#[utoipa::path(
    post, path = "/user-profile",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID. Requests that repeat the same key get the first answer")),
    request_body(content = UserProfileCreate, description = "A payload, or a draft of one"),
    security(("idToken" = []), ("bearer" = [])),
    responses((status = 201, body = Registered), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_user_profile(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<RegistrationCaller, Idempotent<FormBytes>>,
    head: &Request,
) -> Result<WithStatus<Json<Registered>>> {
    let FormBytes(bytes) = body.body;
    let document = JsonDocument::parse(&bytes)?;
    refuse_another_account(&document, &caller.line_user_id)?;
    let submission = Submission {
        line_user_id: &caller.line_user_id,
        document: &document,
        bytes: &bytes,
        idempotency_key: body.key,
    };
    let language = language_of(head);
    let registered = app.registrations.register(submission, language).await?;
    Ok(Json(registered).with_status(StatusCode::CREATED))
}

/// Any fields of a profile except the two that name the account.
struct ResubmissionRequest;

impl PartialSchema for ResubmissionRequest {
    fn schema() -> RefOr<Schema> {
        let mut schema = UserProfileCreate::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.properties.remove("account");
            object.properties.remove("password");
            object.required.clear();
        }
        schema
    }
}

impl ToSchema for ResubmissionRequest {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}

/// The status of a profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewStatusResponse {
    review_status: ReviewStatus,
    /// True if the profile is with its member because they took it back. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    taken_back: bool,
}

impl ReviewStatusResponse {
    pub(crate) fn new(review_status: ReviewStatus, taken_back: bool) -> Json<Self> {
        Json(Self {
            review_status,
            taken_back,
        })
    }
}

/// The state of a person who may not have registered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StandingResponse {
    /// `null` for a person without an account, if the request asks for it.
    #[schema(required)]
    review_status: Option<ReviewStatus>,
    /// True if the profile is with its member because they took it back. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    taken_back: bool,
}

impl StandingResponse {
    pub(crate) fn new(standing: Option<Standing>) -> Json<Self> {
        Json(Self {
            review_status: standing.as_ref().map(|standing| standing.review_status),
            taken_back: standing.is_some_and(|standing| standing.is_taken_back),
        })
    }
}

#[utoipa::path(
    put, path = "/user-profile/resubmission",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "A UUID. Requests that repeat the same key get the first answer")),
    request_body(content = ResubmissionRequest,
        description = "Some of the fields that the member's `review.askedFields` names, and no other field"),
    security(("bearer" = [])),
    responses((status = 200, body = ReviewStatusResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn resubmit_user_profile(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<SessionCaller, Idempotent<FormBytes>>,
) -> Result<Json<ReviewStatusResponse>> {
    let FormBytes(bytes) = body.body;
    let document = JsonDocument::parse(&bytes)?;
    let line_user_id = &caller.session.line_user_id;
    refuse_another_account(&document, line_user_id)?;
    let submission = Submission {
        line_user_id,
        document: &document,
        bytes: &bytes,
        idempotency_key: body.key,
    };
    let review_status = app.resubmissions.resubmit(submission).await?;
    Ok(ReviewStatusResponse::new(review_status, false))
}

#[utoipa::path(
    post, path = "/user-profile/withdrawal",
    security(("bearer" = [])),
    responses(
        (status = 200, body = ReviewStatusResponse,
            description = "The profile is with its member, who may send any field again. A repeated call \
                gets the same answer"),
        (status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile waits and no reviewer has claimed it"),
    ),
)]
#[handler]
pub(crate) async fn take_back_user_profile(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
) -> Result<Json<ReviewStatusResponse>> {
    let line_user_id = &caller.session.line_user_id;
    let review_status = app.resubmissions.take_back(line_user_id).await?;
    Ok(ReviewStatusResponse::new(review_status, true))
}

/// Refuses a form that names the account of another person. The rules of the form refuse one that
/// names no account.
fn refuse_another_account(document: &JsonDocument<'_>, line_user_id: &str) -> Result<()> {
    let account = document.text("account");
    if account.is_some_and(|account| account != line_user_id) {
        return Err(Error::another_account());
    }
    Ok(())
}

/// The texts and tags of a profile. A request has some of them, an answer all.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct ProfileTexts(Map<String, Value>);

impl ProfileTexts {
    fn new(profile: &UserProfileCreate) -> Result<Self> {
        match serde_json::to_value(profile).map_err(Error::internal)? {
            Value::Object(mut members) => {
                members.retain(|name, _| is_text(name));
                Ok(Self(members))
            }
            _ => Err(Error::internal("a profile is not a JSON object")),
        }
    }
}

impl PartialSchema for ProfileTexts {
    fn schema() -> RefOr<Schema> {
        let mut schema = UserProfileCreate::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.properties.retain(|name, _| is_text(name));
            object.required.clear();
        }
        schema
    }
}

impl ToSchema for ProfileTexts {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}

fn is_text(name: &str) -> bool {
    TEXTS.iter().any(|field| field.as_str() == name)
}

#[utoipa::path(
    put, path = "/user-profile/texts",
    request_body(content = ProfileTexts,
        description = "One of the texts and tags or more. An absent field keeps its value"),
    security(("bearer" = [])),
    responses(
        (status = 200, body = ProfileTexts, description = "All texts and tags of the profile"),
        (status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved, and for any other field"),
    ),
)]
#[handler]
pub(crate) async fn update_profile_texts(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<Json<ProfileTexts>> {
    let document = body.document()?;
    Ok(Json(ProfileTexts::new(
        &app.accounts
            .change_texts(&caller.line_user_id, &document)
            .await?,
    )?))
}

/// The picture that a member chooses as an avatar.
#[derive(Debug, ToSchema)]
pub(crate) struct AvatarRequest {
    /// The name of an upload, or of a photo of the profile.
    avatar: String,
}

impl FromJson for AvatarRequest {
    fn from_json(document: JsonDocument<'_>) -> Result<Self> {
        let avatar = document.text("avatar");
        let avatar =
            avatar.ok_or_else(|| Error::malformed("The avatar should be an upload's name."))?;
        Ok(Self { avatar })
    }
}

/// A picture that the viewer may see for some minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Picture {
    pub(crate) file_id: String,
    /// A signed path that expires.
    pub(crate) url: String,
}

impl Picture {
    pub(crate) fn new(app: &App, file_id: String) -> Self {
        Self {
            url: app.pictures.signed_url(&file_id),
            file_id,
        }
    }
}

/// The new avatar of a member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AvatarResponse {
    avatar: Picture,
}

#[utoipa::path(
    put, path = "/user-profile/avatar",
    request_body = AvatarRequest, security(("bearer" = [])),
    responses((status = 200, body = AvatarResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn update_avatar(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<SessionCaller, AvatarRequest>,
) -> Result<Json<AvatarResponse>> {
    app.accounts
        .choose_avatar(&caller.session.line_user_id, &body.avatar)
        .await?;
    Ok(Json(AvatarResponse {
        avatar: Picture::new(app, body.avatar),
    }))
}
