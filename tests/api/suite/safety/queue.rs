//! The reviewers' queue of reports, and their decisions.

use enmusubi_server::features::review::{
    IdTarget, ReportCommand, ReviewCommand, ReviewError, Reviewer,
};

use super::super::introductions::list;
use super::{NEVER, leave, list_news, report, reports_of, send_note};
use crate::suite::prelude::*;

async fn run(app: &TestApp, command: ReportCommand) -> Result<String, ReviewError> {
    let command = ReviewCommand::Reports(command);
    app.running.app.reviews.run(command).await
}

/// Returns the ids of the reports in the queue.
async fn queue(app: &TestApp) -> Vec<String> {
    let shown = run(app, ReportCommand::List).await.unwrap();
    let lines = shown.lines().skip(1);
    let ids = lines.filter_map(|line| line.split_whitespace().next());
    ids.map(str::to_owned).collect()
}

const NONE: &str = "No open case of the kind REPORT.";

async fn show(app: &TestApp, id: &str) -> String {
    let id = id.to_owned();
    run(app, ReportCommand::Show { id }).await.unwrap()
}

fn target(id: &str) -> IdTarget {
    IdTarget {
        id: id.to_owned(),
        reviewer: Reviewer {
            actor: "rita".to_owned(),
        },
    }
}

async fn dismiss(app: &TestApp, id: &str) -> Result<String, ReviewError> {
    run(app, ReportCommand::Dismiss(target(id))).await
}

async fn uphold(app: &TestApp, id: &str) -> Result<String, ReviewError> {
    run(app, ReportCommand::Uphold(target(id))).await
}

/// Reports the first introductions of a member, one a minute.
async fn report_each(app: &TestApp, who: &Credentials, categories: &[&str]) {
    for category in categories {
        let id = list(app, who).await[0]["introductionId"].clone();
        let body =
            json!({ "introductionId": id, "category": category, "note": "See for yourself." });
        report(app, who, &body).await.expect(204);
        app.clock.advance(MINUTE_S);
    }
}

#[tokio::test]
async fn reports_of_danger_come_first_and_a_reviewer_sees_how_reliable_the_reporter_is() {
    let app = TestApp::start().await;
    let (ann, bea) = (woman(&app, 1).await, woman(&app, 2).await);
    for n in 101..=105 {
        man(&app, n).await;
    }
    introduce(&app).await;
    assert_eq!(run(&app, ReportCommand::List).await.unwrap(), NONE);
    let hers = ["OTHER", "FALSE_FACTS", "PHOTO", "UNDER_AGE"];
    report_each(&app, &ann, &hers).await;
    report_each(&app, &bea, &["PHOTO", "SALES_OR_SCAM", "HARASSMENT"]).await;
    let ids = queue(&app).await;
    let mut categories = Vec::new();
    for id in &ids {
        let shown = show(&app, id).await;
        let line = shown.lines().find_map(|it| it.strip_prefix("  Category "));
        let category = line.unwrap().split(':').next().unwrap();
        categories.push(category.trim().to_owned());
    }
    let expected = [
        "UNDER_AGE",
        "HARASSMENT",
        "OTHER",
        "FALSE_FACTS",
        "PHOTO",
        "PHOTO",
        "SALES_OR_SCAM",
    ];
    assert_eq!(categories, expected);
    let listed = run(&app, ReportCommand::List).await.unwrap();
    let urgent = listed.lines().filter(|line| line.ends_with(" yes"));
    assert_eq!(urgent.count(), 2, "{listed}");
    let answer = dismiss(&app, &ids[2]).await.unwrap();
    assert_eq!(answer, format!("{}: NO_ACTION is in effect", ids[2]));
    assert_eq!(queue(&app).await, [&ids[..2], &ids[3..]].concat());
    let shown = show(&app, &ids[3]).await;
    assert!(shown.contains("0 upheld, 1 dismissed, 3 open"), "{shown}");
}

#[tokio::test]
async fn a_reviewer_sees_the_report_with_all_texts_escaped() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    let faked = "Hi\nReport\n  Category  PHOTO\u{2028}x";
    send_note(app, woman, id, faked).await.expect(201);
    let body = json!({
        "matchId": id, "category": "SALES_OR_SCAM", "note": "She wants money.\nDecision  UPHELD",
    });
    report(app, man, &body).await.expect(204);
    app.clock.advance(MINUTE_S);
    let report_id = queue(app).await.remove(0);
    let shown = show(app, &report_id).await;
    for part in [
        "SALES_OR_SCAM: The person sells something",
        "She wants money.",
        &person(2),
        "小美",
        "0 upheld, 0 dismissed, 1 open",
        "\\u{2028}x",
        "/api/file/fetch/",
    ] {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    assert!(!shown.contains(&person(1)), "{shown}");
    assert!(!shown.contains('\u{2028}'));
    let is_faked = |line: &&str| line.starts_with("Report") || line.starts_with("  Category");
    assert_eq!(shown.lines().filter(is_faked).count(), 2, "{shown}");
    assert!(!shown.lines().any(|line| line.starts_with("  Decision")));
    assert!(!shown.contains("陳美麗"), "the card has no name");
    uphold(app, &report_id).await.unwrap();
    let shown = show(app, &report_id).await;
    assert!(
        shown.contains("UPHOLD by rita, 2026-11-21 04:01 UTC"),
        "{shown}"
    );
}

