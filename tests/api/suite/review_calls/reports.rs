//! The decisions about reports that reach the reported member: a warning, and the removal of photos and texts.

use super::super::introductions::{approved, as_woman, list};
use super::super::{profile_changes, user_export};
use super::Desk;
use crate::suite::prelude::*;

/// A man who has reported a woman with two photos and a text, and the claim of the case.
struct Reported {
    desk: Desk,
    man: Credentials,
    woman: Credentials,
    photos: [String; 2],
    claim: Value,
}

const DAILY_LIFE: &str = "Call me: 0900-000-000";

impl Reported {
    async fn open() -> Self {
        let desk = Desk::open().await;
        let app = desk.app();
        let id_token = app.id_token(&person(2));
        let photos = [app.photo(&id_token).await, app.photo(&id_token).await];
        let man = man(app, 1).await;
        let woman = approved(app, 2, |profile| {
            as_woman(profile)
                .with("photoNameList", json!(photos))
                .with("dailyLife", DAILY_LIFE)
        });
        let woman = woman.await;
        introduce(app).await;
        let pair = list(app, &man).await[0]["introductionId"].clone();
        let report = json!({ "introductionId": pair, "category": "PHOTO", "note": "" });
        app.post("/api/reports", &man, &report).await.expect(204);
        let id = desk.queue(&desk.rita).await[0];
        let claim = desk.claimed(&desk.rita, id).await;
        Self {
            desk,
            man,
            woman,
            photos,
            claim,
        }
    }

    fn app(&self) -> &TestApp {
        self.desk.app()
    }

    async fn decide(&self, decision: Value) {
        let rita = &self.desk.rita;
        let decided = self.desk.decide(rita, &self.claim, decision).await;
        decided.ok();
    }

    async fn refuse(&self, decision: Value, path: &str, code: &str) {
        let rita = &self.desk.rita;
        let refused = self.desk.decide(rita, &self.claim, decision).await;
        refused.expect_field_errors(&[[path, code]], "a decision");
    }

    /// Lets the woman propose these photos.
    async fn propose(&self, photos: Value) {
        let proposal = json!({ "photoNameList": photos });
        let proposed = profile_changes::propose(self.app(), &self.woman, &proposal);
        proposed.await.expect(202);
    }

    /// Returns the values that the woman proposes, or null.
    async fn proposed(&self) -> Value {
        let path = "/api/user-profile/changes";
        let mut changes = self.app().get(path, &self.woman).await.ok();
        changes["changes"].take()
    }

    /// Lets the other reviewer claim the case of the woman's proposal.
    async fn claimed_change(&self) -> Value {
        let queue = self.desk.queue(&self.desk.ralf).await;
        let change = queue.into_iter().find(|id| self.claim["id"] != *id);
        self.desk.claimed(&self.desk.ralf, change.unwrap()).await
    }

    /// Accepts a change, and lets the time pass until the decision is in effect.
    async fn accept(&self, change: &Value) {
        let accepted = json!({ "action": "APPROVE" });
        let decided = self.desk.decide(&self.desk.ralf, change, accepted).await;
        decided.ok();
        self.desk.take_effect().await;
    }

    async fn photos(&self) -> Value {
        self.profile().await["photoNameList"].take()
    }

    async fn profile(&self) -> Value {
        let info = self.app().my_info(&self.woman).await.ok();
        info["profile"].clone()
    }

    async fn news(&self, who: &Credentials) -> Vec<Value> {
        let news = self.app().get("/api/news", who).await.ok();
        news["news"].as_array().unwrap().clone()
    }
}

fn kinds(news: &[Value]) -> Vec<&str> {
    news.iter()
        .map(|entry| entry["kind"].as_str().unwrap())
        .collect()
}

fn removal(paths: &[&str]) -> Value {
    let reasons = paths
        .iter()
        .map(|path| json!({ "path": path, "code": "contact_details", "note": "" }));
    json!({ "action": "REMOVE_CONTENT", "reasons": reasons.collect::<Vec<_>>() })
}

