//! `api.line.me/v2/bot`: the calls of the official account, and the signature of its events.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use poem::http::StatusCode;
use poem::web::{Data, Json, Path};
use poem::{IntoResponse as _, Request, Response, Result, Route, get, handler, post};
use serde_json::{Value, json};

use crate::answer::{Shared, bearer, error, ok};
use crate::memory::Push;
use crate::state::random;
use crate::{CHANNEL_ACCESS_TOKEN, MESSAGING_SECRET};

/// LINE's error text for a push to an unknown recipient.
const NO_RECIPIENT: &str =
    "The property, 'to', in the request body is invalid (line: -, column: -)";
/// The longest text of a flex message in the list of chats.
const MAX_ALT_TEXT: usize = 1500;

pub(super) fn routes() -> Route {
    Route::new()
        .at("/message/push", post(push_messages))
        .at("/message/reply", post(reply_to_event))
        .at("/message/quota", get(get_quota))
        .at("/message/quota/consumption", get(get_consumption))
        .at("/profile/:user_id", get(get_friend))
        .at("/info", get(get_info))
        .at("/channel/webhook/endpoint", get(get_webhook_endpoint))
        .at("/channel/webhook/test", post(test_webhook))
}

/// Returns the signature of a body that LINE sends to the webhook.
pub(crate) fn sign(body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, MESSAGING_SECRET.as_bytes());
    STANDARD.encode(hmac::sign(&key, body))
}

/// Refuses a call without the account's access token.
fn require_account(request: &Request) -> Result<()> {
    if bearer(request) == Some(CHANNEL_ACCESS_TOKEN) {
        return Ok(());
    }
    Err(poem::Error::from_response(error(
        StatusCode::UNAUTHORIZED,
        "Authentication failed due to the following reason: invalid token. \
         Confirm that the access token in the authorization header is valid.",
    )))
}

#[handler]
fn push_messages(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<Value>,
) -> Result<Response> {
    require_account(request)?;
    let Some(to) = body["to"].as_str().filter(|it| it.starts_with('U')) else {
        return Ok(error(StatusCode::BAD_REQUEST, NO_RECIPIENT));
    };
    let messages = match checked(&body) {
        Ok(messages) => messages,
        Err(problem) => return Ok(error(StatusCode::BAD_REQUEST, problem)),
    };
    let mut inner = state.lock();
    let retry_key = request.header("X-Line-Retry-Key").map(str::to_owned);
    if let Some(sent) = retry_key
        .as_ref()
        .and_then(|key| inner.memory.pushes.get(key))
    {
        let message = "The retry key is already accepted";
        return Ok(Json(json!({ "message": message, "sentMessages": sent }))
            .with_status(StatusCode::CONFLICT)
            .into_response());
    }
    let n_sent = inner.memory.records.pushed.len();
    if inner
        .behaviour
        .monthly_limit
        .is_some_and(|limit| n_sent >= limit)
    {
        let message = "You have reached your monthly limit.";
        return Ok(error(StatusCode::TOO_MANY_REQUESTS, message));
    }
    let sent: Vec<Value> = messages.iter().map(|_| json!({ "id": random() })).collect();
    let sent = Value::from(sent);
    if let Some(key) = retry_key.clone() {
        inner.memory.pushes.insert(key, sent.clone());
    }
    let push = Push {
        to: to.to_owned(),
        messages,
        retry_key,
        is_delivered: !inner.behaviour.unreachable.iter().any(|it| it == to),
    };
    inner.memory.records.pushed.push(push);
    Ok(ok(json!({ "sentMessages": sent })))
}

#[handler]
fn reply_to_event(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<Value>,
) -> Result<Response> {
    require_account(request)?;
    if body["replyToken"].as_str().is_none_or(str::is_empty) {
        return Ok(error(StatusCode::BAD_REQUEST, "Invalid reply token"));
    }
    if let Err(problem) = checked(&body) {
        return Ok(error(StatusCode::BAD_REQUEST, problem));
    }
    state.lock().memory.records.replied.push(body);
    Ok(ok(json!({})))
}

