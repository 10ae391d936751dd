//! Bodies as they are on the wire, where they differ from what the use cases speak of.

use enmusubi_core::{Field, ReviewStatus, UserProfileCreate};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::account::Member;
use crate::store::review::Reason;

/// What a login and a registration are asked with. Both words are the LINE user id.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct LoginRequest {
    account: String,
    password: String,
}

/// The account a ticket is asked for.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct RegistrationRequest {
    account: String,
}

/// A session token.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LoginResponse {
    pub(crate) token: String,
}

/// A registration ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegistrationResponse {
    pub(crate) token: String,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub(crate) expires_at: String,
}

/// Where a profile stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewStatusResponse {
    pub(crate) review_status: ReviewStatus,
}

/// What became of an account that was deleted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletionResponse {
    /// Whether LINE was told to withdraw what the person allowed the app. Where it was not, they can
    /// do so in LINE's settings.
    pub(crate) line_access_withdrawn: bool,
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

/// Which picture is to stand for its owner.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the body, which the core reads")]
pub(crate) struct AvatarRequest {
    /// The name of an upload, or of a photo of the profile.
    avatar: String,
}

/// The picture that stands for its owner from now on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AvatarResponse {
    pub(crate) avatar: Picture,
}

/// A picture with what is needed to lay it out before it is there.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhotoResponse {
    pub(crate) file_id: String,
    /// A signed path that expires.
    pub(crate) url: String,
    /// A blurred miniature, base64.
    pub(crate) thumbhash: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
}

/// What the reviewer asks for or objects to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReviewResponse {
    pub(crate) reasons: Vec<Reason>,
    /// What may be sent again, in the order of the form; while the status is `NEEDS_INFO` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asked_fields: Option<Vec<Field>>,
}

/// Everything a user sees of themselves.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MyInfoResponse {
    pub(crate) user_id: String,
    pub(crate) nickname: String,
    pub(crate) review_status: ReviewStatus,
    #[schema(required = true)]
    pub(crate) avatar: Option<Picture>,
    /// The payload as it was accepted, without account, password and exact place.
    pub(crate) profile: OwnProfile,
    pub(crate) photos: Vec<PhotoResponse>,
    pub(crate) review: ReviewResponse,
}

impl MyInfoResponse {
    pub(crate) fn new(app: &App, member: Member) -> Result<Self> {
        let photos: Vec<_> = member
            .photos
            .into_iter()
            .map(|photo| PhotoResponse {
                url: app.pictures.signed_url(&photo.file_id),
                file_id: photo.file_id,
                thumbhash: photo.thumbhash,
                width: photo.width,
                height: photo.height,
            })
            .collect();
        // Until one is chosen, the first photo stands for its owner.
        let avatar = member
            .avatar
            .or_else(|| photos.first().map(|photo| photo.file_id.clone()))
            .map(|file_id| Picture::new(app, file_id));
        Ok(Self {
            user_id: member.profile.account.clone(),
            nickname: member.profile.nickname.clone(),
            review_status: member.review_status,
            avatar,
            profile: OwnProfile::new(&member.profile)?,
            photos,
            review: ReviewResponse {
                reasons: member.reasons,
                asked_fields: member.asked_fields,
            },
        })
    }
}

/// The payload without what its owner proves or what is not kept.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct OwnProfile(Map<String, Value>);

/// Members of the payload that nobody gets back.
const LEFT_OUT: [&str; 4] = ["account", "password", "latitude", "longitude"];

impl OwnProfile {
    fn new(profile: &UserProfileCreate) -> Result<Self> {
        match serde_json::to_value(profile).map_err(Error::internal)? {
            Value::Object(mut members) => {
                members.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
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
                .retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
            object
                .required
                .retain(|name| !LEFT_OUT.contains(&name.as_str()));
        }
        schema
    }
}

impl ToSchema for OwnProfile {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}

/// A LINE ID token of the mock.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IdTokenResponse {
    pub(crate) id_token: String,
}
