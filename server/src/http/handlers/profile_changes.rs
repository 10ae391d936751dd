//! `/user-profile/changes` and `/user-profile/place`: an approved member proposes new facts and photos, which a
//! reviewer checks, and moves to another place.

use std::sync::Arc;

use enmusubi_core::profile::REVIEWED;
use enmusubi_core::review::{ChangeOutcome, Reason};
use enmusubi_core::{Field, UserProfileCreate};
use poem::http::StatusCode;
use poem::web::{Data, Json, WithStatus};
use poem::{IntoResponse as _, handler};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::user_profile::Picture;
use crate::app::App;
use crate::clock::rfc_3339;
use crate::error::Result;
use crate::features::profile_change::ChangesNow;
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};
use crate::store::profile::profile_change::{ProposedValues, StoredChange};

/// Some of the fields whose change a reviewer checks.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct ReviewedFields(ProposedValues);

impl PartialSchema for ReviewedFields {
    fn schema() -> RefOr<Schema> {
        let mut schema = UserProfileCreate::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            let is_reviewed = |name: &str| REVIEWED.iter().any(|field| field.as_str() == name);
            object.properties.retain(|name, _| is_reviewed(name));
            object.required.clear();
        }
        schema
    }
}

impl ToSchema for ReviewedFields {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        UserProfileCreate::schemas(schemas);
    }
}

/// The proposal of a member that waits for a reviewer, and the latest decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileChangesResponse {
    /// The proposed values, or null if none wait. Other members see the old values. A proposal of new evidence
    /// has all fields of the proof of employment.
    #[schema(required)]
    changes: Option<ReviewedFields>,
    /// The proposed photos.
    photos: Vec<Picture>,
    /// The time of the proposal: RFC 3339, in UTC.
    #[schema(required, format = DateTime)]
    proposed_at: Option<String>,
    /// The latest decision of a reviewer, or null.
    #[schema(required)]
    latest_decision: Option<ChangeDecision>,
}

/// A reviewer's decision about a proposal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeDecision {
    /// `ACCEPTED` or `REFUSED`.
    outcome: ChangeOutcome,
    /// The fields of the proposal.
    fields: Vec<Field>,
    /// The reasons of a refusal.
    reasons: Vec<Reason>,
    /// The time of the decision: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    decided_at: String,
}

impl ProfileChangesResponse {
    fn new(app: &App, now: ChangesNow) -> Json<Self> {
        let proposed_at = now.open.as_ref().map(|open| open.created_at_ms.rfc_3339());
        let changes = now.open.map(|open| open.proposed);
        let photos = changes
            .iter()
            .filter_map(|changes| changes.get(Field::PhotoNameList.as_str())?.as_array())
            .flatten()
            .filter_map(|name| Some(Picture::new(app, name.as_str()?.to_owned())));
        Json(Self {
            photos: photos.collect(),
            changes: changes.map(ReviewedFields),
            proposed_at,
            latest_decision: now.latest.and_then(ChangeDecision::new),
        })
    }
}

impl ChangeDecision {
    fn new(decided: StoredChange) -> Option<Self> {
        let closed = decided.closed?;
        let fields = REVIEWED.into_iter();
        Some(Self {
            outcome: closed.outcome,
            fields: fields
                .filter(|field| decided.proposed.contains_key(field.as_str()))
                .collect(),
            reasons: closed.reasons,
            decided_at: closed.at_ms.rfc_3339(),
        })
    }
}

#[utoipa::path(
    get, path = "/user-profile/changes",
    security(("bearer" = [])),
    responses(
        (status = 200, body = ProfileChangesResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn get_profile_changes(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<ProfileChangesResponse>> {
    let now = app.profile_changes.get(&caller.line_user_id).await?;
    Ok(ProfileChangesResponse::new(app, now))
}

#[utoipa::path(
    put, path = "/user-profile/changes",
    request_body(content = ReviewedFields,
        description = "One of the fields or more. Fields that the profile has already are dropped. It replaces \
            an earlier proposal as a whole"),
    security(("bearer" = [])),
    responses(
        (status = 202, body = ProfileChangesResponse,
            description = "The proposal waits for a reviewer. If it does not differ from the profile, no \
                proposal waits any more"),
        (status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved, and for any other field. E005 after twenty \
                proposals in seven days"),
    ),
)]
#[handler]
pub(crate) async fn propose_profile_changes(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<WithStatus<Json<ProfileChangesResponse>>> {
    let document = body.document()?;
    let now = app
        .profile_changes
        .propose(&caller.line_user_id, &document)
        .await?;
    Ok(ProfileChangesResponse::new(app, now).with_status(StatusCode::ACCEPTED))
}

#[utoipa::path(
    delete, path = "/user-profile/changes",
    security(("bearer" = [])),
    responses(
        (status = 204, description = "There is no open proposal any more"),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn withdraw_profile_changes(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<StatusCode> {
    app.profile_changes.withdraw(&caller.line_user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct PlaceRequest {
    latitude: Option<f64>,
    longitude: Option<f64>,
}

/// The time from which a place counts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlaceResponse {
    /// The time of the next daily set, the first to use the place: RFC 3339, in UTC.
    #[schema(format = DateTime)]
    effective_at: String,
}

#[utoipa::path(
    put, path = "/user-profile/place",
    request_body(content = PlaceRequest,
        description = "Both coordinates, of which the server stores a cell of a twentieth of a degree; or both \
            null, for the cell of the city"),
    security(("bearer" = [])),
    responses(
        (status = 200, body = PlaceResponse, description = "A place in the same cell changes nothing"),
        (status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved, and for any other field. E005 after three \
                changes in seven days"),
    ),
)]
#[handler]
pub(crate) async fn update_place(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<Json<PlaceResponse>> {
    let document = body.document()?;
    let effective_at = rfc_3339(
        app.preferences
            .put_place(&caller.line_user_id, &document)
            .await?,
    );
    Ok(Json(PlaceResponse { effective_at }))
}
