//! The facts of a case: for its holder only, in three languages, and with what has changed.

use super::super::introductions::{list, say};
use super::super::matches::send as send_note;
use super::super::profile_changes::propose;
use super::{CASES, Desk, approval, request_for};
use crate::suite::prelude::*;

/// Returns the row of a field.
fn row<'a>(facts: &'a Value, field: &str) -> &'a Value {
    let sections = facts["sections"].as_array().unwrap().iter();
    let mut rows = sections.flat_map(|section| section["rows"].as_array().unwrap());
    rows.find(|row| row["field"] == field)
        .unwrap_or_else(|| panic!("{field} in {facts}"))
}

fn changed(facts: &Value) -> Vec<&str> {
    let sections = facts["sections"].as_array().unwrap().iter();
    let rows = sections.flat_map(|section| section["rows"].as_array().unwrap());
    let changed = rows.filter(|row| !row["before"].is_null());
    changed.map(|row| row["field"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn only_the_holder_reads_the_facts() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    for who in [&desk.rita, &desk.lead] {
        let case = desk.case(who, id).await;
        assert_eq!(
            (&case["facts"], &case["claim"]),
            (&Value::Null, &Value::Null)
        );
    }
    let claim = desk.claimed(&desk.rita, id).await;
    let case = desk.case(&desk.rita, id).await;
    assert_eq!(case["claim"]["fence"], claim["fence"]);
    assert_eq!(row(&case["facts"], "nickname")["before"], Value::Null);
    let case = desk.case(&desk.ralf, id).await;
    assert_eq!(case["facts"], Value::Null);
    assert_eq!(case["summary"]["holder"]["name"], "Rita");
    desk.app().clock.advance(10 * 60);
    assert_eq!(desk.case(&desk.rita, id).await["facts"], Value::Null);
}

#[tokio::test]
async fn the_facts_name_the_language_in_which_the_member_last_opened_the_app() {
    let desk = Desk::open().await;
    let (app, id_token) = (desk.app(), desk.app().id_token(&person(1)));
    let in_language = |method, path: &str, credentials, tag| {
        let request = app.request(method, path, credentials);
        request.header("Accept-Language", tag)
    };
    let body = app.profile_of(&person(1)).await.build();
    let form = in_language(Method::POST, "/api/user-profile", &id_token, "ja").json(&body);
    app.send(form).await.expect(201);
    let id = desk.queue(&desk.rita).await[0];
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["memberLanguage"], "ja");
    let session = app.session(&person(1)).await;
    for (tag, language) in [
        ("en-US,en;q=0.9,ja;q=0.8", "en"),
        ("fr-FR", "en"),
        ("", "en"),
        ("*; \u{a0}é", "en"),
        ("zh-Hant-TW", "zh-TW"),
    ] {
        let info = in_language(Method::GET, "/api/user/my-info", &session, tag);
        app.send(info).await.ok();
        let facts = desk.facts(&desk.rita, id).await;
        assert_eq!(facts["memberLanguage"], language, "{tag}");
    }
    app.my_info(&session).await.ok();
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(facts["memberLanguage"], "zh-TW", "without the header");

    let approved = desk.decide(&desk.rita, &claim, approval()).await;
    approved.ok();
    desk.take_effect().await;
    let news = in_language(Method::GET, "/api/news", &session, "ja");
    app.send(news).await.ok();
    let files = export(app, &session).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    assert_eq!(exported["account"]["language"], "ja");
}

#[tokio::test]
async fn the_facts_are_in_the_language_that_the_reviewer_reads() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    desk.claimed(&desk.rita, id).await;
    let mut labels = Vec::new();
    for language in ["zh-TW", "ja", "en"] {
        let path = format!("{CASES}/{id}?language={language}");
        let case = desk.get(&path, &desk.rita).await.ok();
        let row = row(&case["facts"], "height").clone();
        labels.push(format!("{}: {}", row["label"], row["text"]));
    }
    labels.dedup();
    assert_eq!(labels.len(), 3, "{labels:?}");
    for query in ["", "?language=fr", "?language="] {
        let refused = desk.get(&format!("{CASES}/{id}{query}"), &desk.rita).await;
        refused.refused("E009");
    }
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(
        facts["actions"],
        json!(["APPROVE", "ASK_FOR_INFO", "REJECT"])
    );
    assert_eq!(facts["needsEmployer"], true);
    let fields = facts["reasonFields"].as_array().unwrap();
    let field = |path: &str| fields.iter().find(|field| field["path"] == path);
    assert_eq!(field("aboutMe").unwrap()["canAsk"], true);
    assert_eq!(field("photoNameList[0]").unwrap()["canAsk"], true);

    for hidden in ["", "account", "password", "latitude"] {
        assert!(field(hidden).is_none(), "{hidden}");
    }
}

