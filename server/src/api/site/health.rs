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

use crate::app::App;
use crate::storage;

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

/// Each thing that we need, and the server where it has begun to stop; what there is beyond a word is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Readiness {
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<State>,
    database: State,
    storage: State,
}

/// What was seen last, and when. Who asks while somebody looks waits for what they see.
#[derive(Debug, Default)]
pub(super) struct LastCheck(Mutex<Option<(Instant, Readiness)>>);

/// Touches nothing.
#[handler]
pub(super) fn get_health() -> impl IntoResponse {
    Json(serde_json::json!({ "server": State::Ok })).with_header(header::CACHE_CONTROL, "no-store")
}

#[handler]
pub(super) async fn get_readiness(
    Data(app): Data<&Arc<App>>,
    Data(last): Data<&Arc<LastCheck>>,
) -> Response {
    let mut readiness = last.look(app).await;
    if app.is_stopping() {
        readiness.server = Some(State::Stopping);
    }
    let needed = [readiness.database, readiness.storage];
    let is_ready = readiness.server.is_none() && needed.iter().all(|it| *it == State::Ok);
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
            database,
            storage,
        };
        *last = Some((Instant::now(), seen));
        seen
    }
}

async fn check<E: Display>(what: &str, answer: impl Future<Output = Result<(), E>>) -> State {
    match timeout(TIMEOUT, answer).await {
        Ok(Ok(())) => return State::Ok,
        Ok(Err(error)) => tracing::warn!(%error, "{what} fails"),
        Err(_) => tracing::warn!("{what} does not answer in time"),
    }
    State::Failing
}
