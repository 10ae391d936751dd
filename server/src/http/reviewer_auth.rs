//! Authenticates reviewers by the cookie of their session, and refuses calls that another site makes with the cookie.
//!
//! The cookie belongs to the calls below `/review` only, and these calls take no other credentials: a member's token
//! opens no call of a reviewer, and a reviewer's cookie no call of a member.

use std::time::Duration;

use cookie::{Cookie, SameSite};
use enmusubi_core::review::ReviewerRole;
use poem::http::{Method, header};
use poem::{FromRequest, Request, RequestBody};

use crate::app::App;
use crate::error::{Error, ErrorCode, Result};
use crate::features::reviewer::{OpenSession, SESSION_S, SignedInReviewer, TOKEN_LENGTH};
use crate::http::auth::{Authenticate, app_of};
use crate::http::middleware::rate_limit;
use crate::http::request_body::PUBLIC_BODY_TIMEOUT;

/// The name of the cookie that holds the token of a reviewer's session over http, as on a developer's machine.
const COOKIE: &str = "enmusubi_review";
/// The name over https. A browser accepts a cookie with this prefix from this host only, so that a sibling host cannot
/// add a cookie of its own and lock the reviewer out. The prefix requires the path `/`.
const HOST_COOKIE: &str = "__Host-enmusubi_review";

/// A caller with a reviewer's session.
#[derive(Debug)]
pub(crate) struct ReviewerCaller {
    pub(crate) reviewer: SignedInReviewer,
    pub(crate) session: OpenSession,
}

/// A caller with the session of a lead. Other reviewers get E008.
#[derive(Debug)]
pub(crate) struct LeadCaller;

/// A caller without credentials, on a page of our own. Other pages get E008.
#[derive(Debug)]
pub(crate) struct OwnPage;

impl Authenticate for ReviewerCaller {
    async fn authenticate(request: &Request) -> Result<Self> {
        let limit = rate_limit::check_address(request)?;
        let caller = Self::check_credentials(request).await?;
        if let Some(limit) = limit {
            limit.check_account(&format!("reviewer:{}", caller.reviewer.id))?;
        }
        Ok(caller)
    }

    async fn check_credentials(request: &Request) -> Result<Self> {
        let app = app_of(request)?;
        let mut refused = Error::invalid_token("The session of a reviewer is needed.");
        // Over http, a sibling host can add cookies of the same name, and the browser sends all of them. Each token costs a
        // read of the database.
        for token in session_tokens(request, app) {
            match app.reviewers.authenticate(&token).await {
                Ok((reviewer, session)) => {
                    require_own_page(request, app)?;
                    return Ok(Self { reviewer, session });
                }
                // Report the end of the session to the console, whatever cookies a sibling host has added.
                Err(error) if error.code == ErrorCode::ExpiredToken => refused = error,
                Err(error) if error.code == ErrorCode::InvalidToken => {}
                Err(error) => return Err(error),
            }
        }
        Err(refused)
    }
}

impl Authenticate for LeadCaller {
    async fn authenticate(request: &Request) -> Result<Self> {
        Self::of(ReviewerCaller::authenticate(request).await?)
    }

    async fn check_credentials(request: &Request) -> Result<Self> {
        Self::of(ReviewerCaller::check_credentials(request).await?)
    }
}

impl LeadCaller {
    fn of(ReviewerCaller { reviewer, .. }: ReviewerCaller) -> Result<Self> {
        match reviewer.role {
            ReviewerRole::Lead => Ok(Self),
            ReviewerRole::Reviewer => Err(Error::forbidden("Only leads may do this.")),
        }
    }
}

impl Authenticate for OwnPage {
    const BODY_TIMEOUT: Option<Duration> = Some(PUBLIC_BODY_TIMEOUT);

    async fn authenticate(request: &Request) -> Result<Self> {
        rate_limit::check_address(request)?;
        Self::check_credentials(request).await
    }

    async fn check_credentials(request: &Request) -> Result<Self> {
        require_own_page(request, app_of(request)?)?;
        Ok(Self)
    }
}

impl<'a> FromRequest<'a> for ReviewerCaller {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self::authenticate(request).await?)
    }
}

impl<'a> FromRequest<'a> for LeadCaller {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self::authenticate(request).await?)
    }
}

impl<'a> FromRequest<'a> for OwnPage {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self::authenticate(request).await?)
    }
}

/// Returns the `Set-Cookie` header that gives the browser the token of a session.
pub(crate) fn session_cookie(app: &App, token: &str) -> String {
    cookie(app, token, SESSION_S)
}

/// Returns the `Set-Cookie` header that takes the token from the browser.
pub(crate) fn ended_cookie(app: &App) -> String {
    cookie(app, "", 0)
}

fn cookie(app: &App, token: &str, max_age_s: i64) -> String {
    let path = if is_secure(app) {
        "/".to_owned()
    } else {
        format!("{}/review", app.config.api_path())
    };
    Cookie::build((cookie_name(app), token))
        .path(path)
        .max_age(cookie::time::Duration::seconds(max_age_s))
        .http_only(true)
        // A page on http://localhost is a secure context for passkeys, but not every browser stores a secure cookie.
        .secure(is_secure(app))
        .same_site(SameSite::Strict)
        .to_string()
}

fn is_secure(app: &App) -> bool {
    app.config.public_base_url.scheme() == "https"
}

/// Returns the name of the cookie that holds the token of a reviewer's session.
fn cookie_name(app: &App) -> &'static str {
    if is_secure(app) { HOST_COOKIE } else { COOKIE }
}

/// The most tokens of a request that the server looks up over http. Over https, a browser has only one cookie with the
/// prefix `__Host-`.
const TOKENS_OVER_HTTP: usize = 4;

/// Returns the first different texts in the cookies of a session that can be tokens.
fn session_tokens(request: &Request, app: &App) -> Vec<String> {
    let name = cookie_name(app);
    let headers = request.headers().get_all(header::COOKIE).into_iter();
    let texts = headers.filter_map(|value| value.to_str().ok());
    let cookies = texts.flat_map(|text| Cookie::split_parse(text.to_owned()));
    let of_name = cookies.filter_map(|cookie| cookie.ok().filter(|cookie| cookie.name() == name));
    let most = if is_secure(app) { 1 } else { TOKENS_OVER_HTTP };
    let mut tokens = Vec::with_capacity(most);
    for cookie in of_name {
        let token = cookie.value();
        if token.len() == TOKEN_LENGTH && !tokens.iter().any(|it| it == token) {
            tokens.push(token.to_owned());
        }
        if tokens.len() == most {
            break;
        }
    }
    tokens
}

/// Refuses a call that a page of another origin makes. A cookie with `SameSite=Strict` also comes from pages of sibling
/// hosts, and an old browser ignores the attribute.
fn require_own_page(request: &Request, app: &App) -> Result<()> {
    let is_reading = [Method::GET, Method::HEAD].contains(request.method());
    // The header is `none` if the person has typed the address.
    let site_is_right = match request.header("Sec-Fetch-Site") {
        None | Some("same-origin") => true,
        Some("none") => is_reading,
        Some(_) => false,
    };
    let origin = request.header(header::ORIGIN);
    let origin_is_right = match origin {
        None => is_reading,
        Some(origin) => origin == app.reviewers.public_origin,
    };
    if site_is_right && origin_is_right {
        Ok(())
    } else {
        Err(Error::forbidden("Only the console's own page may do this."))
    }
}
