//! Whether a request is taken on: so many are under way at once, and one more is told to come back.

use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::metrics;

/// Takes on so many requests at once. Its clones count together.
#[derive(Clone)]
pub(super) struct Admission {
    /// What is counted, for the metrics.
    kind: &'static str,
    places: Arc<Semaphore>,
    /// Paths that are answered in any case.
    exempt: Arc<[String]>,
}

impl Admission {
    pub(super) fn new(kind: &'static str, n_requests: usize) -> Self {
        Self::except(kind, n_requests, [])
    }

    /// Takes these paths on however many requests are under way.
    pub(super) fn except(
        kind: &'static str,
        n_requests: usize,
        exempt: impl Into<Arc<[String]>>,
    ) -> Self {
        Self {
            kind,
            places: Arc::new(Semaphore::new(n_requests)),
            exempt: exempt.into(),
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

/// An endpoint that is asked only where there is room: otherwise E503 at once, with the body unread.
pub(super) struct Admitted<E> {
    endpoint: E,
    admission: Admission,
}

impl<E: Endpoint> Endpoint for Admitted<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Admission {
            kind,
            places,
            exempt,
        } = &self.admission;
        let is_exempt = exempt.iter().any(|path| path == request.uri().path());
        // Both are held to the end of the call.
        let place = places.try_acquire();
        if place.is_err() && !is_exempt {
            return Err(Error::busy().into());
        }
        let _counted = metrics::under_way(kind);
        self.endpoint
            .call(request)
            .await
            .map(IntoResponse::into_response)
    }
}
