//! A response whose body owns a value, such as a permit, until the body has been sent.

use std::io;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use http_body_util::combinators::BoxBody;
use hyper::body::Body as _;
use poem::{Body, Response};

/// Drops `held` together with the body: when the body has been sent, or when the connection ends.
pub(crate) fn hold_until_sent<T>(mut response: Response, held: T) -> Response
where
    T: Send + Sync + 'static,
{
    let body: BoxBody<Bytes, io::Error> = response.take_body().into();
    // The body owns this closure, and the closure owns `held`.
    let body = body.map_err(move |error| {
        let _ = &held;
        error
    });
    response.set_body(Body::from(BoxBody::new(body)));
    response
}

/// Counts the bytes that the body holds in memory. A stream does not know its length and counts as 0.
pub(crate) fn bytes_in_memory(response: &mut Response) -> u64 {
    let body: BoxBody<Bytes, io::Error> = response.take_body().into();
    let n_bytes = body.size_hint().lower();
    response.set_body(Body::from(body));
    n_bytes
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_body_keeps_its_length_and_owns_the_value_until_it_is_dropped() {
        let held = Arc::new(());
        let mut response = hold_until_sent(Response::from("縁結び"), held.clone());
        assert_eq!(bytes_in_memory(&mut response), 9);
        assert_eq!(Arc::strong_count(&held), 2);
        let body = response.into_body();
        assert_eq!(Arc::strong_count(&held), 2);
        assert_eq!(body.into_string().await.unwrap(), "縁結び");
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[test]
    fn a_stream_counts_as_zero_bytes_in_memory() {
        let chunks = futures_util::stream::iter([Ok::<_, io::Error>("chunk")]);
        let mut response = Response::from(());
        response.set_body(Body::from_bytes_stream(chunks));
        assert_eq!(bytes_in_memory(&mut response), 0);
    }
}
