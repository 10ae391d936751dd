//! Rules that the journeys rely on: the stand-in is no more lenient than LINE.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poem::Endpoint;
use poem::http::StatusCode;
use poem::test::{TestClient, TestResponse};
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::state::{State, now_s};
use crate::{
    CHANNEL_ACCESS_TOKEN, CHANNEL_ID, CHANNEL_SECRET, ISSUER, LineKey, LinePlatform, routes,
};

/// The verifier and the challenge of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const ENDPOINT: &str = "http://app.example/";

fn line() -> TestClient<impl Endpoint> {
    TestClient::new(routes(State::new(LineKey::new("first")).into()))
}

async fn json_of(answer: TestResponse) -> Value {
    serde_json::from_str(&answer.0.into_body().into_string().await.unwrap()).unwrap()
}

async fn control(line: &TestClient<impl Endpoint>, change: Value) -> Value {
    let answer = line.post("/_control").body_json(&change).send().await;
    answer.assert_status_is_ok();
    json_of(answer).await
}

/// Starts a stand-in whose LIFF app has an endpoint, and opens the app in LINE. Returns its address
/// and tokens.
async fn launch() -> (TestClient<impl Endpoint>, Value) {
    let line = line();
    control(&line, json!({ "endpointUrl": ENDPOINT })).await;
    let launched = line.get("/_launch?liffId=1-a").send().await;
    (line, json_of(launched).await)
}

async fn log_in(line: &TestClient<impl Endpoint>) -> url::Url {
    let answer = line
        .get("/access.line.me/liff/v1/authorize")
        .query("app_id", &"1234567890-abcdefgh")
        .query("state", &"s t&")
        .query("response_type", &"code")
        .query("code_challenge", &CHALLENGE)
        .query("code_challenge_method", &"S256")
        .query("redirect_uri", &format!("{ENDPOINT}profile?a=b#c"))
        .send()
        .await;
    answer.assert_status(StatusCode::FOUND);
    let target = answer.0.header("Location").unwrap().to_owned();
    url::Url::parse(&target).unwrap()
}

fn query(url: &url::Url, name: &str) -> String {
    let found = url.query_pairs().find(|(key, _)| key == name);
    found.map(|(_, value)| value.into_owned()).unwrap()
}

async fn exchange(line: &TestClient<impl Endpoint>, code: &str, verifier: &str) -> TestResponse {
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", CHANNEL_ID),
        ("code", code),
        ("code_verifier", verifier),
        ("redirect_uri", "http://app.example/profile?a=b#c"),
    ];
    line.post("/api.line.me/oauth2/v2.1/token")
        .form(&form)
        .send()
        .await
}

#[tokio::test]
async fn a_login_returns_to_the_page_of_the_person_with_its_state() {
    let line = line();
    let back = log_in(&line).await;
    assert_eq!(back.path(), "/profile");
    assert_eq!(back.fragment(), Some("c"));
    assert_eq!(query(&back, "a"), "b");
    assert_eq!(query(&back, "state"), "s t&");
    assert_eq!(query(&back, "liffClientId"), CHANNEL_ID);
}

#[tokio::test]
async fn a_code_is_valid_once_and_only_with_its_verifier() {
    let line = line();
    let code = query(&log_in(&line).await, "code");
    let tokens = json_of(exchange(&line, &code, VERIFIER).await).await;
    assert_eq!(tokens["id_token"].as_str().unwrap().split('.').count(), 3);
    exchange(&line, &code, VERIFIER)
        .await
        .assert_status(StatusCode::BAD_REQUEST);
    let code = query(&log_in(&line).await, "code");
    let refused = exchange(&line, &code, "guessed").await;
    refused.assert_status(StatusCode::BAD_REQUEST);
    assert_eq!(json_of(refused).await["error"], "invalid_grant");
}

