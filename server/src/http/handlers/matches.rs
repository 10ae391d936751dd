//! `/matches`: the people with whom a member has matched, their LINE contacts, and leaving.

use std::sync::Arc;

use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::json::Json as JsonValue;
use enmusubi_core::limits::CONTACT;
use enmusubi_core::profile::length_within;
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use serde::Serialize;
use utoipa::ToSchema;

use super::introductions::PersonCard;
use crate::app::App;
use crate::clock::Millis;
use crate::error::Result;
use crate::features::conversation::{Contact, Match, Note};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, flag, line, required};
use crate::http::request_body::JsonRequest;

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

/// The LINE contact that a member offers.
#[derive(ToSchema)]
pub(crate) struct ContactRequest {
    /// The link with which LINE shares the member's own contact, or null to take it back.
    #[schema(required)]
    line: Option<String>,
}

impl FromMembers for ContactRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let line = members.read("line", read_contact)?;
        Some(Self { line })
    }
}

/// Reads the link to a LINE contact, or `None` for null and blank text: the member takes the contact back.
fn read_contact(value: Option<&JsonValue<'_>>) -> Result<Option<String>, Violation> {
    let link = line(Some(required(value)?))?;
    if let Some(link) = &link {
        length_within(link, CONTACT)?;
        Violation::unless(is_contact(link), FieldErrorCode::LineContact)?;
    }
    Ok(link)
}

/// Returns true for a link that LINE makes for a person: `https://line.me/ti/p/` with a code, or with `~` and
/// a LINE ID. The code of an official account begins with `@`, and is refused: it is no person's contact.
/// Nothing may follow, so that the link leads to LINE and nowhere else, however a browser reads it.
fn is_contact(link: &str) -> bool {
    let code = link.strip_prefix("https://line.me/ti/p/");
    let code = code.map(|code| code.strip_prefix('~').unwrap_or(code));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    // A segment of dots only would lead to another path.
    code.is_some_and(|code| code.bytes().all(is_plain) && code.bytes().any(|byte| byte != b'.'))
}

/// The answer to the question whether the two members met.
#[derive(ToSchema)]
pub(crate) struct MeetingRequest {
    met: bool,
}

impl FromMembers for MeetingRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let met = members.read("met", flag)?;
        Some(Self { met })
    }
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
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ContactRequest>,
) -> Result<Json<Contact>> {
    Ok(Json(
        app.conversations
            .set_contact(&caller.line_user_id, &match_id, body.line.as_deref())
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
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, MeetingRequest>,
) -> Result<StatusCode> {
    app.conversations
        .tell_if_met(&caller.line_user_id, &match_id, body.met)
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

#[cfg(test)]
mod tests {
    use enmusubi_tests::conversation::ConversationKind;
    use serde_json::json;

    use super::*;
    use crate::http::members::testing::check_conversation;

    #[test]
    fn contacts_and_meetings_match_the_vectors() {
        check_conversation(ConversationKind::Contact, 24, |it: ContactRequest| {
            json!(it.line)
        });
        check_conversation(ConversationKind::Met, 5, |it: MeetingRequest| json!(it.met));
    }
}
