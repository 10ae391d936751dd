//! Access to an introduction: only its two members see and answer it, while both may be seen.

use super::{answer, choose, list, say};
use crate::suite::prelude::*;

#[tokio::test]
async fn an_introduction_of_others_looks_like_one_that_never_existed() {
    let couple = Couple::introduced().await;
    let (app, him, _, id) = couple.parts();
    let stranger = man(app, 3).await;
    let never = "00000000-0000-4000-8000-000000000000";
    let expected = say(app, &stranger, never, "YES").await;
    assert_eq!(expected.status, 404);
    for id in [id, "1", "%00", "x'; DROP TABLE introduction", "愛"] {
        let refused = say(app, &stranger, id, "YES").await;
        assert_eq!(refused.seen(), expected.seen(), "{id}");
    }
    let longest = "x".repeat(4000);
    say(app, &stranger, &longest, "YES").await.refused("E003");
    assert_eq!(list(app, him).await[0]["answer"], Value::Null);
}

#[tokio::test]
async fn whoever_pauses_is_suspended_or_deletes_the_account_disappears() {
    for step in ["pause", "suspend", "delete"] {
        let couple = Couple::introduced().await;
        let (app, man, woman, id) = couple.parts();
        let never = say(app, man, "00000000-0000-4000-8000-000000000000", "YES").await;
        match step {
            "pause" => choose(app, woman, Some("FOREVER"), false).await,
            "suspend" => decided(app, &person(2), ReviewAction::Suspend, "").await,
            _ => {
                app.delete_account(woman).await;
            }
        }
        assert_eq!(list(app, man).await.len(), 0, "{step}");
        for word in ["YES", "NO"] {
            let refused = say(app, man, id, word).await;
            assert_eq!(refused.seen(), never.seen(), "{step}");
        }
    }
}

#[tokio::test]
async fn the_export_has_the_members_own_part_and_a_deletion_removes_it() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    let his = json!({ "answer": "YES", "note": "His own words." });
    answer(app, man, id, &his).await.ok();
    let hers = json!({ "answer": "YES", "note": "Words of hers." });
    answer(app, woman, id, &hers).await.ok();
    let files = export(app, man).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    let introduction = &exported["introductions"]["introductions"][0];
    assert_eq!(introduction["note"], "His own words.");
    assert_eq!(introduction["answer"], "YES");
    assert_eq!(introduction["matchedAt"], "2026-11-21T04:00:00.000Z");
    assert_eq!(exported["introductions"]["latestSet"], "2026-11-21");
    let text = exported.to_string();
    for of_hers in ["Words of hers", "小美", &person(2)] {
        assert!(!text.contains(of_hers), "{of_hers}");
    }
    app.delete_account(man).await;
    for table in ["introduction", "introduction_side"] {
        let left = format!("SELECT COUNT(*) FROM {table}");
        assert_eq!(app.number(&left).await, 0);
    }
    assert_eq!(list(app, woman).await.len(), 0);
}
