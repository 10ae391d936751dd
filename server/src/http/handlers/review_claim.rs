//! `/review/cases/{caseId}`: a reviewer claims, skips and decides a case.

use std::sync::Arc;

use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::json::{Json as JsonValue, Lines};
use enmusubi_core::limits::REVIEW_REASONS;
use enmusubi_core::review::{AgeDocument, CaseAction, CaseDecision, REASONS, Reason, SkipReason};
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, line, number, text, word, word_or_null};
use crate::http::request_body::JsonRequest;
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

/// The claim of a case.
#[derive(ToSchema)]
pub(crate) struct ClaimRequest {
    /// The number of the claim.
    fence: i64,
}

impl FromMembers for ClaimRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let fence = members.read("fence", number)?.into();
        Some(Self { fence })
    }
}

/// A claim that its holder gives back.
#[derive(ToSchema)]
pub(crate) struct ReleaseRequest {
    /// The number of the claim.
    fence: i64,
    /// The reason for which the reviewer skips the case, which leads see.
    reason: Option<SkipReason>,
}

impl FromMembers for ReleaseRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let fence = members.read("fence", number)?.into();
        let reason = members.read("reason", word_or_null)?;
        Some(Self { fence, reason })
    }
}

/// The decision about a case.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DecisionRequest {
    /// The number of the claim.
    fence: i64,
    /// The version of the case that the reviewer has read.
    version: i64,
    action: CaseAction,
    /// At most 20. A decision against the member has one at least.
    #[schema(value_type = Option<Vec<Reason>>)]
    reasons: Vec<Reason>,
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

impl FromMembers for DecisionRequest {
    /// Reads the members, which have the right types then. [`CaseDecision::check`] has the other rules, which depend on
    /// the case.
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let fence = members.read("fence", number);
        let version = members.read("version", number);
        let action = members.read("action", word);
        let reasons = read_reasons(members);
        let employer_id = members.read("employerId", line);
        let employer_name = members.read("employerName", line);
        let age_document = members.read("ageDocument", word_or_null);
        Some(Self {
            fence: fence?.into(),
            version: version?.into(),
            action: action?,
            reasons,
            employer_id: employer_id?,
            employer_name: employer_name?,
            age_document: age_document?,
        })
    }
}

fn read_reasons(members: &mut Members<'_>) -> Vec<Reason> {
    let list = match members.get(REASONS) {
        None | Some(JsonValue::Null) => &[],
        Some(JsonValue::List(list)) => list.as_slice(),
        Some(_) => {
            let wrong = Violation::new(FieldErrorCode::WrongType);
            members.accept::<()>(REASONS, Err(wrong));
            &[]
        }
    };
    // The rules refuse a longer list, so the rest of it need not be read.
    let list = list.iter().take(REVIEW_REASONS + 1).enumerate();
    let reasons = list.map(|(n, reason)| {
        let mut read = |name: &str, lines| {
            let read = text(reason.get(name), lines);
            let read = members.accept(&format!("{REASONS}[{n}].{name}"), read);
            read.flatten().unwrap_or_default().into_owned()
        };
        Reason {
            path: read("path", Lines::One),
            code: read("code", Lines::One),
            note: read("note", Lines::Many),
        }
    });
    reasons.collect()
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
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, ClaimRequest>,
) -> Result<Json<LeaseResponse>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let lease_until = app
        .reviews
        .renew_case(&reviewer, case_id, body.fence)
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
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, ReleaseRequest>,
) -> Result<StatusCode> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    app.reviews
        .release_case(&reviewer, case_id, body.fence, body.reason)
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
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, DecisionRequest>,
) -> Result<Json<DecisionResponse>> {
    let decision = CaseDecision {
        action: body.action,
        reasons: body.reasons,
        employer_id: body.employer_id.unwrap_or_default(),
        employer_name: body.employer_name.unwrap_or_default(),
        age_document: body.age_document,
    };
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let key = (body.fence, body.version);
    let effect_at = app
        .reviews
        .decide_case(&reviewer, case_id, key, &decision)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::members::testing::read;

    fn one<T>(field: &str, code: &str) -> Result<T, Vec<[String; 2]>> {
        Err(vec![[field, code].map(str::to_owned)])
    }

    #[test]
    fn every_body_has_the_number_of_the_claim() {
        let claim = |body| read(body).map(|it: ClaimRequest| it.fence);
        let release = |body| read(body).map(|it: ReleaseRequest| it.fence);
        assert_eq!(claim(r#"{"fence": 3}"#), Ok(3));
        for body in ["{}", r#"{"fence": null}"#] {
            assert_eq!(claim(body), one("fence", "required"));
            assert_eq!(release(body), one("fence", "required"));
        }
        assert_eq!(claim(r#"{"fence": [1]}"#), one("fence", "wrong_type"));
    }

    #[test]
    fn a_reviewer_skips_a_case_for_a_reason_of_the_list() {
        let of = |body| read(body).map(|it: ReleaseRequest| it.reason);
        let skipped = of(r#"{"fence": 1, "reason": "LANGUAGE"}"#);
        assert_eq!(skipped, Ok(Some(SkipReason::Language)));
        assert_eq!(of(r#"{"fence": 1, "reason": null}"#), Ok(None));
        let unknown = of(r#"{"fence": 1, "reason": "BORED"}"#);
        assert_eq!(unknown, one("reason", "unknown_value"));
    }

    #[test]
    fn a_body_has_a_claim_a_version_and_a_decision() {
        let body: DecisionRequest = read(
            r#"{"fence": 3, "version": 1, "action": "REJECT", "employerId": null,
                "reasons": [{"path": "aboutMe", "code": "other", "note": "One.\nTwo."}]}"#,
        )
        .unwrap();
        assert_eq!((body.fence, body.version), (3, 1));
        assert_eq!(body.action, CaseAction::Reject);
        assert_eq!(
            (body.employer_id, body.employer_name, body.age_document),
            (None, None, None)
        );
        let reason = Reason {
            path: "aboutMe".to_owned(),
            code: "other".to_owned(),
            note: "One.\nTwo.".to_owned(),
        };
        assert_eq!(body.reasons, [reason]);
        let refused = |body: &str| read::<DecisionRequest>(body).err().unwrap();
        let missing = ["fence", "version", "action"];
        let missing = missing.map(|path| [path, "required"].map(str::to_owned));
        assert_eq!(refused("{}"), missing);
        let wrong = refused(
            r#"{"fence": [], "version": {}, "action": "DELETE", "employerName": ["x"],
                "reasons": [{"path": 1}, 7, {"note": []}]}"#,
        );
        for path in [
            "fence",
            "version",
            "action",
            "employerName",
            "reasons[2].note",
        ] {
            assert!(wrong.iter().any(|it| it[0] == path), "{path} in {wrong:?}");
        }
        let not_a_list =
            refused(r#"{"fence": 1, "version": 1, "action": "APPROVE", "reasons": "x"}"#);
        assert_eq!(Err::<(), _>(not_a_list), one("reasons", "wrong_type"));
    }
}
