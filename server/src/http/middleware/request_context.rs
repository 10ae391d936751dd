//! Adds a request id and a renewed token to every response, and writes its log line.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use enmusubi_core::ErrorCode;
use futures_util::FutureExt as _;
use poem::http::{HeaderName, HeaderValue, Method, header};
use poem::{Endpoint, IntoResponse, PathPattern, Request, Response, Result};
use tracing::Instrument as _;
use uuid::Uuid;
use uuid::fmt::Simple;

use super::client_address::is_from_proxy;
use super::traces::Trace;
use crate::error::Error;
use crate::http::error_response;
use crate::ops::metrics;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Where a renewed token waits for the answer, which carries it even when the call fails.
#[derive(Debug, Clone, Default)]
pub(crate) struct Renewal(Arc<Mutex<Option<String>>>);

impl Renewal {
    pub(crate) fn put(&self, token: String) {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(token);
    }

    fn take(&self) -> Option<String> {
        self.0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take()
    }
}

/// Answers, whatever happens, and logs it. Neither the query nor anything a user sent is logged. The
/// log has the routes whose patterns end in one of `health` on the level DEBUG.
pub(crate) async fn wrap<E: Endpoint>(
    health: &[&str],
    endpoint: Arc<E>,
    mut request: Request,
) -> Result<Response> {
    let id = request_id(&request);
    let span = tracing::info_span!("request", %id);
    let method = known(request.method());
    let renewal = Renewal::default();
    request.set_data(renewal.clone());
    let trace = Trace::begin(&request);
    let started = Instant::now();
    async move {
        // A call that panics has failed; the next one on its connection has not.
        let mut response = match AssertUnwindSafe(endpoint.call(request))
            .catch_unwind()
            .await
        {
            Ok(Ok(response)) => response.into_response(),
            Ok(Err(error)) => error_response::into_response(error),
            Err(_) => error_response::into_response(Error::internal("the call panicked").into()),
        };
        report(method, health, &response, started.elapsed(), trace, id);
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

/// The id that a trusted proxy has given the request and has in its own log, or one of ours. Only a
/// UUID, with or without hyphens, is taken for one: it names nobody and fits into every log.
fn request_id(request: &Request) -> Simple {
    let given = request
        .header(REQUEST_ID)
        .filter(|_| is_from_proxy(request));
    let given = given.and_then(|id| Uuid::try_parse(id).ok());
    given.unwrap_or_else(Uuid::new_v4).simple()
}

/// Logs, counts and traces an answer under the pattern of its path: the path itself may name a LINE user.
fn report(
    method: &'static str,
    health: &[&str],
    response: &Response,
    took: Duration,
    trace: Trace,
    id: Simple,
) {
    let pattern = response.data::<PathPattern>();
    let route = pattern.map_or("unknown", |pattern| &pattern.0);
    let status = response.status().as_u16();
    let code = response.data::<ErrorCode>().map(|code| code.as_str());
    let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    if health.iter().any(|path| route.ends_with(path)) {
        // Whoever looks after the server asks every few seconds.
        tracing::debug!(method, route, status, code, duration_ms, "answered");
    } else {
        tracing::info!(method, route, status, code, duration_ms, "answered");
        trace.end(method, route, status, code, id);
    }
    metrics::answered(method, route, status, code, took);
}

/// The method, as long as it is one of HTTP's: a client may make up any word.
fn known(method: &Method) -> &'static str {
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

/// Answers of the API are about one person at one moment, so no cache keeps them unless the call
/// itself says otherwise.
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
    async fn a_call_that_panics_is_a_fault_of_ours() {
        let endpoint = make_sync(|_| -> Response { panic!("secret") })
            .around(|endpoint, request| wrap(&[], endpoint, request));
        let response = endpoint.call(Request::default()).await.unwrap();
        assert_eq!(response.status().as_u16(), 500);
        assert!(response.header(REQUEST_ID).is_some());
        let body = response.into_body().into_string().await.unwrap();
        assert!(body.contains("E500") && !body.contains("secret"), "{body}");
    }
}
