//! `/route-rules`: whether an address of the app leads elsewhere.

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

/// Ours are far shorter.
const MAX_PATH_BYTES: usize = 2048;

/// Which address is asked about.
#[derive(Debug, Deserialize)]
pub(crate) struct RouteRulesQuery {
    path: Option<String>,
}

/// Where the address leads, if it leads elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RouteRulesResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    redirect: Option<RedirectResponse>,
}

/// A redirect, which the page carries out.
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
    get, path = "/route-rules", operation_id = "find_route_rule",
    params(("path" = String, Query,
        description = "A path below the app's base; a query or fragment in it does not count")),
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
    // Rules change with a restart only, and every navigation asks.
    Ok(answer.with_header(header::CACHE_CONTROL, "private, max-age=60"))
}

fn is_path(text: &str) -> bool {
    text.starts_with('/') && text.len() <= MAX_PATH_BYTES && !text.contains(char::is_control)
}
