//! Starts and stops a server: the listener, the background jobs and the metrics.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use crate::app::App;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::features::introduction::start_daily_sets;
use crate::features::mock::start_replies;
use crate::features::review::start_effects;
use crate::http::{RequestCounter, Traces, listener};
use crate::jobs;
use crate::ops::config::{Config, cannot_listen};

/// A running server. Dropping it stops the server, too.
#[derive(Debug)]
pub struct Running {
    /// The address that the server listens at. The port is the real one if the configuration says 0.
    pub address: SocketAddr,
    /// The address of the metrics, if the configuration has one.
    pub metrics_address: Option<SocketAddr>,
    /// The state that all calls share.
    pub app: Arc<App>,
    /// The number of requests under way.
    pub requests: RequestCounter,
    job_runs: watch::Receiver<u64>,
    stop: oneshot::Sender<()>,
    traces: Traces,
    server: JoinHandle<()>,
}

/// Starts a server and returns once it listens.
pub async fn serve(config: Config, clock: Clock) -> Result<Running> {
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| cannot_listen("LISTEN", config.listen, &error))?;
    let address = listener.local_addr().map_err(Error::internal)?;
    let app = Arc::new(App::open(config, clock).await?);
    app.pictures.cache.load().await;
    let traces = Traces::open(&app.config)?;
    let metrics = listener::metrics::start(app.clone()).await?;
    let (metrics_address, metrics) = metrics.unzip();
    let (jobs, job_runs) = jobs::start(
        app.database.clone(),
        app.clock.clone(),
        app.work_emails.clone(),
        app.reviewers.clone(),
        app.retention.clone(),
        app.file_cleanup.clone(),
    );
    let daily_sets = start_daily_sets(app.daily_sets.clone());
    let effects = start_effects(app.reviews.clone());
    let replies = app
        .mock
        .as_ref()
        .map(|mock| start_replies(mock.people.clone()));
    let requests = RequestCounter::default();
    let (stop, stopped) = oneshot::channel();
    let stopping = app.clone();
    let stop_signal = async move {
        // An error means that the caller has dropped the handle, which stops the server, too.
        let _ = stopped.await;
        stopping.stop();
    };
    let answered = listener::answer(
        listener,
        app.clone(),
        traces.clone(),
        requests.clone(),
        stop_signal,
    );
    let server = tokio::spawn(async move {
        answered.await;
        let optional = replies.into_iter().chain(metrics);
        for task in [jobs, daily_sets, effects].into_iter().chain(optional) {
            task.abort();
            // The address of the metrics and the connections to the database are free once the task has ended.
            let _ = task.await;
        }
    });
    Ok(Running {
        address,
        metrics_address,
        app,
        requests,
        job_runs,
        stop,
        traces,
        server,
    })
}

impl Running {
    /// Waits until the background jobs have run for the first time. A test that moves the clock before that would let
    /// them delete what is old by then.
    pub async fn wait_for_first_jobs(&self) -> Result<()> {
        let mut runs = self.job_runs.clone();
        let waited = runs.wait_for(|n_runs| *n_runs > 0).await;
        waited.map(drop).map_err(Error::internal)
    }

    /// Lets the current requests finish, then closes the database.
    pub async fn stop(self) -> Result<()> {
        // An error means that the server has stopped already.
        let _ = self.stop.send(());
        self.server.await.map_err(Error::internal)?;
        self.traces.close().await;
        self.app.database.close().await
    }
}
