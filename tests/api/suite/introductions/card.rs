//! The card of another member: what it shows, and what it never shows.

use std::collections::BTreeSet;

use enmusubi_core::Field;
use enmusubi_core::profile::{Visibility, field_rule};

use super::{approved, as_woman, list};
use crate::suite::prelude::*;

/// Returns the names on a card: the answers that core shows, and the values that follow from answers which core shows
/// in part.
pub(crate) fn names_on_a_card() -> BTreeSet<&'static str> {
    let names_of = |field: &Field| match (field_rule(*field).visibility, field) {
        (Visibility::Shown, Field::PhotoNameList) => vec!["photos"],
        (Visibility::Shown, field) => vec![field.as_str()],
        (Visibility::Derived, Field::Birthday) => vec!["age"],
        (Visibility::Derived, Field::EmployerId) => vec!["employerVerified", "employerName"],
        // The distance is beside the card, with the reasons for the introduction.
        (Visibility::Derived, Field::Latitude | Field::Longitude)
        | (Visibility::Matching | Visibility::Reviewers, _) => vec![],
        (Visibility::Derived, field) => panic!("What does a card show of {field}?"),
    };
    Field::ALL.iter().flat_map(names_of).collect()
}

#[tokio::test]
async fn a_card_shows_what_members_may_know_of_each_other() {
    let app = TestApp::start().await;
    let conditions = json!([
        { "type": "SMOKE", "value": false }, { "type": "HEIGHT", "from": 150, "to": 0 },
    ]);
    let him = approved(&app, 1, |it| {
        it.with("valueItem", conditions)
            .with("hobbyTagIds", vec![301, 302, 303])
            .with("recommendDistanceKm", 50)
    })
    .await;
    let her = approved(&app, 2, |it| {
        as_woman(it)
            .with("hobbyTagIds", vec![303, 304, 301])
            .with("birthday", "1995-11-21")
            .with("datingQuestion", "Tea or coffee?")
            .with("address", "7 Secret Lane")
            .with("school", "Secret School")
            .with("occupation", "Secret Job")
            .with("achievement", "Three patents")
            .with("feedback", "Secret feedback")
            .with("employerId", "google")
            .with("incomeRange", "OVER_500")
            .with("mbti", "INTJ")
    })
    .await;
    introduce(&app).await;
    let introductions = list(&app, &him).await;
    let (card, why) = (&introductions[0]["person"], &introductions[0]["why"]);
    let names: BTreeSet<&str> = card
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(names, names_on_a_card());
    assert_eq!(card["nickname"], "小美");
    // The woman's birthday is today.
    assert_eq!(card["age"], 31);
    assert_eq!(card["employerName"], Value::Null);
    assert_eq!(card["mbti"], "INTJ");
    assert_eq!(card["achievement"], "Three patents");
    // The conditions are the man's own. The woman's conditions are not shown.
    let expected = json!({
        "conditions": ["HEIGHT", "SMOKE"], "sharedTagIds": [301, 303, 501], "distanceBand": "<10",
    });
    assert_eq!(*why, expected);
    assert_eq!(list(&app, &her).await[0]["why"]["conditions"], json!([]));
    let photo = card["photos"][0]["url"].as_str().unwrap();
    assert_eq!(app.get(photo, &super::Credentials::None).await.status, 200);

    let page = app.get("/api/introductions", &him).await;
    let page = String::from_utf8(page.bytes).unwrap();
    for secret in [
        "陳美麗",
        "1995",
        "Secret",
        "OVER_500",
        "google",
        "Google",
        "U000",
        "cell",
    ] {
        assert!(!page.contains(secret), "{secret} is on the page");
    }
}

#[tokio::test]
async fn the_employers_name_is_shown_if_its_owner_chose_so() {
    let app = TestApp::start().await;
    let him = approved(&app, 1, |it| it).await;
    let her = approved(&app, 2, |it| as_woman(it).with("employerId", "google")).await;
    introduce(&app).await;
    let name = async || list(&app, &him).await[0]["person"]["employerName"].clone();
    assert_eq!(name().await, Value::Null);
    let choices = json!({
        "pausedUntil": null, "hideFromColleagues": false, "showEmployer": true, "readReceipts": false,
    });
    app.put("/api/privacy", &her, &choices).await.ok();
    assert_eq!(name().await, "Google");
}

#[tokio::test]
async fn a_move_within_the_cell_changes_no_answer() {
    let mut pages = Vec::new();
    for (latitude, longitude) in [(25.031, 121.531), (25.049, 121.549), (25.03, 121.53)] {
        let app = TestApp::start().await;
        let him = approved(&app, 1, |it| it).await;
        approved(&app, 2, |it| {
            as_woman(it)
                .with("latitude", latitude)
                .with("longitude", longitude)
        })
        .await;
        introduce(&app).await;
        let mut page = app.get("/api/introductions", &him).await.ok();
        // Ids and signed URLs are random.
        let introduction = &mut page["introductions"][0];
        introduction["introductionId"].take();
        introduction["person"]["photos"].take();
        pages.push(page.to_string());
    }
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
}
