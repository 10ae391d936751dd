//! `POST /user-profile`: a form becomes an account.

use crate::suite::prelude::*;

#[tokio::test]
async fn a_valid_form_becomes_an_account_that_waits_for_review() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let answer = app
        .create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
    assert_eq!(
        answer,
        json!({ "userId": person(1), "reviewStatus": "PENDING" })
    );
}

#[tokio::test]
async fn the_format_of_a_draft_is_accepted_too() {
    let app = TestApp::start().await;
    let photo = app.photo(&app.id_token(&person(1))).await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("schemaVersion", 1)
        .with("height", "１７０")
        .with("smoke", "false")
        .with("photoNameList", json!([null, photo, ""]))
        .with("valueItem", json!([{ "type": "SMOKE", "selected": false }]))
        .build();
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
}

#[tokio::test]
async fn all_violations_come_back_at_once_by_path() {
    let app = TestApp::start().await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("height", 119)
        .with(
            "valueItem",
            json!([{ "type": "AGE", "from": 30, "to": 20 }]),
        )
        .without("nickname")
        .build();
    let answer = app
        .create_user_profile(&app.id_token(&person(1)), &body)
        .await;
    let expected = json!([
        { "path": "nickname", "code": "required", "params": {} },
        { "path": "height", "code": "range", "params": { "min": 120, "max": 230 } },
        { "path": "valueItem[0].to", "code": "range_reversed", "params": {} },
    ]);
    assert_eq!(answer.refused("E002")["fields"], expected);
    assert_eq!(app.count("account").await, 0);
}

#[tokio::test]
async fn a_form_needs_credentials_of_its_account() {
    let app = TestApp::start().await;
    let body = app.profile_of(&person(1)).await.build();
    let session_of_other = app.member(&person(2)).await;
    app.create_user_profile(&Credentials::None, &body)
        .await
        .refused("E001");
    app.create_user_profile(&app.id_token(&person(2)), &body)
        .await
        .refused("E001");
    app.create_user_profile(&session_of_other, &body)
        .await
        .refused("E001A");
    app.create_user_profile(&Credentials::Bearer("D".repeat(43)), &body)
        .await
        .refused("E001A");
    assert_eq!(app.count("account").await, 1);
}

#[tokio::test]
async fn the_credentials_are_checked_before_the_json_is_read() {
    let app = TestApp::start().await;
    let path = "/api/user-profile";
    app.post_text(path, &Credentials::None, "{".to_owned())
        .await
        .refused("E001");
    app.post_text(path, &app.id_token(&person(1)), "{".to_owned())
        .await
        .refused("E009");
}

#[tokio::test]
async fn an_account_of_another_person_gets_e001_before_any_violation() {
    let app = TestApp::start().await;
    let body = json!({ "account": person(2), "height": "x" });
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .refused("E001");
}

#[tokio::test]
async fn a_second_registration_gets_e004_unless_it_has_violations() {
    let app = TestApp::start().await;
    app.member(&person(1)).await;
    let credentials = app.id_token(&person(1));
    let again = app.profile_of(&person(1)).await;
    app.create_user_profile(&credentials, &again.clone().build())
        .await
        .refused("E004");
    let broken = again.with("height", 1).build();
    app.create_user_profile(&credentials, &broken)
        .await
        .refused("E002");
}

#[tokio::test]
async fn only_photos_of_the_account_are_accepted() {
    let app = TestApp::start().await;
    let theirs = app.photo(&app.id_token(&person(2))).await;
    let body = app.profile_of(&person(1)).await.build();
    let mine = body["photoNameList"][0].clone();
    let mixed = json!([mine, theirs, "0".repeat(32) + ".jpg", { "picked": true }]);
    let mixed = app
        .profile_of(&person(1))
        .await
        .with("photoNameList", mixed)
        .build();
    let answer = app
        .create_user_profile(&app.id_token(&person(1)), &mixed)
        .await;
    let fields = answer.refused("E002")["fields"].clone();
    let paths: Vec<_> = fields
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["path"].as_str().unwrap(), it["code"].as_str().unwrap()))
        .collect();
    assert_eq!(
        paths,
        [1, 2, 3]
            .map(|_| "upload_missing")
            .iter()
            .zip(["photoNameList[1]", "photoNameList[2]", "photoNameList[3]"])
            .map(|(code, path)| (path, *code))
            .collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn a_document_is_accepted_if_the_method_needs_one() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let name = app.document(&credentials).await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("verifyMethod", "DOCUMENT")
        .with("verifyTempFileName", name.as_str())
        .build();
    app.create_user_profile(&credentials, &body)
        .await
        .expect(201);
    let info = app.my_info(&app.session(&person(1)).await).await.ok();
    assert!(
        !info["photos"].to_string().contains(&name),
        "only the reviewer may see it"
    );
}

#[tokio::test]
async fn evidence_of_another_method_is_neither_checked_nor_stored() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let badge = app.document(&credentials).await;
    let by_link = app
        .profile_of(&person(1))
        .await
        .with("verifyTempFileName", badge);
    app.create_user_profile(&credentials, &by_link.build())
        .await
        .expect(201);
    let session = app.session(&person(1)).await;
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["profile"]["verifyTempFileName"], "");
    assert_eq!(app.count("document").await, 0);

    let by_mailbox = app
        .profile_of(&person(2))
        .await
        .with("reviewLink", "linkedin.com/in/mei")
        .with("verifyTempFileName", "0".repeat(32) + ".pdf")
        .with("verifyMethod", "WORK_EMAIL")
        .with("employerId", "google");
    let answer = app
        .create_user_profile(&app.id_token(&person(2)), &by_mailbox.build())
        .await;
    let violations = answer.expect(422)["fields"].clone();
    assert_eq!(violations.as_array().map(Vec::len), Some(1));
    assert_eq!(violations[0]["code"], "email_unconfirmed");
}

#[tokio::test]
async fn verification_by_work_email_needs_a_confirmed_mailbox() {
    let app = TestApp::start().await;
    let body = app
        .profile_of(&person(1))
        .await
        .with("verifyMethod", "WORK_EMAIL")
        .with("employerId", "google")
        .build();
    let answer = app
        .create_user_profile(&app.id_token(&person(1)), &body)
        .await;
    let fields = answer.refused("E002")["fields"].clone();
    assert_eq!(
        fields,
        json!([{ "path": "verifyMethod", "code": "email_unconfirmed", "params": {} }])
    );
}

#[tokio::test]
async fn today_is_the_date_in_the_time_zone_of_the_deployment() {
    let app = TestApp::start().await;
    // 23:59 in Taipei, which is 15:59 in UTC.
    app.clock.set_date("2026-11-20");
    app.clock.advance(12 * 3600 - 60);
    let body = app
        .profile_of(&person(1))
        .await
        .with("birthday", "2008-11-21")
        .build();
    let answer = app
        .create_user_profile(&app.id_token(&person(1)), &body)
        .await;
    assert_eq!(answer.refused("E002")["fields"][0]["code"], "under_age");
    app.clock.advance(60);
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
}
