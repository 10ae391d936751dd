//! `access.line.me`: LINE's login for a person who is logged in and has consented before.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::http::{StatusCode, header};
use poem::web::{Data, Form, Query};
use poem::{Response, Route, get, handler, post};
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::{cdn, share};
use crate::answer::{Shared, error, oauth_error, ok};
use crate::memory::Login;
use crate::state::random;
use crate::tokens::{ACCESS_TOKEN_LIFETIME_S, channel_of};

pub(super) fn routes() -> Route {
    Route::new()
        .at("/liff/v1/authorize", get(authorize))
        .at("/oauth2/v2.1/liff/shareTargetPicker", get(cdn::show_page))
        .at(
            "/oauth2/v2.1/liff/shareTargetPicker/result",
            get(share::get_result).post(share::cancel),
        )
        .at(
            "/oauth2/v2.1/liff/friendship/validate",
            post(validate_friendship),
        )
}

#[derive(Deserialize)]
struct AuthorizeQuery {
    app_id: String,
    state: String,
    response_type: String,
    code_challenge: String,
    code_challenge_method: String,
    redirect_uri: Option<String>,
}

/// Redirects to the app at once, with a code or with the person's refusal.
#[handler]
fn authorize(Data(state): Data<&Shared>, Query(query): Query<AuthorizeQuery>) -> Response {
    let mut inner = state.lock();
    let endpoint_url = inner.behaviour.endpoint_url.clone();
    let Some(redirect_uri) = query.redirect_uri.or_else(|| endpoint_url.clone()) else {
        return error(StatusCode::BAD_REQUEST, "no endpoint URL");
    };
    let is_below = endpoint_url.is_none_or(|endpoint| redirect_uri.starts_with(&endpoint));
    let Some(mut target) = Url::parse(&redirect_uri).ok().filter(|_| is_below) else {
        return oauth_error("invalid_request", "Invalid redirect_uri value.");
    };
    if query.response_type != "code" || query.code_challenge_method != "S256" {
        return oauth_error("invalid_request", "PKCE with S256 is required.");
    }
    let client_id = channel_of(&query.app_id).to_owned();
    let mut back = target.query_pairs_mut();
    if inner.behaviour.refuses_login {
        back.append_pair("error", "access_denied")
            .append_pair(
                "error_description",
                "The resource owner denied the request.",
            )
            .append_pair("liffOAuth2Error", "true");
    } else {
        let code = random();
        let login = Login {
            code_challenge: query.code_challenge,
            redirect_uri: redirect_uri.clone(),
            person: inner.behaviour.person.clone(),
        };
        inner.memory.logins.insert(code.clone(), login);
        back.append_pair("code", &code);
    }
    back.append_pair("state", &query.state)
        .append_pair("liffClientId", &client_id)
        .append_pair("liffRedirectUri", &redirect_uri);
    drop(back);
    Response::builder()
        .status(StatusCode::FOUND)
        .header(header::LOCATION, target.as_str())
        .finish()
}

#[derive(Deserialize)]
pub(super) struct CodeForm {
    grant_type: String,
    client_id: String,
    code: String,
    code_verifier: String,
    redirect_uri: String,
}

/// Exchanges a code for tokens, once.
#[handler]
pub(super) fn exchange_code(Data(state): Data<&Shared>, Form(form): Form<CodeForm>) -> Response {
    if form.grant_type != "authorization_code" {
        return oauth_error("unsupported_grant_type", "unsupported grant_type");
    }
    let mut inner = state.lock();
    let Some(login) = inner.memory.logins.remove(&form.code) else {
        return oauth_error("invalid_grant", "invalid authorization code");
    };
    let hash = digest(&SHA256, form.code_verifier.as_bytes());
    if URL_SAFE_NO_PAD.encode(hash.as_ref()) != login.code_challenge {
        return oauth_error("invalid_grant", "invalid code_verifier");
    }
    if form.redirect_uri != login.redirect_uri {
        return oauth_error("invalid_grant", "redirect_uri does not match");
    }
    let access_token = inner.grant(&login.person);
    let id_token = inner.id_token(&login.person, &form.client_id);
    ok(json!({
        "access_token": access_token,
        "expires_in": ACCESS_TOKEN_LIFETIME_S,
        "id_token": id_token,
        "refresh_token": random(),
        "scope": inner.behaviour.granted_scopes.join(" "),
        "token_type": "Bearer",
    }))
}

#[handler]
fn validate_friendship() -> Response {
    ok(json!({ "valid": true }))
}
