//! A confirmed mailbox allows one registration at its employer.

use super::super::profile::ProfileBuilder;
use super::Office;
use crate::suite::prelude::*;

impl Office {
    async fn form(
        &self,
        registration_token: &Credentials,
        line_user_id: &str,
        employer_id: &str,
    ) -> Value {
        let photo = self.app.photo(registration_token).await;
        ProfileBuilder::new(line_user_id, &photo)
            .without("reviewLink")
            .without("verifyTempFileName")
            .with("verifyMethod", "WORK_EMAIL")
            .with("employerId", employer_id)
            .build()
    }

    async fn register(
        &self,
        registration_token: &Credentials,
        line_user_id: &str,
        employer_id: &str,
    ) -> Answer {
        let form = self
            .form(registration_token, line_user_id, employer_id)
            .await;
        self.app
            .create_user_profile(registration_token, &form)
            .await
    }
}

#[track_caller]
fn expect_unconfirmed(answer: Answer) {
    let body = answer.refused("E002");
    let expected = json!([{ "path": "verifyMethod", "code": "email_unconfirmed", "params": {} }]);
    assert_eq!(body["fields"], expected);
}

#[tokio::test]
async fn a_confirmed_mailbox_verifies_the_employment() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    expect_unconfirmed(
        office
            .register(&registration_token, &person(1), "google")
            .await,
    );
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    office
        .register(&registration_token, &person(1), "google")
        .await
        .expect(201);
}

#[tokio::test]
async fn a_mailbox_verifies_no_other_employer_and_no_other_person() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    expect_unconfirmed(
        office
            .register(&registration_token, &person(1), "apple")
            .await,
    );
    let theirs = office.app.registration_token(&person(2)).await;
    expect_unconfirmed(office.register(&theirs, &person(2), "google").await);
}

#[tokio::test]
async fn a_confirmation_is_valid_for_thirty_days_and_then_the_mailbox_is_free() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    office.app.clock.advance(30 * DAY_S);
    let registration_token = office.app.registration_token(&person(1)).await;
    expect_unconfirmed(
        office
            .register(&registration_token, &person(1), "google")
            .await,
    );
    let next = office.app.registration_token(&person(2)).await;
    office.confirmed(&next, "google", "ming@google.com").await;
    office.app.clock.advance(30 * DAY_S - 1);
    let next = office.app.registration_token(&person(2)).await;
    office
        .register(&next, &person(2), "google")
        .await
        .expect(201);
}

#[tokio::test]
async fn a_used_mailbox_stays_with_its_account() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    office
        .register(&registration_token, &person(1), "google")
        .await
        .expect(201);
    office.app.clock.advance(365 * DAY_S);
    let other = office.app.registration_token(&person(2)).await;
    let code = office.code(&other, "google", "ming@google.com").await;
    office.confirm(&other, &code).await.refused("E004");
    // The account may confirm its mailbox again.
    let session = office.app.session(&person(1)).await;
    office
        .confirmed(&session, "google", "ming@google.com")
        .await;
    office.app.clock.advance(31 * DAY_S);
    let other = office.app.registration_token(&person(2)).await;
    let code = office.code(&other, "google", "ming@google.com").await;
    office.confirm(&other, &code).await.refused("E004");
}

#[tokio::test]
async fn a_registration_by_another_method_does_not_use_the_mailbox() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    office.app.member(&person(1)).await;
    let used = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(office.app.number(used).await, 0);
    office.app.clock.advance(30 * DAY_S);
    let other = office.app.registration_token(&person(2)).await;
    office.confirmed(&other, "google", "ming@google.com").await;
}

#[tokio::test]
async fn a_repeated_form_gets_its_first_answer() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    let form = office.form(&registration_token, &person(1), "google").await;
    let key = "b3f6c1f2-6d7e-4b29-9b8f-1f6a2f1c0a55";
    let (first, second) = tokio::join!(
        office.app.create_with_key(&registration_token, &form, key),
        office.app.create_with_key(&registration_token, &form, key)
    );
    assert_eq!(first.expect(201), second.expect(201));
    let n_mailboxes = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(office.app.number(n_mailboxes).await, 1);
}

#[tokio::test]
async fn expired_codes_and_mailboxes_are_deleted() {
    let office = Office::open().await;
    for n in 1..=2 {
        let registration_token = office.app.registration_token(&person(n)).await;
        let email = format!("ming{n}@google.com");
        office
            .confirmed(&registration_token, "google", &email)
            .await;
        if n == 1 {
            office
                .register(&registration_token, &person(n), "google")
                .await
                .expect(201);
        }
    }
    let registration_token = office.app.registration_token(&person(3)).await;
    office
        .ask(&registration_token, "google", "ming3@google.com")
        .await
        .expect(204);
    office.app.clock.advance(31 * DAY_S);
    // A server cleans up at its start.
    let other = office.app.another_instance().await;
    let only_the_mailbox_of_the_account_is_left = async || {
        let mut left = Vec::new();
        for table in ["work_email", "work_email_code", "work_email_limit"] {
            left.push(office.app.count(table).await);
        }
        left == [1, 0, 0]
    };
    let longest = Duration::from_secs(5);
    wait_until(
        "only the mailbox of the account is left",
        longest,
        only_the_mailbox_of_the_account_is_left,
    )
    .await;
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_profile_that_was_taken_back_keeps_its_mailbox() {
    let office = Office::open().await;
    let app = &office.app;
    let registration_token = app.registration_token(&person(1)).await;
    office
        .confirmed(&registration_token, "google", "ming@google.com")
        .await;
    office
        .register(&registration_token, &person(1), "google")
        .await
        .expect(201);
    // By then, a mailbox that waits for an account would have expired.
    app.clock.advance(31 * DAY_S);
    let session = app.session(&person(1)).await;
    let call = |method, path: &str| app.request(method, path, &session);
    let withdrawal = call(Method::POST, "/api/user-profile/withdrawal");
    app.send(withdrawal).await.ok();
    let profile = app.my_info(&session).await.ok()["profile"].clone();
    let resubmission = call(Method::PUT, "/api/user-profile/resubmission").json(&profile);
    app.send(resubmission).await.ok();
    let sql = "SELECT COUNT(*) FROM work_email WHERE account_id IS NOT NULL";
    assert_eq!(app.number(sql).await, 1);
}
