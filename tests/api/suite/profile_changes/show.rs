//! The change as the reviewer sees it: old and new values in the words of the form, and links to files.

use enmusubi_server::features::review::Subject;

use super::{only_id, propose, withdraw};
use crate::suite::prelude::*;

async fn shown(app: &TestApp) -> String {
    let id = only_id(app).await;
    let subject = Subject::Change(id);
    app.running.app.reviews.show(&subject).await.unwrap()
}

#[tokio::test]
async fn a_change_shows_old_and_new_values_of_the_changed_fields_only() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let body =
        json!({ "height": 180, "incomeRange": "OVER_500", "school": "臺灣大學", "smoke": true });
    propose(&app, &session, &body).await.expect(202);
    app.clock.advance(3 * 60 * 60);
    let text = shown(&app).await;
    let id = only_id(&app).await;
    assert!(text.starts_with(&format!("{id}\n\nReview\n")), "{text}");
    for line in [
        format!("  Member   {}", person(1)),
        "  Waiting  for 3 h, since 2026-11-21 04:00 UTC".to_owned(),
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line} in {text}");
    }
    let rows: Vec<String> = text
        .lines()
        .skip_while(|line| *line != "What has changed")
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for pair in [
        ["Height 180 cm", "before 170 cm"],
        ["School 臺灣大學", "before Not given"],
        ["Do you smoke? Yes", "before No"],
    ] {
        assert!(
            rows.windows(2).any(|rows| rows == pair),
            "{pair:?} in {rows:?}"
        );
    }
    assert_eq!(rows.len(), 9, "{rows:?}");
    for absent in ["王小明", "Nickname", "City"] {
        assert!(!text.contains(absent), "{absent} in {text}");
    }
}

#[tokio::test]
async fn texts_of_a_member_cannot_control_the_reviewers_terminal() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let note = "First line.\nReview  APPROVED";
    let body = json!({ "verifyDescription": note, "nickname": "Mei\u{200f}!" });
    propose(&app, &session, &body).await.expect(202);
    let text = shown(&app).await;
    let fakes = text
        .lines()
        .filter(|line| line.ends_with("Review  APPROVED"));
    let fakes: Vec<&str> = fakes.collect();
    assert!(fakes.len() == 1 && fakes[0].starts_with("      "), "{text}");
    assert!(text.contains("Mei\\u{200f}!"), "{text}");
    // The rules refuse this, but an older build or a manual change may have stored it.
    let sql = "UPDATE profile_change SET proposed = '{\"school\":\"A\\u001b[2J\"}'";
    let writes = &app.running.app.database.writes;
    writes.execute_unprepared(sql).await.unwrap();
    let text = shown(&app).await;
    let is_plain = |character: char| character == '\n' || !character.is_control();
    assert!(text.chars().all(is_plain), "{text:?}");
    assert!(text.contains("\\u{1b}[2J"), "{text}");
}

#[tokio::test]
async fn files_are_shown_by_links_and_the_evidence_as_a_whole() {
    let app = TestApp::start().await;
    let session = approved(&app, &person(1)).await;
    let (photo, badge) = (app.photo(&session).await, app.document(&session).await);
    let body = json!({
        "photoNameList": [photo], "employerId": "google", "verifyMethod": "DOCUMENT",
        "verifyTempFileName": badge,
    });
    propose(&app, &session, &body).await.expect(202);
    let text = shown(&app).await;
    let link = text.lines().find(|line| line.contains(&photo)).unwrap();
    assert!(link.starts_with("  Photo 1 "), "{text}");
    let path = &link[link
        .find("/_ipx/")
        .unwrap_or_else(|| link.find("/api/").unwrap())..];
    assert_eq!(app.get(path, &Credentials::None).await.status, 200);
    assert!(
        text.lines().any(|line| line.starts_with("  Now Photo 1 ")),
        "{text}"
    );
    let badge = text.lines().find(|line| line.contains(&badge)).unwrap();
    assert!(badge.starts_with("  Document "), "{text}");
    for end in ["  Google", "  https://www.example.com/in/xiaoming"] {
        assert!(
            text.lines().any(|shown| shown.ends_with(end)),
            "{end} in {text}"
        );
    }
    let id = only_id(&app).await;
    withdraw(&app, &session).await;
    let refused = {
        let subject = Subject::Change(id);
        let reviews = &app.running.app.reviews;
        reviews.show(&subject).await.unwrap_err()
    };
    assert!(refused.to_string().contains("WITHDRAWN already"));
}
