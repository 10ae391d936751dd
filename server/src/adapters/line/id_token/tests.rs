//! Valid and forged ID tokens, with a loopback server that publishes keys as LINE does.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use url::Url;

use super::super::certs::CertsClient;
use super::super::http::new_client;
use super::super::mock::new_key;
use super::super::testing::{KeyServer, NO_GATE};
use super::*;
use crate::error::{Error, ErrorCode};
use crate::testing::StoppedClock;

const NOW: i64 = 1_795_000_000;
const CHANNEL: &str = "1234567890";
const USER: &str = "U0123456789abcdef0123456789abcdef";

struct World {
    verifier: IdTokenVerifier,
    key: EncodingKey,
    public: Jwk,
    line: Arc<KeyServer>,
    clock: StoppedClock,
}

async fn world() -> World {
    let key = new_key().unwrap();
    let mut public = Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap();
    public.common.key_id = Some("line-1".to_owned());
    let body = json!({"keys": [{"kty": "unheard-of", "kid": "other"}, public.clone()]}).to_string();
    let (line, base) = KeyServer::start(body, NO_GATE).await;
    let clock = StoppedClock::at_ms(NOW * 1000);
    World {
        verifier: verifier_of(&base, &clock),
        key,
        public,
        line,
        clock,
    }
}

fn verifier_of(base: &Url, clock: &StoppedClock) -> IdTokenVerifier {
    let clock = clock.for_server();
    let keys = KeySource::Line(Box::new(CertsClient::new(
        new_client().unwrap(),
        base,
        8,
        clock.clone(),
    )));
    IdTokenVerifier::new(CHANNEL.to_owned(), keys, clock)
}

fn claims() -> Value {
    json!({"iss": ISSUER, "aud": CHANNEL, "sub": USER, "iat": NOW, "exp": NOW + 3600})
}

fn with(name: &str, value: impl Into<Value>) -> Value {
    let mut claims = claims();
    claims[name] = value.into();
    claims
}

fn header(kid: &str) -> Header {
    Header {
        kid: Some(kid.to_owned()),
        ..Header::new(Algorithm::ES256)
    }
}

impl World {
    fn sign(&self, claims: &Value) -> String {
        encode(&header("line-1"), claims, &self.key).unwrap()
    }

    async fn code_of(&self, token: &str) -> Option<ErrorCode> {
        self.verifier
            .verify(token)
            .await
            .err()
            .map(|error| Error::from(error).code)
    }
}

#[tokio::test]
async fn a_token_that_line_made_for_us_names_its_user() {
    let world = world().await;
    assert_eq!(
        world.verifier.verify(&world.sign(&claims())).await.unwrap(),
        USER
    );
}

#[tokio::test]
async fn a_token_for_another_channel_or_time_is_refused() {
    let world = world().await;
    for claims in [
        with("iss", "https://example.org"),
        with("aud", "9999999999"),
        with("sub", ""),
        with("exp", NOW - 60),
        with("iat", NOW + 61),
        with("exp", Value::Null),
        with("iat", Value::Null),
    ] {
        let token = world.sign(&claims);
        assert_eq!(
            world.code_of(&token).await,
            Some(ErrorCode::Unauthenticated),
            "{claims}"
        );
    }
    for claims in [with("exp", NOW - 59), with("iat", NOW + 60)] {
        assert_eq!(world.code_of(&world.sign(&claims)).await, None, "{claims}");
    }
}

#[tokio::test]
async fn a_token_with_another_algorithm_is_refused_without_a_fetch() {
    let world = world().await;
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let none = format!(
        "{}.{}.",
        part(&json!({"alg": "none", "kid": "line-1"})),
        part(&claims())
    );
    assert_eq!(world.code_of(&none).await, Some(ErrorCode::Unauthenticated));

    let public_key = serde_json::to_vec(&world.public).unwrap();
    let hs256 = Header {
        kid: Some("line-1".to_owned()),
        ..Header::new(Algorithm::HS256)
    };
    let confused = encode(&hs256, &claims(), &EncodingKey::from_secret(&public_key)).unwrap();
    assert_eq!(
        world.code_of(&confused).await,
        Some(ErrorCode::Unauthenticated)
    );
    assert_eq!(world.line.n_fetches(), 0);
}

#[tokio::test]
async fn a_token_signed_with_another_key_or_without_a_signature_is_refused() {
    let world = world().await;
    let forged = encode(&header("line-1"), &claims(), &new_key().unwrap()).unwrap();
    assert_eq!(
        world.code_of(&forged).await,
        Some(ErrorCode::Unauthenticated)
    );
    let token = world.sign(&claims());
    let unsigned = token.rsplit_once('.').unwrap().0;
    for broken in ["", "a.b.c", unsigned, &format!("{unsigned}.")] {
        assert_eq!(
            world.code_of(broken).await,
            Some(ErrorCode::Unauthenticated),
            "{broken}"
        );
    }
}

#[tokio::test]
async fn an_unknown_key_causes_at_most_one_fetch_a_minute() {
    let world = world().await;
    let unknown = encode(&header("line-2"), &claims(), &world.key).unwrap();
    for _ in 0..3 {
        assert_eq!(
            world.code_of(&unknown).await,
            Some(ErrorCode::Unauthenticated)
        );
    }
    assert_eq!(world.line.n_fetches(), 1);
    world.clock.pass_ms(60_000);
    assert_eq!(
        world.code_of(&unknown).await,
        Some(ErrorCode::Unauthenticated)
    );
    assert_eq!(world.line.n_fetches(), 2);
}

#[tokio::test]
async fn an_unknown_key_while_line_is_out_of_reach_is_e503() {
    let token = encode(&header("line-1"), &claims(), &new_key().unwrap()).unwrap();
    // Port 9 (discard) of the loopback: nothing listens there.
    let base = Url::parse("http://127.0.0.1:9").unwrap();
    let error = verifier_of(&base, &StoppedClock::at_ms(NOW * 1000))
        .verify(&token)
        .await
        .unwrap_err();
    let error = Error::from(error);
    assert_eq!(error.code, ErrorCode::Unavailable);
    assert!(error.retry_after.is_some());
}
