//! LINE's ID tokens: the ones that the server accepts as credentials, and the ones that it refuses.

use enmusubi_line_platform::{Fault, LineKey, LinePlatform};
use futures_util::future::join;
use tokio::time::{Instant, sleep};

use crate::suite::prelude::*;

const CERTS: &str = "/oauth2/v2.1/certs";

async fn register(app: &TestApp, token: String) -> Answer {
    app.create_registration(&Credentials::IdToken(token), &person(1))
        .await
}

async fn check_refused(app: &TestApp, token: String) {
    register(app, token).await.refused("E001");
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

#[tokio::test]
async fn a_token_of_a_published_key_is_accepted() {
    let app = TestApp::start().await;
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
}

#[tokio::test]
async fn a_token_with_invalid_claims_is_refused() {
    let app = TestApp::start().await;
    let valid = app.claims(&person(1));
    for (name, value) in [
        ("iss", json!("https://access.line.me.example.com")),
        ("iss", json!("https://access.line.me/")),
        ("aud", json!("9999999999")),
        ("aud", json!("")),
        ("sub", json!("")),
        ("sub", json!(person(2))),
        ("exp", json!("soon")),
        ("iss", Value::Null),
        ("aud", Value::Null),
        ("sub", Value::Null),
        ("exp", Value::Null),
        ("iat", Value::Null),
    ] {
        check_refused(&app, app.line.key.sign(&with(valid.clone(), name, value))).await;
    }
}

#[tokio::test]
async fn the_clocks_may_differ_by_a_minute() {
    let app = TestApp::start().await;
    let now_s = app.clock.now_s();
    let valid = app.claims(&person(1));
    for (name, at) in [
        ("exp", now_s - MINUTE_S + 1),
        ("iat", now_s + MINUTE_S - 1),
        ("nbf", now_s + MINUTE_S - 1),
    ] {
        let token = app.line.key.sign(&with(valid.clone(), name, json!(at)));
        app.create_registration(&Credentials::IdToken(token), &person(1))
            .await
            .ok();
    }
    for (name, at) in [
        ("exp", now_s - MINUTE_S - 1),
        ("iat", now_s + MINUTE_S + 1),
        ("nbf", now_s + MINUTE_S + 1),
    ] {
        check_refused(
            &app,
            app.line.key.sign(&with(valid.clone(), name, json!(at))),
        )
        .await;
    }
}

#[tokio::test]
async fn a_token_expires_after_an_hour() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    app.clock.advance(HOUR_S + MINUTE_S + 1);
    app.create_registration(&credentials, &person(1))
        .await
        .refused("E001");
}

#[tokio::test]
async fn a_key_with_only_the_right_name_is_refused() {
    let app = TestApp::start().await;
    let forged = LineKey::new(&app.line.key.kid);
    check_refused(&app, forged.sign(&app.claims(&person(1)))).await;
}

#[tokio::test]
async fn the_token_does_not_choose_how_it_is_checked() {
    let app = TestApp::start().await;
    let claims = app.claims(&person(1));
    check_refused(&app, app.line.key.leave_unsigned(&claims)).await;
    for token in app.line.key.sign_with_public_key(&claims) {
        check_refused(&app, token).await;
    }
}

#[tokio::test]
async fn a_changed_token_is_refused() {
    let app = TestApp::start().await;
    let mine = app.line.key.sign(&app.claims(&person(2)));
    let theirs = app.line.key.sign(&app.claims(&person(1)));
    let part = |token: &str, index: usize| token.split('.').nth(index).unwrap().to_owned();
    check_refused(
        &app,
        format!("{}.{}.{}", part(&mine, 0), part(&theirs, 1), part(&mine, 2)),
    )
    .await;
    check_refused(&app, format!("{}.{}.", part(&theirs, 0), part(&theirs, 1))).await;
    for token in [
        "",
        ".",
        "..",
        "a.b.c",
        "{}",
        &theirs[1..],
        &theirs[..theirs.len() - 4],
    ] {
        check_refused(&app, token.to_owned()).await;
    }
}

#[tokio::test]
async fn a_new_key_of_line_is_fetched_when_a_token_names_it() {
    let app = TestApp::start().await;
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
    let second = LineKey::new("second");
    app.line.publish(&second);
    app.clock.advance(MINUTE_S + 1);
    let credentials = Credentials::IdToken(second.sign(&app.claims(&person(1))));
    app.create_registration(&credentials, &person(1)).await.ok();
    assert_eq!(app.line.n_fetches(), 2);
}

#[tokio::test]
async fn unknown_key_names_cause_one_fetch_a_minute() {
    let app = TestApp::start().await;
    for n in 0..20 {
        let stranger = LineKey::new(&format!("made-up-{n}"));
        check_refused(&app, stranger.sign(&app.claims(&person(1)))).await;
    }
    assert_eq!(app.line.n_fetches(), 1);
}

