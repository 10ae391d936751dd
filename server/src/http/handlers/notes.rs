//! `/matches/{matchId}/notes`: the conversation of a match.

use std::sync::Arc;

use enmusubi_core::Params;
use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::limits::NOTE;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path, Query, WithStatus};
use poem::{IntoResponse as _, handler};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::conversation::{Note, NoteRange, NotesPage};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, lines, number, required};
use crate::http::request_body::{Idempotent, JsonRequest};

/// The part of the conversation to return. If the query has neither number, it is the latest notes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotesQuery {
    /// The first notes after this number.
    after: Option<i64>,
    /// The latest notes before this number. The server ignores it beside `after`.
    before: Option<i64>,
}

/// A note.
#[derive(ToSchema)]
pub(crate) struct NoteRequest {
    /// 1 to 500 characters. Line feeds are allowed.
    text: String,
}

impl FromMembers for NoteRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let text = members.read("text", |text| required(lines(text, NOTE)?))?;
        Some(Self { text })
    }
}

/// The notes that a member has read.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ReadRequest {
    /// The number of the latest note that the member has read. A larger number than that of the latest note of the
    /// conversation stands for that note.
    // The published schema of `u128` has no upper bound.
    #[schema(value_type = u128)]
    note_id: i64,
}

impl FromMembers for ReadRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let note_id = members.read("noteId", |id| match number(id)? {
            id if id >= 0 => Ok(id.into()),
            _ => Err(Violation {
                code: FieldErrorCode::Range,
                params: Params::at_least(0),
            }),
        })?;
        Some(Self { note_id })
    }
}

#[utoipa::path(
    get, path = "/matches/{matchId}/notes",
    params(("matchId" = String, Path), NotesQuery), security(("bearer" = [])),
    responses(
        (status = 200, body = NotesPage),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a match that the member does not have \
                or can no longer see. E009 for a number that is not a whole one",
        ),
    ),
)]
#[handler]
pub(crate) async fn list_notes(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    caller: ApprovedCaller,
    query: poem::Result<Query<NotesQuery>>,
) -> Result<Json<NotesPage>> {
    let malformed = |_| Error::malformed("The number of a note should be a whole number.");
    let Query(query) = query.map_err(malformed)?;
    let page = match query {
        NotesQuery {
            after: Some(number),
            ..
        } => NoteRange::After(number),
        NotesQuery {
            before: Some(number),
            ..
        } => NoteRange::Before(number),
        _ => NoteRange::Latest,
    };
    let notes = app
        .conversations
        .list_notes(&caller.line_user_id, &match_id, page)
        .await?;
    Ok(Json(notes))
}

#[utoipa::path(
    post, path = "/matches/{matchId}/notes",
    params(
        ("matchId" = String, Path),
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID. Requests that repeat the same key get the note of the first"),
    ),
    request_body = NoteRequest, security(("bearer" = [])),
    responses(
        (status = 201, body = Note),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a match that the member does not have \
                or can no longer see. E004 for a key that was used with another note. E005 beyond 200 notes in \
                24 hours",
        ),
    ),
)]
#[handler]
pub(crate) async fn create_note(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, Idempotent<NoteRequest>>,
) -> Result<WithStatus<Json<Note>>> {
    let Idempotent { key, body } = body;
    let note = app
        .conversations
        .send_note(&caller.line_user_id, &match_id, &body.text, key)
        .await?;
    Ok(Json(note).with_status(StatusCode::CREATED))
}

#[utoipa::path(
    put, path = "/matches/{matchId}/read",
    params(("matchId" = String, Path)), request_body = ReadRequest, security(("bearer" = [])),
    responses(
        (status = 204, description = "A smaller number than an earlier one changes nothing"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for a match that the member does not have \
                or can no longer see",
        ),
    ),
)]
#[handler]
pub(crate) async fn mark_notes_read(
    Data(app): Data<&Arc<App>>,
    Path(match_id): Path<String>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ReadRequest>,
) -> Result<StatusCode> {
    app.conversations
        .mark_read(&caller.line_user_id, &match_id, body.note_id)
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
    fn notes_match_the_vectors() {
        let read = |note: NoteRequest| json!(note.text);
        check_conversation(ConversationKind::Note, 15, read);
        check_conversation(ConversationKind::Read, 9, |it: ReadRequest| {
            json!(it.note_id)
        });
    }
}
