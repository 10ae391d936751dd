//! `api.line.me`: the owner of a token, the profile, the LIFF app, and messages of a person.

use poem::http::{StatusCode, header};
use poem::web::{Data, Form, Json, Path, Query};
use poem::{IntoResponse as _, Request, Response, Result, Route, get, handler, post};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{access, bot, share, sub_window};
use crate::answer::{Shared, bearer, error, find_grant, oauth_error, ok, require_grant};
use crate::state::{now_s, random};
use crate::tokens::Surroundings;
use crate::{CHANNEL_ID, CHANNEL_SECRET};

pub(super) fn routes() -> Route {
    Route::new()
        .at("/oauth2/v2.1/certs", get(get_certs))
        .at("/oauth2/v2.1/verify", get(verify_access_token))
        .at("/oauth2/v2.1/token", post(access::exchange_code))
        .at("/oauth2/v3/token", post(create_channel_token))
        .at("/user/v1/deauthorize", post(deauthorize))
        .at("/v2/profile", get(get_profile))
        .at("/liff/v1/apps", get(list_liff_apps))
        .at("/friendship/v1/status", get(get_friendship))
        .at(
            "/liff/v2/apps/:liff_id/contextToken",
            get(get_context_token),
        )
        .at(
            "/liff/v2/apps/:liff_id/featureToken",
            get(get_feature_token),
        )
        .at("/liff/v2/apps/:liff_id/ott", get(share::create_ott))
        .at("/liff/v2/sub/msit", post(sub_window::open))
        .at("/liff/v2/sub/mst", post(sub_window::enter))
        .at("/liff/v2/sub/appData", post(sub_window::get_app_data))
        .at("/liff/v2/sub/result", post(sub_window::finish))
        .at("/liff/v2/sub/:liff_id/origin", get(sub_window::get_origin))
        .at("/message/v3/share", post(share_messages))
        .nest("/v2/bot", bot::routes())
}

#[handler]
fn get_certs(Data(state): Data<&Shared>) -> Response {
    ok(json!({ "keys": state.lock().published }))
}

#[derive(Deserialize)]
struct VerifyQuery {
    access_token: String,
}

#[handler]
fn verify_access_token(Data(state): Data<&Shared>, Query(query): Query<VerifyQuery>) -> Response {
    let inner = state.lock();
    let Some(grant) = inner.memory.grants.get(&query.access_token) else {
        return oauth_error("invalid_request", "The access token revoked");
    };
    let rest_s = grant.ends_at_s - now_s();
    if rest_s <= 0 {
        return oauth_error("invalid_request", "access token expired");
    }
    ok(json!({
        "scope": inner.behaviour.granted_scopes.join(" "),
        "client_id": CHANNEL_ID,
        "expires_in": rest_s,
    }))
}

#[derive(Deserialize)]
struct ChannelTokenForm {
    grant_type: String,
    client_id: String,
    client_secret: String,
}

/// Issues a stateless channel access token, with which a server acts for its channel.
#[handler]
fn create_channel_token(
    Data(state): Data<&Shared>,
    Form(form): Form<ChannelTokenForm>,
) -> Response {
    if form.grant_type != "client_credentials" {
        return oauth_error("unsupported_grant_type", "unsupported grant_type");
    }
    if form.client_id != CHANNEL_ID || form.client_secret != CHANNEL_SECRET {
        return oauth_error("invalid_client", "invalid client_id or client_secret");
    }
    let token = random();
    state.lock().memory.channel_tokens.insert(token.clone());
    ok(json!({ "token_type": "Bearer", "access_token": token, "expires_in": 900 }))
}

/// Lists the LIFF apps for the owner of the channel.
#[handler]
fn list_liff_apps(Data(state): Data<&Shared>, request: &Request) -> Response {
    let inner = state.lock();
    if !bearer(request).is_some_and(|token| inner.memory.channel_tokens.contains(token)) {
        return error(StatusCode::UNAUTHORIZED, "invalid token");
    }
    let behaviour = &inner.behaviour;
    if behaviour.liff_ids.is_empty() {
        return error(StatusCode::NOT_FOUND, "not found");
    }
    let url = behaviour
        .endpoint_url
        .as_deref()
        .unwrap_or("https://example.com/");
    let apps = behaviour.liff_ids.iter().map(|liff_id| {
        json!({
            "liffId": liff_id, "view": { "type": behaviour.liff_size, "url": url },
            "permanentLinkPattern": "concat", "scope": behaviour.scopes,
            "botPrompt": behaviour.bot_prompt,
        })
    });
    ok(json!({ "apps": apps.collect::<Vec<_>>() }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeauthorizeBody {
    user_access_token: String,
}

#[handler]
fn deauthorize(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<DeauthorizeBody>,
) -> Response {
    let mut inner = state.lock();
    if !bearer(request).is_some_and(|token| inner.memory.channel_tokens.contains(token)) {
        return error(StatusCode::UNAUTHORIZED, "invalid token");
    }
    let Some(grant) = inner.memory.grants.remove(&body.user_access_token) else {
        return error(StatusCode::BAD_REQUEST, "invalid userAccessToken");
    };
    let user_id = grant.person.user_id;
    inner
        .memory
        .grants
        .retain(|_, other| other.person.user_id != user_id);
    inner.memory.records.deauthorized.push(user_id);
    StatusCode::NO_CONTENT.into()
}

#[handler]
fn get_profile(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    let grant = require_grant(state, request, "profile")?;
    Ok(Json(grant.person).into_response())
}

#[handler]
fn get_friendship(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_grant(state, request, "profile")?;
    Ok(ok(
        json!({ "friendFlag": state.lock().behaviour.is_friend }),
    ))
}

#[handler]
fn get_context_token(
    Data(state): Data<&Shared>,
    request: &Request,
    Path(liff_id): Path<String>,
) -> Response {
    let grant = find_grant(state, request);
    let inner = state.lock();
    // The page that calls is the endpoint, unless the test set another one.
    let asker = request
        .header(header::ORIGIN)
        .map(|origin| format!("{origin}/"));
    let Some(endpoint_url) = inner.behaviour.endpoint_url.clone().or(asker) else {
        return error(StatusCode::BAD_REQUEST, "no endpoint URL");
    };
    let surroundings = Surroundings {
        is_in_line: false,
        endpoint_url,
        user_id: grant.as_ref().map(|grant| grant.person.user_id.as_str()),
    };
    ok(json!({ "contextToken": inner.context_token(&liff_id, &surroundings) }))
}

#[handler]
fn get_feature_token(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_grant(state, request, "")?;
    Ok(ok(json!({ "featureToken": random() })))
}

/// Sends messages as the person into the chat from which the app was opened (`liff.sendMessages`).
#[handler]
fn share_messages(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<Value>,
) -> Result<Response> {
    require_grant(state, request, "chat_message.write")?;
    state.lock().memory.records.shared.push(body);
    Ok(ok(json!({})))
}