#[tokio::test]
async fn without_line_known_keys_work_and_unknown_ones_get_a_retryable_error() {
    let app = TestApp::start().await;
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
    app.line.start_failing();
    app.clock.advance(MINUTE_S + 1);
    app.create_registration(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
    let unknown = Credentials::IdToken(LineKey::new("third").sign(&app.claims(&person(1))));
    app.create_registration(&unknown, &person(1))
        .await
        .refused("E503");
    app.review_status(&unknown, &person(1))
        .await
        .refused("E503");
}

#[tokio::test]
async fn a_token_that_needs_an_extension_is_refused_before_its_key_is_fetched() {
    let app = TestApp::start().await;
    let claims = app.claims(&person(1));
    for header in [
        json!({ "crit": ["b64"], "b64": false }),
        json!({ "crit": ["exp"], "exp": 1 }),
        json!({ "crit": ["alg"] }),
        json!({ "crit": [] }),
        json!({ "b64": true }),
    ] {
        check_refused(&app, app.line.key.sign_with_header(&header, &claims)).await;
    }
    assert_eq!(app.line.n_fetches(), 0);
    // The server ignores a header member that it does not know.
    let harmless = json!({ "cty": "JWT", "made-up": true });
    let token = app.line.key.sign_with_header(&harmless, &claims);
    register(&app, token).await.ok();
}

#[tokio::test]
async fn while_line_hangs_all_logins_share_one_fetch_and_sessions_wait_for_none() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.clock.advance(MINUTE_S + 1);
    app.line.misbehave(Fault {
        call: CERTS.to_owned(),
        status: Some(503),
        delay_ms: 3_000,
        ..Fault::default()
    });
    let n_fetches = app.line.n_fetches();
    let claims = app.claims(&person(1));
    let unknown = Credentials::IdToken(LineKey::new("second").sign(&claims));
    let me = person(1);
    let login = || app.login(&unknown, &me);
    let others = async {
        sleep(Duration::from_millis(500)).await;
        // Let the server's clock advance by LINE's time limit, so that the fetch times out.
        app.clock.advance(5);
        let begin = Instant::now();
        app.my_info(&session).await.ok();
        app.login(&app.id_token(&me), &me).await.ok();
        begin.elapsed()
    };
    let (logins, others) = join(join_all((0..8).map(|_| login())), others).await;
    assert!(others < Duration::from_secs(2), "{others:?}");
    for answer in logins {
        answer.refused("E503");
    }
    assert_eq!(app.line.n_fetches() - n_fetches, 1);
}

#[tokio::test]
async fn a_key_set_without_usable_keys_does_not_replace_the_old_one() {
    let app = TestApp::start().await;
    let login = |key: &LineKey| register(&app, key.sign(&app.claims(&person(1))));
    login(&app.line.key).await.ok();
    let elsewhere = LinePlatform::start().await;
    let second = LineKey::new("second");
    elsewhere.publish(&second);
    let encrypts = json!({ "use": "enc", "kty": "EC", "crv": "P-256", "kid": "second" });
    let empty_point = json!({ "kty": "EC", "crv": "P-256", "kid": "second", "x": "", "y": "" });
    let with_body = |body: Value| Fault {
        body: Some(body),
        ..Fault::default()
    };
    for fault in [
        with_body(json!({ "keys": [] })),
        with_body(json!({ "keys": [encrypts, empty_point] })),
        with_body(json!({})),
        Fault {
            redirect_to: Some(format!("{}{CERTS}", elsewhere.base)),
            ..Fault::default()
        },
    ] {
        app.clock.advance(MINUTE_S + 1);
        app.line.misbehave(Fault {
            call: CERTS.to_owned(),
            ..fault.clone()
        });
        login(&second).await.refused("E503");
        login(&app.line.key).await.ok();
    }
    assert_eq!(elsewhere.n_fetches(), 0, "no other origin has LINE's keys");
    app.line.stop_failing();
    app.line.publish(&second);
    app.clock.advance(1);
    login(&second).await.ok();
}

#[tokio::test]
async fn a_withdrawn_key_is_accepted_for_at_most_an_hour() {
    let app = TestApp::start().await;
    let first = app.line.key.clone();
    register(&app, first.sign(&app.claims(&person(1))))
        .await
        .ok();
    app.line.withdraw(&first);
    let second = LineKey::new("second");
    app.line.publish(&second);
    app.clock.advance(HOUR_S);
    check_refused(&app, first.sign(&app.claims(&person(1)))).await;
    register(&app, second.sign(&app.claims(&person(1))))
        .await
        .ok();
    assert_eq!(app.line.n_fetches(), 2);
}

#[tokio::test]
async fn after_an_hour_without_line_only_sessions_work() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    app.line.start_failing();
    app.clock.advance(HOUR_S - 1);
    app.login(&app.id_token(&person(1)), &person(1)).await.ok();
    app.clock.advance(2 * MINUTE_S);
    app.login(&app.id_token(&person(1)), &person(1))
        .await
        .refused("E503");
    app.my_info(&session).await.ok();
    app.line.stop_failing();
    app.clock.advance(1);
    app.login(&app.id_token(&person(1)), &person(1)).await.ok();
}

#[tokio::test]
async fn the_mock_of_line_is_off_when_the_real_one_is_configured() {
    let app = TestApp::start().await;
    let path = format!("/api/mock/id-token?userId={}", person(1));
    app.get(&path, &Credentials::None).await.refused("E003");
}
