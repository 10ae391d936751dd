//! `/healthz` shows that the process runs. `/readyz` shows whether a proxy should send requests to it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use poem::http::{StatusCode, header};
use poem::web::{Data, Json};
use poem::{IntoResponse, Response, handler};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, timeout, timeout_at};

use crate::adapters::storage;
use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::jobs::{JobState, JobStatus, contained};
use crate::ops::log;
use crate::store::connection::lease;

/// The shortest time between two checks. Clients cannot keep the database busy with frequent calls.
const MIN_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The time limit of a check. A slower database or file store is of no use to a request.
const TIMEOUT: Duration = Duration::from_secs(2);
/// The server stays ready for this long while a commit is under way. A slow writer or a queue may cause the delay, and
/// sending calls to another instance would not help.
const COMMIT_PATIENCE: Duration = Duration::from_secs(10);
/// The longest time of a commit. A connection whose other end vanished silently would otherwise block all later checks.
const COMMIT_LIMIT: Duration = Duration::from_mins(1);

/// The state of one dependency of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Failing,
    /// The disk has so little room that the server refuses what would fill it.
    Full,
    Stopping,
}

impl State {
    /// Returns the first of two states that is not ok.
    fn and(self, other: Self) -> Self {
        if self == Self::Ok { other } else { self }
    }
}

/// The state of the instance as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Overall {
    Ok,
    /// Calls are answered, and a background job fails or is overdue.
    Degraded,
    Failing,
}

/// The answer of `/readyz`. The log has the details.
#[derive(Debug, Serialize)]
struct Readiness {
    status: Overall,
    #[serde(flatten)]
    checked: CheckResult,
    jobs: BTreeMap<&'static str, JobReadiness>,
}

/// The states of the dependencies, of the server while it stops, and of the log while it cannot be
/// written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct CheckResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<State>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<State>,
    database: State,
    storage: State,
}

/// The state of a job, with the ends of its last rounds of both kinds.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JobReadiness {
    state: &'static str,
    last_success: Option<String>,
    last_failure: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    failing_rows: usize,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl From<JobStatus> for JobReadiness {
    fn from(job: JobStatus) -> Self {
        let time = |at_ms: Option<Millis>| at_ms.map(Millis::rfc_3339);
        Self {
            state: match job.state {
                JobState::Ok => "ok",
                JobState::Failing => "failing",
                JobState::Overdue => "overdue",
            },
            last_success: time(job.last_success_ms),
            last_failure: time(job.last_failure_ms),
            failing_rows: job.n_failing_rows,
        }
    }
}

/// The last check and its time. Concurrent callers wait for the running check and share its result.
#[derive(Debug, Default)]
pub(super) struct LastCheck(Arc<Mutex<CheckState>>);

#[derive(Debug, Default)]
struct CheckState {
    checked: Option<(Instant, CheckResult)>,
    /// The commit that a check has begun, if any. The next commit begins only after the end of this one: on PostgreSQL,
    /// each commit would hold a connection. The commit ends with the server, because a dropped set aborts its task.
    commit: JoinSet<Result<()>>,
    /// The moment from which a commit under way counts as a failure, or `None` after a commit that succeeded.
    patient_until: Option<Instant>,
}

/// Answers without any check.
#[handler]
pub(super) fn get_health() -> impl IntoResponse {
    Json(serde_json::json!({ "server": State::Ok })).with_header(header::CACHE_CONTROL, "no-store")
}

