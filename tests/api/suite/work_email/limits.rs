//! The limits of sent and tried codes: for an account, a mailbox and an address.

use super::super::app::plain_client;
use super::mail_server::Manner;
use super::{ASK, CONFIRM, Office, another, expect_wrong_code};
use crate::suite::prelude::*;

fn n_sent(answers: Vec<Answer>) -> usize {
    let (sent, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 204);
    for answer in refused {
        answer.refused("E005");
    }
    sent.len()
}

#[tokio::test]
async fn an_account_gets_five_codes_an_hour() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    for n in 0..5 {
        let email = format!("ming{n}@google.com");
        office
            .ask(&registration_token, "google", &email)
            .await
            .expect(204);
    }
    let refused = office
        .ask(&registration_token, "google", "ming5@google.com")
        .await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.refused("E005");
    // Another registration token belongs to the same account.
    let again = office.app.registration_token(&person(1)).await;
    let refused = office.ask(&again, "apple", "ming@apple.com").await;
    refused.refused("E005");
    let other = office.app.registration_token(&person(2)).await;
    office
        .ask(&other, "google", "ming5@google.com")
        .await
        .expect(204);
    office.app.clock.advance(HOUR_S);
    office
        .ask(&registration_token, "google", "ming5@google.com")
        .await
        .expect(204);
    assert_eq!(office.n_mails(), 7);
}

#[tokio::test]
async fn an_account_gets_ten_codes_a_day() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    for n in 0..10 {
        let email = format!("ming{n}@google.com");
        office
            .ask(&registration_token, "google", &email)
            .await
            .expect(204);
        office.app.clock.advance(HOUR_S);
    }
    let refused = office
        .ask(&registration_token, "apple", "ming@apple.com")
        .await;
    assert_eq!(refused.header("retry-after"), Some("50400"));
    refused.refused("E005");
    office.app.clock.advance(14 * HOUR_S);
    let answer = office
        .ask(&registration_token, "apple", "ming@apple.com")
        .await;
    answer.expect(204);
}

#[tokio::test]
async fn twenty_wrong_tries_a_day_block_all_codes() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let mut n_wrong = 0;
    for n_tries in [5, 5, 5, 4] {
        let code = office
            .code(&registration_token, "google", "ming@google.com")
            .await;
        for _ in 0..n_tries {
            expect_wrong_code(office.confirm(&registration_token, &another(&code)).await);
            n_wrong += 1;
        }
        office.app.clock.advance(HOUR_S);
    }
    assert_eq!(n_wrong, 19);
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    expect_wrong_code(office.confirm(&registration_token, &another(&code)).await);
    // The code is right, and only one try was wrong.
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    let refused = office
        .ask(&registration_token, "apple", "ming@apple.com")
        .await;
    // The first wrong tries were four hours ago.
    assert_eq!(refused.header("retry-after"), Some("72000"));
    refused.refused("E005");
    let other = office.app.registration_token(&person(2)).await;
    office.confirmed(&other, "apple", "mei@apple.com").await;
    office.app.clock.advance(20 * HOUR_S);
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
}

#[tokio::test]
async fn wrong_tries_without_a_code_do_not_count() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    for _ in 0..25 {
        expect_wrong_code(office.confirm(&registration_token, "123456").await);
    }
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
}

#[tokio::test]
async fn an_account_gets_two_codes_an_hour_for_all_spellings_of_a_mailbox() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    for email in ["ming@google.com", "MING+a@google.com"] {
        office
            .ask(&registration_token, "google", email)
            .await
            .expect(204);
    }
    let refused = office
        .ask(&registration_token, "google", "ming+b＠google。com")
        .await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.refused("E005");
    // The refused requests did not count for the account.
    for n in 0..3 {
        let email = format!("other{n}@google.com");
        office
            .ask(&registration_token, "google", &email)
            .await
            .expect(204);
    }
    let other = office.app.registration_token(&person(2)).await;
    office.confirmed(&other, "google", "ming@google.com").await;
}

/// Sends `n_mails` to this mailbox, requested by other people.
async fn flood(office: &Office, email: &str, n_mails: u32) {
    for n in 0..n_mails {
        let registration_token = office.app.registration_token(&person(100 + n / 2)).await;
        office
            .ask(&registration_token, "google", email)
            .await
            .expect(204);
    }
}

#[tokio::test]
async fn a_mailbox_gets_six_mails_a_day_and_the_answer_does_not_tell() {
    let office = Office::open().await;
    flood(&office, "ming@google.com", 6).await;
    assert_eq!(office.n_mails(), 6);
    let registration_token = office.app.registration_token(&person(1)).await;
    for _ in 0..2 {
        let answer = office
            .ask(&registration_token, "google", "Ming+1@google.com")
            .await;
        assert_eq!((answer.status, answer.bytes.len()), (204, 0));
    }
    let refused = office
        .ask(&registration_token, "google", "ming@google.com")
        .await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.refused("E005");
    assert_eq!(office.n_mails(), 6);
    office.app.clock.advance(24 * HOUR_S);
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
}

