//! Limits how many requests the server handles at the same time. Beyond the limit, it refuses a
//! request at once instead of queueing it.

use std::net::IpAddr;
use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use super::client_address::client_prefix_of;
use super::response_body::hold_until_sent;
use crate::error::Error;
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::ops::config::Config;
use crate::ops::metrics;

/// Gives a permit to each request. All clones share one set of permits.
#[derive(Clone)]
pub(crate) struct RequestPermits {
    /// The label in the metrics.
    kind: &'static str,
    limit: Arc<ConcurrencyLimit<IpAddr>>,
    /// The paths that need no permit.
    exempt: Arc<[String]>,
}

impl RequestPermits {
    pub(crate) fn new(kind: &'static str, n_permits: usize, config: &Config) -> Self {
        Self {
            kind,
            limit: ConcurrencyLimit::in_shares(n_permits, config.rate_limit),
            exempt: Arc::new([]),
        }
    }

    /// Exempts these paths from the limit.
    pub(crate) fn except(self, exempt: impl Into<Arc<[String]>>) -> Self {
        Self {
            exempt: exempt.into(),
            ..self
        }
    }
}

impl<E: Endpoint> Middleware<E> for RequestPermits {
    type Output = PermittedEndpoint<E>;

    fn transform(&self, endpoint: E) -> Self::Output {
        PermittedEndpoint {
            endpoint,
            permits: self.clone(),
        }
    }
}

/// An endpoint that refuses requests without a permit: they get E503, and their bodies stay unread.
pub(crate) struct PermittedEndpoint<E> {
    endpoint: E,
    permits: RequestPermits,
}

impl<E: Endpoint> Endpoint for PermittedEndpoint<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let RequestPermits {
            kind,
            limit,
            exempt,
        } = &self.permits;
        let is_exempt = exempt.iter().any(|path| path == request.uri().path());
        let permit = limit.try_acquire(Some(client_prefix_of(&request)), 1);
        if permit.is_none() && !is_exempt {
            return Err(Error::busy().into());
        }
        let counted = metrics::under_way(kind);
        let response = self.endpoint.call(request).await?.into_response();
        // Hold the permit until the body has been sent. Otherwise a client that does not read its
        // responses could send requests without a limit.
        Ok(hold_until_sent(response, (permit, counted)))
    }
}
