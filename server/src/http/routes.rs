//! The table of routes: which handler answers which call, and how often a client may make it.

use std::sync::Arc;

use poem::error::MethodNotAllowedError;
use poem::http::{HeaderValue, Method};
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Response, Route, RouteMethod};

use crate::adapters::line::WEBHOOK_PATH;
use crate::app::App;
use crate::http::error_response::Allow;
use crate::http::handlers::{
    appeal, client_log, export, introductions, line_webhook, matches, mock, news, notes, pictures,
    preferences, privacy, profile_changes, review_case, review_claim, review_queue, reviewer,
    route_rules, safety, upload, user, user_profile, work_email,
};
use crate::http::middleware::answer_budget::AnswerBudget;
use crate::http::middleware::health_paths::HEALTH_PATHS;
use crate::http::middleware::rate_limit::{RateLimit, RateLimits};
use crate::http::middleware::request_permits::RequestPermits;
use crate::http::middleware::traces::Traces;
use crate::http::middleware::{request_context, security, time_limit};
use crate::http::site;

/// Returns the endpoint for all paths below the path of the server's public URL.
pub(crate) fn routes(app: Arc<App>, traces: Traces) -> impl Endpoint + 'static {
    let limits = RateLimits::new(&app.config, &app.clock);
    let site = site::routes(&app, limits.pictures.clone(), limits.new_variants.clone());
    let webhook_limit = limits.forged_deliveries.clone();
    let api = api_routes(&app, limits);
    let site = site
        .at(
            WEBHOOK_PATH,
            post(line_webhook::receive_line_events).data(webhook_limit),
        )
        .nest(&app.config.api_server_path, api);
    let base = app.config.base_path();
    let routes = if base.is_empty() {
        site
    } else {
        Route::new().nest(base, site)
    };
    let bounds = app.config.bounds;
    let health = HEALTH_PATHS.map(|path| format!("{base}{path}"));
    let concurrency =
        RequestPermits::new("request", bounds.max_requests, &app.config).except(health);
    let security = security::Security::new(&app.config);
    // The last of these is the first to see a request.
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

/// The calls of the API with their rate limits. A call without a limit of its own gets `limits.others`.
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
            "/user-profile/texts",
            put(user_profile::update_profile_texts),
        )
        .at(
            "/user-profile/changes",
            get(profile_changes::get_profile_changes)
                .put(profile_changes::propose_profile_changes)
                .delete(profile_changes::withdraw_profile_changes),
        )
        .at("/user-profile/place", put(profile_changes::update_place))
        .at(
            "/user-profile/resubmission",
            put(user_profile::resubmit_user_profile).data(registration.clone()),
        )
        .at(
            "/user-profile/withdrawal",
            post(user_profile::take_back_user_profile).data(registration.clone()),
        )
        .at(
            "/user-profile/appeal",
            put(appeal::appeal_against_rejection).data(registration.clone()),
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
        .at(
            "/preferences",
            get(preferences::get_preferences).put(preferences::update_preferences),
        )
        .at(
            "/privacy",
            get(privacy::get_privacy).put(privacy::update_privacy),
        )
        .at("/route-rules", get(route_rules::find_route_rule))
        .at(
            "/file/tempUpload",
            post(upload::upload_temp_file)
                .data(Arc::new(upload::AccountUploads::new(max_uploads)))
                .with(RequestPermits::new("upload", max_uploads, &app.config))
                .data(limits.upload),
        )
        .at(
            "/file/fetch/:file_id",
            get(pictures::fetch_file).data(limits.pictures),
        )
        .at(
            "/verification/work-email",
            post(work_email::create_work_email_code).data(limits.work_email),
        )
        .at(
            "/verification/work-email/confirm",
            post(work_email::confirm_work_email).data(limits.confirmation),
        );
    let routes = with_meetings(routes, limits.notes);
    let routes = with_reviewers(routes, limits.reviewer_login);
    let routes = if app.config.line.is_mock() {
        routes
            .at("/mock/id-token", get(mock::create_id_token))
            .at("/mock/mails", get(mock::list_mails))
            .at("/mock/people", post(mock::make_people))
            .at("/mock/clock", get(mock::get_clock).put(mock::set_clock))
    } else {
        routes
    };
    routes
        .data(limits.others)
        .around(request_context::never_cache)
}

