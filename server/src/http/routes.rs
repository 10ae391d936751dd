//! The routes of the server: the site, the calls of the API, and what surrounds both.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use poem::error::MethodNotAllowedError;
use poem::http::{HeaderValue, Method};
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Response, Route, RouteMethod};

use crate::adapters::line::WEBHOOK_PATH;
use crate::app::App;
use crate::http::calls::{UPLOAD, calls};
use crate::http::error_response::Allow;
use crate::http::handlers::line_webhook;
use crate::http::handlers::upload::AccountUploads;
use crate::http::middleware::answer_budget::AnswerBudget;
use crate::http::middleware::health_paths::HEALTH_PATHS;
use crate::http::middleware::rate_limit::RateLimits;
use crate::http::middleware::request_permits::RequestPermits;
use crate::http::middleware::traces::Traces;
use crate::http::middleware::{request_context, security, time_limit};
use crate::http::site;

/// Returns the endpoint for all paths below the path of the server's public URL.
pub(crate) fn routes(app: Arc<App>, traces: Traces) -> impl Endpoint + 'static {
    let limits = RateLimits::new(&app.config, &app.clock);
    let site = site::routes(&app, limits.pictures.clone(), limits.new_variants.clone());
    let mut webhook = Methods::default();
    let receive = line_webhook::receive_line_events.data(limits.forged_deliveries.clone());
    webhook.add(Method::POST, receive);
    let site = site
        .at(WEBHOOK_PATH, webhook)
        .nest(&app.config.api_server_path, api_routes(&app, &limits));
    let base = app.config.base_path();
    let routes = if base.is_empty() {
        site
    } else {
        Route::new().nest(base, site)
    };
    let (max_requests, timeout) = (app.config.max_requests, app.config.request_timeout());
    let health = HEALTH_PATHS.map(|path| format!("{base}{path}"));
    let concurrency = RequestPermits::new("request", max_requests, &app.config).except(health);
    let security = security::Security::new(&app.config);
    // The last of these is the first to see a request.
    routes
        .around(move |endpoint, request| time_limit::within(timeout, endpoint, request))
        .with(AnswerBudget::new(&app.config))
        .with(concurrency)
        .around(request_context::wrap)
        .data(app)
        .data(traces)
        .with(security)
}

/// The calls of the API with their rate limits.
fn api_routes(app: &App, limits: &RateLimits) -> impl Endpoint + 'static {
    let has_mock = app.config.line.is_mock();
    let mut paths: BTreeMap<String, Methods> = BTreeMap::new();
    for call in calls(limits) {
        if call.is_below_the_api(has_mock) {
            let endpoint = match call.id {
                UPLOAD => with_permits(app, call.endpoint),
                _ => call.endpoint,
            };
            paths
                .entry(call.path)
                .or_default()
                .add(call.method, endpoint);
        }
    }
    let routes = paths.into_iter();
    routes
        .fold(Route::new(), |routes, (path, methods)| {
            routes.at(path, methods)
        })
        .around(request_context::never_cache)
}

/// Bounds the uploads at the same time, of all accounts and of each.
fn with_permits(
    app: &App,
    upload: BoxEndpoint<'static, Response>,
) -> BoxEndpoint<'static, Response> {
    let max_uploads = app.config.max_uploads;
    upload
        .data(Arc::new(AccountUploads::new(max_uploads)))
        .with(RequestPermits::new("upload", max_uploads, &app.config))
        .map_to_response()
        .boxed()
}

/// The handlers of one path, by method. It refuses other methods with a 405 that names its own.
#[derive(Default)]
struct Methods {
    handlers: RouteMethod,
    /// The methods, with HEAD behind GET.
    names: Vec<Method>,
}

impl Methods {
    fn add(&mut self, method: Method, handler: impl Endpoint + 'static) {
        self.handlers = mem::take(&mut self.handlers).method(method.clone(), handler);
        let is_read = method == Method::GET;
        self.names.push(method);
        // A path that answers GET answers HEAD too.
        self.names.extend(is_read.then_some(Method::HEAD));
    }
}

impl IntoEndpoint for Methods {
    type Endpoint = MethodsEndpoint;

    fn into_endpoint(self) -> MethodsEndpoint {
        let mut names: Vec<&str> = self.names.iter().map(Method::as_str).collect();
        names.sort_unstable();
        let allow = HeaderValue::from_str(&names.join(", "))
            .unwrap_or_else(|error| unreachable!("the names of methods are ASCII: {error}"));
        MethodsEndpoint {
            handlers: self.handlers,
            allow: Allow(allow),
        }
    }
}

/// The endpoint that [`Methods`] describes.
struct MethodsEndpoint {
    handlers: RouteMethod,
    allow: Allow,
}

impl Endpoint for MethodsEndpoint {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        self.handlers.call(request).await.map_err(|mut error| {
            if error.is::<MethodNotAllowedError>() {
                error.set_data(self.allow.clone());
            }
            error
        })
    }
}
