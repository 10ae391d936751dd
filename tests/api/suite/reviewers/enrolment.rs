//! A link registers a passkey, once.

use enmusubi_core::review::ReviewerRole::{Lead, Reviewer};
use futures_util::future::join;

use super::authenticator::{Authenticator, Key};
use super::{Console, ENROLMENT, ORIGIN, acts, cookie_of};
use crate::suite::prelude::*;

#[tokio::test]
async fn a_link_registers_a_passkey_and_signs_in() {
    let console = Console::start().await;
    let token = console.add("Rita Sato", Lead).await;
    let path = format!("{ENROLMENT}/options");
    let begun = console.post(&path, &json!({ "token": token })).await;
    let begun = begun.ok();
    assert_eq!(begun["name"], "Rita Sato");
    let options = &begun["options"];
    assert_eq!(
        options["rp"],
        json!({ "id": "localhost", "name": "Enmusubi" })
    );
    assert_eq!(options["user"]["name"], "Rita Sato");
    assert_eq!(options["user"]["displayName"], "Rita Sato");
    let algorithms = options["pubKeyCredParams"].as_array().unwrap();
    let numbers = algorithms.iter().map(|it| it["alg"].as_i64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), [-8, -7, -257]);
    let selection = &options["authenticatorSelection"];
    assert_eq!(selection["residentKey"], "required");
    assert_eq!(selection["userVerification"], "required");
    assert_eq!(options["attestation"], "none");

    let mut passkey = Authenticator::new(1);
    let credential = passkey.register(options, ORIGIN);
    let answer = console.enrol(&token, &credential).await;
    let cookie = cookie_of(&answer);
    let body = answer.ok();
    assert_eq!(body, json!({ "name": "Rita Sato", "role": "LEAD" }));
    let session = console.session(&cookie).await.ok();
    assert_eq!(session["name"], "Rita Sato");
    assert_eq!(session["isMember"], false);
    let later = console.signed_in(&mut passkey).await;
    assert_ne!(later, cookie);
    console.session(&later).await.ok();
    assert_eq!(
        acts(&console).await,
        ["cli REVIEWER_ADD", "reviewer:1 ENROL", "reviewer:1 SIGN_IN"]
    );
}

#[tokio::test]
async fn a_key_of_each_kind_registers_and_signs_in() {
    let console = Console::start().await;
    let keys = [Key::p256(), Key::ed25519(), Key::rsa()];
    for (key, id) in keys.into_iter().zip(1..) {
        let mut passkey = Authenticator::with_key(id, key);
        let token = console.add(&format!("Reviewer {id}"), Reviewer).await;
        let options = console.enrolment_options(&token).await;
        let credential = passkey.register(&options, ORIGIN);
        console.enrol(&token, &credential).await.ok();
        console.signed_in(&mut passkey).await;
        let options = console.sign_in_options().await;
        let mut forged = passkey.sign_in(&options, ORIGIN);
        let other = console.sign_in_options().await;
        let signature = passkey.sign_in(&other, ORIGIN)["response"]["signature"].take();
        forged["response"]["signature"] = signature;
        console.sign_in(&forged).await.refused("E001A");
    }
}

#[tokio::test]
async fn a_used_a_late_a_replaced_and_a_wrong_link_get_the_same_answer() {
    let console = Console::start().await;
    let used = console.add("Used", Reviewer).await;
    console.enrolled(&used, 1).await;
    let replaced = console.add("Replaced", Reviewer).await;
    let newer = console.link("Replaced").await;
    let removed = console.add("Removed", Reviewer).await;
    let name = "Removed".to_owned();
    let command = enmusubi_server::features::reviewer::ReviewerCommand::Remove { name };
    console.run(command).await;
    let late = console.add("Late", Reviewer).await;
    let options = console.enrolment_options(&late).await;
    let credential = Authenticator::new(2).register(&options, ORIGIN);
    console.enrolment_options(&newer).await;
    console.app.clock.advance(DAY_S);
    let mut answers = Vec::new();
    for token in [used.as_str(), &replaced, &removed, &late, "x", "", "\u{0}"] {
        let body = json!({ "token": token, "credential": credential });
        for path in [ENROLMENT.to_owned(), format!("{ENROLMENT}/options")] {
            answers.push(console.post(&path, &body).await);
        }
    }
    for body in [json!({}), json!({ "token": null }), json!({ "token": [1] })] {
        answers.push(console.post(ENROLMENT, &body).await);
    }
    for answer in &answers {
        assert_eq!(answer.seen(), answers[0].seen());
    }
    answers.remove(0).refused("E003");
}

#[tokio::test]
async fn a_link_is_good_until_the_last_second_of_its_day() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    console.app.clock.advance(DAY_S - 1);
    console.enrolled(&token, 1).await;
}

