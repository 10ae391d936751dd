//! Calls LINE within a time limit and without following redirects.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use crate::error::{Error, Result};

/// Somebody looks at a screen meanwhile; LINE itself answers within a second.
const TIMEOUT: Duration = Duration::from_secs(5);

const OUT_OF_REACH: &str = "LINE does not answer. Try again in a moment.";

/// A client that follows no redirect: LINE's API sends none, and another origin would receive the
/// channel's secret, or would publish keys of its own choice.
pub(super) fn new_client() -> Result<Client> {
    Client::builder()
        .timeout(TIMEOUT)
        .redirect(Policy::none())
        .build()
        .map_err(Error::internal)
}

/// The response, where its status is a success.
pub(super) fn check_status(response: reqwest::Result<Response>) -> Result<Response> {
    let response = response
        .and_then(Response::error_for_status)
        .map_err(out_of_reach)?;
    if response.status().is_success() {
        Ok(response)
    } else {
        let status = response.status();
        Err(out_of_reach(format!(
            "LINE answers with the status {status}"
        )))
    }
}

/// E503: a call that needs LINE can be made again later.
pub(super) fn out_of_reach(detail: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::unavailable(OUT_OF_REACH, detail)
}
