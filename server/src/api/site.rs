//! Outside the API: the built web app, what it has to know at run time, and whether we are well.

use std::path::PathBuf;
use std::sync::Arc;

use poem::endpoint::StaticFilesEndpoint;
use poem::http::{Method, StatusCode, header};
use poem::middleware::Compression;
use poem::web::{CompressionLevel, Data, Json};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response, Route, get, handler};
use serde::Serialize;

use super::openapi::openapi_json;
use crate::app::App;
use crate::config::LineConfig;
use crate::error::{Error, Result};

/// The routes of the web app that answer the shell with 200.
const PAGES: [&str; 5] = ["", "friend", "profile", "register", "dev"];
/// Their names hold a hash of their content.
const FOREVER: &str = "public, max-age=31536000, immutable";

pub(super) fn routes(app: &App) -> Route {
    let web = WebApp::new(app.config.web_root.clone());
    let compressed = Compression::new().with_quality(CompressionLevel::Fastest);
    Route::new()
        .at("/config.json", get(get_config))
        .at("/healthz", get(get_health))
        .at("/readyz", get(get_readiness))
        .at("/openapi.json", get(get_openapi))
        .at("/*path", web.with(compressed))
}

/// What the page is told by the server that serves it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PublicConfig {
    line_bot_id: String,
    liff_id: String,
    mock_enable: bool,
    api_server_path: String,
    build_id: String,
}

#[handler]
fn get_config(Data(app): Data<&Arc<App>>) -> impl IntoResponse {
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
        build_id: env!("CARGO_PKG_VERSION").to_owned(),
    })
    .with_header(header::CACHE_CONTROL, "no-cache")
}

/// The process answers.
#[handler]
fn get_health() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The database answers too, so requests may come.
#[handler]
async fn get_readiness(Data(app): Data<&Arc<App>>) -> Result<StatusCode> {
    match app.database.ping().await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) => Err(Error::unavailable("The database does not answer.", error)),
    }
}

#[handler]
fn get_openapi() -> impl IntoResponse {
    openapi_json().with_content_type("application/json")
}

/// The files of the built web app; every other path gets the shell, which shows that there is no
/// such page.
struct WebApp {
    shell: PathBuf,
    files: StaticFilesEndpoint,
}

impl WebApp {
    fn new(root: PathBuf) -> Self {
        Self {
            shell: root.join("index.html"),
            files: StaticFilesEndpoint::new(root),
        }
    }

    async fn shell(&self, status: StatusCode) -> poem::Result<Response> {
        match tokio::fs::read(&self.shell).await {
            Ok(html) => Ok(html
                .with_status(status)
                .with_content_type("text/html; charset=utf-8")
                .with_header(header::CACHE_CONTROL, "no-cache")
                .into_response()),
            // The web app is not built: the API works all the same.
            Err(_) => Err(StatusCode::NOT_FOUND.into()),
        }
    }
}

impl Endpoint for WebApp {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(StatusCode::METHOD_NOT_ALLOWED.into());
        }
        let path = request.uri().path().trim_matches('/').to_owned();
        if PAGES.contains(&path.as_str()) {
            return self.shell(StatusCode::OK).await;
        }
        let kept = if path.starts_with("assets/") {
            FOREVER
        } else {
            "no-cache"
        };
        match self.files.call(request).await {
            Ok(file) if file.status() != StatusCode::NOT_FOUND => Ok(file
                .with_header(header::CACHE_CONTROL, kept)
                .into_response()),
            _ => self.shell(StatusCode::NOT_FOUND).await,
        }
    }
}
