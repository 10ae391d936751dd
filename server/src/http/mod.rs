//! HTTP: which call is where, who may make it, and what it looks like on the wire.
//!
//! Every call goes through the same checks in the same order: method and path, size, content type,
//! rate limit by address, proof, rate limit by account, JSON, account, and then the use case. A body is
//! read after the proof: one that does not say how long it is is found too large only then.

mod auth;
pub(crate) mod concurrency_limit;
mod dto;
mod error_response;
mod handlers;
pub(crate) mod ip_prefix;
mod listener;
mod middleware;
mod openapi;
mod request_body;
mod site;

pub use listener::{Running, serve};
pub(crate) use middleware::traces::Traces;
pub use openapi::openapi_json;

use std::sync::Arc;

use poem::{Endpoint, EndpointExt, Route, delete, get, post, put};

use self::handlers::{
    client_log, export, files, mock, resubmission, route_rules, user, user_profile, work_email,
};
use self::middleware::account_uploads::AccountUploads;
use self::middleware::answer_budget::AnswerBudget;
use self::middleware::health_paths::HEALTH_PATHS;
use self::middleware::limit_concurrency::LimitConcurrency;
use self::middleware::rate_limit::RateLimits;
use self::middleware::{request_context, security, time_limit};
use crate::app::App;

/// Everything the server answers, below the path of its public URL.
pub(crate) fn routes(app: Arc<App>, traces: Traces) -> impl Endpoint + 'static {
    let limits = RateLimits::new(&app.config);
    let site = site::routes(&app, limits.pictures.clone(), limits.new_variants.clone());
    let api = api_routes(&app, limits);
    let site = site.nest(&app.config.api_server_path, api);
    let base = app.config.base_path();
    let routes = if base.is_empty() {
        site
    } else {
        Route::new().nest(base, site)
    };
    let bounds = app.config.bounds;
    let health = HEALTH_PATHS.map(|path| format!("{base}{path}"));
    let concurrency =
        LimitConcurrency::new("request", bounds.max_requests, &app.config).except(health);
    let security = security::Security::new(&app.config);
    // The last is the first to see a request.
    routes
        .around(move |endpoint, request| {
            time_limit::within(bounds.request_timeout, endpoint, request)
        })
        .with(AnswerBudget::new(&app.config))
        .with(concurrency)
        .around(request_context::wrap)
        .data(app)
        .data(traces)
        .with(security)
}

/// The calls, each with how often it may be made; `limits.others` where nothing else is said.
fn api_routes(app: &App, limits: RateLimits) -> impl Endpoint + 'static {
    let max_uploads = app.config.bounds.max_uploads;
    let registration = limits.registration;
    let routes = Route::new()
        .at(
            "/user-profile",
            post(user_profile::create_user_profile).data(registration.clone()),
        )
        .at(
            "/user-profile/avatar",
            put(user_profile::update_avatar).data(limits.avatar),
        )
        .at(
            "/user-profile/resubmission",
            put(resubmission::resubmit_user_profile).data(registration.clone()),
        )
        .at(
            "/user/registration",
            post(user::create_registration).data(registration),
        )
        .at("/user/login", post(user::create_session).data(limits.login))
        .at("/user/logout", post(user::delete_session))
        .at("/user/logout-everywhere", post(user::delete_all_sessions))
        .at("/user", delete(user::delete_user))
        .at(
            "/user/export",
            get(export::fetch_export)
                .post(export::create_export_link)
                .data(limits.export),
        )
        .at("/user/my-info", get(user::get_my_info))
        .at(
            "/user/review-status/:user_id",
            get(user::find_review_status).data(limits.review_status),
        )
        .at(
            "/logger",
            post(client_log::create_log_line).data(limits.logger),
        )
        .at("/route-rules", get(route_rules::find_route_rule))
        .at(
            "/file/tempUpload",
            post(files::upload_temp_file)
                .data(Arc::new(AccountUploads::new(max_uploads)))
                .with(LimitConcurrency::new("upload", max_uploads, &app.config))
                .data(limits.upload),
        )
        .at(
            "/file/fetch/:file_id",
            get(files::fetch_file).data(limits.pictures),
        )
        .at(
            "/verification/work-email",
            post(work_email::create_work_email_code).data(limits.work_email),
        )
        .at(
            "/verification/work-email/confirm",
            post(work_email::confirm_work_email).data(limits.confirmation),
        );
    let routes = if app.config.line.is_mock() {
        routes
            .at("/mock/id-token", get(mock::create_id_token))
            .at("/mock/mails", get(mock::list_mails))
    } else {
        routes
    };
    routes
        .data(limits.others)
        .around(request_context::never_cache)
}