/// Adds the calls about other members: introductions, matches, news, blocks and reports.
fn with_meetings(routes: Route, notes_limit: Arc<RateLimit>) -> Route {
    routes
        .at("/introductions", get(introductions::list_introductions))
        .at(
            "/introductions/:introduction_id/answer",
            put(introductions::answer_introduction),
        )
        .at("/matches", get(matches::list_matches))
        .at("/matches/:match_id", delete(matches::leave_match))
        .at(
            "/matches/:match_id/contact",
            put(matches::update_match_contact),
        )
        .at("/matches/:match_id/met", put(matches::tell_if_met))
        .at(
            "/matches/:match_id/notes",
            get(notes::list_notes)
                .post(notes::create_note)
                .data(notes_limit),
        )
        .at("/matches/:match_id/read", put(notes::mark_notes_read))
        .at("/news", get(news::list_news))
        .at("/news/read", put(news::mark_news_read))
        .at(
            "/news/messages",
            get(news::get_message_choices).put(news::update_message_choices),
        )
        .at(
            "/blocks",
            get(safety::list_blocks).post(safety::create_block),
        )
        .at("/blocks/:block_id", delete(safety::delete_block))
        .at("/reports", post(safety::create_report))
}

/// Adds the calls of reviewers.
fn with_reviewers(routes: Route, login_limit: Arc<RateLimit>) -> Route {
    routes
        .at(
            "/review/enrolment/options",
            post(reviewer::begin_enrolment).data(login_limit.clone()),
        )
        .at(
            "/review/enrolment",
            post(reviewer::enrol).data(login_limit.clone()),
        )
        .at(
            "/review/session/options",
            post(reviewer::begin_reviewer_session).data(login_limit.clone()),
        )
        .at(
            "/review/session",
            get(reviewer::get_reviewer_session)
                .delete(reviewer::delete_reviewer_session)
                .post(reviewer::create_reviewer_session.data(login_limit)),
        )
        .at("/review/cases", get(review_queue::list_cases))
        .at("/review/cases/next", post(review_queue::claim_next_case))
        .at("/review/counts", get(review_queue::count_cases))
        .at("/review/statistics", get(review_queue::find_statistics))
        .at("/review/cases/:case_id", get(review_case::find_case))
        .at(
            "/review/cases/:case_id/evidence",
            post(review_case::open_evidence),
        )
        .at(
            "/review/cases/:case_id/claim",
            put(review_claim::claim_case),
        )
        .at(
            "/review/cases/:case_id/lease",
            put(review_claim::renew_claim),
        )
        .at(
            "/review/cases/:case_id/release",
            post(review_claim::release_case),
        )
        .at(
            "/review/cases/:case_id/decision",
            put(review_claim::decide_case).delete(review_claim::undo_decision),
        )
}

/// The handlers of one path, by method. It refuses other methods with a 405 that names its own.
struct Methods {
    handlers: RouteMethod,
    names: Vec<&'static str>,
}

fn get(handler: impl Endpoint + 'static) -> Methods {
    // A path that answers GET answers HEAD too.
    Methods::new().add(Method::GET, "GET, HEAD", handler)
}

fn post(handler: impl Endpoint + 'static) -> Methods {
    Methods::new().post(handler)
}

fn put(handler: impl Endpoint + 'static) -> Methods {
    Methods::new().put(handler)
}

fn delete(handler: impl Endpoint + 'static) -> Methods {
    Methods::new().delete(handler)
}

impl Methods {
    fn new() -> Self {
        Self {
            handlers: RouteMethod::new(),
            names: Vec::new(),
        }
    }

    fn put(self, handler: impl Endpoint + 'static) -> Self {
        self.add(Method::PUT, "PUT", handler)
    }

    fn post(self, handler: impl Endpoint + 'static) -> Self {
        self.add(Method::POST, "POST", handler)
    }

    fn delete(self, handler: impl Endpoint + 'static) -> Self {
        self.add(Method::DELETE, "DELETE", handler)
    }

    fn add(mut self, method: Method, name: &'static str, handler: impl Endpoint + 'static) -> Self {
        self.names.push(name);
        Self {
            handlers: self.handlers.method(method, handler),
            ..self
        }
    }
}

impl IntoEndpoint for Methods {
    type Endpoint = MethodsEndpoint;

    fn into_endpoint(self) -> MethodsEndpoint {
        let allow = HeaderValue::from_str(&self.names.join(", "))
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
