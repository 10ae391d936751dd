//! The routes outside the API: the built web app, its configuration, its pictures and icons, the health
//! checks and the API's documentation.

mod build;
mod docs;
mod encoding;
mod health;
mod icons;
mod page_config;
mod shell;
mod web_app;

use std::sync::Arc;

use poem::{EndpointExt, IntoResponse, Route, get, handler};

use self::build::Build;
use self::health::LastCheck;
use self::page_config::PageConfig;
use self::web_app::WebApp;
use super::openapi::openapi_json;
use crate::app::App;
use crate::http::handlers::pictures;
use crate::http::middleware::asset_paths::{FILES, ICONS};
use crate::http::middleware::health_paths::{HEALTHZ, READYZ};
use crate::http::middleware::rate_limit::{NewVariantLimit, RateLimit};
use crate::http::middleware::request_context;

/// Returns the routes. `pictures` limits the requests for photos in any size; `new_variants` limits the
/// requests for sizes that the server has to make.
pub(super) fn routes(
    app: &App,
    pictures: Arc<RateLimit>,
    new_variants: Arc<NewVariantLimit>,
) -> Route {
    let web_root = &app.config.web_root;
    let build = Arc::new(Build::new(web_root));
    let config = Arc::new(PageConfig::new(&app.config, build.clone()));
    Route::new()
        .at(
            "/config.json",
            get(page_config::get_config).data(config.clone()),
        )
        .at(HEALTHZ, get(health::get_health))
        .at(
            READYZ,
            get(health::get_readiness).data(Arc::new(LastCheck::default())),
        )
        .at("/openapi.json", get(get_openapi))
        .at("/docs", get(docs::get_docs))
        .at("/docs.css", get(docs::get_style))
        .at(ICONS, get(icons::list_icons))
        .at(
            "/_ipx/:modifiers/:file_id",
            get(pictures::show_image)
                .data(pictures)
                .data(new_variants)
                .around(request_context::never_cache),
        )
        .at(FILES, WebApp::new(web_root.clone(), build, config))
}

#[handler]
fn get_openapi() -> impl IntoResponse {
    openapi_json().with_content_type("application/json")
}
