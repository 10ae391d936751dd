//! Serves the metrics to Prometheus, at a separate address that need not be public.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use poem::web::Data;
use poem::{EndpointExt as _, IntoResponse, Route, get, handler};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::interval;

use super::RequestCounter;
use super::connections::{self, Bounds};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::ops::config::{TrustedProxies, cannot_listen};
use crate::ops::metrics;

/// The exporter keeps observations in memory until its upkeep puts them into buckets.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The most open connections. Prometheus uses one.
const MAX_CONNECTIONS: usize = 16;
const IDLE_TIMEOUT: Duration = Duration::from_mins(2);

/// Listens at the configured address, if there is one, until the task is aborted.
pub(crate) async fn start(app: Arc<App>) -> Result<Option<(SocketAddr, JoinHandle<()>)>> {
    let Some(address) = app.config.metrics_listen else {
        return Ok(None);
    };
    let handle = metrics::install()?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| cannot_listen("METRICS_LISTEN", address, &error))?;
    let address = listener.local_addr().map_err(Error::internal)?;
    let routes = Route::new()
        .at("/metrics", get(list_metrics))
        .data(app)
        .data(handle);
    let bounds = Bounds {
        connections: ConcurrencyLimit::in_shares(MAX_CONNECTIONS, false),
        proxies: TrustedProxies::default(),
        head_timeout: IDLE_TIMEOUT,
        response_timeout: IDLE_TIMEOUT,
    };
    let task = tokio::spawn(async move {
        tokio::join!(
            connections::answer(
                listener,
                routes,
                bounds,
                RequestCounter::default(),
                pending()
            ),
            run_upkeep(handle)
        );
    });
    Ok(Some((address, task)))
}

async fn run_upkeep(handle: &PrometheusHandle) {
    let mut ticks = interval(UPKEEP_INTERVAL);
    loop {
        ticks.tick().await;
        handle.run_upkeep();
    }
}

#[handler]
async fn list_metrics(
    Data(app): Data<&Arc<App>>,
    Data(handle): Data<&&'static PrometheusHandle>,
) -> impl IntoResponse {
    app.stats.record_waiting().await;
    app.jobs.observe();
    metrics::observe(&app.database);
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    handle.render().with_content_type(media_type)
}
