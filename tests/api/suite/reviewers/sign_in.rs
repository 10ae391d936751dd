//! The sign-in with a passkey: its options, its counter and passkeys that are on several devices.

use enmusubi_core::review::ReviewerRole::{Lead, Reviewer};
use futures_util::future::join;

use super::authenticator::{
    ATTESTED, Authenticator, BACKUP_ELIGIBLE, PRESENT, VERIFIED, attestation,
};
use super::{Console, ORIGIN, SESSION};
use crate::suite::prelude::*;

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
    console.enrol(&token, &credential).await.ok();
    for _ in 0..3 {
        let options = console.sign_in_options().await;
        let mut parts = passkey.assertion(&options, ORIGIN);
        parts.counter = 0;
        let credential = passkey.sign(&parts);
        console.sign_in(&credential).await.ok();
    }
}

/// Registers a passkey that may be on several devices.
async fn synced(console: &Console) -> Authenticator {
    let token = console.add("Rita", Reviewer).await;
    let mut passkey = Authenticator::new(1);
    let options = console.enrolment_options(&token).await;
    let mut parts = passkey.registration(&options, ORIGIN);
    parts.flags = PRESENT | VERIFIED | ATTESTED | BACKUP_ELIGIBLE;
    let answer = console.enrol(&token, &attestation(&parts)).await;
    answer.ok();
    passkey
}

/// Signs in with this counter.
async fn sign_in_with(
    console: &Console,
    passkey: &mut Authenticator,
    counter: u32,
    flags: u8,
) -> Answer {
    let options = console.sign_in_options().await;
    let mut parts = passkey.assertion(&options, ORIGIN);
    parts.counter = counter;
    parts.flags = flags;
    console.sign_in(&passkey.sign(&parts)).await
}

#[tokio::test]
async fn a_counter_that_falls_back_is_told_to_leads_and_refuses_only_a_passkey_of_one_device() {
    let (log, _guard) = CapturedLog::start();
    let console = Console::start().await;
    let lead = console.reviewer("Lea", Lead, 2).await;
    let mut rita = synced(&console).await;
    let flags = PRESENT | VERIFIED | BACKUP_ELIGIBLE;
    let mut n_falls = 0;
    for (counter, is_fall) in [
        (7, false),
        (3, true),
        (3, true),
        (9, false),
        (0, true),
        (10, false),
    ] {
        let answer = sign_in_with(&console, &mut rita, counter, flags).await;
        answer.ok();
        n_falls += usize::from(is_fall);
        let text = log.shown();
        let n_logged = text
            .matches("the counter of a passkey has not grown")
            .count();
        assert_eq!(n_logged, n_falls, "{counter}");
    }
    let mut ralf = console.reviewer("Ralf", Reviewer, 3).await.passkey;
    let one_device = PRESENT | VERIFIED;
    sign_in_with(&console, &mut ralf, 8, one_device).await.ok();
    for counter in [8, 7, 0] {
        let refused = sign_in_with(&console, &mut ralf, counter, one_device).await;
        refused.refused("E001A");
    }
    // A refused counter is not stored, so the server compares the next counter with 8.
    sign_in_with(&console, &mut ralf, 8, one_device)
        .await
        .refused("E001A");
    sign_in_with(&console, &mut ralf, 9, one_device).await.ok();
    let seen = console
        .get("/api/review/statistics", &lead.cookie)
        .await
        .ok();
    let falls = seen["notices"].as_array().unwrap();
    assert!(falls.iter().all(|fall| fall["kind"] == "COUNTER_FALL"));
    let names: Vec<_> = falls.iter().map(|fall| &fall["reviewer"]).collect();
    assert_eq!(
        names,
        ["Ralf", "Ralf", "Ralf", "Ralf", "Rita", "Rita", "Rita"]
    );
    console.app.clock.advance(8 * DAY_S);
    let lead = console.reviewer("Ludo", Lead, 4).await;
    let seen = console
        .get("/api/review/statistics", &lead.cookie)
        .await
        .ok();
    assert_eq!(seen["notices"], json!([]));
}

#[tokio::test]
async fn a_challenge_opens_one_session_whichever_instances_get_the_answer() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let mut rita = Authenticator::new(1);
    // Without a counter, only the challenge reveals a repeat.
    rita.counter = 0;
    let options = console.enrolment_options(&token).await;
    let credential = rita.register(&options, ORIGIN);
    console.enrol(&token, &credential).await.ok();
    let other = console.app.another_instance().await;
    for _ in 0..5 {
        let options = console.sign_in_options().await;
        let mut parts = rita.assertion(&options, ORIGIN);
        parts.counter = 0;
        let body = json!({ "credential": rita.sign(&parts) });
        let request = || console.request(Method::POST, SESSION, "").json(&body);
        let (one, two) = join(
            console.app.send(request()),
            console.app.send_to(&other, request()),
        )
        .await;
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401]);
        for instance in [&console.app.running, &other] {
            let again = console.app.send_to(instance, request()).await;
            again.refused("E001A");
        }
    }
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_refused_sign_in_leaves_its_challenge_good() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await.passkey;
    let options = console.sign_in_options().await;
    let forged = rita.sign_in(&options, "http://localhost:8081");
    console.sign_in(&forged).await.refused("E001A");
    let right = rita.sign_in(&options, ORIGIN);
    console.sign_in(&right).await.ok();
    console.sign_in(&right).await.refused("E001A");
}

#[tokio::test]
async fn a_passkey_on_several_devices_stays_one() {
    let console = Console::start().await;
    let mut passkey = synced(&console).await;
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
    console.sign_in(&credential).await.refused("E001A");
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
    assert_eq!(n_right, 60);
    console.session(&rita.cookie).await.refused("E005");
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
        answer.refused("E005");
    }
}
