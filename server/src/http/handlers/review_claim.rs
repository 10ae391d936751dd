//! `/review/cases/{caseId}`: a reviewer claims, skips and decides a case.

use std::sync::Arc;

use enmusubi_core::review::{ReleaseBody, parse_claim};
use enmusubi_core::{AgeDocument, CaseAction, CaseDecisionBody, Reason, SkipReason};
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};
use crate::http::reviewer_auth::ReviewerCaller;
use crate::store::CaseId;
use crate::store::review::review_case::StoredCase;

/// The claim of a case, with which its holder decides.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseClaim {
    #[schema(value_type = i64)]
    id: CaseId,
    /// Grows with each claim. Only the latest claim may decide.
    fence: i64,
    /// Grows when the case itself changes.
    version: i64,
    /// RFC 3339, in UTC. The claim lapses then, unless the reviewer renews it.
    #[schema(value_type = String, format = DateTime)]
    lease_until: Millis,
}

impl CaseClaim {
    /// Returns `None` if no reviewer holds the case.
    pub(super) fn of(case: &StoredCase) -> Option<Self> {
        case.claim.as_ref().map(|claim| Self {
            id: case.id,
            fence: case.fence,
            version: case.version,
            lease_until: claim.until_ms,
        })
    }

    fn new(case: &StoredCase) -> Result<Json<Self>> {
        let claim = Self::of(case);
        let claim = claim.ok_or_else(|| Error::internal("a claimed case has no claim"))?;
        Ok(Json(claim))
    }
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct ClaimRequest {
    /// The number of the claim.
    fence: i64,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct ReleaseRequest {
    /// The number of the claim.
    fence: i64,
    /// The reason for which the reviewer skips the case, which leads see.
    reason: Option<SkipReason>,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct DecisionRequest {
    /// The number of the claim.
    fence: i64,
    /// The version of the case that the reviewer has read.
    version: i64,
    action: CaseAction,
    /// At most 20. A decision against the member has one at least.
    reasons: Option<Vec<Reason>>,
    /// The employer that the evidence names, by its id in the catalogue. An approval by a document or a link has this or
    /// `employerName`; no other decision has.
    employer_id: Option<String>,
    /// The name of an employer that is not in the catalogue, at most 100 characters.
    employer_name: Option<String>,
    /// The kind of document on which the reviewer has read the birthday, the document's name and its issuer. Required
    /// for an approval while a document waits. Allowed for a request and a rejection of a profile if no reason is about
    /// the age.
    age_document: Option<AgeDocument>,
}

/// The end of a claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeaseResponse {
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    lease_until: Millis,
}

/// A decision that waits for its moment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DecisionResponse {
    /// RFC 3339, in UTC. The reviewer can undo the decision until then.
    #[schema(value_type = String, format = DateTime)]
    effect_at: Millis,
}

#[utoipa::path(
    put, path = "/review/cases/{caseId}/claim",
    params(("caseId" = i64, Path)), security(("reviewer" = [])),
    responses(
        (status = 200, body = CaseClaim, description = "The case is the reviewer's for ten minutes"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E003 for a case that the reviewer may not see. E004 with the holder for one that another \
                reviewer has claimed or decided. E005 with `claims` for a reviewer who holds three other cases, \
                with `claimsPerHour` after 120 other cases in an hour, and \
                with `turn` for one who has had this case for two hours",
        ),
    ),
)]
#[handler]
pub(crate) async fn claim_case(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    caller: ReviewerCaller,
) -> Result<Json<CaseClaim>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let claimed = app.reviews.claim_case(&reviewer, case_id).await?;
    CaseClaim::new(&claimed)
}

#[utoipa::path(
    put, path = "/review/cases/{caseId}/lease",
    params(("caseId" = i64, Path)), request_body = ClaimRequest, security(("reviewer" = [])),
    responses(
        (status = 200, body = LeaseResponse, description = "The claim lasts for another ten minutes, and for two hours in all at most"),
        (status = "4XX", body = ErrorResponse, description = "E004 with the holder if the claim is over"),
    ),
)]
#[handler]
pub(crate) async fn renew_claim(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, ObjectText>,
) -> Result<Json<LeaseResponse>> {
    let fence = parse_claim(body.document()?).map_err(|error| Error::fields([error]))?;
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let lease_until = app
        .reviews
        .renew_case(&reviewer, case_id, fence.into())
        .await?;
    Ok(Json(LeaseResponse { lease_until }))
}

#[utoipa::path(
    post, path = "/review/cases/{caseId}/release",
    params(("caseId" = i64, Path)), request_body = ReleaseRequest, security(("reviewer" = [])),
    responses(
        (status = 204, description = "The case is free for other reviewers"),
        (status = "4XX", body = ErrorResponse, description = "E004 with the holder if the claim is over"),
    ),
)]
#[handler]
pub(crate) async fn release_case(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, ObjectText>,
) -> Result<StatusCode> {
    let release = ReleaseBody::parse(body.document()?).map_err(|error| Error::fields([error]))?;
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let fence = release.fence.into();
    app.reviews
        .release_case(&reviewer, case_id, fence, release.reason)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    put, path = "/review/cases/{caseId}/decision",
    params(("caseId" = i64, Path)), request_body = DecisionRequest, security(("reviewer" = [])),
    responses(
        (status = 200, body = DecisionResponse, description = "The decision takes effect 30 seconds later"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E002 for a decision that the case does not allow. E004 with the holder if the claim is over \
                or the case has changed",
        ),
    ),
)]
#[handler]
pub(crate) async fn decide_case(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, ObjectText>,
) -> Result<Json<DecisionResponse>> {
    let body = CaseDecisionBody::parse(body.document()?).map_err(Error::fields)?;
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let key = (body.fence.into(), body.version.into());
    let effect_at = app
        .reviews
        .decide_case(&reviewer, case_id, key, &body.decision)
        .await?;
    Ok(Json(DecisionResponse { effect_at }))
}

#[utoipa::path(
    delete, path = "/review/cases/{caseId}/decision",
    params(("caseId" = i64, Path)), security(("reviewer" = [])),
    responses(
        (status = 200, body = CaseClaim, description = "The decision is deleted, and the case is the reviewer's again, unless they hold three others"),
        (status = "4XX", body = ErrorResponse, description = "E004 if it has taken effect, or is another reviewer's"),
    ),
)]
#[handler]
pub(crate) async fn undo_decision(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    caller: ReviewerCaller,
) -> Result<Json<CaseClaim>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let undone = app.reviews.undo_case(&reviewer, case_id).await?;
    CaseClaim::new(&undone)
}
