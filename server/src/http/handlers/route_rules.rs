//! `GET /route-rules`: redirects of the app's own paths, which the operator configures.

use std::sync::Arc;

use poem::http::header;
use poem::web::{Data, Json, Query};
use poem::{IntoResponse, handler};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::error_response::ErrorResponse;
use crate::ops::config::RouteRule;

/// The longest accepted path, in bytes. The app's own paths are far shorter.
const MAX_PATH_BYTES: usize = 2048;

/// The path that the page is about to open.
#[derive(Debug, Deserialize)]
pub(crate) struct RouteRulesQuery {
    path: Option<String>,
}

/// The redirect of a path. Absent when the path has none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RouteRulesResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    redirect: Option<RedirectResponse>,
}

/// A redirect, which the page follows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RedirectResponse {
    /// A path of the app, below its base, or an absolute https URL.
    to: String,
    /// 301, 302, 303, 307 or 308.
    status_code: u16,
}

impl From<&RouteRule> for RedirectResponse {
    fn from(rule: &RouteRule) -> Self {
        Self {
            to: rule.to.clone(),
            status_code: rule.status_code,
        }
    }
}

#[utoipa::path(
    get, path = "/route-rules",
    params(("path" = String, Query,
        description = "A path below the app's base. The server ignores a query or fragment in it")),
    responses((status = 200, body = RouteRulesResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) fn find_route_rule(
    Data(app): Data<&Arc<App>>,
    query: poem::Result<Query<RouteRulesQuery>>,
) -> Result<impl IntoResponse> {
    let path = query.ok().and_then(|Query(query)| query.path);
    let path = path
        .filter(|path| is_path(path))
        .ok_or_else(|| Error::malformed("The path should be one of the app."))?;
    let rule = app.config.route_rules.find(&path);
    let answer = Json(RouteRulesResponse {
        redirect: rule.map(RedirectResponse::from),
    });
    // The page asks at every navigation, and rules change only with a restart.
    Ok(answer.with_header(header::CACHE_CONTROL, "private, max-age=60"))
}

fn is_path(text: &str) -> bool {
    text.starts_with('/') && text.len() <= MAX_PATH_BYTES && !text.contains(char::is_control)
}