#[tokio::test]
async fn a_suppressed_mail_gets_the_same_answer_as_a_sent_one() {
    let office = Office::open().await;
    flood(&office, "ming@google.com", 6).await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "mine@google.com")
        .await;
    // A mail server that is busy, and one that does not know the mailbox.
    for (manner, code) in [
        (Manner::IsBusy, "E503"),
        (Manner::RefusesTheMailbox, "E002"),
    ] {
        office.mail.behave(manner);
        for email in ["ming@google.com", "free@google.com"] {
            let answer = office.ask(&registration_token, "google", email).await;
            answer.refused(code);
        }
    }
    office.mail.behave(Manner::Accepts);
    office
        .ask(&registration_token, "google", "ming@google.com")
        .await
        .expect(204);
    // The older code is replaced as after a sent mail.
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    assert_eq!(office.n_mails(), 7);
}

#[tokio::test]
async fn a_suppressed_mail_gets_its_answer_as_late_as_a_sent_one() {
    let office = Office::open().await;
    let mut registration_tokens = Vec::new();
    for n in 1..=8 {
        registration_tokens.push(office.app.registration_token(&person(n)).await);
    }
    // The mail server takes a second for each mail.
    office.mail.behave(Manner::IsSlow);
    let ask = |registration_token| office.ask(registration_token, "google", "ming@google.com");
    for answer in join_all(registration_tokens[..6].iter().map(ask)).await {
        answer.expect(204);
    }
    assert_eq!(office.n_mails(), 6);
    let time = async |registration_token, email| {
        let began = Instant::now();
        office
            .ask(registration_token, "google", email)
            .await
            .expect(204);
        began.elapsed()
    };
    let goes_out = time(&registration_tokens[6], "free@google.com").await;
    let kept_back = time(&registration_tokens[7], "ming@google.com").await;
    assert_eq!(office.n_mails(), 7);
    assert!(goes_out >= Duration::from_secs(1), "{goes_out:?}");
    assert!(kept_back >= Duration::from_secs(1), "{kept_back:?}");
    assert!(
        kept_back < goes_out + Duration::from_secs(5),
        "{kept_back:?}"
    );
}

#[tokio::test]
async fn the_limit_counts_the_last_sixty_minutes() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let ask = || office.ask(&registration_token, "google", "ming@google.com");
    for _ in 0..2 {
        ask().await.expect(204);
        office.app.clock.advance(10 * MINUTE_S);
    }
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("2400"));
    refused.refused("E005");
    office.app.clock.advance(40 * MINUTE_S - 1);
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("1"));
    refused.refused("E005");
    office.app.clock.advance(1);
    ask().await.expect(204);
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("600"));
    refused.refused("E005");
}

#[tokio::test]
async fn concurrent_requests_do_not_evade_the_limits() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let emails: Vec<String> = (0..9).map(|n| format!("ming{n}@google.com")).collect();
    let answers = join_all(
        emails
            .iter()
            .map(|email| office.ask(&registration_token, "google", email)),
    )
    .await;
    assert_eq!(n_sent(answers), 5);
    let mut registration_tokens = Vec::new();
    for n in 2..=10 {
        registration_tokens.push(office.app.registration_token(&person(n)).await);
    }
    let ask = |registration_token| office.ask(registration_token, "apple", "ming@apple.com");
    let answers = join_all(registration_tokens.iter().map(ask)).await;
    assert_eq!(
        n_sent(answers),
        9,
        "the answers do not tell which mails were sent"
    );
    assert_eq!(office.n_mails(), 5 + 6);
}

#[tokio::test]
async fn another_instance_does_not_evade_the_limits() {
    let office = Office::open().await;
    let instance = office.app.another_instance().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let Credentials::Bearer(token) = &registration_token else {
        unreachable!()
    };
    let url = format!("http://{}{ASK}", instance.address);
    let body = json!({ "employerId": "google", "email": "ming@google.com" });
    let at_the_instance = async || {
        let request = plain_client().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await
    };
    let mut answers = Vec::new();
    for _ in 0..4 {
        let here = office.ask(&registration_token, "google", "ming@google.com");
        let (one, other) = tokio::join!(here, at_the_instance());
        answers.extend([one, other]);
    }
    assert_eq!(n_sent(answers), 2);
    // A code is valid at both instances.
    office.app.clock.advance(HOUR_S);
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let url = format!("http://{}{CONFIRM}", instance.address);
    let request = plain_client().post(&url).bearer_auth(token);
    let answer = office
        .app
        .send(request.json(&json!({ "code": code })))
        .await;
    answer.ok();
    instance.stop().await.unwrap();
}

#[tokio::test]
async fn an_address_has_a_limit_with_any_credentials() {
    let limited = |settings: &mut enmusubi_server::ops::config::Settings| {
        settings.rate_limit = Some("on".to_owned());
    };
    let office = Office::open_with(limited).await;
    for (path, n_allowed) in [(ASK, 20), (CONFIRM, 40)] {
        for _ in 0..n_allowed {
            let answer = office.app.post(path, &Credentials::None, &json!({})).await;
            answer.refused("E001A");
        }
        let answer = office.app.post(path, &Credentials::None, &json!({})).await;
        answer.refused("E005");
    }
}
