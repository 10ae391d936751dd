//! The routes outside the API: the built web app, its configuration, its pictures and icons, the health
//! checks and the API's documentation.

mod build;
mod docs;
mod encoding;
mod health;
mod icons;
mod web_app;

use std::sync::Arc;

use poem::http::header;
use poem::web::{Data, Json};
use poem::{EndpointExt, IntoResponse, Route, get, handler};
use serde::Serialize;

use self::build::Build;
use self::health::LastCheck;
use self::web_app::WebApp;
use super::openapi::openapi_json;
use crate::app::App;
use crate::http::handlers::pictures;
use crate::http::middleware::asset_paths::{FILES, ICONS};
use crate::http::middleware::health_paths::{HEALTHZ, READYZ};
use crate::http::middleware::rate_limit::{NewVariantLimit, RateLimit};
use crate::http::middleware::request_context;
use crate::ops::config::LineConfig;

/// Returns the routes. `pictures` limits the requests for photos in any size; `new_variants` limits the
/// requests for sizes that the server has to make.
pub(super) fn routes(
    app: &App,
    pictures: Arc<RateLimit>,
    new_variants: Arc<NewVariantLimit>,
) -> Route {
    let web_root = &app.config.web_root;
    let build = Arc::new(Build::new(web_root));
    Route::new()
        .at("/config.json", get(get_config).data(build.clone()))
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
        .at(FILES, WebApp::new(web_root.clone(), build))
}

/// The configuration that the page reads from its server.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a member of the JSON, with a name of its own"
)]
struct PublicConfig {
    line_bot_id: String,
    liff_id: String,
    mock_enable: bool,
    api_server_path: String,
    build_id: String,
    /// Currency of the brackets of income, as a code of ISO 4217.
    income_currency: String,
    /// True if the server can send mail, so that members can confirm a work mailbox.
    work_email: bool,
    /// True if each new member proves the age with a document.
    age_proof: bool,
    /// True if members get messages in LINE about their news.
    line_messages: bool,
    /// Mail address or https URL at which people can write to the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<String>,
}

#[handler]
async fn get_config(
    Data(app): Data<&Arc<App>>,
    Data(build): Data<&Arc<Build>>,
) -> impl IntoResponse {
    let (liff_id, line_bot_id) = match &app.config.line {
        LineConfig::Line {
            liff_id, bot_id, ..
        } => (liff_id.clone(), bot_id.clone()),
        LineConfig::Mock => ("mock".to_owned(), "@mock".to_owned()),
    };
    Json(PublicConfig {
        line_bot_id,
        liff_id,
        mock_enable: app.config.line.is_mock(),
        api_server_path: app.config.api_path(),
        build_id: build.id().await,
        income_currency: app.config.income_currency.clone(),
        work_email: app.config.mail.is_there(),
        age_proof: app.config.age_proof.is_required(),
        line_messages: app.config.line.has_messages(),
        contact: app.config.line.contact().map(str::to_owned),
    })
    .with_header(header::CACHE_CONTROL, "no-cache")
}

#[handler]
fn get_openapi() -> impl IntoResponse {
    openapi_json().with_content_type("application/json")
}