#[tokio::test]
async fn a_login_outside_the_endpoint_is_refused() {
    let line = line();
    control(&line, json!({ "endpointUrl": "http://other.example/" })).await;
    let answer = line
        .get("/access.line.me/liff/v1/authorize?app_id=1-a&state=s&response_type=code&code_challenge=c&code_challenge_method=S256&redirect_uri=http%3A%2F%2Fevil.example%2F")
        .send()
        .await;
    answer.assert_status(StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_launch_has_the_path_as_state_and_tokens_that_can_be_revoked() {
    let line = line();
    control(&line, json!({ "endpointUrl": ENDPOINT, "isFriend": false })).await;
    let launched = line
        .get("/_launch")
        .query("liffId", &"1234567890-abcdefgh")
        .query("path", &"/profile?a=b#c")
        .send()
        .await;
    let launched = json_of(launched).await;
    let url = url::Url::parse(launched["url"].as_str().unwrap()).unwrap();
    assert_eq!(query(&url, "liff.state"), "/profile?a=b#c");
    let bearer = format!("Bearer {}", launched["accessToken"].as_str().unwrap());
    let friendship = || {
        line.get("/api.line.me/friendship/v1/status")
            .header("Authorization", &bearer)
            .send()
    };
    assert_eq!(json_of(friendship().await).await["friendFlag"], false);
    control(&line, json!({ "revokeAccessTokens": true })).await;
    let refused = friendship().await;
    refused.assert_status(StatusCode::UNAUTHORIZED);
    assert_eq!(
        json_of(refused).await["message"],
        "The access token revoked"
    );
}

#[tokio::test]
async fn a_fault_affects_its_call_as_often_as_requested() {
    let line = line();
    let certs = || line.get("/oauth2/v2.1/certs").send();
    let fault = json!({ "call": "/certs", "status": 429, "times": 1 });
    control(&line, json!({ "faults": [fault] })).await;
    certs().await.assert_status(StatusCode::TOO_MANY_REQUESTS);
    certs().await.assert_status_is_ok();
    let records = control(&line, json!({})).await["records"].clone();
    let call = json!({ "method": "GET", "call": "api.line.me/oauth2/v2.1/certs" });
    assert_eq!(records["calls"], json!([call, call]));
}

#[tokio::test]
async fn a_fault_may_be_another_body_or_a_redirect() {
    let line = line();
    let certs = || line.get("/oauth2/v2.1/certs").send();
    let body = json!({ "keys": [] });
    let fault = json!({ "call": "/certs", "body": body });
    control(&line, json!({ "faults": [fault] })).await;
    assert_eq!(json_of(certs().await).await, body);
    let elsewhere = "http://other.example/certs";
    let fault = json!({ "call": "/certs", "redirectTo": elsewhere });
    control(&line, json!({ "faults": [fault] })).await;
    let redirected = certs().await;
    redirected.assert_status(StatusCode::TEMPORARY_REDIRECT);
    redirected.assert_header("Location", elsewhere);
}

#[tokio::test]
async fn a_withdrawn_key_is_no_longer_published() {
    let line = LinePlatform::start().await;
    let second = LineKey::new("second");
    line.publish(&second);
    line.withdraw(&line.key);
    assert_eq!(line.state.lock().published, [second.jwk()]);
}

#[tokio::test]
async fn after_a_roll_over_both_keys_are_published() {
    let line = line();
    control(&line, json!({ "rollOverKey": true })).await;
    let certs = json_of(line.get("/oauth2/v2.1/certs").send().await).await;
    assert_eq!(certs["keys"].as_array().unwrap().len(), 2);
    assert_eq!(certs["keys"][0]["kid"], "first");
}

#[tokio::test]
async fn a_push_message_is_recorded_once_for_its_retry_key() {
    let line = line();
    let push = || {
        line.post("/v2/bot/message/push")
            .header("Authorization", format!("Bearer {CHANNEL_ACCESS_TOKEN}"))
            .header("X-Line-Retry-Key", "123e4567-e89b-12d3-a456-426614174000")
            .body_json(&json!({ "to": "U1", "messages": [{ "type": "text", "text": "hi" }] }))
            .send()
    };
    push().await.assert_status_is_ok();
    push().await.assert_status(StatusCode::CONFLICT);
    let records = control(&line, json!({})).await["records"].clone();
    assert_eq!(records["pushed"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_window_passes_its_result_to_the_waiting_app() {
    let (line, launched) = launch().await;
    let bearer = format!("Bearer {}", launched["accessToken"].as_str().unwrap());
    let post = |path: &'static str, body: Value| {
        let request = line.post(path).header("Authorization", &bearer);
        async move { json_of(request.body_json(&body).send().await).await }
    };
    let opened = post("/liff/v2/sub/msit", json!({ "appData": { "a": 1 } })).await;
    let msit = &opened["msit"];
    let token = post("/liff/v2/sub/mst", json!({ "msit": msit })).await["mst"].clone();
    let data = post("/liff/v2/sub/appData", json!({ "mst": token })).await;
    assert_eq!(data["data"], json!({ "a": 1 }));
    let done = json!({ "mst": token, "status": "submit", "result": { "b": 2 } });
    post("/liff/v2/sub/result", done).await;
    let result = post(
        "/liff.line.me/liff/v2/sub/waitResult",
        json!({ "msit": msit }),
    )
    .await;
    assert_eq!(result, json!({ "status": "submit", "result": { "b": 2 } }));
}

/// Decodes the header (0) or the claims (1) of a token.
fn part(token: &Value, index: usize) -> Value {
    let encoded = token.as_str().unwrap().split('.').nth(index).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).unwrap()).unwrap()
}

#[tokio::test]
async fn an_id_token_has_only_the_requested_fault() {
    let line = line();
    control(&line, json!({ "endpointUrl": ENDPOINT })).await;
    for fault in [
        "kid",
        "issuer",
        "audience",
        "algorithm",
        "expired",
        "notYetValid",
        "none",
    ] {
        let change = json!({ "idTokenFault": (fault != "none").then_some(fault) });
        control(&line, change).await;
        let launched = json_of(line.get("/_launch?liffId=1234567890-a").send().await).await;
        let (header, claims) = (part(&launched["idToken"], 0), part(&launched["idToken"], 1));
        let at = |name: &str| claims[name].as_i64().unwrap();
        let found = [
            (header["kid"] != "first", "kid"),
            (claims["iss"] != ISSUER, "issuer"),
            (claims["aud"] != CHANNEL_ID, "audience"),
            (header["alg"] != "ES256", "algorithm"),
            (at("exp") < now_s(), "expired"),
            (at("iat") > now_s(), "notYetValid"),
        ];
        let found: Vec<_> = found
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, name)| *name)
            .collect();
        let wanted: Vec<_> = [fault].into_iter().filter(|it| *it != "none").collect();
        assert_eq!(found, wanted);
    }
}

