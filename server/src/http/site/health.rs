//! `/healthz` shows that the process runs. `/readyz` shows whether a proxy should send requests to it.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use poem::http::{StatusCode, header};
use poem::web::{Data, Json};
use poem::{IntoResponse, Response, handler};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::adapters::storage;
use crate::app::App;
use crate::ops::log;

/// The shortest time between two checks. Clients cannot keep the database busy with frequent calls.
const MIN_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The time limit of a check. A slower database or file store is of no use to a request.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The state of one dependency of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Failing,
    Stopping,
}

/// The states of the dependencies, of the server while it stops, and of the log while it cannot be
/// written. The log has the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Readiness {
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<State>,
    database: State,
    storage: State,
}

/// The last check and its time. Concurrent callers wait for the running check and share its result.
#[derive(Debug, Default)]
pub(super) struct LastCheck(Mutex<Option<(Instant, Readiness)>>);

/// Answers without any check.
#[handler]
pub(super) fn get_health() -> impl IntoResponse {
    Json(serde_json::json!({ "server": State::Ok })).with_header(header::CACHE_CONTROL, "no-store")
}

#[handler]
pub(super) async fn get_readiness(
    Data(app): Data<&Arc<App>>,
    Data(last): Data<&Arc<LastCheck>>,
) -> Response {
    let mut readiness = last.get_or_run(app).await;
    if app.is_stopping() {
        readiness.server = Some(State::Stopping);
    }
    let dependencies = [readiness.database, readiness.storage];
    let is_impaired = readiness.server.is_some() || readiness.log.is_some();
    let is_ready = !is_impaired && dependencies.iter().all(|it| *it == State::Ok);
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    Json(readiness)
        .with_status(status)
        .with_header(header::CACHE_CONTROL, "no-store")
        .into_response()
}

impl LastCheck {
    async fn get_or_run(&self, app: &App) -> Readiness {
        let mut last = self.0.lock().await;
        if let Some((at, readiness)) = *last
            && at.elapsed() < MIN_CHECK_INTERVAL
        {
            return readiness;
        }
        let (database, storage) = tokio::join!(
            check("the database", app.database.reads.ping()),
            check("the file store", storage::ping(app.storage.as_ref())),
        );
        let readiness = Readiness {
            server: None,
            log: check_log(),
            database,
            storage,
        };
        *last = Some((Instant::now(), readiness));
        readiness
    }
}

/// Writes a line to the log while the log is failing. A proxy sends no calls to a server that is
/// not ready, so only this line can show that the log works again.
fn check_log() -> Option<State> {
    log::is_failing().then(|| {
        let n_lost = log::n_lost_lines();
        tracing::error!(n_lost, "lines of the log are lost");
        State::Failing
    })
}

async fn check<E: Display>(name: &str, call: impl Future<Output = Result<(), E>>) -> State {
    match timeout(TIMEOUT, call).await {
        Ok(Ok(())) => return State::Ok,
        Ok(Err(error)) => tracing::warn!(%error, "{name} fails"),
        Err(_) => tracing::warn!("{name} does not answer in time"),
    }
    State::Failing
}
