//! The metrics for the operator. Every label has a fixed list of values, so the number of series is
//! bounded and no series is about a person.
//!
//! The functions do nothing before [`install`].

use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use metrics::{Gauge, counter, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use crate::error::{Error, Result};
use crate::ops::log;
use crate::store::Database;

const DURATION: &str = "enmusubi_http_request_duration_seconds";
/// The first bucket fits a response from memory, and the last is the longest timeout.
const DURATION_BUCKETS_S: [f64; 11] = [
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0,
];

/// A process has one recorder, because the metrics describe the process.
static HANDLE: LazyLock<Result<PrometheusHandle, BuildError>> = LazyLock::new(|| {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &DURATION_BUCKETS_S)?
        .install_recorder()?;
    gauge!("enmusubi_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    gauge!("process_start_time_seconds").set(since_1970.unwrap_or_default().as_secs_f64());
    Ok(handle)
});

/// Installs the recorder. The caller renders the metrics with the handle, and must run its upkeep every
/// few seconds.
pub(crate) fn install() -> Result<&'static PrometheusHandle> {
    HANDLE
        .as_ref()
        .map_err(|error| Error::internal(error.to_string()))
}

/// Records a response. `route` is the pattern of the path, and `code` the error code of a refusal.
pub(crate) fn answered(
    method: &'static str,
    route: &str,
    status: u16,
    code: Option<&'static str>,
    took: Duration,
) {
    let route = route.to_owned();
    counter!(
        "enmusubi_http_requests_total",
        "method" => method, "route" => route.clone(), "status" => status.to_string(),
    )
    .increment(1);
    histogram!(DURATION, "method" => method, "route" => route).record(took);
    if let Some(code) = code {
        counter!("enmusubi_http_refusals_total", "code" => code).increment(1);
    }
}

/// Counts `n` new accounts.
pub(crate) fn registered(n: usize) {
    counter!("enmusubi_registrations_total").increment(n as u64);
}

/// Counts one more operation of this kind as running until the guard is dropped.
pub(crate) fn under_way(kind: &'static str) -> UnderWay {
    let gauge = gauge!("enmusubi_under_way", "kind" => kind);
    gauge.increment(1.0);
    UnderWay(gauge)
}

/// A guard for a running operation.
#[derive(Debug)]
pub(crate) struct UnderWay(Gauge);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}

/// Records the open connections to the database and the lost lines of the log.
pub(crate) fn observe(database: &Database) {
    counter!("enmusubi_log_lines_lost_total").absolute(log::n_lost_lines());
    for (pool, connections) in database.connections() {
        let busy = f64::from(connections.n_open) - f64::from(connections.n_idle);
        for (state, n) in [("idle", f64::from(connections.n_idle)), ("busy", busy)] {
            gauge!("enmusubi_database_connections", "pool" => pool, "state" => state).set(n);
        }
    }
}