#[tokio::test]
async fn withdrawing_consent_revokes_all_tokens() {
    let (line, launched) = launch().await;
    let token = launched["accessToken"].as_str().unwrap();
    let body = json!({ "userAccessToken": token });
    let deauthorize = || line.post("/user/v1/deauthorize").body_json(&body);
    deauthorize()
        .send()
        .await
        .assert_status(StatusCode::UNAUTHORIZED);
    let invalid = deauthorize().header("Authorization", "Bearer channel");
    invalid.send().await.assert_status(StatusCode::UNAUTHORIZED);
    let ask = |secret: &str| {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", CHANNEL_ID),
            ("client_secret", secret),
        ];
        line.post("/oauth2/v3/token").form(&form).send()
    };
    ask("wrong").await.assert_status(StatusCode::BAD_REQUEST);
    let channel = json_of(ask(CHANNEL_SECRET).await).await;
    let channel = channel["access_token"].as_str().unwrap();
    let answer = deauthorize()
        .header("Authorization", format!("Bearer {channel}"))
        .send();
    answer.await.assert_status(StatusCode::NO_CONTENT);
    let verify = line
        .get("/oauth2/v2.1/verify")
        .query("access_token", &token)
        .send();
    verify.await.assert_status(StatusCode::BAD_REQUEST);
    let records = control(&line, json!({})).await["records"].clone();
    assert_eq!(records["deauthorized"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_stand_in_that_stopped_listening_refuses_connections() {
    let line = LinePlatform::start().await;
    let address = line.base.strip_prefix("http://").unwrap();
    TcpStream::connect(address).await.unwrap();
    line.stop_listening();
    for _ in 0..50 {
        if TcpStream::connect(address).await.is_err() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the port is still open");
}
