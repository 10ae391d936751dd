//! Reads a body up to a bound, and only when it says that it is JSON.

use bytes::Bytes;
use enmusubi_core::{ErrorCode, MAX_DOCUMENT_BYTES};
use poem::error::ReadBodyError;
use poem::http::header;
use poem::{Body, Request};

use crate::error::{Error, Result, cause_of};

/// The bytes of a JSON body: E006 when there are too many, E007 when they are something else.
pub(super) async fn read_json(request: &Request, body: Body) -> Result<Bytes> {
    read_json_within(request, body, MAX_DOCUMENT_BYTES).await
}

/// [`read_json`] with a bound of one's own.
pub(super) async fn read_json_within(
    request: &Request,
    body: Body,
    max_bytes: usize,
) -> Result<Bytes> {
    refuse_longer_than(request, max_bytes)?;
    let bytes = body
        .into_bytes_limit(max_bytes)
        .await
        .map_err(|error| match error {
            ReadBodyError::PayloadTooLarge => {
                Error::new(ErrorCode::E006, cause_of(ErrorCode::E006))
            }
            _ => Error::new(ErrorCode::E009, "The body ended early."),
        })?;
    if is_json(request) {
        Ok(bytes)
    } else {
        Err(Error::new(
            ErrorCode::E007,
            "The content type should be application/json.",
        ))
    }
}

/// Refuses a body that announces more than `limit` bytes, before any of it is read.
pub(super) fn refuse_longer_than(request: &Request, limit: usize) -> Result<()> {
    let announced = request
        .header(header::CONTENT_LENGTH)
        .and_then(|it| it.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > limit as u64) {
        return Err(Error::new(ErrorCode::E006, cause_of(ErrorCode::E006)));
    }
    Ok(())
}

fn is_json(request: &Request) -> bool {
    let content_type = request.content_type().unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}
