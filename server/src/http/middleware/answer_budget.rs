//! Limits how many bytes of answers lie in memory while they are being sent.
//!
//! Stored files are streamed, and their buffers are bounded by the number of requests under way. A
//! picture that was made for one answer, or the file that an export is writing, lies in memory whole,
//! for as long as the client takes to read it.

use std::net::IpAddr;
use std::sync::Arc;

use poem::{Endpoint, IntoResponse, Middleware, Request, Response, Result};

use super::held_body::{bytes_in_memory, hold};
use super::rate_limit::customer_prefix_of;
use crate::error::Error;
use crate::http::concurrency_limit::ConcurrencyLimit;
use crate::ops::config::Config;

const TOTAL_BYTES: usize = 256 * 1024 * 1024;
/// A hundred pictures at a time, or two exports that have come to documents of the largest size.
const BYTES_PER_ADDRESS: usize = 32 * 1024 * 1024;
/// Responses up to this size are not counted, because the connection may buffer as much anyway. The
/// response to a call that changes data is always smaller, so the server never refuses it after the
/// change.
const UNCOUNTED_BYTES: u64 = 64 * 1024;

/// The bytes that a streamed answer holds in memory at a time. A handler whose answer holds more than
/// a buffer puts this into the response's data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamBuffer(pub(crate) u64);

/// Refuses large answers with E503 while too many others are being sent.
#[derive(Clone)]
pub(crate) struct AnswerBudget(Arc<ConcurrencyLimit<IpAddr>>);

impl AnswerBudget {
    pub(crate) fn new(config: &Config) -> Self {
        let max_per_address = if config.rate_limit {
            BYTES_PER_ADDRESS
        } else {
            TOTAL_BYTES
        };
        Self(ConcurrencyLimit::new(TOTAL_BYTES, max_per_address))
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

/// An endpoint whose large answers are counted until they have been sent.
pub(crate) struct Budgeted<E> {
    endpoint: E,
    limit: Arc<ConcurrencyLimit<IpAddr>>,
}

impl<E: Endpoint> Endpoint for Budgeted<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let customer = customer_prefix_of(&request);
        let mut response = self.endpoint.call(request).await?.into_response();
        let buffer = response.data::<StreamBuffer>().map_or(0, |it| it.0);
        let n_bytes = bytes_in_memory(&mut response).max(buffer);
        if n_bytes <= UNCOUNTED_BYTES {
            return Ok(response);
        }
        let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        match self.limit.try_acquire(Some(customer), n_bytes) {
            Some(permit) => Ok(hold(response, permit)),
            None => Err(Error::busy().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use poem::EndpointExt as _;
    use poem::endpoint::make_sync;

    use super::*;

    const ONE: IpAddr = crate::http::ip_prefix::UNKNOWN;

    fn budget() -> AnswerBudget {
        AnswerBudget(ConcurrencyLimit::new(TOTAL_BYTES, BYTES_PER_ADDRESS))
    }

    async fn answer(budget: &AnswerBudget, n_bytes: usize) -> Result<Response> {
        let endpoint = make_sync(move |_| vec![0; n_bytes]).with(budget.clone());
        endpoint.call(Request::default()).await
    }

    #[tokio::test]
    async fn large_answers_are_refused_until_others_have_been_sent() {
        let budget = budget();
        let mut held = Vec::new();
        for _ in 0..32 {
            held.push(answer(&budget, 1024 * 1024).await.unwrap());
        }
        assert!(answer(&budget, 1024 * 1024).await.is_err());
        answer(&budget, 64 * 1024).await.unwrap();
        held.pop();
        answer(&budget, 1024 * 1024).await.unwrap();
        drop(held);
        assert!(budget.0.try_acquire(Some(ONE), BYTES_PER_ADDRESS).is_some());
    }

    #[tokio::test]
    async fn a_stream_counts_as_much_as_it_says_it_holds() {
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
    async fn all_addresses_together_have_a_bound_too() {
        let budget = budget();
        let taken = budget.0.try_acquire(None, TOTAL_BYTES - 100_000).unwrap();
        assert!(answer(&budget, 200_000).await.is_err());
        drop(taken);
        answer(&budget, 200_000).await.unwrap();
    }
}