#[tokio::test]
async fn a_warning_reaches_the_member_with_its_reasons() {
    let reported = Reported::open().await;
    let Reported {
        desk, man, woman, ..
    } = &reported;
    let without = json!({ "action": "WARN", "reasons": [] });
    reported.refuse(without, "reasons", "required").await;
    let reasons = json!([{ "path": "", "code": "other", "note": "Please stay polite." }]);
    let before = reported.profile().await;
    let warning = json!({ "action": "WARN", "reasons": reasons });
    reported.decide(warning).await;
    assert!(!kinds(&reported.news(woman).await).contains(&"WARNED"));
    desk.take_effect().await;
    let news = reported.news(woman).await;
    assert_eq!(news[0]["kind"], "WARNED");
    assert_eq!(news[0]["reasons"], reasons);
    assert_eq!(news[0]["isRead"], false);
    assert!(news[1..].iter().all(|entry| entry.get("reasons").is_none()));
    assert_eq!(desk.status(woman).await, "APPROVED");
    assert_eq!(reported.profile().await, before);
    // The reporter reads that the report was handled, and nothing of the decision.
    let news = reported.news(man).await;
    assert_eq!(news[0]["kind"], "REPORT_HANDLED");
    assert_eq!(news[0].get("reasons"), None);
    assert_eq!(
        desk.acts("APPLY").await,
        ["cli APPROVE", "cli APPROVE", "job WARN"]
    );
    let files = user_export::export(reported.app(), woman).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let warned = exported["news"].as_array().unwrap().iter();
    let warned: Vec<&Value> = warned.filter(|it| it["kind"] == "WARNED").collect();
    assert_eq!(warned.len(), 1);
    assert_eq!(warned[0]["reasons"], reasons);
}

#[tokio::test]
async fn a_removal_takes_the_photos_and_texts_that_it_names() {
    let reported = Reported::open().await;
    let Reported {
        desk,
        woman,
        photos,
        ..
    } = &reported;
    let id = reported.claim["id"].as_i64().unwrap();
    let facts = desk.facts(&desk.rita, id).await;
    let fields = facts["reasonFields"].as_array().unwrap().iter();
    let removable = fields.filter(|field| field["canRemove"] == true);
    let removable: Vec<&str> = removable.map(|it| it["path"].as_str().unwrap()).collect();
    let texts = ["datingQuestion", "dailyLife", "surprisePoint"];
    let both = ["photoNameList[0]", "photoNameList[1]"];
    assert!(
        texts
            .iter()
            .chain(&both)
            .all(|path| removable.contains(path))
    );
    assert_eq!(removable.len(), 5, "{removable:?}");
    for path in ["aboutMe", "", "photoNameList", "photoNameList[2]"] {
        let refused = removal(&[path]);
        reported
            .refuse(refused, "reasons[0].path", "unknown_value")
            .await;
    }
    reported.refuse(removal(&both), "reasons", "too_many").await;
    reported.refuse(removal(&[]), "reasons", "required").await;
    let decision = removal(&["photoNameList[0]", "dailyLife"]);
    reported.decide(decision.clone()).await;
    assert_eq!(reported.profile().await["dailyLife"], DAILY_LIFE);
    desk.take_effect().await;
    let profile = reported.profile().await;
    assert_eq!(profile["photoNameList"], json!([photos[1]]));
    assert_eq!(profile["dailyLife"], "");
    let news = reported.news(woman).await;
    assert_eq!(news[0]["kind"], "CONTENT_REMOVED");
    assert_eq!(news[0]["reasons"], decision["reasons"]);
    assert_eq!(desk.status(woman).await, "APPROVED");
    assert_eq!(
        kinds(&reported.news(&reported.man).await)[0],
        "REPORT_HANDLED"
    );
    let names = user_export::export(reported.app(), woman).await;
    let is_removed = !names.keys().any(|name| name.contains(&photos[0]));
    assert!(
        is_removed && names.contains_key("photos/1.jpg"),
        "{:?}",
        names.keys()
    );
}

#[tokio::test]
async fn a_removal_leaves_what_the_member_has_changed_since_the_report() {
    let reported = Reported::open().await;
    let Reported {
        desk,
        woman,
        photos,
        ..
    } = &reported;
    let app = reported.app();
    // The woman puts another photo in the place of the reported one, and changes the reported text.
    let reordered = json!([photos[1], photos[0]]);
    reported.propose(reordered.clone()).await;
    reported.accept(&reported.claimed_change().await).await;
    assert_eq!(reported.photos().await, reordered);
    let text = json!({ "dailyLife": "I bake bread." });
    let changed = app.put("/api/user-profile/texts", woman, &text).await;
    assert!(changed.status < 300, "{}", changed.status);
    reported
        .decide(removal(&["photoNameList[0]", "dailyLife"]))
        .await;
    desk.take_effect().await;
    let profile = reported.profile().await;
    assert_eq!(profile["photoNameList"], json!([photos[1]]));
    assert_eq!(profile["dailyLife"], "I bake bread.");
}

