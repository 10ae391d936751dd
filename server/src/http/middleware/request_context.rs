//! Adds a request id and a renewed token to responses, and writes a log line, a metric and a span
//! for each request.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use poem::http::{HeaderName, HeaderValue, Method, header};
use poem::{Endpoint, IntoResponse, PathPattern, Request, Response, Result};
use tracing::Instrument as _;
use uuid::Uuid;
use uuid::fmt::Simple;

use super::asset_paths::is_asset;
use super::client_address::is_from_proxy;
use super::health_paths::is_health_check;
use super::traces::Trace;
use crate::app::App;
use crate::error::{Error, ErrorCode};
use crate::http::error_response;
use crate::ops::metrics;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A renewed session token. The response carries it even when the call fails.
#[derive(Debug, Clone, Default)]
pub(crate) struct Renewal(Arc<Mutex<Option<String>>>);

impl Renewal {
    pub(crate) fn put(&self, token: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
    }

    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Turns every outcome of a call into a response and logs it. The log has neither the query nor any
/// other text of the client.
pub(crate) async fn wrap<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> Result<Response> {
    let id = request_id(&request);
    let span = tracing::info_span!("request", %id);
    let method = method_name(request.method());
    let app = request.data::<Arc<App>>();
    let is_mock = app.is_some_and(|app| app.config.line.is_mock());
    let renewal = Renewal::default();
    request.set_data(renewal.clone());
    let trace = Trace::begin(&request);
    let started = Instant::now();
    async move {
        // A panic fails this call only, and not the next one on its connection.
        let mut response = match AssertUnwindSafe(endpoint.call(request))
            .catch_unwind()
            .await
        {
            Ok(Ok(response)) => response.into_response(),
            Ok(Err(error)) => error_response::into_response(error),
            Err(_) => error_response::into_response(Error::internal("the call panicked").into()),
        };
        report(method, &response, started.elapsed(), is_mock, trace, id);
        let headers = response.headers_mut();
        if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
            headers.insert(REQUEST_ID, id);
        }
        if let Some(token) = renewal.take()
            && let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {token}"))
        {
            value.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, value);
        }
        Ok(response)
    }
    .instrument(span)
    .await
}

/// Returns the id that a trusted proxy has given to the request and has in its own log, or a new id.
/// Accepts only a UUID, with or without hyphens: it identifies no person and fits into every log.
fn request_id(request: &Request) -> Simple {
    let given = request
        .header(REQUEST_ID)
        .filter(|_| is_from_proxy(request));
    let given = given.and_then(|id| Uuid::try_parse(id).ok());
    given.unwrap_or_else(Uuid::new_v4).simple()
}

/// Logs, counts and traces a response under the pattern of its path, because the path itself may hold a
/// LINE user id.
fn report(
    method: &'static str,
    response: &Response,
    took: Duration,
    is_mock: bool,
    trace: Trace,
    id: Simple,
) {
    let pattern = response.data::<PathPattern>();
    let route = pattern.map_or("unknown", |pattern| &pattern.0);
    let status = response.status().as_u16();
    let code = response.data::<ErrorCode>().map(|code| code.as_str());
    let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    // Supervisors and load balancers call the health checks every few seconds.
    let is_health_check = is_health_check(route);
    // With the mock, a developer looks for the calls among the assets. Operators count the lines of all requests.
    let is_asset_of_mock = is_mock && is_asset(route, response);
    if is_health_check || is_asset_of_mock {
        tracing::debug!(method, route, status, code, duration_ms, "answered");
    } else {
        tracing::info!(method, route, status, code, duration_ms, "answered");
    }
    if !is_health_check {
        trace.end(method, route, status, code, id);
    }
    metrics::answered(method, route, status, code, took);
}

/// Returns the name of a standard method, or `other`: a client may send any word.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Turns an error into a response, and forbids caches to store any response, unless the call has set another rule: a
/// response of the API is about one person at one moment.
pub(crate) async fn never_cache<E: Endpoint>(
    endpoint: Arc<E>,
    request: Request,
) -> Result<Response> {
    let mut response = match endpoint.call(request).await {
        Ok(response) => response.into_response(),
        Err(error) => error_response::into_response(error),
    };
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(no_store);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use poem::EndpointExt as _;
    use poem::endpoint::make_sync;

    use super::*;

    #[tokio::test]
    async fn a_call_that_panics_gets_an_internal_error_without_details() {
        let endpoint = make_sync(|_| -> Response { panic!("secret") }).around(wrap);
        let response = endpoint.call(Request::default()).await.unwrap();
        assert_eq!(response.status().as_u16(), 500);
        assert!(response.header(REQUEST_ID).is_some());
        let body = response.into_body().into_string().await.unwrap();
        assert!(body.contains("E500") && !body.contains("secret"), "{body}");
    }
}
