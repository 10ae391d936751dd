//! Limits how many bytes of responses are in memory while the server sends them.
//!
//! The server streams stored files, so the number of concurrent requests bounds their buffers. A
//! picture that the server made for one response, or the file that an export writes, stays in memory
//! as a whole until the client has read it.

use std::net::IpAddr;
use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use super::client_address::client_prefix_of;
use super::response_body::{bytes_in_memory, hold_until_sent};
use crate::error::Error;
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::ops::config::Config;

const TOTAL_BYTES: usize = 256 * 1024 * 1024;
/// Enough for a hundred pictures at a time, or for two exports that are writing documents of the largest
/// size.
const BYTES_PER_CLIENT: usize = 32 * 1024 * 1024;
/// Responses up to this size are not counted, because the connection may buffer as much anyway. The
/// response to a call that changes data is always smaller, so the server never refuses it after the
/// change.
const UNCOUNTED_BYTES: u64 = 64 * 1024;

/// The bytes of a streamed response that are in memory at a time. A handler whose stream holds more
/// than one buffer puts this into the response's data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamBuffer(pub(crate) u64);

/// Refuses large responses with E503 while the server sends too many other large responses.
#[derive(Clone)]
pub(crate) struct AnswerBudget(Arc<ConcurrencyLimit<IpAddr>>);

impl AnswerBudget {
    pub(crate) fn new(config: &Config) -> Self {
        let max_per_client = if config.rate_limit {
            BYTES_PER_CLIENT
        } else {
            TOTAL_BYTES
        };
        Self(ConcurrencyLimit::new(TOTAL_BYTES, max_per_client))
    }
}

impl<E: Endpoint> Middleware<E> for AnswerBudget {
    type Output = Budgeted<E>;

    fn transform(&self, endpoint: E) -> Self::Output {
        Budgeted {
            endpoint,
            limit: self.0.clone(),
        }
    }
}

/// An endpoint whose large responses count until the server has sent them.
pub(crate) struct Budgeted<E> {
    endpoint: E,
    limit: Arc<ConcurrencyLimit<IpAddr>>,
}

impl<E: Endpoint> Endpoint for Budgeted<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let client = client_prefix_of(&request);
        let mut response = self.endpoint.call(request).await?.into_response();
        let buffer = response.data::<StreamBuffer>().map_or(0, |it| it.0);
        let n_bytes = bytes_in_memory(&mut response).max(buffer);
        if n_bytes <= UNCOUNTED_BYTES {
            return Ok(response);
        }
        let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        match self.limit.try_acquire(Some(client), n_bytes) {
            Some(permit) => Ok(hold_until_sent(response, permit)),
            None => Err(Error::busy().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use poem::EndpointExt as _;
    use poem::endpoint::make_sync;

    use super::*;

    const CLIENT: IpAddr = crate::http::middleware::client_address::UNKNOWN;

    fn budget() -> AnswerBudget {
        AnswerBudget(ConcurrencyLimit::new(TOTAL_BYTES, BYTES_PER_CLIENT))
    }

    async fn respond(budget: &AnswerBudget, n_bytes: usize) -> Result<Response> {
        let endpoint = make_sync(move |_| vec![0; n_bytes]).with(budget.clone());
        endpoint.call(Request::default()).await
    }

    #[tokio::test]
    async fn large_responses_are_refused_until_others_have_been_sent() {
        let budget = budget();
        let mut held = Vec::new();
        for _ in 0..32 {
            held.push(respond(&budget, 1024 * 1024).await.unwrap());
        }
        assert!(respond(&budget, 1024 * 1024).await.is_err());
        respond(&budget, 64 * 1024).await.unwrap();
        held.pop();
        respond(&budget, 1024 * 1024).await.unwrap();
        drop(held);
        assert!(
            budget
                .0
                .try_acquire(Some(CLIENT), BYTES_PER_CLIENT)
                .is_some()
        );
    }

    #[tokio::test]
    async fn a_stream_counts_with_the_size_of_its_buffer() {
        let budget = budget();
        let endpoint = make_sync(|_| {
            let mut response = Response::from(());
            response.set_data(StreamBuffer(20 * 1024 * 1024));
            response
        });
        let endpoint = endpoint.with(budget.clone());
        let first = endpoint.call(Request::default()).await.unwrap();
        assert!(endpoint.call(Request::default()).await.is_err());
        drop(first);
        endpoint.call(Request::default()).await.unwrap();
    }

    #[tokio::test]
    async fn all_clients_together_have_a_bound() {
        let budget = budget();
        let taken = budget.0.try_acquire(None, TOTAL_BYTES - 100_000).unwrap();
        assert!(respond(&budget, 200_000).await.is_err());
        drop(taken);
        respond(&budget, 200_000).await.unwrap();
    }
}
