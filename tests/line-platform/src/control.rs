//! Calls for tests only: changing the behaviour, reading the records, and opening the app in LINE.

use poem::http::StatusCode;
use poem::web::{Data, Json, Query};
use poem::{IntoResponse as _, Response, Route, get, handler, post};
use serde::Deserialize;
use serde_json::json;

use crate::answer::{Shared, error, ok};
use crate::change::Change;
use crate::hosts::sign;
use crate::launch::launch;

pub(crate) fn routes() -> Route {
    Route::new()
        .at("/_control", post(change_behaviour))
        .at("/_launch", get(launch_app))
        .at("/_sign", post(sign_body))
}

/// Applies a change and returns the behaviour and the records. `{}` changes nothing.
#[handler]
fn change_behaviour(Data(state): Data<&Shared>, Json(change): Json<Change>) -> Response {
    let mut inner = state.lock();
    inner.change(change);
    let records = serde_json::to_value(&inner.memory.records).unwrap();
    ok(json!({ "behaviour": inner.behaviour, "records": records }))
}

/// Returns the signature with which LINE sends this body to the webhook.
#[handler]
#[expect(
    clippy::needless_pass_by_value,
    reason = "poem reads the body as its own bytes"
)]
fn sign_body(body: Vec<u8>) -> Response {
    ok(json!({ "signature": sign(&body) }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LaunchQuery {
    liff_id: String,
    /// The path, query and fragment behind the LIFF URL.
    #[serde(default)]
    path: String,
}

/// Returns the address that LINE opens after a tap on `https://liff.line.me/{liffId}{path}`, and
/// tokens of the same person for calls without a page.
#[handler]
fn launch_app(Data(state): Data<&Shared>, Query(query): Query<LaunchQuery>) -> Response {
    match launch(&mut state.lock(), &query.liff_id, &query.path) {
        Some(launched) => Json(launched).into_response(),
        None => error(StatusCode::CONFLICT, "endpointUrl is not set"),
    }
}
