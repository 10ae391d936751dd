//! `/healthz`: whether the process answers. `/readyz`: whether requests should be sent to it.

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

/// However often it is asked, so that nobody keeps the database busy by asking.
const BETWEEN_CHECKS: Duration = Duration::from_secs(1);
/// What takes longer to answer is of no use to a request.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How one thing is that we need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Failing,
    Stopping,
}

/// Each thing that the server needs, the server itself once it has begun to stop, and the log while it
/// cannot be written. The log has the details.
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
pub(crate) struct LastCheck(Mutex<Option<(Instant, Readiness)>>);

/// Touches nothing.
#[handler]
pub(crate) fn get_health() -> impl IntoResponse {
    Json(serde_json::json!({ "server": State::Ok })).with_header(header::CACHE_CONTROL, "no-store")
}

#[handler]
pub(crate) async fn get_readiness(
    Data(app): Data<&Arc<App>>,
    Data(last): Data<&Arc<LastCheck>>,
) -> Response {
    let mut readiness = last.look(app).await;
    if app.is_stopping() {
        readiness.server = Some(State::Stopping);
    }
    let needed = [readiness.database, readiness.storage];
    let is_impaired = readiness.server.is_some() || readiness.log.is_some();
    let is_ready = !is_impaired && needed.iter().all(|it| *it == State::Ok);
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
    async fn look(&self, app: &App) -> Readiness {
        let mut last = self.0.lock().await;
        if let Some((at, seen)) = *last
            && at.elapsed() < BETWEEN_CHECKS
        {
            return seen;
        }
        let (database, storage) = tokio::join!(
            check("the database", app.database.reads.ping()),
            check("the file store", storage::ping(app.storage.as_ref())),
        );
        let seen = Readiness {
            server: None,
            log: check_log(),
            database,
            storage,
        };
        *last = Some((Instant::now(), seen));
        seen
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

async fn check<E: Display>(what: &str, answer: impl Future<Output = Result<(), E>>) -> State {
    match timeout(TIMEOUT, answer).await {
        Ok(Ok(())) => return State::Ok,
        Ok(Err(error)) => tracing::warn!(%error, "{what} fails"),
        Err(_) => tracing::warn!("{what} does not answer in time"),
    }
    State::Failing
}
