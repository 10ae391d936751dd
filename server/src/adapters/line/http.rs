//! Calls LINE's API with a timeout and without following redirects.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;

use super::error::LineError;

/// A user waits for the answer. LINE itself answers within a second.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Returns the URL of a call below the base of LINE's API.
pub(super) fn endpoint(api_base: &Url, path: &str) -> Url {
    let mut url = api_base.clone();
    url.set_path(&format!("{}{path}", api_base.path().trim_end_matches('/')));
    url
}

/// Returns a client that follows no redirect. LINE's API sends none, and a redirect to another origin
/// would give away the channel's secret or bring keys that LINE did not publish.
pub(super) fn new_client() -> Result<Client, LineError> {
    Client::builder()
        .timeout(TIMEOUT)
        .redirect(Policy::none())
        .build()
        .map_err(LineError::internal)
}

/// Returns the response if its status is a success.
pub(super) fn check_status(response: reqwest::Result<Response>) -> Result<Response, LineError> {
    let response = response
        .and_then(Response::error_for_status)
        .map_err(LineError::out_of_reach)?;
    if response.status().is_success() {
        Ok(response)
    } else {
        let status = response.status();
        Err(LineError::out_of_reach(format!(
            "LINE answers with the status {status}"
        )))
    }
}
