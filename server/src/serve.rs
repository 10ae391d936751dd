//! Starts and stops a server: the listener, the background jobs and the metrics.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::app::{App, jobs};
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::http::{RequestCounter, Traces, listener};
use crate::jobs::FirstRounds;
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
    first_rounds: FirstRounds,
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
    let app = Arc::new(Box::pin(App::open(config, clock)).await?);
    let traces = Traces::open(&app.config)?;
    let metrics = listener::metrics::start(app.clone()).await?;
    let (metrics_address, metrics) = metrics.unzip();
    let jobs = jobs::start(&app);
    let first_rounds = jobs.first_rounds();
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
        // A task that has not ended could still hold the address of the metrics or a connection to the database.
        jobs.stop().await;
        if let Some(metrics) = metrics {
            metrics.abort();
            // The error says that the task was aborted.
            let _ = metrics.await;
        }
    });
    Ok(Running {
        address,
        metrics_address,
        app,
        requests,
        first_rounds,
        stop,
        traces,
        server,
    })
}

impl Running {
    /// Waits until the background jobs have run for the first time. If a test moved the clock earlier, the jobs would
    /// delete data that is old by the moved clock.
    pub async fn wait_for_first_jobs(&self) -> Result<()> {
        self.first_rounds.wait().await
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
