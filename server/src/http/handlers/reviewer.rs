//! `/review/enrolment` and `/review/session`: reviewers register a passkey, sign in with it, and sign out.

use std::sync::Arc;

use bytes::Bytes;
use enmusubi_core::review::ReviewerRole;
use poem::http::{StatusCode, header};
use poem::web::{Data, Json, WithHeader};
use poem::{IntoResponse as _, Request, handler};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::reviewer::{NewSession, SignedInReviewer};
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{FromBody, JsonRequest};
use crate::http::reviewer_auth::{OwnPage, ReviewerCaller, ended_cookie, session_cookie};

/// The token of a link and an authenticator's answer are a few kilobytes.
const MAX_BYTES: usize = 16 * 1024;

/// The token of the link from the operator.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EnrolmentOptionsRequest {
    #[serde(default)]
    #[schema(value_type = String)]
    token: Value,
}

/// The token of the link, and the answer of the authenticator.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EnrolmentRequest {
    #[serde(default)]
    #[schema(value_type = String)]
    token: Value,
    /// A `RegistrationResponseJSON` of `WebAuthn` Level 3.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>)]
    credential: Value,
}

/// The answer of the authenticator.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SignInRequest {
    /// An `AuthenticationResponseJSON` of `WebAuthn` Level 3.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>)]
    credential: Value,
}

impl FromBody for EnrolmentOptionsRequest {
    const MAX_BYTES: usize = MAX_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        read(&bytes)
    }
}

impl FromBody for EnrolmentRequest {
    const MAX_BYTES: usize = MAX_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        read(&bytes)
    }
}

impl FromBody for SignInRequest {
    const MAX_BYTES: usize = MAX_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        read(&bytes)
    }
}

/// Reads a body whose content the library of passkeys checks, which is stricter than core about JSON.
fn read<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T> {
    // serde would also accept a list of the members.
    let is_object = bytes.trim_ascii_start().first() == Some(&b'{');
    let body = is_object
        .then(|| serde_json::from_slice(bytes).ok())
        .flatten();
    body.ok_or_else(|| Error::malformed("The body should be a JSON object."))
}

/// The beginning of an enrolment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EnrolmentOptionsResponse {
    /// The name of the reviewer.
    name: String,
    /// A `PublicKeyCredentialCreationOptionsJSON` of `WebAuthn` Level 3.
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Value,
}

/// The beginning of a sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignInOptionsResponse {
    /// A `PublicKeyCredentialRequestOptionsJSON` of `WebAuthn` Level 3.
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Value,
}

/// A reviewer who has just signed in.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SignedInResponse {
    name: String,
    role: ReviewerRole,
}

/// The session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewerSessionResponse {
    name: String,
    role: ReviewerRole,
    /// The latest end of the session. It ends earlier after 30 minutes without a call. RFC 3339, in UTC.
    #[schema(format = DateTime)]
    expires_at: String,
    /// True if the reviewer is a member too, so that the cases of some people are hidden.
    is_member: bool,
}

#[utoipa::path(
    post, path = "/review/enrolment/options",
    request_body = EnrolmentOptionsRequest,
    responses(
        (status = 200, body = EnrolmentOptionsResponse, description = "The link stays good"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn begin_enrolment(
    Data(app): Data<&Arc<App>>,
    JsonRequest { body, .. }: JsonRequest<OwnPage, EnrolmentOptionsRequest>,
) -> Result<Json<EnrolmentOptionsResponse>> {
    let token = body.token.as_str().unwrap_or_default();
    let begun = app.reviewers.begin_enrolment(token).await?;
    Ok(Json(EnrolmentOptionsResponse {
        name: begun.name,
        options: begun.options,
    }))
}

#[utoipa::path(
    post, path = "/review/enrolment",
    request_body = EnrolmentRequest,
    responses(
        (status = 200, body = SignedInResponse, description = "The link is used up, the reviewer has the new passkey \
            and no other, and the cookie `enmusubi_review`, over https `__Host-enmusubi_review`, has a session"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn enrol(
    Data(app): Data<&Arc<App>>,
    JsonRequest { body, .. }: JsonRequest<OwnPage, EnrolmentRequest>,
) -> Result<WithHeader<Json<SignedInResponse>>> {
    let token = body.token.as_str().unwrap_or_default();
    let signed_in = app.reviewers.enrol(token, &body.credential).await?;
    Ok(with_cookie(app, signed_in))
}

#[utoipa::path(
    post, path = "/review/session/options",
    responses((status = 200, body = SignInOptionsResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) fn begin_reviewer_session(
    Data(app): Data<&Arc<App>>,
    _: OwnPage,
) -> Result<Json<SignInOptionsResponse>> {
    let options = app.reviewers.begin_sign_in()?;
    Ok(Json(SignInOptionsResponse { options }))
}

#[utoipa::path(
    post, path = "/review/session",
    request_body = SignInRequest,
    responses(
        (status = 200, body = SignedInResponse,
            description = "The cookie `enmusubi_review`, over https `__Host-enmusubi_review`, has a session of at \
                most 12 hours"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn create_reviewer_session(
    Data(app): Data<&Arc<App>>,
    JsonRequest { body, .. }: JsonRequest<OwnPage, SignInRequest>,
) -> Result<WithHeader<Json<SignedInResponse>>> {
    let signed_in = app.reviewers.sign_in(&body.credential).await?;
    Ok(with_cookie(app, signed_in))
}

#[utoipa::path(
    get, path = "/review/session",
    security(("reviewer" = [])),
    responses((status = 200, body = ReviewerSessionResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) fn get_reviewer_session(
    ReviewerCaller { reviewer, session }: ReviewerCaller,
) -> Json<ReviewerSessionResponse> {
    let SignedInReviewer {
        name, role, member, ..
    } = reviewer;
    Json(ReviewerSessionResponse {
        name,
        role,
        expires_at: session.expires_at_ms.rfc_3339(),
        is_member: member.is_some_and(|member| member.account_id.is_some()),
    })
}

#[utoipa::path(
    delete, path = "/review/session",
    security(("reviewer" = [])),
    responses((status = 204), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn delete_reviewer_session(
    Data(app): Data<&Arc<App>>,
    caller: ReviewerCaller,
) -> Result<WithHeader<StatusCode>> {
    let ReviewerCaller { reviewer, session } = caller;
    app.reviewers.sign_out(&reviewer, &session).await?;
    Ok(StatusCode::NO_CONTENT.with_header(header::SET_COOKIE, ended_cookie(app)))
}

fn with_cookie(app: &App, signed_in: NewSession) -> WithHeader<Json<SignedInResponse>> {
    let NewSession { reviewer, token } = signed_in;
    let body = SignedInResponse {
        name: reviewer.name,
        role: reviewer.role,
    };
    Json(body).with_header(header::SET_COOKIE, session_cookie(app, &token))
}
