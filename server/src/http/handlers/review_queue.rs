//! `/review/cases`: the queue of cases, and the numbers for leads.

use std::sync::Arc;

use enmusubi_core::VerifyMethod;
use enmusubi_core::review::{CaseKind, CaseState};
use poem::handler;
use poem::web::{Data, Json, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::clock::{HOUR_MS, Millis};
use crate::error::{Error, Result};
use crate::features::profile_text::employer_name;
use crate::features::review::Statistics;
use crate::features::review::cases::CaseReviewer;
use crate::http::error_response::ErrorResponse;
use crate::http::handlers::review_claim::CaseClaim;
use crate::http::reviewer_auth::{LeadCaller, ReviewerCaller};
use crate::store::CaseId;
use crate::store::review::review_case::{QueueFilter, QueueKey, StoredCase};

/// The largest number of cases on a page of the queue.
const MAX_CASES: u64 = 100;
/// The number of cases on a page unless the query says another.
const CASES: u64 = 50;

/// The cases to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct QueueQuery {
    #[param(inline)]
    kind: Option<CaseKind>,
    #[param(inline)]
    evidence: Option<VerifyMethod>,
    /// The employer of the profile, by its id in the catalogue.
    employer_id: Option<String>,
    /// The cases that have waited for at least this many hours.
    older_than_hours: Option<u16>,
    /// `next` of the page before.
    after: Option<String>,
    /// At most 100. 50 if it is missing.
    limit: Option<u64>,
}

/// A page of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CasesResponse {
    /// Reports of danger first, then by due date.
    cases: Vec<CaseSummary>,
    /// `after` of the next page. Null after the last one.
    #[schema(required)]
    next: Option<String>,
}

/// A case in the queue. It says nothing about the person but the employer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseSummary {
    #[schema(value_type = i64)]
    id: CaseId,
    kind: CaseKind,
    state: CaseState,
    /// True for a report of danger.
    is_urgent: bool,
    /// True if another reviewer has approved it, and this decision only checks that one.
    is_second_look: bool,
    evidence: VerifyMethod,
    /// The id of the catalogue, or empty.
    employer_id: String,
    /// The name of the employer, or empty.
    employer_name: String,
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    submitted_at: Millis,
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    due_at: Millis,
    /// Null if no reviewer has claimed the case.
    #[schema(required)]
    holder: Option<CaseHolder>,
}

/// The reviewer who has claimed a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseHolder {
    name: String,
    is_me: bool,
    /// RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    lease_until: Millis,
}

impl CaseSummary {
    pub(super) fn new(case: &StoredCase, reviewer: &CaseReviewer, now_ms: Millis) -> Self {
        let holder = case.claim_at(now_ms).map(|claim| CaseHolder {
            name: claim.by.name.clone(),
            is_me: claim.by.actor == reviewer.by.actor,
            lease_until: claim.until_ms,
        });
        Self {
            id: case.id,
            kind: case.kind,
            state: case.state,
            is_urgent: case.is_urgent,
            is_second_look: case.second_look_of.is_some(),
            evidence: case.evidence,
            employer_id: case.employer_id.clone(),
            employer_name: employer_name(&case.employer_id).to_owned(),
            submitted_at: case.submitted_at_ms,
            due_at: case.due_at_ms,
            holder,
        }
    }
}

/// The numbers of open cases.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountsResponse {
    /// Each kind, in the order of the words of `CaseKind`.
    counts: Vec<KindCount>,
}

/// The number of open cases of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KindCount {
    kind: CaseKind,
    open: u64,
}

/// The next case.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextCaseResponse {
    /// Null if there is none.
    #[schema(required)]
    claim: Option<CaseClaim>,
}

impl QueueQuery {
    fn filter(&self, app: &App) -> QueueFilter {
        let hours = self.older_than_hours.map(i64::from);
        QueueFilter {
            kind: self.kind,
            evidence: self.evidence,
            employer_id: self.employer_id.clone(),
            submitted_before_ms: hours.map(|hours| app.clock.now_ms() - hours * HOUR_MS),
        }
    }

    fn after(&self) -> Result<Option<QueueKey>> {
        let parsed = self.after.as_deref().map(str::parse).transpose();
        parsed.map_err(|_| Error::malformed("The place in the queue is unknown."))
    }
}

#[utoipa::path(
    get, path = "/review/cases",
    params(QueueQuery), security(("reviewer" = [])),
    responses(
        (status = 200, body = CasesResponse, description = "Cases that the reviewer may decide"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn list_cases(
    Data(app): Data<&Arc<App>>,
    caller: ReviewerCaller,
    Query(query): Query<QueueQuery>,
) -> Result<Json<CasesResponse>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let limit = query.limit.unwrap_or(CASES).clamp(1, MAX_CASES);
    let filter = query.filter(app);
    let after = query.after()?;
    let mut cases = app
        .reviews
        .list_cases(&reviewer, &filter, after, limit + 1)
        .await?;
    let has_more = cases.len() as u64 > limit;
    cases.truncate(usize::try_from(limit).map_err(Error::internal)?);
    let last = cases.last().filter(|_| has_more);
    let next = last.map(|case| case.key().to_string());
    let now_ms = app.clock.now_ms();
    let cases = cases
        .iter()
        .map(|case| CaseSummary::new(case, &reviewer, now_ms));
    Ok(Json(CasesResponse {
        cases: cases.collect(),
        next,
    }))
}

#[utoipa::path(
    get, path = "/review/counts",
    security(("reviewer" = [])),
    responses(
        (status = 200, body = CountsResponse, description = "All open cases, also those that the reviewer may not see"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn count_cases(
    Data(app): Data<&Arc<App>>,
    _: ReviewerCaller,
) -> Result<Json<CountsResponse>> {
    let counted = app.reviews.count_cases().await?;
    let counts = CaseKind::ALL.iter().map(|kind| KindCount {
        kind: *kind,
        open: counted.get(kind).copied().unwrap_or_default(),
    });
    Ok(Json(CountsResponse {
        counts: counts.collect(),
    }))
}

#[utoipa::path(
    post, path = "/review/cases/next",
    params(QueueQuery), security(("reviewer" = [])),
    responses(
        (status = 200, body = NextCaseResponse, description = "The first free case is the reviewer's now"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E005 with `claims` for a reviewer who holds three cases, and with `claimsPerHour` after 120 \
                other cases in an hour",
        ),
    ),
)]
#[handler]
pub(crate) async fn claim_next_case(
    Data(app): Data<&Arc<App>>,
    caller: ReviewerCaller,
    Query(query): Query<QueueQuery>,
) -> Result<Json<NextCaseResponse>> {
    let reviewer = app.reviews.case_reviewer(&caller.reviewer).await?;
    let (filter, after) = (query.filter(app), query.after()?);
    let claimed = app.reviews.claim_next(&reviewer, &filter, after).await?;
    let claim = claimed.as_ref().and_then(CaseClaim::of);
    Ok(Json(NextCaseResponse { claim }))
}

#[utoipa::path(
    get, path = "/review/statistics",
    security(("reviewer" = [])),
    responses(
        (status = 200, body = Statistics),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the reviewer is a lead"),
    ),
)]
#[handler]
pub(crate) async fn find_statistics(
    Data(app): Data<&Arc<App>>,
    _: LeadCaller,
) -> Result<Json<Statistics>> {
    Ok(Json(app.reviews.find_statistics().await?))
}
