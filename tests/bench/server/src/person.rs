//! The users of the bench: each has a number, from which tokens, files and requests follow.

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

const PATH: &str = "/api/user-profile";
/// A path that only the bare handlers have.
pub(crate) const PATH_WITH_LOOKUPS: &str = "/api/user-profile/with-lookups";

/// Returns the LINE user id. The ids are in no order, like LINE's, because the cost of an index
/// depends on that.
pub(crate) fn user_of(n: usize) -> String {
    format!("U{:032x}", spread(n))
}

/// Returns the name of the user's upload.
pub(crate) fn photo_of(n: usize) -> String {
    format!("{:032x}.jpg", spread(n) ^ 1)
}

pub(crate) fn registration_token_of(n: usize) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, &n.to_le_bytes()))
}

pub(crate) fn session_of(n: usize) -> String {
    let registration_token = registration_token_of(n);
    hash_of(&registration_token)
}

/// Returns the hash that the tables store for a token and for a body.
pub(crate) fn hash_of(token: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, token.as_ref()))
}

/// Returns a request with a valid form.
pub(crate) fn registration_of(n: usize) -> Vec<u8> {
    submit(PATH, n, payload_of(n))
}

/// Returns a request with an invalid form.
pub(crate) fn refused_of(n: usize) -> Vec<u8> {
    submit(PATH, n, broken_payload_of(n))
}

/// Returns a request with an invalid form for the bare handler that queries the tables first.
pub(crate) fn refused_after_lookups_of(n: usize) -> Vec<u8> {
    submit(PATH_WITH_LOOKUPS, n, broken_payload_of(n))
}

pub(crate) fn my_info_of(n: usize) -> Vec<u8> {
    get("/api/user/my-info", n)
}

pub(crate) fn introductions_of(n: usize) -> Vec<u8> {
    get("/api/introductions", n)
}

pub(crate) fn review_status_of(n: usize) -> Vec<u8> {
    get(&format!("/api/user/review-status/{}", user_of(n)), n)
}

fn get(path: &str, n: usize) -> Vec<u8> {
    let session = session_of(n);
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {session}\r\n\r\n")
        .into_bytes()
}

fn submit(path: &str, n: usize, payload: Map<String, Value>) -> Vec<u8> {
    let body = Value::Object(payload).to_string();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {}\r\nIdempotency-Key: 00000000-0000-4000-8000-{n:012x}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        registration_token_of(n),
        body.len(),
    )
    .into_bytes()
}

fn payload_of(n: usize) -> Map<String, Value> {
    let mut payload = enmusubi_conformance::base();
    payload.insert("account".to_owned(), user_of(n).into());
    payload.insert("password".to_owned(), user_of(n).into());
    payload.insert("photoNameList".to_owned(), vec![photo_of(n)].into());
    payload
}

fn broken_payload_of(n: usize) -> Map<String, Value> {
    let mut payload = payload_of(n);
    payload.insert("height".to_owned(), 12.into());
    payload
}

fn spread(n: usize) -> u128 {
    let hash = digest::digest(&digest::SHA256, &n.to_be_bytes());
    let bytes = hash.as_ref().iter().take(16);
    bytes.fold(0, |sum, byte| sum << 8 | u128::from(*byte))
}
