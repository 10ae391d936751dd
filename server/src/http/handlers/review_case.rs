//! `/review/cases/{caseId}`: the facts of a case, and its photos and documents.

use std::sync::Arc;

use enmusubi_core::language::Language;
use poem::http::header;
use poem::web::{Data, Json, Path, Query};
use poem::{Body, Response, handler};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::clock::Millis;
use crate::error::Result;
use crate::features::review::CaseFacts;
use crate::http::error_response::ErrorResponse;
use crate::http::handlers::review_claim::CaseClaim;
use crate::http::handlers::review_queue::CaseSummary;
use crate::http::members::{FromMembers, Members, line, number, required};
use crate::http::request_body::JsonRequest;
use crate::http::reviewer_auth::ReviewerCaller;
use crate::store::CaseId;

/// The language of the facts.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FactsQuery {
    language: Language,
}

/// A case. Its facts are for the reviewer who holds it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseResponse {
    summary: CaseSummary,
    /// Null unless the reviewer holds the case.
    #[schema(required)]
    claim: Option<CaseClaim>,
    /// RFC 3339, in UTC: the moment when the reviewer's own decision takes effect, until which it can be undone. Null
    /// without such a decision.
    #[schema(required, format = DateTime)]
    effect_at: Option<String>,
    /// Null unless the reviewer holds the case.
    #[schema(required)]
    facts: Option<CaseFacts>,
}

/// The file that a reviewer opens.
#[derive(ToSchema)]
pub(crate) struct EvidenceRequest {
    /// The number of the claim.
    fence: i64,
    /// The id of the file within the case.
    file: String,
}

impl FromMembers for EvidenceRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let fence = members.read("fence", number)?.into();
        let file = members.read("file", |file| required(line(file)?))?;
        Some(Self { fence, file })
    }
}

#[utoipa::path(
    get, path = "/review/cases/{caseId}",
    params(("caseId" = i64, Path), FactsQuery), security(("reviewer" = [])),
    responses(
        (status = 200, body = CaseResponse),
        (status = "4XX", body = ErrorResponse, description = "E003 for a case that the reviewer may not see"),
    ),
)]
#[handler]
pub(crate) async fn find_case(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    caller: ReviewerCaller,
    Query(FactsQuery { language }): Query<FactsQuery>,
) -> Result<Json<CaseResponse>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let case = app.reviews.find_case(&reviewer, case_id).await?;
    let facts = app.reviews.find_facts(&reviewer, &case, language).await?;
    let claim = CaseClaim::of(&case).filter(|_| facts.is_some());
    let own = case.decided.as_ref();
    let own = own.filter(|decided| decided.by.actor == reviewer.by.actor);
    let effect_at_ms = own.and(case.effect_at_ms);
    Ok(Json(CaseResponse {
        summary: CaseSummary::new(&case, &reviewer, app.clock.now_ms()),
        claim,
        effect_at: effect_at_ms.map(Millis::rfc_3339),
        facts,
    }))
}

#[utoipa::path(
    post, path = "/review/cases/{caseId}/evidence",
    params(("caseId" = i64, Path)), request_body = EvidenceRequest, security(("reviewer" = [])),
    responses(
        (
            status = 200, description = "A picture, or a PDF of an earlier version. The audit log records each opening",
            content((Vec<u8> = "image/jpeg"), (Vec<u8> = "image/png"), (Vec<u8> = "image/webp"), (Vec<u8> = "application/pdf")),
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E004 with the holder if the claim is over. E003 for a file that the case does not have, or \
                that its member has deleted. E005 with `openings` after 240 files in an hour",
        ),
    ),
)]
#[handler]
pub(crate) async fn open_evidence(
    Data(app): Data<&Arc<App>>,
    Path(case_id): Path<CaseId>,
    JsonRequest { caller, body }: JsonRequest<ReviewerCaller, EvidenceRequest>,
) -> Result<Response> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let (media_type, file) = app
        .reviews
        .open_evidence(&reviewer, case_id, body.fence, &body.file)
        .await?;
    Ok(Response::builder()
        .content_type(media_type)
        .header(header::CONTENT_LENGTH, file.size_bytes)
        // A browser that opens this address must not show a stranger's file as a page of ours.
        .header(header::CONTENT_DISPOSITION, "attachment")
        .body(Body::from_bytes_stream(file.chunks)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::members::testing::read;

    #[test]
    fn a_reviewer_names_the_file_to_open() {
        let of = |body| read(body).map(|it: EvidenceRequest| it.file);
        let named = of(r#"{"fence": 1, "file": "photoNameList[0]"}"#);
        assert_eq!(named.unwrap(), "photoNameList[0]");
        for (body, field, code) in [
            ("{}", "fence", "required"),
            (r#"{"fence": null}"#, "fence", "required"),
            (r#"{"fence": 1}"#, "file", "required"),
            (r#"{"fence": 1, "file": " "}"#, "file", "required"),
            (r#"{"fence": 1, "file": {}}"#, "file", "wrong_type"),
        ] {
            assert_eq!(
                of(body),
                Err(vec![[field, code].map(str::to_owned)]),
                "{body}"
            );
        }
    }
}
