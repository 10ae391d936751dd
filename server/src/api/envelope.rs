//! What every answer carries: a request id, a renewed token where there is one, and a log line.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Instant;

use poem::http::{HeaderName, HeaderValue, header};
use poem::{Endpoint, IntoResponse, Request, Response, Result};
use tracing::Instrument as _;
use uuid::Uuid;

use super::failure;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Where a renewed token waits for the answer, which carries it even when the call fails.
#[derive(Debug, Clone, Default)]
pub(super) struct Renewal(Arc<Mutex<Option<String>>>);

impl Renewal {
    pub(super) fn put(&self, token: String) {
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

/// Answers, whatever happens, and logs it. Neither the query nor anything a user sent is logged.
pub(super) async fn wrap<E: Endpoint>(endpoint: Arc<E>, mut request: Request) -> Result<Response> {
    let id = Uuid::new_v4().simple().to_string();
    let span = tracing::info_span!("request", id = %id);
    let method = request.method().clone();
    let renewal = Renewal::default();
    request.set_data(renewal.clone());
    let started = Instant::now();
    async move {
        let mut response = match endpoint.call(request).await {
            Ok(response) => response.into_response(),
            Err(error) => failure::into_response(error),
        };
        let status = response.status().as_u16();
        let elapsed_ms = started.elapsed().as_millis();
        // Not the path: it may name a LINE user.
        tracing::info!(%method, status, elapsed_ms, "answered");
        let headers = response.headers_mut();
        if let Ok(id) = HeaderValue::from_str(&id) {
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

/// Answers of the API are about one person at one moment, so no cache keeps them unless the call
/// itself says otherwise.
pub(super) async fn never_cache<E: Endpoint>(
    endpoint: Arc<E>,
    request: Request,
) -> Result<Response> {
    let mut response = match endpoint.call(request).await {
        Ok(response) => response.into_response(),
        Err(error) => failure::into_response(error),
    };
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(no_store);
    Ok(response)
}
