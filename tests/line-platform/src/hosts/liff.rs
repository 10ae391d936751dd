//! `liff.line.me` and related hosts: links into LINE, and the SDK's calls about permissions.

use poem::web::{Data, Query};
use poem::{Request, Response, Result, Route, get, handler, post};
use serde::Deserialize;
use serde_json::json;

use super::{cdn, sub_window};
use crate::answer::{Shared, ok, require_grant};

pub(super) fn routes() -> Route {
    Route::new()
        .at(
            "/liff/v2/incrementalAgreement/unauthorizedPermissions",
            get(list_unauthorized_permissions),
        )
        .at("/liff/v2/oaadd/rateLimit", post(check_rate_limit))
        .at("/liff/v2/sub/waitResult", post(sub_window::wait_for_result))
        .at("/*", get(cdn::show_page))
}

pub(super) fn shortcut_routes() -> Route {
    Route::new().at("/api/shortcut", get(create_shortcut))
}

/// Returns the routes for adding the official account and for creating a shortcut.
pub(super) fn line_me_routes() -> Route {
    Route::new().at("/*", get(cdn::show_page))
}

/// Returns the scopes of the app that the person did not grant.
#[handler]
fn list_unauthorized_permissions(
    Data(state): Data<&Shared>,
    request: &Request,
) -> Result<Response> {
    require_grant(state, request, "")?;
    let inner = state.lock();
    let scopes = inner.behaviour.scopes.iter();
    let missing: Vec<_> = scopes
        .filter(|scope| !inner.behaviour.grants(scope))
        .collect();
    Ok(ok(json!(missing)))
}

#[handler]
fn check_rate_limit() -> Response {
    ok(json!({}))
}

#[derive(Deserialize)]
struct ShortcutQuery {
    #[serde(rename = "liffId")]
    liff_id: String,
}

#[handler]
fn create_shortcut(Query(query): Query<ShortcutQuery>) -> Response {
    let url = format!("https://line.me/channel/shortcut/{}", query.liff_id);
    ok(json!({ "shortcutPageUrl": url }))
}
