//! The share target picker, for the page that waits for its result.

use poem::web::{Data, Query};
use poem::{Request, Response, Result, handler};
use serde::Deserialize;
use serde_json::json;

use crate::answer::{Shared, error_of, ok, require_grant};
use crate::behaviour::ShareOutcome;
use crate::state::random;

/// A one-time token for one use of the picker.
#[handler]
pub(super) fn create_ott(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_grant(state, request, "")?;
    let ott = random();
    let mut inner = state.lock();
    let outcome = inner.behaviour.share_outcome;
    inner.memory.shares.insert(ott.clone(), outcome);
    Ok(ok(json!({ "ott": ott })))
}

#[derive(Deserialize)]
pub(super) struct ResultQuery {
    ott: String,
}

#[handler]
pub(super) fn get_result(Data(state): Data<&Shared>, Query(query): Query<ResultQuery>) -> Response {
    match state.lock().memory.shares.get(&query.ott) {
        None => error_of(404),
        Some(ShareOutcome::Pending) => ok(json!({})),
        Some(ShareOutcome::Success) => ok(json!({ "result": "SUCCESS" })),
        Some(ShareOutcome::Cancel) => ok(json!({ "result": "CANCEL" })),
        Some(ShareOutcome::Failure) => {
            ok(json!({ "result": "FAILURE", "resultDescription": "Failed to send messages" }))
        }
    }
}

/// Records that the popup was closed without an answer.
#[handler]
pub(super) fn cancel(Data(state): Data<&Shared>, Query(query): Query<ResultQuery>) -> Response {
    let mut inner = state.lock();
    match inner.memory.shares.get_mut(&query.ott) {
        None => error_of(404),
        Some(outcome) => {
            *outcome = ShareOutcome::Cancel;
            ok(json!({ "status": "ok" }))
        }
    }
}
