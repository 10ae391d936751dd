//! A response whose body holds something, such as a permit, until the body has been sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body as _, Frame, SizeHint};
use poem::{Body, Response};

/// Drops `held` with the body: after it was sent, or when the connection ends before.
pub(crate) fn hold<T>(mut response: Response, held: T) -> Response
where
    T: Send + Sync + Unpin + 'static,
{
    let body = response.take_body().into();
    let body = BoxBody::new(HeldBody { body, _held: held });
    response.set_body(Body::from(body));
    response
}

/// Counts the bytes that the body holds in memory. A stream does not know its length and counts as 0.
pub(crate) fn bytes_in_memory(response: &mut Response) -> u64 {
    let body: BoxBody<Bytes, io::Error> = response.take_body().into();
    let n_bytes = body.size_hint().lower();
    response.set_body(Body::from(body));
    n_bytes
}

struct HeldBody<T> {
    body: BoxBody<Bytes, io::Error>,
    _held: T,
}

impl<T: Unpin> hyper::body::Body for HeldBody<T> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_body_keeps_its_length_and_what_it_holds_until_it_is_dropped() {
        let held = Arc::new(());
        let mut response = hold(Response::from("縁結び"), held.clone());
        assert_eq!(bytes_in_memory(&mut response), 9);
        assert_eq!(Arc::strong_count(&held), 2);
        let body = response.into_body();
        assert_eq!(Arc::strong_count(&held), 2);
        assert_eq!(body.into_string().await.unwrap(), "縁結び");
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[test]
    fn a_stream_holds_nothing_in_memory_that_is_known() {
        let chunks = futures_util::stream::iter([Ok::<_, io::Error>("chunk")]);
        let mut response = Response::from(());
        response.set_body(Body::from_bytes_stream(chunks));
        assert_eq!(bytes_in_memory(&mut response), 0);
    }
}
