//! The export of blocks and reports, and the deletion of one of the two members.

use super::super::captured_log::contains_ignoring_case;
use super::{list_blocks, report, send_note};
use crate::suite::prelude::*;

/// Words that occur nowhere else.
const CANARY: &str = "kanarienvogel";

async fn exported(app: &TestApp, who: &Credentials) -> Value {
    let files = export(app, who).await;
    serde_json::from_slice(&files["profile.json"]).unwrap()
}

/// Makes a couple of whom the man has reported the woman, with marks in everything that both typed.
async fn reported() -> Couple {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let request = app.request(Method::PUT, "/api/user-profile/texts", woman);
    let texts = json!({ "dailyLife": format!("{CANARY} of hers") });
    app.send(request.json(&texts)).await.ok();
    let her_note = format!("{CANARY} in her note");
    send_note(app, woman, id, &her_note).await.expect(201);
    let his_note = format!("{CANARY} in his note");
    send_note(app, man, id, &his_note).await.expect(201);
    let body = json!({
        "matchId": id, "category": "OTHER", "note": format!("{CANARY} in his report"),
    });
    report(app, man, &body).await.expect(204);
    couple
}

fn is_in_database(app: &TestApp, mark: &str) -> bool {
    contains_ignoring_case(&app.database.dump(), mark)
}

#[tokio::test]
async fn the_export_has_the_members_own_blocks_and_reports_and_nothing_about_reports_by_others() {
    let Couple {
        app, man, woman, ..
    } = &reported().await;
    let his = exported(app, man).await;
    let at = "2026-11-21T04:00:00.000Z";
    assert_eq!(
        his["blocks"],
        json!([{ "nickname": "小美", "blockedAt": at }])
    );
    let expected = json!([{
        "category": "OTHER", "note": format!("{CANARY} in his report"), "reportedAt": at,
        "isHandled": false,
    }]);
    assert_eq!(his["reports"], expected);
    let text = his.to_string();
    for of_hers in ["of hers", "in her note", &person(2)] {
        assert!(!text.contains(of_hers), "{of_hers}");
    }
    let hers = exported(app, woman).await;
    assert_eq!(hers["blocks"], json!([]));
    assert_eq!(hers["reports"], json!([]));
    assert!(!hers.to_string().contains("in his report"));
}

#[tokio::test]
async fn a_deletion_of_the_reporter_or_the_reported_leaves_the_hashes_of_the_block_only() {
    for is_reporter in [true, false] {
        let Couple {
            app, man, woman, ..
        } = &reported().await;
        let (goes, stays) = if is_reporter {
            (man, woman)
        } else {
            (woman, man)
        };
        let goes_id = person(if is_reporter { 1 } else { 2 });
        let own: &[&str] = if is_reporter {
            &["in his note", "in his report"]
        } else {
            &["of hers", "in her note", "小美"]
        };
        let mut marks: Vec<String> = own.iter().map(|text| (*text).to_owned()).collect();
        marks.push(goes_id.to_lowercase());
        for mark in &marks {
            assert!(is_in_database(app, mark), "{mark} is missing");
        }
        app.delete_account(goes).await;
        assert_eq!(app.count("report").await, 0);
        let left = "SELECT COUNT(*) FROM block WHERE nickname = '' \
                    AND (blocker_id IS NULL) <> (blocked_id IS NULL)";
        assert_eq!(app.number(left).await, 1);
        for mark in &marks {
            let is_gone = async || !is_in_database(app, mark);
            wait_until(mark, Duration::from_mins(1), is_gone).await;
        }
        let n_blocks = list_blocks(app, stays).await.len();
        assert_eq!(n_blocks, usize::from(!is_reporter));
        app.delete_account(stays).await;
        let both = "SELECT COUNT(*) FROM block WHERE blocker_id IS NULL AND blocked_id IS NULL";
        assert_eq!(app.number(both).await, 1);
    }
}

#[tokio::test]
async fn a_block_has_hashes_in_the_place_of_line_user_ids() {
    let Couple { app, .. } = &reported().await;
    let open = format!(
        "SELECT COUNT(*) FROM block WHERE blocker_hash LIKE '%{0}%' OR blocked_hash LIKE '%{0}%'",
        "00000000"
    );
    assert_eq!(app.number(&open).await, 0);
    let differ = "SELECT COUNT(*) FROM block WHERE blocker_hash <> blocked_hash \
                  AND LENGTH(blocker_hash) = 43 AND LENGTH(blocked_hash) = 43";
    assert_eq!(app.number(differ).await, 1);
}
