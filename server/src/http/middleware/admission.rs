//! Limits how many requests are under way: one more is refused at once and not left to wait.

use std::net::IpAddr;
use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use super::held_body::hold;
use super::rate_limit::customer_prefix_of;
use crate::error::Error;
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::ops::config::Config;
use crate::ops::metrics;

/// Admits a number of requests at a time. Its clones count together.
#[derive(Clone)]
pub(crate) struct Admission {
    /// The label in the metrics.
    kind: &'static str,
    limit: Arc<ConcurrencyLimit<IpAddr>>,
    /// Paths that are answered without a permit, too.
    exempt: Arc<[String]>,
}

impl Admission {
    pub(crate) fn new(kind: &'static str, n_permits: usize, config: &Config) -> Self {
        Self {
            kind,
            limit: ConcurrencyLimit::in_shares(n_permits, config.rate_limit),
            exempt: Arc::new([]),
        }
    }

    /// Admits requests for these paths however many are under way.
    pub(crate) fn except(self, exempt: impl Into<Arc<[String]>>) -> Self {
        Self {
            exempt: exempt.into(),
            ..self
        }
    }
}

impl<E: Endpoint> Middleware<E> for Admission {
    type Output = Admitted<E>;

    fn transform(&self, endpoint: E) -> Self::Output {
        Admitted {
            endpoint,
            admission: self.clone(),
        }
    }
}

/// An endpoint that is called with a permit only: otherwise the answer is E503 and the body stays unread.
pub(crate) struct Admitted<E> {
    endpoint: E,
    admission: Admission,
}

impl<E: Endpoint> Endpoint for Admitted<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Admission {
            kind,
            limit,
            exempt,
        } = &self.admission;
        let is_exempt = exempt.iter().any(|path| path == request.uri().path());
        let permit = limit.try_acquire(Some(customer_prefix_of(&request)), 1);
        if permit.is_none() && !is_exempt {
            return Err(Error::busy().into());
        }
        let counted = metrics::under_way(kind);
        let response = self.endpoint.call(request).await?.into_response();
        // Hold the permit until the body has been sent. Otherwise a client that does not read its
        // responses could send requests without a limit.
        Ok(hold(response, (permit, counted)))
    }
}
