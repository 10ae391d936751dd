//! Accepts connections and answers their requests: those of the app, and those of Prometheus at an
//! address of its own.

mod connection;
mod connections;
pub(crate) mod metrics;
mod progress;
mod request_counter;

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use self::request_counter::RequestCounter;

use self::connections::Bounds;
use crate::app::App;
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::http::middleware::traces::Traces;
use crate::http::routes::routes;

/// The longest time between two requests of a connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// Answers the requests of the app until `stop` ends, then lets the current ones finish. `requests` counts
/// them.
pub(crate) async fn answer(
    listener: TcpListener,
    app: Arc<App>,
    traces: Traces,
    requests: RequestCounter,
    stop: impl Future<Output = ()>,
) {
    let config = &app.config;
    let response_timeout = config.request_timeout();
    let bounds = Bounds {
        connections: ConcurrencyLimit::in_shares(config.max_connections, config.rate_limit),
        proxies: config.trusted_proxies.clone(),
        head_timeout: IDLE_TIMEOUT.min(response_timeout),
        response_timeout,
    };
    connections::answer(listener, routes(app, traces), bounds, requests, stop).await;
}
