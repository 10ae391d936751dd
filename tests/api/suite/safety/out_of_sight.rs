//! Pairs that the member can no longer see: blocks and reports work, and their answers tell nothing about the other
//! member.

use super::super::introductions::{choose, list};
use super::{
    NEVER, block, is_over_for_both, leave, list_blocks, list_matches, report, reports_of,
    send_note, snapshot,
};
use crate::suite::prelude::*;

/// The ways in which the woman of a couple gets out of the man's sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Expiry,
    Pause,
    BlockOfIntroduction,
    BlockOfMatch,
    Report,
    Suspension,
    SheLeaves,
    HeLeaves,
}

const WAYS: [Way; 8] = [
    Way::Expiry,
    Way::Pause,
    Way::BlockOfIntroduction,
    Way::BlockOfMatch,
    Way::Report,
    Way::Suspension,
    Way::SheLeaves,
    Way::HeLeaves,
];

/// Makes a couple who can no longer see each other.
async fn parted(way: Way) -> Couple {
    let is_introduction = matches!(way, Way::Expiry | Way::Pause | Way::BlockOfIntroduction);
    let mut couple = if is_introduction {
        Couple::introduced().await
    } else {
        Couple::matched().await
    };
    let (app, woman, id) = (&couple.app, &couple.woman, &couple.id);
    let her_match = json!({ "matchId": couple.id });
    match way {
        Way::Expiry => {
            app.clock.advance(8 * DAY_S);
            couple.man = couple.app.session(&person(1)).await;
            couple.woman = couple.app.session(&person(2)).await;
        }
        Way::Pause => choose(app, woman, Some("FOREVER"), false).await,
        Way::BlockOfIntroduction | Way::BlockOfMatch => {
            block(app, woman, &her_match).await.expect(204);
        }
        Way::Report => {
            let body = json!({ "matchId": couple.id, "category": "PHOTO" });
            report(app, woman, &body).await.expect(204);
        }
        Way::Suspension => decided(app, &person(2), ReviewAction::Suspend, "").await,
        Way::SheLeaves => drop(leave(app, woman, id).await.expect(204)),
        Way::HeLeaves => drop(leave(app, &couple.man, id).await.expect(204)),
    }
    assert_eq!(list(&couple.app, &couple.man).await.len(), 0, "{way:?}");
    let matches = list_matches(&couple.app, &couple.man).await;
    assert_eq!(matches.len(), 0, "{way:?}");
    couple
}

#[tokio::test]
async fn a_report_gets_the_same_answer_whatever_has_parted_the_two() {
    let in_sight = Couple::introduced().await;
    let body = json!({ "introductionId": in_sight.id, "category": "HARASSMENT" });
    let expected = report(&in_sight.app, &in_sight.man, &body).await;
    for way in WAYS {
        let couple = parted(way).await;
        let (app, man) = (&couple.app, &couple.man);
        let body = json!({ "matchId": couple.id, "category": "HARASSMENT" });
        let answer = report(app, man, &body).await;
        assert_eq!(answer.seen(), expected.seen(), "{way:?}");
        answer.expect(204);
        assert_eq!(reports_of(app, &person(1)).await, 1, "{way:?}");
        assert_eq!(snapshot(app, &person(1)).await["isOutOfSight"], true);
        assert_eq!(list_blocks(app, man).await.len(), 1, "{way:?}");
    }
}

#[tokio::test]
async fn a_block_gets_the_same_answer_whatever_has_parted_the_two() {
    let in_sight = Couple::introduced().await;
    let body = json!({ "introductionId": in_sight.id });
    let expected = block(&in_sight.app, &in_sight.man, &body).await;
    for way in WAYS {
        let couple = parted(way).await;
        let body = json!({ "matchId": couple.id });
        let answer = block(&couple.app, &couple.man, &body).await;
        assert_eq!(answer.seen(), expected.seen(), "{way:?}");
        answer.expect(204);
        let blocks = list_blocks(&couple.app, &couple.man).await;
        assert_eq!(blocks.len(), 1, "{way:?}");
        // The woman may have another nickname by now, which the man must not see.
        assert_eq!(blocks[0]["nickname"], "", "{way:?}");
    }
}

#[tokio::test]
async fn a_report_holds_after_the_end_of_a_pause() {
    let couple = parted(Way::Pause).await;
    // A paused member still sees the introduction.
    assert_eq!(list(&couple.app, &couple.woman).await.len(), 1);
    let body = json!({ "introductionId": couple.id, "category": "HARASSMENT" });
    report(&couple.app, &couple.man, &body).await.expect(204);
    choose(&couple.app, &couple.woman, None, false).await;
    is_over_for_both(&couple).await;
}

/// Sends a block and a report, and returns the answers.
async fn both_calls(couple: &Couple, who: &Credentials, id: &str) -> [Answer; 2] {
    let body = json!({ "matchId": id, "category": "HARASSMENT" });
    [
        report(&couple.app, who, &body).await,
        block(&couple.app, who, &body).await,
    ]
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_to_report_and_looks_like_a_pair_that_never_was() {
    for couple in [Couple::introduced().await, Couple::matched().await] {
        couple.app.delete_account(&couple.woman).await;
        let never = both_calls(&couple, &couple.man, NEVER).await;
        let gone = both_calls(&couple, &couple.man, &couple.id).await;
        for (answer, expected) in gone.iter().zip(&never) {
            assert_eq!(expected.status, 404);
            assert_eq!(answer.seen(), expected.seen());
        }
    }
}

#[tokio::test]
async fn a_pair_of_others_is_never_reported_also_after_its_end() {
    for way in [Way::SheLeaves, Way::BlockOfIntroduction] {
        let couple = parted(way).await;
        let stranger = man(&couple.app, 3).await;
        let never = both_calls(&couple, &stranger, NEVER).await;
        let of_others = both_calls(&couple, &stranger, &couple.id).await;
        for (answer, expected) in of_others.iter().zip(&never) {
            assert_eq!(expected.status, 404);
            assert_eq!(answer.seen(), expected.seen(), "{way:?}");
        }
        assert_eq!(reports_of(&couple.app, &person(3)).await, 0);
    }
}

#[tokio::test]
async fn the_reviewer_of_a_match_that_has_ended_reads_its_notes_and_the_profile_of_now() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    send_note(app, woman, id, "Send me money.")
        .await
        .expect(201);
    leave(app, woman, id).await.expect(204);
    let texts = json!({ "dailyLife": "Crypto in the morning." });
    app.put("/api/user-profile/texts", woman, &texts).await.ok();
    let body = json!({ "matchId": id, "category": "SALES_OR_SCAM" });
    report(app, man, &body).await.expect(204);
    let seen = snapshot(app, &person(1)).await;
    assert_eq!(seen["notes"][0]["text"], "Send me money.");
    assert_eq!(seen["notes"][0]["author"], "reported");
    assert_eq!(seen["answers"], json!({ "reporter": "", "reported": "" }));
    assert_eq!(seen["person"]["nickname"], "小美");
    assert_eq!(seen["person"]["dailyLife"], "Crypto in the morning.");
    assert_eq!(seen["photos"].as_array().map(Vec::len), Some(1));
    // The export of the reporter has nothing of the snapshot.
    let files = super::super::user_export::export(app, man).await;
    let exported: Value = serde_json::from_slice(&files["profile.json"]).unwrap();
    assert_eq!(exported["reports"][0]["category"], "SALES_OR_SCAM");
    let exported = exported.to_string();
    for hidden in ["小美", "Crypto", "money"] {
        assert!(!exported.contains(hidden), "{hidden}");
    }
}
