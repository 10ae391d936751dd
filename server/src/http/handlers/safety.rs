//! `/blocks` and `/reports`: a member blocks or reports another.

use std::sync::Arc;

use enmusubi_core::Params;
use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::limits::REPORT_NOTE;
use enmusubi_core::service::ReportCategory;
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::Result;
use crate::features::safety::{OwnBlock, Report};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, line, lines, required, word};
use crate::http::request_body::JsonRequest;

/// The pair of a block. It names exactly one of the two.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the request is read without it, and this only describes it"
)]
pub(crate) struct BlockRequest {
    /// The introduction to the person.
    introduction_id: Option<String>,
    /// The match with the person.
    match_id: Option<String>,
}

/// A report. It names exactly one of the two ids.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the request is read without it, and this only describes it"
)]
pub(crate) struct ReportRequest {
    /// The introduction to the person.
    introduction_id: Option<String>,
    /// The match with the person.
    match_id: Option<String>,
    category: ReportCategory,
    /// At most 500 characters. Line feeds are allowed. `OTHER` requires it.
    note: Option<String>,
}

/// The pair of a block: the id of the introduction or the match, which need not exist.
pub(super) struct Pair(pub(super) String);

impl FromMembers for Pair {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let introduction = members.read("introductionId", line);
        let of_match = members.read("matchId", line);
        let (path, violation) = match (introduction?, of_match?) {
            (Some(id), None) | (None, Some(id)) => return Some(Self(id)),
            (None, None) => ("introductionId", Violation::new(FieldErrorCode::Required)),
            (Some(_), Some(_)) => (
                "matchId",
                Violation {
                    code: FieldErrorCode::TooMany,
                    params: Params::at_most(1),
                },
            ),
        };
        members.accept(path, Err(violation))
    }
}

impl FromMembers for Report {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let pair = Pair::from_members(members);
        let category = members.read("category", word);
        let note = members.read("note", |note| {
            let note = lines(note, REPORT_NOTE)?;
            if category == Some(ReportCategory::Other) {
                required(note)
            } else {
                Ok(note.unwrap_or_default())
            }
        });
        Some(Self {
            pair_id: pair?.0,
            category: category?,
            note: note?,
        })
    }
}

/// The people whom a member has blocked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BlocksResponse {
    /// The newest first. A report blocks, too.
    blocks: Vec<BlockResponse>,
}

/// A block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockResponse {
    block_id: String,
    /// The nickname of the person at the time of the block. Empty after one of the two deleted the account, and if
    /// the member could not see the person at the time of the block.
    nickname: String,
    /// The day of the block: `YYYY-MM-DD`.
    #[schema(format = Date)]
    day: String,
}

impl From<OwnBlock> for BlockResponse {
    fn from(blocked: OwnBlock) -> Self {
        Self {
            block_id: blocked.id,
            nickname: blocked.nickname,
            day: blocked.day.to_string(),
        }
    }
}

#[utoipa::path(
    post, path = "/blocks",
    request_body = BlockRequest, security(("bearer" = [])),
    responses(
        (
            status = 204,
            description = "Neither of the two sees the other again. The pair may have expired or ended before",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for an introduction or a match that the member \
                never had, or whose other member has deleted the account",
        ),
    ),
)]
#[handler]
pub(crate) async fn create_block(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, Pair>,
) -> Result<StatusCode> {
    app.safety.block(&caller.line_user_id, &body.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    get, path = "/blocks", security(("bearer" = [])),
    responses(
        (status = 200, body = BlocksResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn list_blocks(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<BlocksResponse>> {
    let blocks = app.safety.list_blocks(&caller.line_user_id).await?;
    Ok(Json(BlocksResponse {
        blocks: blocks.into_iter().map(BlockResponse::from).collect(),
    }))
}

#[utoipa::path(
    delete, path = "/blocks/{blockId}",
    params(("blockId" = String, Path)), security(("bearer" = [])),
    responses(
        (
            status = 204,
            description = "Later accounts of the two may be introduced. Their present accounts may not: two members \
                are introduced once",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a block that the member does not have",
        ),
    ),
)]
#[handler]
pub(crate) async fn delete_block(
    Data(app): Data<&Arc<App>>,
    Path(block_id): Path<String>,
    caller: ApprovedCaller,
) -> Result<StatusCode> {
    app.safety.unblock(&caller.line_user_id, &block_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    post, path = "/reports",
    request_body = ReportRequest, security(("bearer" = [])),
    responses(
        (
            status = 204,
            description = "A reviewer looks at the report, and neither of the two sees the other again. The pair may \
                have expired or ended before. A report that is sent again before the reviewer has decided is stored once",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for an introduction or a match that the member \
                never had, or whose other member has deleted the account. E005 beyond 20 reports in 24 hours",
        ),
    ),
)]
#[handler]
pub(crate) async fn create_report(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, Report>,
) -> Result<StatusCode> {
    app.safety.report(&caller.line_user_id, body).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use enmusubi_tests::safety::{SafetyKind, safety_cases};
    use serde_json::Value;

    use super::*;
    use crate::http::members::testing::read;

    #[test]
    fn blocks_and_reports_match_the_vectors() {
        let cases = safety_cases();
        assert!(cases.len() >= 36, "only {} cases", cases.len());
        for case in cases {
            let body = Value::Object(case.document()).to_string();
            let parts = match case.kind {
                SafetyKind::Block => read(&body).map(|Pair(id)| vec![id]),
                SafetyKind::Report => {
                    read(&body).map(|it: Report| vec![it.pair_id, it.category.to_string(), it.note])
                }
            };
            assert_eq!(parts, case.read().ok_or(case.errors), "{}", case.name);
        }
    }
}
