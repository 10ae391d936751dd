//! A window on top of the app: its tokens, its data, and the wait of the app for its result.

use std::time::Duration;

use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use poem::{Request, Response, Result, handler};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Shared, error, ok, require_grant};
use crate::memory::SubWindow;
use crate::state::random;

/// The longest wait of a call. After it the server answers that the client must call again.
const WAIT: Duration = Duration::from_secs(20);
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenBody {
    #[serde(default)]
    app_data: Value,
}

/// Opens a window for the app and issues its identifying token, the MSIT.
#[handler]
pub(super) fn open(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<OpenBody>,
) -> Result<Response> {
    require_grant(state, request, "")?;
    let msit = random();
    let window = SubWindow {
        app_data: body.app_data,
        outcome: None,
    };
    state.lock().memory.sub_windows.insert(msit.clone(), window);
    Ok(ok(json!({ "msit": msit })))
}

#[derive(Deserialize)]
pub(super) struct EnterBody {
    msit: String,
}

/// Tells the window which app it belongs to, and issues the window's own token, the MST.
#[handler]
pub(super) fn enter(Data(state): Data<&Shared>, Json(body): Json<EnterBody>) -> Response {
    let mut inner = state.lock();
    if !inner.memory.sub_windows.contains_key(&body.msit) {
        return unknown();
    }
    let mst = random();
    inner
        .memory
        .sub_window_tokens
        .insert(mst.clone(), body.msit);
    ok(json!({ "mst": mst }))
}

#[derive(Deserialize)]
pub(super) struct AppDataBody {
    mst: String,
}

#[handler]
pub(super) fn get_app_data(Data(state): Data<&Shared>, Json(body): Json<AppDataBody>) -> Response {
    let inner = state.lock();
    let msit = inner.memory.sub_window_tokens.get(&body.mst);
    match msit.and_then(|msit| inner.memory.sub_windows.get(msit)) {
        Some(window) => ok(json!({ "data": window.app_data })),
        None => unknown(),
    }
}

#[derive(Deserialize)]
pub(super) struct FinishBody {
    mst: String,
    status: String,
    #[serde(default)]
    result: Value,
}

/// Ends the window with `submit`, `cancel` or `close`.
#[handler]
pub(super) fn finish(Data(state): Data<&Shared>, Json(body): Json<FinishBody>) -> Response {
    let mut inner = state.lock();
    let msit = inner.memory.sub_window_tokens.get(&body.mst).cloned();
    match msit.and_then(|msit| inner.memory.sub_windows.get_mut(&msit)) {
        Some(window) => {
            let outcome = json!({ "status": body.status, "result": body.result });
            window.outcome = Some(outcome.clone());
            ok(outcome)
        }
        None => unknown(),
    }
}

#[derive(Deserialize)]
pub(super) struct WaitBody {
    msit: String,
}

/// Waits until the window has ended.
#[handler]
pub(super) async fn wait_for_result(
    Data(state): Data<&Shared>,
    Json(body): Json<WaitBody>,
) -> Response {
    let outcome_of = || {
        let inner = state.lock();
        let window = inner.memory.sub_windows.get(&body.msit);
        window.map(|window| window.outcome.clone())
    };
    let look = async {
        loop {
            match outcome_of() {
                None => return unknown(),
                Some(Some(outcome)) => return ok(outcome),
                Some(None) => tokio::time::sleep(BETWEEN_LOOKS).await,
            }
        }
    };
    tokio::time::timeout(WAIT, look)
        .await
        .unwrap_or_else(|_| ok(json!({ "status": "error" })))
}

/// Returns the allowed origins of a window in a browser other than LINE's.
#[handler]
pub(super) fn get_origin(Data(state): Data<&Shared>, Path(_liff_id): Path<String>) -> Response {
    let origin = state
        .lock()
        .behaviour
        .endpoint_url
        .clone()
        .unwrap_or_default();
    ok(json!({ "origin": origin.trim_end_matches('/'), "subwindowCommonModule": true }))
}

fn unknown() -> Response {
    error(StatusCode::BAD_REQUEST, "invalid msit or mst")
}