#[tokio::test]
async fn of_two_enrolments_at_once_one_wins() {
    let console = Console::start().await;
    for n in 0..5_u8 {
        let token = console.add(&format!("Reviewer {n}"), Reviewer).await;
        let mut credentials = Vec::new();
        for id in [2 * n, 2 * n + 1] {
            let options = console.enrolment_options(&token).await;
            credentials.push(Authenticator::new(id).register(&options, ORIGIN));
        }
        let both = join(
            console.enrol(&token, &credentials[0]),
            console.enrol(&token, &credentials[1]),
        );
        let (first, second) = both.await;
        let (won, lost) = if first.status == 200 {
            (first, second)
        } else {
            (second, first)
        };
        won.ok();
        // The second enrolment notices the first in the transaction, or already when it looks for the link.
        let code = lost.json()["code"].as_str().unwrap().to_owned();
        assert!(["E004", "E003"].contains(&code.as_str()), "{code}");
        lost.refused(&code);
    }
    let enrolled = acts(&console).await;
    let n_enrolled = enrolled.iter().filter(|act| act.ends_with("ENROL")).count();
    assert_eq!(n_enrolled, 5);
}

#[tokio::test]
async fn a_refused_passkey_leaves_the_challenge_good_until_the_link_is_used() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let options = console.enrolment_options(&token).await;
    let mut passkey = Authenticator::new(1);
    let forged = passkey.register(&options, "http://localhost:8081");
    console.enrol(&token, &forged).await.refused("E001A");
    let right = passkey.register(&options, ORIGIN);
    console.enrol(&token, &right).await.ok();
    console.enrol(&token, &right).await.refused("E003");
}

#[tokio::test]
async fn a_refused_passkey_leaves_the_link_good() {
    let console = Console::start().await;
    let token = console.add("Rita", Reviewer).await;
    let options = console.enrolment_options(&token).await;
    let credential = Authenticator::new(1).register(&options, "http://localhost:8081");
    let refused = console.enrol(&token, &credential).await;
    refused.refused("E001A");
    console.enrolled(&token, 1).await;
}

#[tokio::test]
async fn a_new_link_ends_the_earlier_passkey_and_its_sessions_once_it_is_used() {
    let console = Console::start().await;
    let mut lost = console.reviewer("Rita", Reviewer, 1).await;
    let token = console.link("Rita").await;
    console.session(&lost.cookie).await.ok();
    let mut found = console.enrolled(&token, 2).await;
    console.session(&lost.cookie).await.refused("E001A");
    let options = console.sign_in_options().await;
    let credential = lost.passkey.sign_in(&options, ORIGIN);
    console.sign_in(&credential).await.refused("E001A");
    assert_eq!(lost.passkey.user_handle, found.passkey.user_handle);
    console.session(&found.cookie).await.ok();
    console.signed_in(&mut found.passkey).await;
}

#[tokio::test]
async fn a_challenge_is_for_one_link_for_five_minutes() {
    let console = Console::start().await;
    let rita = console.add("Rita", Reviewer).await;
    let ralf = console.add("Ralf", Reviewer).await;
    let options = console.enrolment_options(&ralf).await;
    let credential = Authenticator::new(1).register(&options, ORIGIN);
    console.enrol(&rita, &credential).await.refused("E001A");
    console.app.clock.advance(5 * MINUTE_S - 1);
    console.enrol(&ralf, &credential).await.ok();
    let options = console.enrolment_options(&rita).await;
    let credential = Authenticator::new(2).register(&options, ORIGIN);
    console.app.clock.advance(5 * MINUTE_S);
    console.enrol(&rita, &credential).await.refused("E001A");
}

#[tokio::test]
async fn the_passkey_of_another_reviewer_is_refused() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await;
    let token = console.add("Ralf", Reviewer).await;
    let options = console.enrolment_options(&token).await;
    let credential = Authenticator::new(1).register(&options, ORIGIN);
    console.enrol(&token, &credential).await.refused("E001A");
    console.signed_in(&mut rita.passkey).await;
    console.enrolled(&token, 2).await;
}

#[tokio::test]
async fn passkeys_need_a_host_name() {
    let console = Console::start_with(|settings| {
        settings.public_base_url = Some("http://127.0.0.1:8080".to_owned());
    })
    .await;
    let app = &console.app;
    for path in [
        ENROLMENT,
        "/api/review/session/options",
        "/api/review/session",
    ] {
        let request = app.request(reqwest::Method::POST, path, &super::Credentials::None);
        let request = request
            .header("Origin", "http://127.0.0.1:8080")
            .json(&json!({ "token": "x", "credential": {} }));
        let error = app.send(request).await.refused("E008");
        let cause = error["cause"].as_str().unwrap();
        assert!(cause.contains("PUBLIC_BASE_URL"), "{cause}");
    }
}
