//! What only tests ask: how this LINE is to behave, what happened so far, and the app opened in LINE.

use poem::http::StatusCode;
use poem::web::{Data, Json, Query};
use poem::{IntoResponse as _, Response, Route, get, handler, post};
use serde::Deserialize;
use serde_json::json;

use crate::answer::{Shared, error, ok};
use crate::change::Change;
use crate::launch::launch;

pub(crate) fn routes() -> Route {
    Route::new()
        .at("/_control", post(change_behaviour))
        .at("/_launch", get(launch_app))
}

/// Carries out a change and answers with all there is to know; `{}` only asks.
#[handler]
fn change_behaviour(Data(state): Data<&Shared>, Json(change): Json<Change>) -> Response {
    let mut inner = state.lock();
    inner.change(change);
    let records = serde_json::to_value(&inner.books.records).unwrap();
    ok(json!({ "behaviour": inner.behaviour, "records": records }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LaunchQuery {
    liff_id: String,
    /// Path, query and fragment behind the LIFF URL.
    #[serde(default)]
    path: String,
}

/// Where LINE goes when someone taps `https://liff.line.me/{liffId}{path}`, and the same person's
/// proofs for calls past the page.
#[handler]
fn launch_app(Data(state): Data<&Shared>, Query(query): Query<LaunchQuery>) -> Response {
    match launch(&mut state.lock(), &query.liff_id, &query.path) {
        Some(launched) => Json(launched).into_response(),
        None => error(StatusCode::CONFLICT, "endpointUrl is not set"),
    }
}
