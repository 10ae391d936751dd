//! LINE's static files, as small as the SDK accepts them, and pages of LINE for people.

use poem::{IntoResponse as _, Response, Route, get, handler};
use serde_json::json;

use crate::answer::ok;

const EXTENSION: &str = "window.liffClientExtension = { install() {} };";
const PICTURE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='96'>\
    <rect width='96' height='96' fill='#7a9'/></svg>";
const PAGE: &str = "<!doctype html><html lang='en'><title>LINE</title><h1>LINE</h1></html>";

pub(super) fn script_routes() -> Route {
    Route::new().at("/*", get(get_script))
}

pub(super) fn translation_routes() -> Route {
    Route::new()
        .at("/xlt/manifest.json", get(list_languages))
        .at("/xlt/*", get(get_translation))
}

pub(super) fn picture_routes() -> Route {
    Route::new().at("/*", get(get_picture))
}

/// Returns the part of the SDK for old versions of LINE.
#[handler]
fn get_script() -> Response {
    EXTENSION
        .with_content_type("application/javascript")
        .into_response()
}

#[handler]
fn list_languages() -> Response {
    ok(json!({ "languages": { "en": "en.json", "ja": "ja.json", "zh-TW": "zh-TW.json" } }))
}

#[handler]
fn get_translation() -> Response {
    ok(json!({}))
}

#[handler]
fn get_picture() -> Response {
    PICTURE.with_content_type("image/svg+xml").into_response()
}

/// Returns an empty page of LINE.
#[handler]
pub(super) fn show_page() -> Response {
    PAGE.with_content_type("text/html; charset=utf-8")
        .into_response()
}
