//! `/matches/{matchId}/notes`: the conversation of a match.

use std::sync::Arc;

use enmusubi_core::{parse_note, parse_read_until};
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
use crate::http::request_body::{Idempotent, JsonRequest, ObjectText};

/// The part of the conversation to return. If the query has neither number, it is the latest notes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct NotesQuery {
    /// The first notes after this number.
    after: Option<i64>,
    /// The latest notes before this number. The server ignores it beside `after`.
    before: Option<i64>,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct NoteRequest {
    /// 1 to 500 characters. Line feeds are allowed.
    text: String,
}

/// The schema of a request that core parses.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "core parses the request, and this only describes it"
)]
pub(crate) struct ReadRequest {
    /// The number of the latest note that the member has read. A larger number than that of the latest note of the
    /// conversation stands for that note.
    // The published schema of this type has no upper bound.
    note_id: u128,
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
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, Idempotent<ObjectText>>,
) -> Result<WithStatus<Json<Note>>> {
    let text = parse_note(body.body.document()?).map_err(|error| Error::fields([error]))?;
    let note = app
        .conversations
        .send_note(&caller.line_user_id, &match_id, &text, body.key)
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
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ObjectText>,
) -> Result<StatusCode> {
    let number = parse_read_until(body.document()?).map_err(|error| Error::fields([error]))?;
    app.conversations
        .mark_read(&caller.line_user_id, &match_id, number)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