#[tokio::test]
async fn texts_arrive_as_they_were_typed() {
    let desk = Desk::open().await;
    let script = "<script>alert(1)</script>\n<img src=x onerror=alert(2)>";
    let body = desk.app().profile_of(&person(1)).await;
    let body = body.with("aboutMe", script).with("nickname", "<b>x</b>");
    let body = body.build();
    let id_token = desk.app().id_token(&person(1));
    let created = desk.app().create_user_profile(&id_token, &body);
    created.await.expect(201);
    let id = desk.queue(&desk.rita).await[0];
    desk.claimed(&desk.rita, id).await;
    let path = format!("{CASES}/{id}?language=en");
    let answer = desk.get(&path, &desk.rita).await;
    assert_eq!(
        answer.header("content-type"),
        Some("application/json; charset=utf-8")
    );
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let facts = answer.ok()["facts"].take();
    assert_eq!(row(&facts, "aboutMe")["text"], script);
    assert_eq!(row(&facts, "nickname")["text"], "<b>x</b>");
}

#[tokio::test]
async fn a_resubmission_shows_just_the_two_fields_that_were_fixed() {
    let desk = Desk::open().await;
    let (session, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let asked = request_for(&["aboutMe", "school", "photoNameList[0]"]);
    desk.decide(&desk.rita, &claim, asked).await.ok();
    desk.take_effect().await;
    assert_eq!(desk.status(&session).await, "NEEDS_INFO");
    let photo = desk.app().photo(&session).await;
    let fixed = json!({ "aboutMe": "I like to walk.", "school": "台大", "photoNameList": [photo] });
    let path = "/api/user-profile/resubmission";
    desk.app().put(path, &session, &fixed).await.ok();
    let id = desk.queue(&desk.ralf).await[0];
    desk.claimed(&desk.ralf, id).await;
    let case = desk.case(&desk.ralf, id).await;
    assert_eq!(case["summary"]["kind"], "RESUBMISSION");
    let facts = &case["facts"];
    assert_eq!(changed(facts), ["school", "aboutMe"]);
    let about = row(facts, "aboutMe");
    assert_eq!(about["text"], "I like to walk.");
    assert_ne!(about["before"], "");
    assert_eq!(facts["files"][0]["isChanged"], true);
    let history = facts["history"].as_array().unwrap();
    let asked = history.iter().find(|step| step["action"] == "ASK_FOR_INFO");
    assert_eq!(asked.unwrap()["reasons"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_change_shows_the_values_before_and_the_proposed_ones() {
    let desk = Desk::open().await;
    let app = desk.app();
    let session = man(app, 1).await;
    let photo = app.photo(&session).await;
    let proposal = json!({ "occupation": "Baker", "photoNameList": [photo] });
    propose(app, &session, &proposal).await.expect(202);
    let id = desk.queue(&desk.rita).await[0];
    let claim = desk.claimed(&desk.rita, id).await;
    let facts = desk.facts(&desk.rita, id).await;
    assert_eq!(changed(&facts), ["occupation"]);
    assert_eq!(row(&facts, "occupation")["text"], "Baker");
    assert_eq!(facts["actions"], json!(["APPROVE", "REJECT"]));
    assert_eq!(facts["needsEmployer"], false);
    let paths = facts["reasonFields"].as_array().unwrap().iter();
    let paths: Vec<&str> = paths.map(|it| it["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["occupation", "photoNameList", "photoNameList[0]"]);
    let files = facts["files"].as_array().unwrap().iter();
    let files: Vec<(&str, bool)> = files
        .map(|file| (file["id"].as_str().unwrap(), file["isChanged"] == true))
        .collect();
    assert_eq!(
        files,
        [("photoNameList[0]", true), ("now.photoNameList[0]", false)]
    );
    // A reason about another field is refused at once.
    let reason = json!({ "path": "school", "code": "unclear", "note": "" });
    let refusal = json!({ "action": "REJECT", "reasons": [reason] });
    let refused = desk.decide(&desk.rita, &claim, refusal).await;
    let expected = ["reasons[0].path", "unknown_value"];
    refused.expect_field_errors(&[expected], "another field");
    let accepted = json!({ "action": "APPROVE" });
    desk.decide(&desk.rita, &claim, accepted).await.ok();
    desk.take_effect().await;
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["profile"]["occupation"], "Baker");
}

#[tokio::test]
async fn a_change_of_a_member_who_is_suspended_leaves_its_reviewer() {
    let desk = Desk::open().await;
    let session = man(desk.app(), 1).await;
    let proposal = json!({ "occupation": "Baker" });
    let proposed = propose(desk.app(), &session, &proposal).await;
    proposed.expect(202);
    let id = desk.queue(&desk.rita).await[0];
    let claim = desk.claimed(&desk.rita, id).await;
    decided(desk.app(), &person(1), ReviewAction::Suspend, "").await;
    let case = desk.case(&desk.rita, id).await;
    assert_eq!(case["summary"]["state"], "PARKED");
    assert_eq!(case["summary"]["holder"], Value::Null);
    let late = desk.decide(&desk.rita, &claim, json!({ "action": "APPROVE" }));
    late.await.refused("E004");
    decided(desk.app(), &person(1), ReviewAction::Reinstate, "").await;
    assert_eq!(desk.queue(&desk.rita).await, [id]);
}

#[tokio::test]
async fn a_report_shows_the_card_and_the_notes_of_that_moment() {
    let desk = Desk::open().await;
    let app = desk.app();
    let (man, woman) = (man(app, 1).await, woman(app, 2).await);
    introduce(app).await;
    let pair = list(app, &man).await[0]["introductionId"].clone();
    let pair = pair.as_str().unwrap();
    for who in [&man, &woman] {
        say(app, who, pair, "YES").await.ok();
    }
    send_note(app, &woman, pair, "Buy my <i>course</i>")
        .await
        .expect(201);
    let report = json!({ "matchId": pair, "category": "HARASSMENT", "note": "She insists." });
    assert_eq!(app.post("/api/reports", &man, &report).await.status, 204);
    let id = desk.queue(&desk.rita).await[0];
    let claim = desk.claimed(&desk.rita, id).await;
    let case = desk.case(&desk.rita, id).await;
    assert_eq!(case["summary"]["isUrgent"], true);
    let facts = &case["facts"];
    assert_eq!(facts["sections"], json!([]));
    let shown = &facts["report"];
    assert_eq!(shown["category"], "HARASSMENT");
    assert_eq!(shown["note"], "She insists.");
    assert_eq!(shown["notes"][0]["text"], "Buy my <i>course</i>");
    assert_eq!(shown["notes"][0]["isReporters"], false);
    assert_eq!(
        shown["byReporter"],
        json!({ "open": 1, "dismissed": 0, "upheld": 0 })
    );
    let card = shown["card"].as_array().unwrap();
    let nickname = card.iter().find(|row| row["field"] == "nickname").unwrap();
    assert_eq!(nickname["text"], "小美");
    assert!(card.iter().any(|row| row["field"] == "birthday"));
    let text = facts.to_string();
    for n in [1, 2] {
        assert!(!text.contains(&person(n)), "no LINE user id");
    }
    let photo = desk.open_file(&desk.rita, &claim, "report.photos[0]").await;
    assert_eq!(photo.status, 200);
    assert_eq!(
        facts["actions"],
        json!(["NO_ACTION", "UPHOLD", "WARN", "REMOVE_CONTENT", "SUSPEND"])
    );
    let reason = json!({ "path": "", "code": "inappropriate", "note": "" });
    let suspension = json!({ "action": "SUSPEND", "reasons": [reason] });
    desk.decide(&desk.rita, &claim, suspension).await.ok();
    desk.take_effect().await;
    let news = app.get("/api/news", &man).await.ok();
    let handled = news["news"].as_array().unwrap().iter();
    assert!(
        handled
            .clone()
            .any(|entry| entry["kind"] == "REPORT_HANDLED")
    );
    let woman = app.session(&person(2)).await;
    assert_eq!(desk.status(&woman).await, "SUSPENDED");
}

#[tokio::test]
async fn a_second_look_does_not_know_the_first_decision() {
    let desk =
        Desk::open_with(|settings| settings.second_look_percent = Some("100".to_owned())).await;
    let (session, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    desk.take_effect().await;
    assert!(desk.queue(&desk.rita).await.is_empty());
    let second = desk.queue(&desk.ralf).await[0];
    let claim = desk.claimed(&desk.ralf, second).await;
    let case = desk.case(&desk.ralf, second).await;
    assert_eq!(case["summary"]["isSecondLook"], true);
    assert_eq!(case["facts"]["history"], json!([]));
    assert!(!case.to_string().contains("Rita"), "{case}");
    let decision = request_for(&["aboutMe"]);
    desk.decide(&desk.ralf, &claim, decision).await.ok();
    desk.take_effect().await;
    assert_eq!(desk.status(&session).await, "APPROVED");
    let seen = desk.get("/api/review/statistics", &desk.lead).await;
    let seen = seen.ok();
    assert_eq!(seen["secondLooks"], json!({ "decided": 1, "agreed": 0 }));
}