#[handler]
pub(super) async fn get_readiness(
    Data(app): Data<&Arc<App>>,
    Data(last): Data<&Arc<LastCheck>>,
) -> Result<Response> {
    let mut checked = last.get_or_run(app).await?;
    if app.is_stopping() {
        checked.server = Some(State::Stopping);
    }
    let jobs = app.jobs.list();
    let dependencies = [checked.database, checked.storage];
    let is_impaired = checked.server.is_some() || checked.log.is_some();
    let status = if is_impaired || dependencies.iter().any(|it| *it != State::Ok) {
        Overall::Failing
    } else if jobs.iter().any(|job| job.state != JobState::Ok) {
        Overall::Degraded
    } else {
        Overall::Ok
    };
    let readiness = Readiness {
        status,
        checked,
        jobs: jobs
            .into_iter()
            .map(|job| (job.name.as_str(), job.into()))
            .collect(),
    };
    let status = match status {
        Overall::Ok | Overall::Degraded => StatusCode::OK,
        Overall::Failing => StatusCode::SERVICE_UNAVAILABLE,
    };
    Ok(Json(readiness)
        .with_status(status)
        .with_header(header::CACHE_CONTROL, "no-store")
        .into_response())
}

impl LastCheck {
    /// Returns the states of the last second, or checks. The check is a task, which runs to its end and stores its result
    /// even if the caller hangs up: otherwise each such caller would cause a commit.
    async fn get_or_run(&self, app: &Arc<App>) -> Result<CheckResult> {
        let mut last = self.0.clone().lock_owned().await;
        if let Some((at, checked)) = last.checked
            && at.elapsed() < MIN_CHECK_INTERVAL
        {
            return Ok(checked);
        }
        let app = app.clone();
        let check = tokio::spawn(async move { last.run(&app).await });
        check.await.map_err(Error::internal)
    }
}

impl CheckState {
    async fn run(&mut self, app: &Arc<App>) -> CheckResult {
        let (reads, writes, storage) = tokio::join!(
            check("the database", app.database.reads.ping()),
            self.check_writes(app),
            check("the file store", storage::ping(app.storage.as_ref())),
        );
        let checked = CheckResult {
            server: None,
            log: check_log(),
            database: reads
                .and(room("the database", app.database.require_room()))
                .and(writes),
            storage: storage.and(room(
                "the file store",
                storage::require_room(&app.config.storage),
            )),
        };
        self.checked = Some((Instant::now(), checked));
        checked
    }

    async fn check_writes(&mut self, app: &Arc<App>) -> State {
        let began = Instant::now();
        // Only a commit that ends during this check says how the database is now.
        if let Some(earlier) = self.commit.try_join_next() {
            self.note(&result_of(earlier), began);
        }
        loop {
            let is_new = self.commit.is_empty();
            if is_new {
                self.commit.spawn(commit(app.clone()));
            }
            let joined = timeout_at(began + TIMEOUT, self.commit.join_next()).await;
            let Some(ended) = joined.ok().flatten().map(result_of) else {
                tracing::warn!("the database does not commit in time");
                let until = *self.patient_until.get_or_insert(began + COMMIT_PATIENCE);
                return if Instant::now() < until {
                    State::Ok
                } else {
                    State::Failing
                };
            };
            self.note(&ended, began);
            if ended.is_ok() {
                return State::Ok;
            }
            if is_new {
                return State::Failing;
            }
        }
    }

    /// After a failed commit, a slow commit counts as a failure at once. After a success, it has `COMMIT_PATIENCE`
    /// again.
    fn note(&mut self, ended: &Result<()>, began: Instant) {
        self.patient_until = ended.as_ref().err().map(|error| {
            tracing::warn!(%error, "the database took no change");
            began
        });
    }
}

async fn commit(app: Arc<App>) -> Result<()> {
    let check = lease::check_writes(&app.database, app.clock.now_ms());
    contained(COMMIT_LIMIT, check).await
}

/// Returns the result of a task. A task that panicked or was aborted is a failure, too.
fn result_of(joined: Result<Result<()>, JoinError>) -> Result<()> {
    joined.map_err(Error::internal).flatten()
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

fn room<E: Display>(name: &str, room: Result<(), E>) -> State {
    match room {
        Ok(()) => State::Ok,
        Err(error) => {
            tracing::warn!(%error, "the disk of {name} is full");
            State::Full
        }
    }
}
