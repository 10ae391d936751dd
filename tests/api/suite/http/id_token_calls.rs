//! Each call that takes an ID token refuses each kind of invalid token with the same answer.

use enmusubi_line_platform::LineKey;

use super::super::picture::jpeg;
use crate::suite::prelude::*;

/// The calls that take an ID token.
#[derive(Debug, Clone, Copy)]
enum Call {
    UserProfile,
    Login,
    Registration,
    ReviewStatus,
    TempUpload,
}

const CALLS: [Call; 5] = [
    Call::UserProfile,
    Call::Login,
    Call::Registration,
    Call::ReviewStatus,
    Call::TempUpload,
];

impl Call {
    /// Makes the call for the account of the first person, with a valid body.
    async fn make(self, app: &TestApp, profile: &Value, credentials: &Credentials) -> Answer {
        let me = person(1);
        match self {
            Self::UserProfile => app.create_user_profile(credentials, profile).await,
            Self::Login => app.login(credentials, &me).await,
            Self::Registration => app.create_registration(credentials, &me).await,
            Self::ReviewStatus => app.review_status(credentials, &me).await,
            Self::TempUpload => app.upload(credentials, "me.jpg", jpeg(), None).await,
        }
    }
}

/// Returns invalid tokens of the first person, each with its fault.
fn invalid_tokens(app: &TestApp) -> Vec<(&'static str, String)> {
    let now_s = app.clock.now_s();
    let key = &app.line.key;
    let valid = app.claims(&person(1));
    let with = |changes: Value| {
        let mut claims = valid.clone();
        let changes = changes.as_object().unwrap().clone();
        claims.as_object_mut().unwrap().extend(changes);
        key.sign(&claims)
    };
    let signed = key.sign(&valid);
    let parts: Vec<&str> = signed.split('.').collect();
    let theirs = key.sign(&app.claims(&person(2)));
    let their_parts: Vec<&str> = theirs.split('.').collect();
    let expired_at_s = now_s - MINUTE_S - 1;
    let mut tokens = vec![
        (
            "expired",
            with(json!({ "iat": expired_at_s - HOUR_S, "exp": expired_at_s })),
        ),
        (
            "not yet valid",
            with(json!({ "iat": now_s + MINUTE_S + 1, "exp": now_s + HOUR_S })),
        ),
        ("wrong audience", with(json!({ "aud": "9999999999" }))),
        (
            "wrong issuer",
            with(json!({ "iss": "https://access.line.me.example.com" })),
        ),
        ("not before", with(json!({ "nbf": now_s + MINUTE_S + 1 }))),
        (
            "critical extension",
            key.sign_with_header(&json!({ "crit": ["exp"], "exp": now_s }), &valid),
        ),
        (
            "unencoded payload",
            key.sign_with_header(&json!({ "b64": true }), &valid),
        ),
        ("wrong key", LineKey::new(&key.kid).sign(&valid)),
        ("unknown kid", LineKey::new("made-up").sign(&valid)),
        ("alg: none", key.leave_unsigned(&valid)),
        (
            "tampered payload",
            [their_parts[0], parts[1], their_parts[2]].join("."),
        ),
        ("without its signature", [parts[0], parts[1], ""].join(".")),
        ("truncated", signed[..signed.len() - 4].to_owned()),
        ("cut to two parts", parts[..2].join(".")),
        ("too long", with(json!({ "name": "x".repeat(8 * 1024) }))),
        ("no token at all", "x".to_owned()),
        ("empty", String::new()),
    ];
    let forged = key.sign_with_public_key(&valid);
    tokens.extend(
        forged
            .into_iter()
            .map(|token| ("HS256 with the public key", token)),
    );
    tokens
}

#[tokio::test]
async fn every_call_refuses_an_invalid_token_with_the_same_answer() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    let profile = app.profile_of(&person(1)).await.build();
    let invalid_tokens = invalid_tokens(&app);
    for call in CALLS {
        let mut said = None;
        for (what, token) in &invalid_tokens {
            let credentials = Credentials::IdToken(token.clone());
            let answer = call.make(&app, &profile, &credentials).await;
            assert_eq!(answer.json()["code"], "E001", "{call:?}, {what}");
            let first = said.get_or_insert_with(|| answer.bytes.clone());
            assert_eq!(&answer.bytes, first, "{call:?}, {what}");
            answer.refused("E001");
        }
        call.make(&app, &profile, &Credentials::None)
            .await
            .refused("E001");
    }
}

#[tokio::test]
async fn every_call_accepts_a_valid_token() {
    let app = TestApp::start().await;
    let profile = app.profile_of(&person(1)).await.build();
    let credentials = app.id_token(&person(1));
    for (call, status) in [
        (Call::TempUpload, 200),
        (Call::Registration, 200),
        (Call::UserProfile, 201),
        (Call::Login, 200),
        (Call::ReviewStatus, 200),
    ] {
        let answer = call.make(&app, &profile, &credentials).await;
        assert_eq!(answer.status, status, "{call:?}");
    }
}

#[tokio::test]
async fn a_valid_token_of_another_person_opens_no_account() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    app.member(&person(2)).await;
    let profile = app.profile_of(&person(1)).await.build();
    for other in [app.id_token(&person(2)), app.id_token(&person(3))] {
        for call in CALLS {
            let answer = call.make(&app, &profile, &other).await;
            // An upload names no account: it belongs to the other person.
            if matches!(call, Call::TempUpload) {
                answer.ok();
            } else {
                assert_eq!(answer.json()["code"], "E001", "{call:?}");
                answer.refused("E001");
            }
        }
    }
}

#[tokio::test]
async fn a_token_of_an_unknown_key_gets_a_retryable_error_while_line_is_down() {
    let app = TestApp::start().await;
    let profile = app.profile_of(&person(1)).await.build();
    app.line.start_failing();
    app.clock.advance(MINUTE_S + 1);
    let credentials = Credentials::IdToken(LineKey::new("second").sign(&app.claims(&person(1))));
    for call in CALLS {
        let answer = call.make(&app, &profile, &credentials).await;
        assert_eq!(answer.json()["code"], "E503", "{call:?}");
        answer.refused("E503");
    }
}
