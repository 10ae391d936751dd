//! `/matches`: the people with whom a member has matched, their LINE contacts, and leaving.

use std::sync::Arc;

use enmusubi_core::{parse_contact, parse_meeting};
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

use super::introductions::PersonCard;
use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::features::conversation::{Contact, Match, Note};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::request_body::{JsonRequest, ObjectText};

/// The matches of a member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchesResponse {
    /// The matches that neither has left, the one with the latest note first.
    matches: Vec<MatchResponse>,
}

/// A match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchResponse {
    /// The id that the introduction had.
    match_id: String,
    person: PersonCard,
    /// The time at which both had said yes: RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    since: Millis,
    answers: AnswersResponse,
    /// Null before the first note.
    #[schema(required)]
    last_note: Option<Note>,
    /// The number of notes of the person that the member has not read.
    unread: i64,
    contact: Contact,
    /// True if the app should ask the member whether the two met.
    asks_if_met: bool,
}

/// The notes of the two answers YES, which answer the questions on the cards.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswersResponse {
    /// The member's answer to the person's question, or empty.
    mine: String,
    /// The person's answer to the member's question, or empty.
    theirs: String,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct ContactRequest {
    /// The link with which LINE shares the member's own contact, or null to take it back.
    #[schema(required)]
    line: Option<String>,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct MeetingRequest {
    met: bool,
}

impl MatchResponse {
    fn new(app: &App, it: Match) -> Self {
        Self {
            match_id: it.id,
            person: PersonCard::new(app, it.person),
            since: it.since_ms,
            answers: AnswersResponse {
                mine: it.my_answer,
                theirs: it.their_answer,
            },
            last_note: it.last_note,
            unread: it.n_unread,
            contact: it.contact,
            asks_if_met: it.asks_if_met,
        }
    }
}

#[utoipa::path(
    get, path = "/matches", security(("bearer" = [])),
    responses(
        (status = 200, body = MatchesResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn list_matches(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<MatchesResponse>> {
    let matches = app.conversations.list(&caller.line_user_id).await?;
    let matches = matches.into_iter().map(|it| MatchResponse::new(app, it));
    Ok(Json(MatchesResponse {
        matches: matches.collect(),
    }))
}

#[utoipa::path(
    put, path = "/matches/{matchId}/contact",
    params(("matchId" = String, Path)), request_body = ContactRequest, security(("bearer" = [])),
    responses(
        (status = 200, body = Contact, description = "The same contact again changes nothing"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a match that the member does not have \
                or can no longer see",
        ),
    ),
)]
#[handler]
pub(crate) async fn update_match_contact(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<Json<Contact>> {
    let link = parse_contact(body.document()?).map_err(|error| Error::fields([error]))?;
    Ok(Json(
        app.conversations
            .set_contact(&caller.line_user_id, &match_id, link.as_deref())
            .await?,
    ))
}

#[utoipa::path(
    put, path = "/matches/{matchId}/met",
    params(("matchId" = String, Path)), request_body = MeetingRequest, security(("bearer" = [])),
    responses(
        (status = 204, description = "The answer is counted without the member"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved, and before `asksIfMet`. E004 after an answer. \
                E003 for a match that the member does not have or can no longer see",
        ),
    ),
)]
#[handler]
pub(crate) async fn tell_if_met(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<StatusCode> {
    let has_met = parse_meeting(body.document()?).map_err(|error| Error::fields([error]))?;
    app.conversations
        .tell_if_met(&caller.line_user_id, &match_id, has_met)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    delete, path = "/matches/{matchId}",
    params(("matchId" = String, Path)), security(("bearer" = [])),
    responses(
        (status = 204, description = "Neither of the two sees the match again"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a match that the member does not have \
                or can no longer see",
        ),
    ),
)]
#[handler]
pub(crate) async fn leave_match(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    caller: ApprovedCaller,
) -> Result<StatusCode> {
    app.conversations
        .leave(&caller.line_user_id, &match_id)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
