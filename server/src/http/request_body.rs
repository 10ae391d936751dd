//! Reads JSON bodies of a limited size into typed requests.
//!
//! The server checks the head of a request before it reads the body: announced size, content type, rate
//! limits and credentials. A client that it does not know therefore cannot hold a permit with a body
//! that arrives slowly.

use std::time::{Duration, Instant};

use bytes::Bytes;
use enmusubi_core::{JsonDocument, MAX_DOCUMENT_BYTES};
use poem::error::ReadBodyError;
use poem::http::header;
use poem::{Body, FromRequest, Request, RequestBody};
use tokio::time::timeout;
use uuid::Uuid;

use crate::error::{Error, ErrorCode, Result};
use crate::http::auth::Authenticate;
use crate::http::middleware::rate_limit;

/// The time for the few kilobytes of a caller who needs no credentials: ten times what a 2G network takes.
pub(crate) const PUBLIC_BODY_TIMEOUT: Duration = Duration::from_secs(5);

/// After this time the server authenticates the caller again, because the caller may have logged out or
/// deleted the account while the body was on its way.
const AUTHENTICATION_LASTS: Duration = Duration::from_secs(1);

/// The largest small body, in bytes. The longest texts of a profile, with an escape for each character, need about
/// 34 KiB.
pub(crate) const MAX_SMALL_BYTES: usize = 64 * 1024;

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A typed request that is read from one JSON object.
pub(crate) trait FromJson: Sized + Send {
    /// The largest accepted body, in bytes.
    const MAX_BYTES: usize = MAX_DOCUMENT_BYTES;

    /// Reads the JSON object. The document is lenient, so each type decides what it refuses. A broken rule is an error
    /// with E002: [`JsonRequest`] reports any other error before it checks the state of the account.
    fn from_json(document: JsonDocument<'_>) -> Result<Self>;
}

/// The part of a request that is read from its body, once the body has arrived.
pub(crate) trait FromBody: Sized + Send {
    /// The largest accepted body, in bytes.
    const MAX_BYTES: usize;

    /// Reads the bytes of the body, and headers that belong to them. Only an error with E002 waits for the state of the
    /// account.
    fn from_body(head: &Request, bytes: Bytes) -> Result<Self>;
}

impl<T: FromJson> FromBody for T {
    const MAX_BYTES: usize = T::MAX_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        T::from_json(JsonDocument::parse(&bytes)?)
    }
}

/// An authenticated request with a JSON body.
///
/// Extracting it checks, in this order: announced size, content type, rate limit of the address, credentials, rate
/// limit of the account, JSON of the body, state of the account, rules of the body. A body that is too large gets E006,
/// and another content type E007.
pub(crate) struct JsonRequest<C, B> {
    pub(crate) caller: C,
    pub(crate) body: B,
}

impl<'a, C: Authenticate, B: FromBody> FromRequest<'a> for JsonRequest<C, B> {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        require_json(request, B::MAX_BYTES)?;
        let mut caller = C::authenticate(request).await?;
        let authenticated_at = Instant::now();
        let reading = read(body.take()?, B::MAX_BYTES);
        let bytes = match C::BODY_TIMEOUT {
            Some(limit) => within(limit, reading).await?,
            None => reading.await?,
        };
        if authenticated_at.elapsed() > AUTHENTICATION_LASTS {
            caller = C::check_credentials(request).await?;
        }
        let body = match B::from_body(request, bytes) {
            Err(error) if error.code != ErrorCode::InvalidFields => return Err(error.into()),
            body => body,
        };
        caller.check_state(request).await?;
        Ok(Self {
            caller,
            body: body?,
        })
    }
}

/// The text of a small JSON object. The server checks that it is an object before it checks the state of the account;
/// core reads it again with the rules of a profile after that.
pub(crate) struct ObjectText(Bytes);

impl ObjectText {
    /// Reads the object.
    pub(crate) fn document(&self) -> Result<JsonDocument<'_>> {
        Ok(JsonDocument::parse(&self.0)?)
    }
}

impl FromBody for ObjectText {
    const MAX_BYTES: usize = MAX_SMALL_BYTES;

    fn from_body(_: &Request, bytes: Bytes) -> Result<Self> {
        let text = Self(bytes);
        text.document()?;
        Ok(text)
    }
}

/// A body with the `Idempotency-Key` of its request: repeats with the same key get the first answer.
pub(crate) struct Idempotent<B> {
    /// The key, or `None` without the header.
    pub(crate) key: Option<Uuid>,
    pub(crate) body: B,
}

impl<B: FromBody> FromBody for Idempotent<B> {
    const MAX_BYTES: usize = B::MAX_BYTES;

    fn from_body(head: &Request, bytes: Bytes) -> Result<Self> {
        let key = match head.headers().get(IDEMPOTENCY_KEY) {
            None => None,
            Some(value) => {
                let text = value.to_str().ok();
                let key = text.and_then(|text| Uuid::try_parse(text.trim()).ok());
                Some(key.ok_or_else(|| Error::malformed("The idempotency key should be a UUID."))?)
            }
        };
        let body = B::from_body(head, bytes)?;
        Ok(Self { key, body })
    }
}

/// The JSON body of a call that needs no credentials. A body that takes too long gets E503.
pub(crate) struct PublicJson<T>(pub(crate) T);

impl<'a, T: FromJson> FromRequest<'a> for PublicJson<T> {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        require_json(request, T::MAX_BYTES)?;
        rate_limit::check_address(request)?;
        let reading = read(body.take()?, T::MAX_BYTES);
        let bytes = within(PUBLIC_BODY_TIMEOUT, reading).await?;
        let document = JsonDocument::parse(&bytes).map_err(Error::from)?;
        Ok(Self(T::from_json(document)?))
    }
}

/// Reads the body of a call that needs no credentials and that the server checks as bytes. A body that is too large
/// gets E006, and a body that takes too long gets E503.
pub(crate) async fn read_public(request: &Request, body: Body, max_bytes: usize) -> Result<Bytes> {
    refuse_longer_than(request, max_bytes)?;
    within(PUBLIC_BODY_TIMEOUT, read(body, max_bytes)).await
}

fn require_json(request: &Request, max_bytes: usize) -> Result<()> {
    refuse_longer_than(request, max_bytes)?;
    if has_content_type(request, "application/json") {
        Ok(())
    } else {
        Err(Error::unsupported_type(
            "The content type should be application/json.",
        ))
    }
}

/// Returns E503 if reading takes longer than the limit.
async fn within(limit: Duration, reading: impl Future<Output = Result<Bytes>>) -> Result<Bytes> {
    timeout(limit, reading).await.map_err(|_| Error::busy())?
}

async fn read(body: Body, max_bytes: usize) -> Result<Bytes> {
    body.into_bytes_limit(max_bytes)
        .await
        .map_err(|error| match error {
            ReadBodyError::PayloadTooLarge => Error::from(ErrorCode::TooLarge),
            _ => Error::malformed("The body ended early."),
        })
}

/// Refuses a request that announces a body of more than `max_bytes`, before the server reads any of it.
pub(crate) fn refuse_longer_than(request: &Request, max_bytes: usize) -> Result<()> {
    let announced = request
        .header(header::CONTENT_LENGTH)
        .and_then(|it| it.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > max_bytes as u64) {
        return Err(Error::from(ErrorCode::TooLarge));
    }
    Ok(())
}

/// Returns true if the body has this media type. Its parameters, such as `charset`, do not count.
pub(crate) fn has_content_type(request: &Request, media_type: &str) -> bool {
    let content_type = request.content_type().unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(media_type)
}