#[tokio::test]
async fn a_report_that_is_sent_again_is_stored_once_and_one_reporter_is_one_voice() {
    let couple = Couple::matched().await;
    let (app, man, woman, id) = couple.parts();
    leave(app, woman, id).await.expect(204);
    let body = json!({ "matchId": id, "category": "HARASSMENT", "note": "She shouts." });
    let (one, other) = tokio::join!(report(app, man, &body), report(app, man, &body));
    one.expect(204);
    other.expect(204);
    assert_eq!(reports_of(app, &person(1)).await, 1);
    let body = json!({ "matchId": id, "category": "HARASSMENT", "note": "And on LINE." });
    report(app, man, &body).await.expect(204);
    assert_eq!(reports_of(app, &person(1)).await, 2);
    let queue = queue(app).await;
    let shown = show(app, &queue[0]).await;
    let line = |label: &str| shown.lines().find(|line| line.contains(label)).unwrap();
    assert!(
        line("Members who report them").ends_with("1 open"),
        "{shown}"
    );
    assert!(
        line("Reports by the reporter").ends_with("2 open"),
        "{shown}"
    );
    assert!(
        shown.contains("no longer in the reporter's sight"),
        "{shown}"
    );
    // After a decision, the same words are a new report.
    dismiss(app, &queue[0]).await.unwrap();
    let body = json!({ "matchId": id, "category": "HARASSMENT", "note": "She shouts." });
    report(app, man, &body).await.expect(204);
    assert_eq!(reports_of(app, &person(1)).await, 3);
}

#[tokio::test]
async fn a_decision_is_news_for_the_reporter_and_punishes_nobody() {
    for is_upheld in [false, true] {
        let couple = Couple::introduced().await;
        let (app, man, woman, id) = couple.parts();
        let body = json!({ "introductionId": id, "category": "PHOTO" });
        report(app, man, &body).await.expect(204);
        let report_id = queue(app).await.remove(0);
        let decided = if is_upheld {
            uphold(app, &report_id).await
        } else {
            dismiss(app, &report_id).await
        };
        decided.unwrap();
        let news = list_news(app, man).await;
        assert_eq!(news[0]["kind"], "REPORT_HANDLED");
        let keys: Vec<&String> = news[0].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["at", "isRead", "kind", "newsId"]);
        let of_report = |entry: &&serde_json::Value| entry["kind"] == "REPORT_HANDLED";
        assert_eq!(
            list_news(app, woman).await.iter().filter(of_report).count(),
            0
        );
        let standing = app.my_info(woman).await.ok();
        assert_eq!(standing["reviewStatus"], "APPROVED");
        assert_eq!(run(app, ReportCommand::List).await.unwrap(), NONE);
    }
}

#[tokio::test]
async fn two_reviewers_at_once_make_one_decision() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    let body = json!({ "introductionId": id, "category": "PHOTO" });
    report(app, man, &body).await.expect(204);
    let report_id = queue(app).await.remove(0);
    let (one, other) = tokio::join!(dismiss(app, &report_id), uphold(app, &report_id));
    assert_ne!(one.is_ok(), other.is_ok());
    let refused = one.err().or(other.err()).unwrap();
    assert!(matches!(refused, ReviewError::Taken(_)), "{refused}");
    let again = dismiss(app, &report_id).await.unwrap_err();
    assert!(matches!(again, ReviewError::Taken(_)), "{again}");
    let news = list_news(app, man).await;
    let handled = news.iter().filter(|it| it["kind"] == "REPORT_HANDLED");
    assert_eq!(handled.count(), 1);
}

#[tokio::test]
async fn a_report_that_does_not_exist_or_was_deleted_is_unknown() {
    let couple = Couple::introduced().await;
    let (app, man, woman, id) = couple.parts();
    for id in [NEVER, "", "1", "\u{1b}[2J\0"] {
        let unknown = uphold(app, id).await.unwrap_err();
        assert!(matches!(unknown, ReviewError::UnknownReport(_)), "{id:?}");
        assert!(!unknown.to_string().contains('\u{1b}'));
    }
    let body = json!({ "introductionId": id, "category": "PHOTO" });
    report(app, man, &body).await.expect(204);
    let report_id = queue(app).await.remove(0);
    app.delete_account(woman).await;
    assert_eq!(run(app, ReportCommand::List).await.unwrap(), NONE);
    let unknown = dismiss(app, &report_id).await.unwrap_err();
    assert!(matches!(unknown, ReviewError::UnknownReport(_)));
}
