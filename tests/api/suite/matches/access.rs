//! Access to a match: only its two members, only while both may be seen, and nothing tells others that it exists.

use super::{NEVER, PATH, leave, put, send};
use crate::suite::prelude::*;

/// Makes every call about a match.
async fn all_calls(app: &TestApp, who: &Credentials, id: &str) -> Vec<Answer> {
    vec![
        app.get(&format!("{PATH}/{id}/notes"), who).await,
        send(app, who, id, "Hello").await,
        put(app, who, id, "read", &json!({ "noteId": 1 })).await,
        put(app, who, id, "contact", &json!({ "line": null })).await,
        put(app, who, id, "met", &json!({ "met": true })).await,
        leave(app, who, id).await,
    ]
}

fn assert_same(found: &[Answer], expected: &[Answer], case: &str) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(expected.status, 404);
        assert_eq!(found.seen(), expected.seen(), "{case}");
    }
}

#[tokio::test]
async fn a_match_of_others_looks_like_one_that_never_existed() {
    let couple = Couple::matched().await;
    let Couple { app, id, .. } = &couple;
    couple.send(&couple.man, "Hello").await;
    let stranger = man(app, 3).await;
    let never = all_calls(app, &stranger, NEVER).await;
    for id in [id.as_str(), "1", "%00", "x'; DROP TABLE note", "愛"] {
        assert_same(&all_calls(app, &stranger, id).await, &never, id);
    }
    assert_eq!(couple.texts(&couple.woman, "").await, ["Hello"]);
}

#[tokio::test]
async fn an_introduction_without_both_yes_is_no_match() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    let path = format!("/api/introductions/{id}/answer");
    let yes = app.request(Method::PUT, &path, man);
    app.send(yes.json(&json!({ "answer": "YES" }))).await.ok();
    let never = all_calls(app, man, NEVER).await;
    assert_same(&all_calls(app, man, id).await, &never, "one yes");
}

#[tokio::test]
async fn a_member_who_left_was_suspended_or_deleted_the_account_looks_the_same() {
    for step in ["leave", "suspend", "delete"] {
        let couple = Couple::matched().await;
        let (app, man, woman, id) = couple.parts();
        couple.send(woman, "Hello").await;
        let never = all_calls(app, man, NEVER).await;
        match step {
            "leave" => drop(leave(app, woman, id).await.expect(204)),
            "suspend" => decided(app, &person(2), ReviewAction::Suspend, "").await,
            _ => {
                app.delete_account(woman).await;
            }
        }
        assert_same(&all_calls(app, man, id).await, &never, step);
        let matches = app.get(PATH, man).await.ok();
        assert_eq!(matches, json!({ "matches": [] }), "{step}");
        let news = app.get("/api/news", man).await.ok().to_string();
        assert!(!news.contains(id), "{step}: {news}");
    }
}

#[tokio::test]
async fn the_export_has_the_members_own_notes_and_contact() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    couple.send(man, "His own words").await;
    couple.send(woman, "Words of hers").await;
    let contact = json!({ "line": "https://line.me/ti/p/HerCode" });
    put(app, woman, id, "contact", &contact).await.ok();
    let contact = json!({ "line": "https://line.me/ti/p/HisCode" });
    put(app, man, id, "contact", &contact).await.ok();
    let exported = exported(app, man).await;
    let own = &exported["matches"][0];
    assert_eq!(own["matchId"], id);
    assert_eq!(own["lineContact"], "https://line.me/ti/p/HisCode");
    assert_eq!(own["notes"][0]["text"], "His own words");
    assert_eq!(own["notes"].as_array().unwrap().len(), 1);
    assert_eq!(exported["news"][0]["kind"], "NOTE");
    let text = exported.to_string();
    for of_hers in ["Words of hers", "HerCode", "小美", &person(2)] {
        assert!(!text.contains(of_hers), "{of_hers}");
    }
    // The end of a match does not show in the export.
    let before = exported["matches"].clone();
    leave(app, woman, id).await.expect(204);
    assert_eq!(self::exported(app, man).await["matches"], before);
}

async fn exported(app: &TestApp, who: &Credentials) -> Value {
    let files = export(app, who).await;
    serde_json::from_slice(&files["profile.json"]).unwrap()
}

#[tokio::test]
async fn a_note_that_cannot_be_read_is_not_stored() {
    let couple = Couple::matched().await;
    let Couple { app, man, id, .. } = &couple;
    let path = format!("{PATH}/{id}/notes");
    app.post_text(&path, man, "{".to_owned())
        .await
        .refused("E009");
    let form = app.request(Method::POST, &path, man);
    app.send(form.form(&[("text", "Hello")]))
        .await
        .refused("E007");
    assert_eq!(couple.texts(man, "").await.len(), 0);
}
