//! Opens the socket and answers requests until the server stops.

mod connection;
mod connections;
mod metrics;
mod progress;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use self::connections::Bounds;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::http::middleware::traces::Traces;
use crate::http::routes::routes;
use crate::ops::config::cannot_listen;
use crate::ops::jobs;
use crate::{Clock, Config};

/// The longest time between two requests of a connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// A running server. Dropping it stops the server, too.
#[derive(Debug)]
pub struct Running {
    /// The address that the server listens at. The port is the real one if the configuration says 0.
    pub address: SocketAddr,
    /// The address of the metrics, if the configuration has one.
    pub metrics_address: Option<SocketAddr>,
    /// The state that all calls share.
    pub app: Arc<App>,
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
    let (stop, stopped) = oneshot::channel();
    let traces = Traces::open(&app.config)?;
    let endpoint = routes(app.clone(), traces.clone());
    let limits = app.config.bounds;
    let bounds = Bounds {
        connections: ConcurrencyLimit::in_shares(limits.max_connections, app.config.rate_limit),
        proxies: app.config.trusted_proxies.clone(),
        head_timeout: IDLE_TIMEOUT.min(limits.request_timeout),
        response_timeout: limits.request_timeout,
    };
    let (metrics_address, metrics) = metrics::start(app.clone()).await?.unzip();
    let jobs = jobs::start(
        app.database.clone(),
        app.clock.clone(),
        app.work_emails.clone(),
        app.file_cleanup.clone(),
    );
    let stopping = app.clone();
    let server = tokio::spawn(async move {
        let stop = async {
            // An error means that the caller has dropped the handle, which stops the server, too.
            let _ = stopped.await;
            stopping.stop();
        };
        connections::answer(listener, endpoint, bounds, stop).await;
        jobs.abort();
        if let Some(metrics) = metrics {
            metrics.abort();
        }
    });
    Ok(Running {
        address,
        metrics_address,
        app,
        stop,
        traces,
        server,
    })
}

impl Running {
    /// Lets the current requests finish, then closes the database.
    pub async fn stop(self) -> Result<()> {
        // An error means that the server has stopped already.
        let _ = self.stop.send(());
        self.server.await.map_err(Error::internal)?;
        self.traces.close().await;
        self.app.database.close().await
    }
}
