//! Answers to introductions: yes, no, both, and too late.

use enmusubi_tests::answer::answer_cases;
use futures_util::future::join;

use super::{answer, list, only_id};
use crate::suite::prelude::*;

#[tokio::test]
async fn two_yes_are_a_match() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    let first = couple.say(man, "YES").await.ok();
    assert_eq!(first, json!({ "matchId": null }));
    // The woman does not see the man's answer.
    assert_eq!(list(app, woman).await[0]["answer"], Value::Null);
    assert_eq!(list(app, man).await[0]["answer"], "YES");
    let second = couple.say(woman, "YES").await.ok();
    assert_eq!(second["matchId"], id);
    // A client that got no response sends the answer again.
    for who in [man, woman] {
        let again = couple.say(who, "YES").await.ok();
        assert_eq!(again["matchId"], id);
        assert_eq!(
            list(app, who).await.len(),
            0,
            "a match is no open introduction"
        );
        couple.say(who, "NO").await.refused("E004");
    }
}

#[tokio::test]
async fn a_no_is_never_told() {
    let couple = Couple::introduced().await;
    let (app, man, woman, _) = couple.parts();
    let before = list(app, woman).await;
    couple.say(man, "NO").await.ok();
    assert_eq!(list(app, woman).await, before);
    // The woman gets the answer that she would get if the man had not answered.
    let answer = couple.say(woman, "YES").await.ok();
    assert_eq!(answer, json!({ "matchId": null }));
    app.clock.advance(7 * DAY_S - 1);
    let introductions = list(app, woman).await;
    assert_eq!(introductions[0]["answer"], "YES");
    app.clock.advance(1);
    for n in [1, 2] {
        let who = app.session(&person(n)).await;
        assert_eq!(list(app, &who).await.len(), 0);
        couple.say(&who, "YES").await.refused("E003");
    }
}

#[tokio::test]
async fn a_no_may_become_a_yes_until_the_next_set() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    couple.say(man, "NO").await.ok();
    couple.say(man, "NO").await.ok();
    couple.say(woman, "YES").await.ok();
    couple.say(woman, "NO").await.refused("E004");
    app.clock.advance(DAY_S - 1);
    let changed = couple.say(man, "YES").await.ok();
    assert_eq!(changed["matchId"], id);

    let couple = Couple::introduced().await;
    couple.say(&couple.man, "NO").await.ok();
    couple.app.clock.advance(DAY_S);
    couple.say(&couple.man, "YES").await.refused("E004");
    assert_eq!(list(&couple.app, &couple.man).await[0]["answer"], "NO");
}

#[tokio::test]
async fn two_yes_at_the_same_time_are_one_match() {
    for _ in 0..5 {
        let couple = Couple::introduced().await;
        let both = join(
            couple.say(&couple.man, "YES"),
            couple.say(&couple.woman, "YES"),
        );
        let (his, hers) = both.await;
        let (his, hers) = (his.ok(), hers.ok());
        let told = [his, hers]
            .iter()
            .filter(|it| it["matchId"] != Value::Null)
            .count();
        assert_eq!(told, 1, "the second of the two learns of the match");
        assert_eq!(list(&couple.app, &couple.man).await.len(), 0);
    }
}

#[tokio::test]
async fn the_server_accepts_what_the_vectors_accept() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    for case in answer_cases() {
        let sent = answer(app, man, id, &case.document().into()).await;
        if case.errors.is_empty() {
            // Only the first answer can be stored, and the other answers contradict it.
            assert!([200, 409].contains(&sent.status), "{}", case.name);
            continue;
        }
        sent.expect_field_errors(&case.errors, &case.name);
    }
    answer(app, man, id, &json!([])).await.refused("E009");
}

#[tokio::test]
async fn a_note_goes_with_the_yes_and_is_not_shown_before_a_match() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    let yes = json!({ "answer": "YES", "note": "Tea in the hills?" });
    answer(app, man, id, &yes).await.ok();
    answer(app, man, id, &yes).await.ok();
    let another = json!({ "answer": "YES", "note": "Coffee?" });
    answer(app, man, id, &another).await.refused("E004");
    let page = app.get("/api/introductions", woman).await;
    assert!(!String::from_utf8(page.bytes).unwrap().contains("Tea in"));
}

#[tokio::test]
async fn a_member_without_a_match_is_not_introduced_to_the_same_person_again() {
    let couple = Couple::introduced().await;
    let Couple { app, man, .. } = &couple;
    only_id(app, man).await;
    app.clock.advance(8 * DAY_S);
    // The members open the app again, so that they are available.
    for n in [1, 2] {
        let who = app.session(&person(n)).await;
        assert_eq!(list(app, &who).await.len(), 0);
    }
    assert_eq!(introduce(app).await, 0);
}
