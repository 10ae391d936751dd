//! The sign-in with a passkey: its options, its counter and passkeys that are on several devices.

use enmusubi_core::ReviewerRole::Reviewer;
use serde_json::json;

use super::super::captured_log::CapturedLog;
use super::authenticator::{
    ATTESTED, Authenticator, BACKUP_ELIGIBLE, PRESENT, VERIFIED, attestation,
};
use super::{Console, ORIGIN};

#[tokio::test]
async fn the_options_name_no_reviewer_and_never_repeat_a_challenge() {
    let console = Console::start().await;
    console.reviewer("Rita", Reviewer, 1).await;
    let options = console.sign_in_options().await;
    assert_eq!(options["rpId"], "localhost");
    assert_eq!(options["userVerification"], "required");
    assert_eq!(options["allowCredentials"], json!([]));
    let other = console.sign_in_options().await;
    assert_ne!(options["challenge"], other["challenge"]);
}

#[tokio::test]
async fn an_authenticator_without_a_counter_signs_in_again_and_again() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let mut passkey = Authenticator::new(1);
    passkey.counter = 0;
    let options = console.enrolment_options(&token).await;
    let credential = passkey.register(&options, ORIGIN);
    console.enrol(&token, &credential).await.expect(200);
    for _ in 0..3 {
        let options = console.sign_in_options().await;
        let mut parts = passkey.assertion(&options, ORIGIN);
        parts.counter = 0;
        let credential = passkey.sign(&parts);
        console.sign_in(&credential).await.expect(200);
    }
}

#[tokio::test]
async fn a_passkey_on_several_devices_stays_one() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let mut passkey = Authenticator::new(1);
    let options = console.enrolment_options(&token).await;
    let mut parts = passkey.registration(&options, ORIGIN);
    parts.flags = PRESENT | VERIFIED | ATTESTED | BACKUP_ELIGIBLE;
    let answer = console.enrol(&token, &attestation(&parts)).await;
    answer.expect(200);
    for (flags, is_right) in [
        (PRESENT | VERIFIED | BACKUP_ELIGIBLE, true),
        (PRESENT | VERIFIED, false),
    ] {
        let options = console.sign_in_options().await;
        let mut parts = passkey.assertion(&options, ORIGIN);
        parts.flags = flags;
        let credential = passkey.sign(&parts);
        let answer = console.sign_in(&credential).await;
        assert_eq!(answer.status == 200, is_right);
    }
}

#[tokio::test]
async fn the_log_has_the_reason_of_a_refusal_and_no_token() {
    let (log, _guard) = CapturedLog::start();
    let console = Console::start().await;
    let token = console.add("Rita Sato", Reviewer).await;
    let mut rita = console.enrolled(&token, 1).await;
    let options = console.sign_in_options().await;
    let credential = rita.passkey.sign_in(&options, "http://localhost:8081");
    console.sign_in(&credential).await.expect_error("E001A");
    let refused: Vec<_> = log
        .lines()
        .into_iter()
        .filter(|line| line["fields"]["message"] == "a passkey was refused")
        .map(|line| line["fields"]["reason"].clone())
        .collect();
    assert_eq!(refused, ["origin"]);
    let text = log.shown();
    let cookie = rita.cookie.split('=').next_back().unwrap();
    for secret in [token.as_str(), cookie, "Rita Sato"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn an_address_begins_few_ceremonies_and_a_reviewer_makes_few_calls_at_once() {
    let console = Console::start_with(|settings| settings.rate_limit = Some("on".to_owned())).await;
    let rita = console.reviewer("Rita", Reviewer, 1).await;
    let mut n_right = 0;
    while console.session(&rita.cookie).await.status == 200 {
        n_right += 1;
    }
    // While the calls are made, one more is allowed in each second.
    assert!((60..70).contains(&n_right), "{n_right}");
    console.session(&rita.cookie).await.expect_error("E005");
    for path in [
        "session",
        "session/options",
        "enrolment",
        "enrolment/options",
    ] {
        let path = format!("/api/review/{path}");
        let mut n_made = 0;
        let mut answer = console.post(&path, &json!({})).await;
        while answer.status != 429 && n_made < 400 {
            n_made += 1;
            answer = console.post(&path, &json!({})).await;
        }
        answer.expect_error("E005");
    }
}
