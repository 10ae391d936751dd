//! `POST /line/webhook`: the events of the official account, which LINE sends.

use std::sync::Arc;

use poem::http::StatusCode;
use poem::web::Data;
use poem::{Body, Request, handler};

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::middleware::rate_limit;
use crate::http::request_body::read_public;

const SIGNATURE: &str = "X-Line-Signature";
/// LINE documents no largest delivery. This size holds more than ten events with the longest text, of 5,000 characters,
/// and some hundred other events. If the operator has chosen so, LINE delivers a refused delivery again.
const MAX_BYTES: usize = 256 * 1024;

/// Receives a delivery. LINE sends all deliveries from a few addresses, so the rate limit counts only deliveries that
/// LINE did not sign.
#[handler]
pub(crate) async fn receive_line_events(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    body: Body,
) -> Result<StatusCode> {
    let webhook = app.line_webhook.as_ref();
    let webhook = webhook.ok_or_else(|| Error::not_found("There is no webhook here."))?;
    let signed = async {
        let bytes = read_public(request, body, MAX_BYTES).await?;
        webhook.check_signature(&bytes, request.header(SIGNATURE))?;
        Ok(bytes)
    };
    match signed.await {
        Ok(bytes) => webhook.receive(&bytes).await?,
        Err(error) => {
            rate_limit::check_address(request)?;
            return Err(error);
        }
    }
    Ok(StatusCode::OK)
}
