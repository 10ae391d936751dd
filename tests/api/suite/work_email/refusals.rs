//! Mail servers that refuse the mail, or do not confirm that they accepted it.

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::super::app::plain_client;
use super::mail_server::Manner;
use super::{ASK, KEY, Office, ask, expect_unavailable};
use crate::suite::prelude::*;

#[tokio::test]
async fn an_undelivered_mail_does_not_count_and_leaves_the_older_code_valid() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    for manner in [
        Manner::IsBusy,
        Manner::RefusesUs,
        Manner::RefusesTheText,
        Manner::HangsUp,
        Manner::Babbles,
    ] {
        office.mail.behave(manner);
        expect_unavailable(
            office
                .ask(&registration_token, "google", "ming@google.com")
                .await,
        );
    }
    office.mail.behave(Manner::Accepts);
    office.confirm(&registration_token, &code).await.ok();
    let answer = office
        .ask(&registration_token, "google", "ming@google.com")
        .await;
    answer.expect(204);
    let answer = office
        .ask(&registration_token, "google", "ming@google.com")
        .await;
    answer.refused("E005");
}

#[tokio::test]
async fn an_undelivered_mail_leaves_no_code() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::RefusesTheText);
    expect_unavailable(
        office
            .ask(&registration_token, "google", "ming@google.com")
            .await,
    );
    let n_codes = office.app.count("work_email_code").await;
    assert_eq!(n_codes, 0);
}

#[tokio::test]
async fn an_unknown_mailbox_is_reported_at_the_address_field_and_counts() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office.mail.behave(Manner::RefusesTheMailbox);
    for n in 0..4 {
        let email = format!("nobody{n}@google.com");
        let answer = office.ask(&registration_token, "google", &email).await;
        let body = answer.refused("E002");
        let unknown = json!([{ "path": "email", "code": "email", "params": {} }]);
        assert_eq!(body["fields"], unknown);
    }
    let answer = office
        .ask(&registration_token, "google", "nobody5@google.com")
        .await;
    answer.refused("E005");
    office.confirm(&registration_token, &code).await.ok();
}

#[tokio::test]
async fn a_mail_that_may_have_been_sent_counts_and_its_code_is_valid() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::HangsUpAtTheEnd);
    for _ in 0..2 {
        let code = office
            .code(&registration_token, "google", "ming@google.com")
            .await;
        office.confirm(&registration_token, &code).await.ok();
    }
    let answer = office
        .ask(&registration_token, "google", "ming@google.com")
        .await;
    answer.refused("E005");
    assert_eq!(office.n_mails(), 2);
}

#[tokio::test]
async fn a_code_is_valid_before_the_mail_server_confirms_the_mail() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::IsSilentAtTheEnd);
    let begun = Instant::now();
    let asked = office.ask(&registration_token, "google", "ming@google.com");
    let (answer, ()) = tokio::join!(asked, async {
        wait_for_mail(&office).await;
        let code = office.mail.newest_code();
        office
            .confirm_with(&registration_token, &code, KEY)
            .await
            .ok();
        assert!(begun.elapsed().as_secs() < 8);
    });
    answer.expect(204);
    let waited_s = begun.elapsed().as_secs_f64();
    assert!((9.5..20.0).contains(&waited_s), "{waited_s}");
    // The code is still the one in the mail, and the mail counts.
    office
        .confirm_with(&registration_token, &office.mail.newest_code(), KEY)
        .await
        .ok();
    office.mail.behave(Manner::Accepts);
    office
        .ask(&registration_token, "google", "ming@google.com")
        .await
        .expect(204);
    let answer = office
        .ask(&registration_token, "google", "ming@google.com")
        .await;
    answer.refused("E005");
}

#[tokio::test]
async fn the_answer_does_not_wait_for_the_mail_server_to_close() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::IgnoresGoodbyes);
    let begun = Instant::now();
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    let waited_s = begun.elapsed().as_secs_f64();
    assert!(waited_s < 5.0, "{waited_s}");
}

#[tokio::test]
async fn a_mail_that_is_refused_late_leaves_a_newer_code_valid() {
    let office = Office::open().await;
    let instance = office.app.another_instance().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let Credentials::Bearer(token) = &registration_token else {
        unreachable!()
    };
    office.mail.behave(Manner::IsSilent);
    let late = office.ask(&registration_token, "google", "ming@google.com");
    let (answer, ()) = tokio::join!(late, async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        office.mail.behave(Manner::Accepts);
        let body = json!({ "employerId": "google", "email": "ming@google.com" });
        let url = format!("http://{}{ASK}", instance.address);
        let request = plain_client().post(&url).bearer_auth(token);
        office.app.send(request.json(&body)).await.expect(204);
    });
    expect_unavailable(answer);
    let code = office.mail.newest_code();
    office.confirm(&registration_token, &code).await.ok();
    instance.stop().await.unwrap();
}

async fn wait_for_mail(office: &Office) {
    wait_until("a mail", Duration::from_secs(5), async || {
        office.n_mails() > 0
    })
    .await;
}

#[tokio::test]
async fn the_server_waits_ten_seconds_for_a_silent_mail_server() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::IsSilent);
    let begun = Instant::now();
    let silent = office.ask(&registration_token, "google", "ming@google.com");
    // A request of another person does not wait.
    let (answer, ()) = tokio::join!(silent, async {
        office.app.registration_token(&person(2)).await;
        assert!(begun.elapsed().as_secs() < 8);
    });
    expect_unavailable(answer);
    let waited_s = begun.elapsed().as_secs_f64();
    assert!((9.5..20.0).contains(&waited_s), "{waited_s}");
}

#[tokio::test]
async fn a_missing_mail_server_gets_e503() {
    let app = TestApp::start_with(|settings| {
        // This port of the loopback interface has no listener.
        settings.smtp_url = Some("smtp://127.0.0.1:1".to_owned());
        settings.mail_from = Some("codes@mail.example".to_owned());
    })
    .await;
    let registration_token = app.registration_token(&person(1)).await;
    expect_unavailable(ask(&app, &registration_token, "google", "ming@google.com").await);
}

#[tokio::test]
async fn a_code_is_valid_although_the_client_disconnected_before_the_answer() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office.mail.behave(Manner::IsSlow);
    let Credentials::Bearer(token) = &registration_token else {
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
    // The reset looks like a network failure.
    stream.set_zero_linger().unwrap();
    drop(stream);
    wait_for_mail(&office).await;
    // The next request of the account waits, and restores the state that it found.
    office.mail.behave(Manner::HangsUp);
    expect_unavailable(
        office
            .ask(&registration_token, "google", "ming@google.com")
            .await,
    );
    let code = office.mail.newest_code();
    office.confirm(&registration_token, &code).await.ok();
}
