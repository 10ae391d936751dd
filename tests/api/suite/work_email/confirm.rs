//! `POST /verification/work-email/confirm`: which code confirms which mailbox, and how often.

use chrono::DateTime;
use enmusubi_conformance::work_email::{CodeExpectation, code_cases};

use super::{CONFIRM, KEY, Office, another, expect_wrong_code};
use crate::suite::prelude::*;

const OTHER_KEY: &str = "9a1d2c3b-4e5f-4061-8273-849506172839";

#[tokio::test]
async fn the_right_code_confirms_the_mailbox_for_thirty_days() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let answer = office
        .confirmed(&registration_token, "ibm", "ming@tw.ibm.com")
        .await;
    let members: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(members, ["employerId", "expiresAt"]);
    assert_eq!(answer["employerId"], "ibm");
    let expires_at = DateTime::parse_from_rfc3339(answer["expiresAt"].as_str().unwrap()).unwrap();
    assert_eq!(
        expires_at.timestamp(),
        office.app.clock.now_s() + 30 * DAY_S
    );
}

#[tokio::test]
async fn a_code_is_accepted_in_different_spellings() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    for case in code_cases() {
        let CodeExpectation::Refused(code) = &case.expect else {
            continue;
        };
        let body = json!({ "code": case.code() });
        if body.to_string().len() > 4 * 1024 {
            continue;
        }
        let body = office
            .app
            .post(CONFIRM, &registration_token, &body)
            .await
            .refused("E002");
        let expected = json!([{ "path": "code", "code": code, "params": {} }]);
        assert_eq!(body["fields"], expected, "{}", case.name);
    }
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let full_width = |digit: char| char::from_u32(u32::from(digit) + 0xFEE0).unwrap();
    let typed: String = code.chars().map(full_width).collect();
    let typed = format!(" {} {}", &typed[..9], &typed[9..]);
    office.confirm(&registration_token, &typed).await.ok();
}

#[tokio::test]
async fn a_code_confirms_once() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office.confirm(&registration_token, &code).await.ok();
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    expect_wrong_code(office.confirm_with(&registration_token, &code, KEY).await);
}

#[tokio::test]
async fn a_repeated_confirmation_gets_the_same_answer_while_the_code_is_valid() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let first = office
        .confirm_with(&registration_token, &code, KEY)
        .await
        .ok();
    office.app.clock.advance(15 * MINUTE_S - 1);
    let again = office.confirm_with(&registration_token, &code, KEY).await;
    assert_eq!(again.ok(), first);
    let until_ms = office
        .app
        .number("SELECT expires_at_ms FROM work_email")
        .await;
    let answered = DateTime::parse_from_rfc3339(first["expiresAt"].as_str().unwrap()).unwrap();
    assert_eq!(
        until_ms,
        answered.timestamp_millis(),
        "the validity does not change"
    );
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    expect_wrong_code(
        office
            .confirm_with(&registration_token, &code, OTHER_KEY)
            .await,
    );
    expect_wrong_code(
        office
            .confirm_with(&registration_token, &another(&code), KEY)
            .await,
    );
    let theirs = office.app.registration_token(&person(2)).await;
    expect_wrong_code(office.confirm_with(&theirs, &code, KEY).await);
    office.app.clock.advance(1);
    expect_wrong_code(office.confirm_with(&registration_token, &code, KEY).await);
}

#[tokio::test]
async fn a_key_that_is_no_uuid_is_refused_and_the_code_stays_valid() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let refused = office
        .confirm_with(&registration_token, &code, "once")
        .await;
    refused.refused("E009");
    office.confirm(&registration_token, &code).await.ok();
}

#[tokio::test]
async fn a_new_code_or_five_wrong_tries_end_a_used_code() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let google = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office.confirm(&registration_token, &google).await.ok();
    let apple = office
        .code(&registration_token, "apple", "ming@apple.com")
        .await;
    if google != apple {
        expect_wrong_code(office.confirm(&registration_token, &google).await);
    }
    let answer = office.confirm(&registration_token, &apple).await.ok();
    assert_eq!(answer["employerId"], "apple");
    for _ in 0..5 {
        let wrong = if another(&apple) == google {
            another(&google)
        } else {
            another(&apple)
        };
        expect_wrong_code(office.confirm(&registration_token, &wrong).await);
    }
    expect_wrong_code(office.confirm(&registration_token, &apple).await);
}

#[tokio::test]
async fn a_code_is_valid_for_fifteen_minutes() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office.app.clock.advance(15 * MINUTE_S);
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    office.app.clock.advance(15 * MINUTE_S - 1);
    office.confirm(&registration_token, &code).await.ok();
}