/// Returns the messages of a body, or LINE's refusal.
fn checked(body: &Value) -> Result<Vec<Value>, &'static str> {
    let messages = body["messages"].as_array().cloned().unwrap_or_default();
    if !(1..=5).contains(&messages.len()) {
        return Err("Size must be between 1 and 5");
    }
    let is_text = |text: &Value, max| {
        let length = text.as_str().map_or(0, |text| text.chars().count());
        (1..=max).contains(&length)
    };
    let is_valid = messages
        .iter()
        .all(|message| match message["type"].as_str() {
            Some("text") => is_text(&message["text"], 5000),
            Some("flex") => {
                is_text(&message["altText"], MAX_ALT_TEXT) && message["contents"].is_object()
            }
            _ => false,
        });
    if is_valid {
        Ok(messages)
    } else {
        Err("A message (messages[0]) in the request body is invalid")
    }
}

#[handler]
fn get_quota(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_account(request)?;
    Ok(ok(match state.lock().behaviour.monthly_limit {
        Some(limit) => json!({ "type": "limited", "value": limit }),
        None => json!({ "type": "none" }),
    }))
}

#[handler]
fn get_consumption(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_account(request)?;
    let n_sent = state.lock().memory.records.pushed.len();
    Ok(ok(json!({ "totalUsage": n_sent })))
}

#[handler]
fn get_friend(
    Data(state): Data<&Shared>,
    request: &Request,
    Path(user_id): Path<String>,
) -> Result<Response> {
    require_account(request)?;
    let inner = state.lock();
    if inner.behaviour.unreachable.contains(&user_id) {
        return Ok(error(StatusCode::NOT_FOUND, "Not found"));
    }
    Ok(ok(json!({
        "userId": user_id, "displayName": "Friend", "language": inner.behaviour.language,
    })))
}

#[handler]
fn get_info(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_account(request)?;
    let behaviour = &state.lock().behaviour;
    Ok(ok(json!({
        "userId": "U00000000000000000000000000000b07", "basicId": behaviour.bot_id,
        "displayName": "Enmusubi", "chatMode": behaviour.chat_mode, "markAsReadMode": "auto",
    })))
}

#[handler]
fn get_webhook_endpoint(Data(state): Data<&Shared>, request: &Request) -> Result<Response> {
    require_account(request)?;
    let behaviour = &state.lock().behaviour;
    Ok(match &behaviour.webhook_url {
        Some(url) => ok(json!({ "endpoint": url, "active": behaviour.is_webhook_active })),
        None => error(StatusCode::NOT_FOUND, "Webhook endpoint not found"),
    })
}

/// Sends a delivery without events to the webhook, and returns the outcome.
#[handler]
async fn test_webhook(
    Data(state): Data<&Shared>,
    request: &Request,
    Json(body): Json<Value>,
) -> Result<Response> {
    require_account(request)?;
    let known = state.lock().behaviour.webhook_url.clone();
    let Some(url) = body["endpoint"].as_str().map(str::to_owned).or(known) else {
        return Ok(error(StatusCode::NOT_FOUND, "Webhook endpoint not found"));
    };
    let delivery = json!({ "destination": "U00000000000000000000000000000b07", "events": [] });
    let delivery = delivery.to_string();
    let sent = reqwest::Client::new()
        .post(url)
        .header("Content-Type", "application/json; charset=utf-8")
        .header("X-Line-Signature", sign(delivery.as_bytes()))
        .body(delivery)
        .send()
        .await;
    let (success, status, reason) = match sent {
        Ok(answer) if answer.status() == 200 => (true, 200, "OK"),
        Ok(answer) => (
            false,
            i32::from(answer.status().as_u16()),
            "ERROR_STATUS_CODE",
        ),
        Err(_) => (false, -1, "COULD_NOT_CONNECT"),
    };
    Ok(ok(json!({
        "success": success, "timestamp": "2026-11-25T00:00:00Z", "statusCode": status,
        "reason": reason, "detail": reason,
    })))
}