#[tokio::test]
async fn a_removed_photo_leaves_the_open_proposal_too() {
    let reported = Reported::open().await;
    let Reported {
        desk,
        woman,
        photos,
        ..
    } = &reported;
    let app = reported.app();
    let new = app.photo(woman).await;
    reported.propose(json!([new, photos[0], photos[1]])).await;
    let before = reported.claimed_change().await;
    reported.decide(removal(&["photoNameList[0]"])).await;
    desk.take_effect().await;
    assert_eq!(reported.photos().await, json!([photos[1]]));
    // The reviewer who held the change has seen the photo, and looks again.
    let accepted = json!({ "action": "APPROVE" });
    let late = desk.decide(&desk.ralf, &before, accepted).await;
    late.refused("E004");
    let claim = reported.claimed_change().await;
    let id = claim["id"].as_i64().unwrap();
    let facts = desk.facts(&desk.ralf, id).await;
    let files = facts["files"].as_array().unwrap().iter();
    let files: Vec<&str> = files.map(|file| file["id"].as_str().unwrap()).collect();
    assert_eq!(files, ["photoNameList[0]", "photoNameList[1]"]);
    reported.accept(&claim).await;
    assert_eq!(reported.photos().await, json!([new, photos[1]]));
    let names = user_export::export(app, woman).await;
    assert!(!names.keys().any(|name| name.contains(&photos[0])));
}

#[tokio::test]
async fn a_proposal_of_nothing_but_a_removed_photo_is_withdrawn() {
    let reported = Reported::open().await;
    let Reported { desk, photos, .. } = &reported;
    // She proposes another order of her two photos. The removal leaves one of them.
    let reordered = json!([photos[1], photos[0]]);
    reported.propose(reordered.clone()).await;
    assert_eq!(
        reported.proposed().await,
        json!({ "photoNameList": reordered })
    );
    assert_eq!(desk.queue(&desk.ralf).await.len(), 2);
    reported.decide(removal(&["photoNameList[0]"])).await;
    desk.take_effect().await;
    assert_eq!(desk.queue(&desk.ralf).await, Vec::<i64>::new());
    assert_eq!(reported.proposed().await, Value::Null);
    assert_eq!(reported.photos().await, json!([photos[1]]));
}

#[tokio::test]
async fn earlier_decisions_about_reports_and_changes_are_among_the_facts_of_a_later_case() {
    let reported = Reported::open().await;
    let Reported { desk, woman, .. } = &reported;
    let app = reported.app();
    let reasons = json!([{ "path": "", "code": "other", "note": "Please stay polite." }]);
    reported
        .decide(json!({ "action": "WARN", "reasons": reasons }))
        .await;
    desk.take_effect().await;
    let propose = async |occupation: &str| {
        let proposal = json!({ "occupation": occupation });
        let answer = profile_changes::propose(app, woman, &proposal).await;
        answer.expect(202);
        reported.claimed_change().await
    };
    reported.accept(&propose("Baker").await).await;
    let claim = propose("Teacher").await;
    let facts = desk.facts(&desk.ralf, claim["id"].as_i64().unwrap()).await;
    let history = facts["history"].as_array().unwrap();
    let steps: Vec<_> = history[history.len() - 2..]
        .iter()
        .map(|step| (&step["caseKind"], &step["action"], &step["reviewer"]))
        .collect();
    let expected = [
        (&json!("REPORT"), &json!("WARN"), &json!("Rita")),
        (&json!("CHANGE"), &json!("APPROVE"), &json!("Ralf")),
    ];
    assert_eq!(steps, expected);
    assert_eq!(history[history.len() - 2]["reasons"], reasons);
    assert_eq!(history[0]["caseKind"], Value::Null);
}

#[tokio::test]
async fn a_removal_of_what_has_become_the_last_photo_goes_back_into_the_queue() {
    let reported = Reported::open().await;
    let Reported {
        desk,
        woman,
        photos,
        ..
    } = &reported;
    let app = reported.app();
    reported.decide(removal(&["photoNameList[0]"])).await;
    // Meanwhile a reviewer accepts that she removes the other photo.
    reported.propose(json!([photos[0]])).await;
    let change = profile_changes::only_id(app).await;
    profile_changes::accept(app, &change).await.unwrap();
    desk.take_effect().await;
    assert_eq!(reported.photos().await, json!([photos[0]]));
    assert!(!kinds(&reported.news(woman).await).contains(&"CONTENT_REMOVED"));
    assert!(!kinds(&reported.news(&reported.man).await).contains(&"REPORT_HANDLED"));
    assert_eq!(
        desk.queue(&desk.ralf).await,
        [reported.claim["id"].as_i64().unwrap()]
    );
}