#[tokio::test]
async fn the_fifth_try_may_succeed_and_the_sixth_may_not() {
    let office = Office::open().await;
    for (n, n_wrong) in [(1, 4), (2, 5)] {
        let registration_token = office.app.registration_token(&person(n)).await;
        let email = format!("ming{n}@google.com");
        let code = office.code(&registration_token, "google", &email).await;
        for _ in 0..n_wrong {
            expect_wrong_code(office.confirm(&registration_token, &another(&code)).await);
        }
        let answer = office.confirm(&registration_token, &code).await;
        if n_wrong < 5 {
            answer.ok();
        } else {
            expect_wrong_code(answer);
            let new = office.code(&registration_token, "google", &email).await;
            office.confirm(&registration_token, &new).await.ok();
        }
    }
}

#[tokio::test]
async fn concurrent_tries_are_all_counted() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let wrong = another(&code);
    let answers = join_all((0..20).map(|_| office.confirm(&registration_token, &wrong))).await;
    for answer in answers {
        expect_wrong_code(answer);
    }
    expect_wrong_code(office.confirm(&registration_token, &code).await);
    let n_failures = office
        .app
        .number("SELECT n_failures FROM work_email_code")
        .await;
    assert_eq!(n_failures, 5);
}

#[tokio::test]
async fn a_newer_code_replaces_the_older_one() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let old = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let mut new = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    if old == new {
        // Once in a million the codes are equal. A mailbox gets two codes an hour.
        office.app.clock.advance(HOUR_S);
        new = office
            .code(&registration_token, "google", "ming@google.com")
            .await;
    }
    expect_wrong_code(office.confirm(&registration_token, &old).await);
    office.confirm(&registration_token, &new).await.ok();
}

#[tokio::test]
async fn a_code_confirms_only_the_employer_of_its_request() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let google = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let apple = office
        .code(&registration_token, "apple", "ming@apple.com")
        .await;
    if google != apple {
        expect_wrong_code(office.confirm(&registration_token, &google).await);
    }
    let answer = office.confirm(&registration_token, &apple).await.ok();
    assert_eq!(answer["employerId"], "apple");
}

#[tokio::test]
async fn a_code_of_another_person_is_refused() {
    let office = Office::open().await;
    let mine = office.app.registration_token(&person(1)).await;
    let code = office.code(&mine, "google", "ming@google.com").await;
    let theirs = office.app.registration_token(&person(2)).await;
    expect_wrong_code(office.confirm(&theirs, &code).await);
    office.confirm(&mine, &code).await.ok();
}

#[tokio::test]
async fn a_code_can_be_confirmed_after_the_app_was_closed() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let next_day = office.app.registration_token(&person(1)).await;
    office.confirm(&next_day, &code).await.ok();
}

#[tokio::test]
async fn concurrent_duplicates_with_the_right_code_and_one_key_get_the_same_answer() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let answers =
        join_all((0..10).map(|_| office.confirm_with(&registration_token, &code, KEY))).await;
    let bodies: Vec<_> = answers.into_iter().map(|it| it.ok()).collect();
    assert!(bodies.iter().all(|body| body == &bodies[0]), "{bodies:?}");
    assert_eq!(office.app.count("work_email").await, 1);
}

#[tokio::test]
async fn one_of_two_concurrent_requests_without_a_key_confirms() {
    let office = Office::open().await;
    let registration_token = office.app.registration_token(&person(1)).await;
    let code = office
        .code(&registration_token, "google", "ming@google.com")
        .await;
    let answers = join_all((0..10).map(|_| office.confirm(&registration_token, &code))).await;
    let (confirmed, used): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!(confirmed.len(), 1);
    for answer in used {
        expect_wrong_code(answer);
    }
}

#[tokio::test]
async fn a_mailbox_is_confirmed_for_one_account() {
    let office = Office::open().await;
    let first = office.app.registration_token(&person(1)).await;
    office.confirmed(&first, "google", "ming@google.com").await;
    let second = office.app.registration_token(&person(2)).await;
    // Different spellings of the same mailbox.
    for email in [
        "ming@google.com",
        "Ming+line@Google.com",
        "ｍｉｎｇ＋２＠ｇｏｏｇｌｅ。ｃｏｍ",
    ] {
        let code = office.code(&second, "google", email).await;
        // A repetition gets the same answer.
        for _ in 0..2 {
            let refused = office.confirm(&second, &code).await.refused("E004");
            let taken = json!([{ "path": "email", "code": "duplicate", "params": {} }]);
            assert_eq!(refused["fields"], taken, "{email}");
        }
        office.app.clock.advance(HOUR_S);
    }
    office
        .confirmed(&first, "google", "ming+again@google.com")
        .await;
    office
        .confirmed(&second, "google", "m.ing@google.com")
        .await;
}

#[tokio::test]
async fn one_of_two_people_who_confirm_a_mailbox_concurrently_gets_it() {
    let office = Office::open().await;
    let mut tries = Vec::new();
    for n in 1..=3 {
        let registration_token = office.app.registration_token(&person(n)).await;
        let code = office
            .code(&registration_token, "google", "ming@google.com")
            .await;
        tries.push((registration_token, code));
    }
    let answers = join_all(
        tries
            .iter()
            .map(|(registration_token, code)| office.confirm(registration_token, code)),
    )
    .await;
    let n_confirmed = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(n_confirmed, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 200) {
        answer.refused("E004");
    }
}
