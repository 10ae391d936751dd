//! `PUT /user-profile/texts`: an approved member changes texts and tags without a reviewer.

use enmusubi_core::profile::TEXTS;

use crate::suite::prelude::*;

const PATH: &str = "/api/user-profile/texts";

async fn put(app: &TestApp, credentials: &Credentials, body: &Value) -> Answer {
    app.put(PATH, credentials, body).await
}

async fn profile(app: &TestApp, session: &Credentials) -> Value {
    app.my_info(session).await.ok()["profile"].clone()
}

#[tokio::test]
async fn texts_and_tags_change_at_once_and_the_other_fields_stay() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let mut expected = profile(&app, &session).await;
    let body = json!({
        "aboutMe": "  I like tea,\r\nhills and quiet weekends. ", "mbti": "INFP",
        "fertilityPlanTagIds": ["502"], "datingQuestion": "",
    });
    let answer = put(&app, &session, &body).await.ok();
    for (field, value) in [
        ("aboutMe", json!("I like tea,\nhills and quiet weekends.")),
        ("mbti", json!("INFP")),
        ("fertilityPlanTagIds", json!([502])),
        ("datingQuestion", json!("")),
    ] {
        assert_eq!(answer[field], value);
        expected[field] = value;
    }
    assert_eq!(answer.as_object().unwrap().len(), TEXTS.len(), "{answer}");
    assert_eq!(profile(&app, &session).await, expected);
    let again = put(&app, &session, &body).await.ok();
    assert_eq!(again, answer);
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "APPROVED");
}

#[tokio::test]
async fn facts_and_unknown_fields_are_refused_and_nothing_changes() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let before = profile(&app, &session).await;
    for field in [
        "name",
        "nickname",
        "birthday",
        "height",
        "city",
        "photoNameList",
        "matchGender",
        "account",
        "later",
    ] {
        let body = json!({ "dailyLife": "Tea.", field: before[field] });
        put(&app, &session, &body).await.refused("E008");
    }
    let body = json!({ "aboutMe": "short", "mbti": "ABCD", "hobbyTagIds": [1] });
    let error = put(&app, &session, &body).await.refused("E002");
    let paths = error["fields"].as_array().unwrap().iter();
    let paths: Vec<&str> = paths.map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["aboutMe", "hobbyTagIds[0]", "mbti"]);
    put(&app, &session, &json!({})).await.refused("E002");
    put(&app, &session, &json!([])).await.refused("E009");
    assert_eq!(profile(&app, &session).await, before);
}

#[tokio::test]
async fn the_longest_texts_fit_even_if_each_character_is_escaped() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let escaped = |n: usize| r"\ud83c\udf75".repeat(n);
    let text = format!(
        r#"{{"aboutMe":"{}","achievement":"{}","datingQuestion":"{q}","dailyLife":"{q}","surprisePoint":"{q}"}}"#,
        escaped(1000),
        escaped(200),
        q = escaped(500),
    );
    let request = app.request(Method::PUT, PATH, &session);
    let request = request
        .header("Content-Type", "application/json")
        .body(text);
    let answer = app.send(request).await.ok();
    assert_eq!(answer["aboutMe"].as_str().unwrap().chars().count(), 1000);
}
