//! What happens when a mail server does not take the mail, or does not say so.

use std::time::{Duration, Instant};

use enmusubi_server::serve;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::super::app::{Proof, TestApp, person};
use super::super::database::number;
use super::mail_server::Manner;
use super::{ASK, KEY, Office, ask, expect_unavailable};

#[tokio::test]
async fn a_mail_that_nobody_takes_does_not_count_and_leaves_the_older_code_good() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let code = office.code(&ticket, "google", "ming@google.com").await;
    for manner in [
        Manner::IsBusy,
        Manner::RefusesUs,
        Manner::RefusesTheText,
        Manner::HangsUp,
        Manner::Babbles,
    ] {
        office.mail.behave(manner);
        expect_unavailable(office.ask(&ticket, "google", "ming@google.com").await);
    }
    office.mail.behave(Manner::Takes);
    office.confirm(&ticket, &code).await.expect(200);
    let answer = office.ask(&ticket, "google", "ming@google.com").await;
    answer.expect(204);
    let answer = office.ask(&ticket, "google", "ming@google.com").await;
    answer.expect_error("E005");
}

#[tokio::test]
async fn without_an_older_code_none_is_left_by_a_mail_that_nobody_takes() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::RefusesTheText);
    expect_unavailable(office.ask(&ticket, "google", "ming@google.com").await);
    let database = &office.app.running.app.database.reads;
    let n_codes = number(database, "SELECT COUNT(*) FROM work_email_code").await;
    assert_eq!(n_codes, 0);
}

#[tokio::test]
async fn a_mailbox_that_is_not_there_is_told_at_the_address_and_counts() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    let code = office.code(&ticket, "google", "ming@google.com").await;
    office.mail.behave(Manner::KnowsNobody);
    for n in 0..4 {
        let email = format!("nobody{n}@google.com");
        let answer = office.ask(&ticket, "google", &email).await;
        let body = answer.expect_error("E002");
        let unknown = json!([{ "path": "email", "code": "email", "params": {} }]);
        assert_eq!(body["fields"], unknown);
    }
    let answer = office.ask(&ticket, "google", "nobody5@google.com").await;
    answer.expect_error("E005");
    office.confirm(&ticket, &code).await.expect(200);
}

#[tokio::test]
async fn a_mail_that_may_have_gone_out_counts_and_its_code_is_good() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::HangsUpAtTheEnd);
    for _ in 0..2 {
        let code = office.code(&ticket, "google", "ming@google.com").await;
        office.confirm(&ticket, &code).await.expect(200);
    }
    let answer = office.ask(&ticket, "google", "ming@google.com").await;
    answer.expect_error("E005");
    assert_eq!(office.mail.received().len(), 2);
}

#[tokio::test]
async fn a_code_is_good_before_the_mail_server_says_that_it_took_the_mail() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::IsSilentAtTheEnd);
    let begun = Instant::now();
    let asked = office.ask(&ticket, "google", "ming@google.com");
    let (answer, ()) = tokio::join!(asked, async {
        wait_for_mail(&office).await;
        let code = office.mail.newest_code();
        office.confirm_with(&ticket, &code, KEY).await.expect(200);
        assert!(begun.elapsed().as_secs() < 8);
    });
    answer.expect(204);
    let waited_s = begun.elapsed().as_secs_f64();
    assert!((9.5..20.0).contains(&waited_s), "{waited_s}");
    // The code is still the one that was mailed, and the mail counts.
    office
        .confirm_with(&ticket, &office.mail.newest_code(), KEY)
        .await
        .expect(200);
    office.mail.behave(Manner::Takes);
    office
        .ask(&ticket, "google", "ming@google.com")
        .await
        .expect(204);
    let answer = office.ask(&ticket, "google", "ming@google.com").await;
    answer.expect_error("E005");
}

#[tokio::test]
async fn nobody_waits_for_the_mail_servers_goodbye() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::IgnoresGoodbyes);
    let begun = Instant::now();
    office.confirmed(&ticket, "google", "ming@google.com").await;
    let waited_s = begun.elapsed().as_secs_f64();
    assert!(waited_s < 5.0, "{waited_s}");
}

#[tokio::test]
async fn a_mail_that_is_refused_late_takes_no_newer_code_away() {
    let office = Office::open().await;
    let config = office.app.running.app.config.clone();
    let copy = serve(config, office.app.clock.for_server()).await.unwrap();
    let ticket = office.app.ticket(&person(1)).await;
    let Proof::Bearer(token) = &ticket else {
        unreachable!()
    };
    office.mail.behave(Manner::IsSilent);
    let late = office.ask(&ticket, "google", "ming@google.com");
    let (answer, ()) = tokio::join!(late, async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        office.mail.behave(Manner::Takes);
        let body = json!({ "employerId": "google", "email": "ming@google.com" });
        let url = format!("http://{}{ASK}", copy.address);
        let request = reqwest::Client::new().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await.expect(204);
    });
    expect_unavailable(answer);
    let code = office.mail.newest_code();
    office.confirm(&ticket, &code).await.expect(200);
    copy.stop().await.unwrap();
}

async fn wait_for_mail(office: &Office) {
    for _ in 0..100 {
        if !office.mail.received().is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no mail came");
}

#[tokio::test]
async fn a_mail_server_that_says_nothing_is_waited_for_ten_seconds() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::IsSilent);
    let begun = Instant::now();
    let silent = office.ask(&ticket, "google", "ming@google.com");
    // Somebody else's request does not wait with it.
    let (answer, ()) = tokio::join!(silent, async {
        office.app.ticket(&person(2)).await;
        assert!(begun.elapsed().as_secs() < 8);
    });
    expect_unavailable(answer);
    let waited_s = begun.elapsed().as_secs_f64();
    assert!((9.5..20.0).contains(&waited_s), "{waited_s}");
}

#[tokio::test]
async fn a_mail_server_that_is_not_there_is_out_of_reach() {
    let app = TestApp::start_with(|settings| {
        // Nobody listens on this port of the loopback interface.
        settings.smtp_url = Some("smtp://127.0.0.1:1".to_owned());
        settings.mail_from = Some("codes@mail.example".to_owned());
    })
    .await;
    let ticket = app.ticket(&person(1)).await;
    expect_unavailable(ask(&app, &ticket, "google", "ming@google.com").await);
}

#[tokio::test]
async fn a_code_is_good_though_whoever_asked_was_cut_off_before_the_answer() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.mail.behave(Manner::IsSlow);
    let Proof::Bearer(token) = &ticket else {
        unreachable!()
    };
    let body = json!({ "employerId": "google", "email": "ming@google.com" }).to_string();
    let request = format!(
        "POST {ASK} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(office.app.running.address)
        .await
        .unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    // Closed with a reset, as by a network that is gone.
    stream.set_zero_linger().unwrap();
    drop(stream);
    wait_for_mail(&office).await;
    // The next request of the account waits, and puts back what it found.
    office.mail.behave(Manner::HangsUp);
    expect_unavailable(office.ask(&ticket, "google", "ming@google.com").await);
    let code = office.mail.newest_code();
    office.confirm(&ticket, &code).await.expect(200);
}
