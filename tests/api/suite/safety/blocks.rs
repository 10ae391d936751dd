//! Blocks: the pair ends for both, and the member who blocks has a list.

use super::super::introductions::list;
use super::{NEVER, block, is_over_for_both, list_blocks, list_news, send_note, unblock};
use crate::suite::prelude::*;

#[tokio::test]
async fn a_block_ends_an_introduction_for_both() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    block(app, man, &json!({ "introductionId": id }))
        .await
        .expect(204);
    is_over_for_both(&couple).await;
    let blocks = list_blocks(app, man).await;
    let block_id = blocks[0]["blockId"].as_str().unwrap();
    let expected = json!([{ "blockId": block_id, "nickname": "小美", "day": "2026-11-21" }]);
    assert_eq!(json!(blocks), expected);
    assert_eq!(list_blocks(app, woman).await.len(), 0);
}

#[tokio::test]
async fn a_block_ends_a_match_with_its_notes_contacts_and_news_for_both() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    send_note(app, woman, id, "Hello").await.expect(201);
    let n_before = list_news(app, man).await.len();
    block(app, woman, &json!({ "matchId": id }))
        .await
        .expect(204);
    is_over_for_both(&couple).await;
    assert!(list_news(app, man).await.len() < n_before);
    assert_eq!(list_blocks(app, woman).await.len(), 1);
    assert_eq!(list_blocks(app, man).await.len(), 0);
}

#[tokio::test]
async fn a_match_can_be_blocked_by_its_name_as_introduction() {
    // The introduction may have become a match while the member looked at its card.
    let couple = Couple::matched().await;
    let Couple { app, man, id, .. } = &couple;
    block(app, man, &json!({ "introductionId": id }))
        .await
        .expect(204);
    is_over_for_both(&couple).await;
}

#[tokio::test]
async fn two_members_who_block_each_other_at_once_both_have_a_block() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let body = json!({ "matchId": id });
    let (his, hers) = tokio::join!(block(app, man, &body), block(app, woman, &body));
    for (who, answer) in [(man, his), (woman, hers)] {
        answer.expect(204);
        assert_eq!(list_blocks(app, who).await.len(), 1);
    }
    is_over_for_both(&couple).await;
}

#[tokio::test]
async fn an_unblocked_member_is_not_introduced_a_second_time() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    block(app, man, &json!({ "introductionId": id }))
        .await
        .expect(204);
    let block_id = list_blocks(app, man).await[0]["blockId"].clone();
    let block_id = block_id.as_str().unwrap();
    let never = unblock(app, man, NEVER).await;
    assert_eq!(never.status, 404);
    for other_id in [block_id, "1", "%00", "x'; DROP TABLE block", "愛"] {
        let refused = unblock(app, woman, other_id).await;
        assert_eq!(refused.seen(), never.seen(), "{other_id}");
    }
    assert_eq!(list_blocks(app, man).await.len(), 1);
    unblock(app, man, block_id).await.expect(204);
    assert_eq!(list_blocks(app, man).await.len(), 0);
    assert_eq!(unblock(app, man, block_id).await.seen(), never.seen());
    app.clock.advance(DAY_S);
    introduce(app).await;
    is_over_for_both(&couple).await;
}

#[tokio::test]
async fn members_who_block_while_the_set_is_made_do_not_meet_again() {
    let app = super::TestApp::start().await;
    let (mut men, mut women) = (Vec::new(), Vec::new());
    for n in 1..=6 {
        men.push(man(&app, n).await);
        women.push(woman(&app, 100 + n).await);
    }
    introduce(&app).await;
    let mut blocks = Vec::new();
    for him in &men {
        for introduction in list(&app, him).await {
            let id = introduction["introductionId"].clone();
            blocks.push((him, json!({ "introductionId": id })));
        }
    }
    assert!(blocks.len() >= 24, "{}", blocks.len());
    app.clock.advance(DAY_S);
    let blocking =
        futures_util::future::join_all(blocks.iter().map(|(who, body)| block(&app, who, body)));
    let (answers, ()) = tokio::join!(blocking, async {
        for _ in 0..5 {
            introduce(&app).await;
        }
    });
    for answer in answers {
        answer.expect(204);
    }
    for who in men.iter().chain(&women) {
        for introduction in list(&app, who).await {
            assert_eq!(introduction["day"], "2026-11-22");
        }
    }
    let mut n_blocks = 0;
    for him in &men {
        n_blocks += list_blocks(&app, him).await.len();
    }
    assert_eq!(n_blocks, blocks.len());
}

#[tokio::test]
async fn a_block_makes_room_for_new_introductions() {
    let app = super::TestApp::start().await;
    let him = man(&app, 1).await;
    for n in 1..=8 {
        woman(&app, 100 + n).await;
    }
    for _ in 0..2 {
        introduce(&app).await;
        app.clock.advance(DAY_S);
    }
    let waiting = list(&app, &him).await;
    assert_eq!(waiting.len(), 8);
    woman(&app, 200).await;
    introduce(&app).await;
    assert_eq!(list(&app, &him).await.len(), 8);
    let id = &waiting[0]["introductionId"];
    block(&app, &him, &json!({ "introductionId": id }))
        .await
        .expect(204);
    let minute = std::time::Duration::from_mins(1);
    let has_new = async || list(&app, &him).await.len() == 8;
    super::super::waiting::wait_until("a new introduction", minute, has_new).await;
}
