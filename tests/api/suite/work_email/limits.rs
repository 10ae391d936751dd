//! How many codes are sent, for an account, to a mailbox, and at the wish of one address.

use enmusubi_server::serve;
use futures_util::future::join_all;
use serde_json::json;

use super::super::answer::Answer;
use super::super::app::{Proof, person};
use super::super::time::{HOUR_S, MINUTE_S};
use super::{ASK, CONFIRM, Office};

fn n_sent(answers: Vec<Answer>) -> usize {
    let (sent, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 204);
    for answer in refused {
        answer.expect_error("E005");
    }
    sent.len()
}

#[tokio::test]
async fn an_account_gets_five_codes_an_hour() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    for n in 0..5 {
        let email = format!("ming{n}@google.com");
        office.ask(&ticket, "google", &email).await.expect(204);
    }
    let refused = office.ask(&ticket, "google", "ming5@google.com").await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.expect_error("E005");
    // Another way in is the same account.
    let again = office.app.ticket(&person(1)).await;
    let refused = office.ask(&again, "apple", "ming@apple.com").await;
    refused.expect_error("E005");
    let other = office.app.ticket(&person(2)).await;
    office
        .ask(&other, "google", "ming5@google.com")
        .await
        .expect(204);
    office.app.clock.advance(HOUR_S);
    office
        .ask(&ticket, "google", "ming5@google.com")
        .await
        .expect(204);
    assert_eq!(office.mail.received().len(), 7);
}

#[tokio::test]
async fn a_mailbox_gets_three_codes_an_hour_whoever_asks_and_however_it_is_written() {
    let office = Office::open().await;
    let emails = [
        "ming@google.com",
        "MING+a@google.com",
        "ming+b＠google。com",
    ];
    for (n, email) in (1..).zip(emails) {
        let ticket = office.app.ticket(&person(n)).await;
        office.ask(&ticket, "google", email).await.expect(204);
    }
    let ticket = office.app.ticket(&person(4)).await;
    let refused = office.ask(&ticket, "google", "ming+c@google.com").await;
    assert_eq!(refused.header("retry-after"), Some("3600"));
    refused.expect_error("E005");
    // What was refused counts for nobody.
    for n in 0..5 {
        let email = format!("other{n}@google.com");
        office.ask(&ticket, "google", &email).await.expect(204);
    }
}

#[tokio::test]
async fn the_hour_is_the_last_hour() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let ask = || office.ask(&ticket, "google", "ming@google.com");
    for _ in 0..3 {
        ask().await.expect(204);
        office.app.clock.advance(10 * MINUTE_S);
    }
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("1800"));
    refused.expect_error("E005");
    office.app.clock.advance(30 * MINUTE_S - 1);
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("1"));
    refused.expect_error("E005");
    office.app.clock.advance(1);
    ask().await.expect(204);
    let refused = ask().await;
    assert_eq!(refused.header("retry-after"), Some("600"));
    refused.expect_error("E005");
}

#[tokio::test]
async fn asking_at_the_same_moment_is_no_way_around() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let emails: Vec<String> = (0..9).map(|n| format!("ming{n}@google.com")).collect();
    let answers = join_all(
        emails
            .iter()
            .map(|email| office.ask(&ticket, "google", email)),
    )
    .await;
    assert_eq!(n_sent(answers), 5);
    let mut tickets = Vec::new();
    for n in 2..=8 {
        tickets.push(office.app.ticket(&person(n)).await);
    }
    let ask = |ticket| office.ask(ticket, "apple", "ming@apple.com");
    let answers = join_all(tickets.iter().map(ask)).await;
    assert_eq!(n_sent(answers), 3);
    assert_eq!(office.mail.received().len(), 8);
}

#[tokio::test]
async fn another_copy_of_the_server_is_no_way_around() {
    let office = Office::open().await;
    let config = office.app.running.app.config.clone();
    let copy = serve(config, office.app.clock.for_server()).await.unwrap();
    let ticket = office.app.ticket(&person(1)).await;
    let Proof::Bearer(token) = &ticket else {
        unreachable!()
    };
    let url = format!("http://{}{ASK}", copy.address);
    let body = json!({ "employerId": "google", "email": "ming@google.com" });
    let at_the_copy = async || {
        let request = reqwest::Client::new().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await
    };
    let mut answers = Vec::new();
    for _ in 0..4 {
        let here = office.ask(&ticket, "google", "ming@google.com");
        let (one, other) = tokio::join!(here, at_the_copy());
        answers.extend([one, other]);
    }
    assert_eq!(n_sent(answers), 3);
    // And a code is one for both.
    let code = office.mail.newest_code();
    let url = format!("http://{}{CONFIRM}", copy.address);
    let request = reqwest::Client::new().post(&url).bearer_auth(token);
    let answer = office
        .app
        .send(request.json(&json!({ "code": code })))
        .await;
    answer.expect(200);
    copy.stop().await.unwrap();
}

#[tokio::test]
async fn one_address_asks_and_tries_so_often_whoever_it_says_it_is() {
    let limited = |settings: &mut enmusubi_server::config::Settings| {
        settings.rate_limit = Some("on".to_owned());
    };
    let office = Office::open_with(limited).await;
    for (path, n_allowed) in [(ASK, 20), (CONFIRM, 40)] {
        for _ in 0..n_allowed {
            let answer = office.app.post(path, &Proof::Nobody, &json!({})).await;
            answer.expect_error("E001A");
        }
        let answer = office.app.post(path, &Proof::Nobody, &json!({})).await;
        answer.expect_error("E005");
    }
}
