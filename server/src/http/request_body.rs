//! Reads a body up to a bound, and only when it says that it is JSON.
//!
//! What the head tells comes first: size, content type, proof. Nobody holds a place with a body that
//! trickles in before we know who they are.

use std::time::{Duration, Instant};

use bytes::Bytes;
use enmusubi_core::{ErrorCode, MAX_DOCUMENT_BYTES};
use poem::error::ReadBodyError;
use poem::http::header;
use poem::{Body, Request};
use tokio::time::timeout;

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::auth::{Accepts, Caller, prove, recognise};
use crate::http::middleware::rate_limit;

/// For the few kilobytes of somebody who need not say who they are: ten times what 2G takes.
const PUBLIC_BODY_TIMEOUT: Duration = Duration::from_secs(5);

/// After it somebody may have logged out, or be gone altogether, while their body was on its way.
const PROOF_LASTS: Duration = Duration::from_secs(1);

/// The caller and the bytes of their JSON body, which is read once the proof is good: E006 when there
/// are too many, E007 when they are something else.
pub(crate) async fn read_json(
    app: &App,
    request: &Request,
    body: Body,
    accepts: Accepts,
) -> Result<(Caller, Bytes)> {
    read_json_within(app, request, body, accepts, MAX_DOCUMENT_BYTES).await
}

/// [`read_json`] with a bound of one's own.
pub(crate) async fn read_json_within(
    app: &App,
    request: &Request,
    body: Body,
    accepts: Accepts,
    max_bytes: usize,
) -> Result<(Caller, Bytes)> {
    require_json(request, max_bytes)?;
    let mut caller = prove(app, request, accepts).await?;
    let proven_at = Instant::now();
    let bytes = read(body, max_bytes).await?;
    if proven_at.elapsed() > PROOF_LASTS {
        caller = recognise(app, request, accepts).await?;
    }
    Ok((caller, bytes))
}

/// The bytes of the JSON body of a call that anybody may make: E503 when they take too long.
pub(crate) async fn read_public_json(
    request: &Request,
    body: Body,
    max_bytes: usize,
) -> Result<Bytes> {
    require_json(request, max_bytes)?;
    rate_limit::check_address(request)?;
    timeout(PUBLIC_BODY_TIMEOUT, read(body, max_bytes))
        .await
        .map_err(|_| Error::busy())?
}

fn require_json(request: &Request, max_bytes: usize) -> Result<()> {
    refuse_longer_than(request, max_bytes)?;
    if is_json(request) {
        Ok(())
    } else {
        Err(Error::unsupported_type(
            "The content type should be application/json.",
        ))
    }
}

async fn read(body: Body, max_bytes: usize) -> Result<Bytes> {
    body.into_bytes_limit(max_bytes)
        .await
        .map_err(|error| match error {
            ReadBodyError::PayloadTooLarge => Error::from(ErrorCode::TooLarge),
            _ => Error::malformed("The body ended early."),
        })
}

/// Refuses a body that announces more than `limit` bytes, before any of it is read.
pub(crate) fn refuse_longer_than(request: &Request, limit: usize) -> Result<()> {
    let announced = request
        .header(header::CONTENT_LENGTH)
        .and_then(|it| it.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > limit as u64) {
        return Err(Error::from(ErrorCode::TooLarge));
    }
    Ok(())
}

fn is_json(request: &Request) -> bool {
    let content_type = request.content_type().unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
