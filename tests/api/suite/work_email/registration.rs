//! What a confirmed mailbox is good for: one registration at its employer.

use enmusubi_server::Clock;
use serde_json::{Value, json};

use super::super::answer::Answer;
use super::super::app::{Proof, person};
use super::super::database::number;
use super::super::profile::ProfileBuilder;
use super::super::time::DAY_S;
use super::Office;

impl Office {
    async fn form(&self, ticket: &Proof, line_user_id: &str, employer_id: &str) -> Value {
        let photo = self.app.photo(ticket).await;
        ProfileBuilder::new(line_user_id, &photo)
            .without("reviewLink")
            .without("verifyTempFileName")
            .with("verifyMethod", "WORK_EMAIL")
            .with("employerId", employer_id)
            .build()
    }

    async fn register(&self, ticket: &Proof, line_user_id: &str, employer_id: &str) -> Answer {
        let form = self.form(ticket, line_user_id, employer_id).await;
        self.app.create_user_profile(ticket, &form).await
    }
}

#[track_caller]
fn expect_unconfirmed(answer: Answer) {
    let body = answer.expect_error("E002");
    let expected = json!([{ "path": "verifyMethod", "code": "email_unconfirmed", "params": {} }]);
    assert_eq!(body["fields"], expected);
}

#[tokio::test]
async fn a_confirmed_mailbox_proves_the_employment() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    expect_unconfirmed(office.register(&ticket, &person(1), "google").await);
    office.confirmed(&ticket, "google", "ming@google.com").await;
    office
        .register(&ticket, &person(1), "google")
        .await
        .expect(201);
}

#[tokio::test]
async fn it_proves_no_other_employment_and_nobody_elses() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.confirmed(&ticket, "google", "ming@google.com").await;
    expect_unconfirmed(office.register(&ticket, &person(1), "apple").await);
    let theirs = office.app.ticket(&person(2)).await;
    expect_unconfirmed(office.register(&theirs, &person(2), "google").await);
}

#[tokio::test]
async fn it_waits_thirty_days_for_the_form_and_is_then_anybodys() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.confirmed(&ticket, "google", "ming@google.com").await;
    office.app.clock.advance(30 * DAY_S);
    let ticket = office.app.ticket(&person(1)).await;
    expect_unconfirmed(office.register(&ticket, &person(1), "google").await);
    let next = office.app.ticket(&person(2)).await;
    office.confirmed(&next, "google", "ming@google.com").await;
    office.app.clock.advance(30 * DAY_S - 1);
    let next = office.app.ticket(&person(2)).await;
    office
        .register(&next, &person(2), "google")
        .await
        .expect(201);
}

#[tokio::test]
async fn once_used_it_is_the_accounts_for_good() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.confirmed(&ticket, "google", "ming@google.com").await;
    office
        .register(&ticket, &person(1), "google")
        .await
        .expect(201);
    office.app.clock.advance(365 * DAY_S);
    let other = office.app.ticket(&person(2)).await;
    let code = office.code(&other, "google", "ming@google.com").await;
    office.confirm(&other, &code).await.expect_error("E004");
    // Its holder may confirm it once more, and it stays theirs.
    let session = office.app.session(&person(1)).await;
    office
        .confirmed(&session, "google", "ming@google.com")
        .await;
    office.app.clock.advance(31 * DAY_S);
    let other = office.app.ticket(&person(2)).await;
    let code = office.code(&other, "google", "ming@google.com").await;
    office.confirm(&other, &code).await.expect_error("E004");
}

#[tokio::test]
async fn a_registration_by_other_means_does_not_use_it() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.confirmed(&ticket, "google", "ming@google.com").await;
    office.app.member(&person(1)).await;
    let database = &office.app.running.app.database.reads;
    let used = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(number(database, used).await, 0);
    office.app.clock.advance(30 * DAY_S);
    let other = office.app.ticket(&person(2)).await;
    office.confirmed(&other, "google", "ming@google.com").await;
}

#[tokio::test]
async fn a_form_that_is_sent_again_gets_its_first_answer() {
    let office = Office::open().await;
    let ticket = office.app.ticket(&person(1)).await;
    office.confirmed(&ticket, "google", "ming@google.com").await;
    let form = office.form(&ticket, &person(1), "google").await;
    let key = "b3f6c1f2-6d7e-4b29-9b8f-1f6a2f1c0a55";
    let (first, second) = tokio::join!(
        office.app.create_with_key(&ticket, &form, key),
        office.app.create_with_key(&ticket, &form, key)
    );
    assert_eq!(first.expect(201), second.expect(201));
    let database = &office.app.running.app.database.reads;
    let n_mailboxes = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(number(database, n_mailboxes).await, 1);
}

#[tokio::test]
async fn what_is_over_is_forgotten_by_itself() {
    let office = Office::open().await;
    for n in 1..=2 {
        let ticket = office.app.ticket(&person(n)).await;
        let email = format!("ming{n}@google.com");
        office.confirmed(&ticket, "google", &email).await;
        if n == 1 {
            office
                .register(&ticket, &person(n), "google")
                .await
                .expect(201);
        }
    }
    let ticket = office.app.ticket(&person(3)).await;
    office
        .ask(&ticket, "google", "ming3@google.com")
        .await
        .expect(204);
    office.app.clock.advance(31 * DAY_S);
    // A server that starts sweeps at once.
    let now = office.app.clock.for_server();
    let config = office.app.running.app.config.clone();
    let other = enmusubi_server::serve(config, Clock::new(move || now.now()))
        .await
        .unwrap();
    let database = &office.app.running.app.database.reads;
    let mut left = Vec::new();
    for _ in 0..100 {
        left.clear();
        for table in ["work_email", "work_email_code", "work_email_limit"] {
            left.push(number(database, &format!("SELECT COUNT(*) FROM {table}")).await);
        }
        if left == [1, 0, 0] {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(left, [1, 0, 0], "the mailbox of the account stays");
    other.stop().await.unwrap();
}
