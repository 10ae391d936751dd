//! HTTP: which call is where, who may make it, and what it looks like on the wire.
//!
//! Every call goes through the same checks in the same order: method and path, size, content type,
//! rate limit (by `rate_limit`, where a call has one), proof, JSON, account, and then the use case.

mod body;
mod client_address;
mod docs;
mod envelope;
mod export;
mod failure;
mod files;
mod logger;
mod mock;
mod openapi;
mod proof;
mod rate_limit;
mod resubmission;
mod route_rules;
mod security;
mod site;
mod user;
mod user_profile;
mod wire;
mod work_email;

pub use openapi::openapi_json;

use std::sync::Arc;

use poem::{Endpoint, EndpointExt, Route, delete, get, post, put};

use crate::app::App;

/// Everything the server answers, below the path of its public URL.
pub(crate) fn routes(app: Arc<App>) -> impl Endpoint + 'static {
    let site = site::routes(&app).nest(&app.config.api_server_path, api_routes(&app));
    let base = app.config.base_path();
    let routes = if base.is_empty() {
        site
    } else {
        Route::new().nest(base, site)
    };
    let security = security::Security::new(&app.config);
    let limits = Arc::new(rate_limit::RateLimits::new(&app.config));
    routes
        .data(app)
        .data(limits)
        .around(envelope::wrap)
        .with(security)
}

fn api_routes(app: &App) -> impl Endpoint + 'static {
    let routes = Route::new()
        .at("/user-profile", post(user_profile::create_user_profile))
        .at("/user-profile/avatar", put(user_profile::update_avatar))
        .at(
            "/user-profile/resubmission",
            put(resubmission::resubmit_user_profile),
        )
        .at("/user/registration", post(user::create_registration))
        .at("/user/login", post(user::create_session))
        .at("/user/logout", post(user::delete_session))
        .at("/user", delete(user::delete_user))
        .at(
            "/user/export",
            get(export::fetch_export).post(export::create_export_link),
        )
        .at("/user/my-info", get(user::get_my_info))
        .at(
            "/user/review-status/:user_id",
            get(user::find_review_status),
        )
        .at("/logger", post(logger::create_log_line))
        .at("/route-rules", get(route_rules::find_route_rule))
        .at("/file/tempUpload", post(files::upload_temp_file))
        .at("/file/fetch/:file_id", get(files::fetch_file))
        .at(
            "/verification/work-email",
            post(work_email::create_work_email_code),
        )
        .at(
            "/verification/work-email/confirm",
            post(work_email::confirm_work_email),
        );
    let routes = if app.config.line.is_mock() {
        routes
            .at("/mock/id-token", get(mock::create_id_token))
            .at("/mock/mails", get(mock::list_mails))
    } else {
        routes
    };
    routes.around(envelope::never_cache)
}
