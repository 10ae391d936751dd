//! A reviewer decides, and the member sees the decision.

use enmusubi_core::review::{CaseAction, CaseDecision, Reason};
use enmusubi_server::App;
use enmusubi_server::features::review::{Decision, ReviewError, Subject};

use super::database::texts_about;
use crate::suite::prelude::*;

/// The actions of a reviewer that lead to each state of the review, from PENDING on.
pub(crate) const STATES: [&[ReviewAction]; 5] = [
    &[],
    &[ReviewAction::Approve],
    &[ReviewAction::AskForInfo],
    &[ReviewAction::Reject],
    &[ReviewAction::Approve, ReviewAction::Suspend],
];

/// Registers an approved member and logs in.
pub(crate) async fn approved(app: &TestApp, line_user_id: &str) -> Credentials {
    let session = app.member(line_user_id).await;
    decided(app, line_user_id, ReviewAction::Approve, "").await;
    session
}

/// Takes a step of the review as a person at the command line, or appeals as the member. A step against the member is
/// about the field `asked`, or about another field if `asked` is empty.
pub(crate) async fn decided(app: &TestApp, line_user_id: &str, action: ReviewAction, asked: &str) {
    let path = if asked.is_empty() { "aboutMe" } else { asked };
    let reasons = vec![reason(path, "unclear", "")];
    let taken = try_step(&app.running.app, line_user_id, action, reasons).await;
    taken.unwrap_or_else(|refused| panic!("{action}: {refused}"));
}

/// Takes a step of the review as [`decided`] does. An approval has no reasons.
pub(crate) async fn try_step(
    app: &App,
    line_user_id: &str,
    action: ReviewAction,
    reasons: Vec<Reason>,
) -> Result<(), ReviewError> {
    let reviews = &app.reviews;
    let reads = &app.database.reads;
    // An appeal goes to another person than the one who rejected.
    let name = "SELECT CASE WHEN appealed THEN 'ralf' ELSE 'rita' END FROM account
        WHERE line_user_id = $1";
    let name = texts_about(reads, name, line_user_id).await;
    let name = name.first().map_or("rita", String::as_str);
    let action = match action {
        ReviewAction::Claim => {
            let claimed = reviews.claim_profile(line_user_id, name).await;
            return claimed.map(drop);
        }
        ReviewAction::Release => return reviews.release_profile(line_user_id, name).await,
        ReviewAction::Suspend => return reviews.suspend(line_user_id, reasons, name).await,
        ReviewAction::Reinstate => return reviews.reinstate(line_user_id, name).await,
        ReviewAction::Appeal => {
            let appealed = reviews.appeal(line_user_id, "Please look again.").await;
            return Ok(appealed.map(drop)?);
        }
        ReviewAction::Approve => CaseAction::Approve,
        ReviewAction::AskForInfo => CaseAction::AskForInfo,
        ReviewAction::Reject => CaseAction::Reject,
        other => panic!("no reviewer takes the step {other}"),
    };
    let mut decision = CaseDecision::new(action, reasons);
    if action == CaseAction::Approve {
        decision.reasons.clear();
        let latest = "SELECT evidence, employer_id FROM review_case
            WHERE account_id = (SELECT id FROM account WHERE line_user_id = $1)
            ORDER BY id DESC LIMIT 1";
        if let [evidence, employer_id] = texts_about(reads, latest, line_user_id).await.as_slice()
            && evidence != "WORK_EMAIL"
        {
            decision.employer_id.clone_from(employer_id);
            if employer_id.is_empty() {
                "A bakery".clone_into(&mut decision.employer_name);
            }
        }
    }
    let decision = Decision {
        decision,
        birthday: None,
        actor: name.to_owned(),
    };
    let subject = Subject::Profile(line_user_id.to_owned());
    reviews.decide(&subject, &decision).await
}

pub(crate) fn reason(path: &str, code: &str, note: &str) -> Reason {
    let [path, code, note] = [path, code, note].map(str::to_owned);
    Reason { path, code, note }
}

#[tokio::test]
async fn an_approved_member_sees_it() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    decided(&app, &person(1), ReviewAction::Approve, "").await;
    assert_eq!(app.my_info(&session).await.ok()["reviewStatus"], "APPROVED");
    let status = app
        .review_status(&app.id_token(&person(1)), &person(1))
        .await
        .ok();
    assert_eq!(status, json!({ "reviewStatus": "APPROVED" }));
}

#[tokio::test]
async fn a_member_sees_which_field_the_reviewer_asks_for() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let reason = json!({ "path": "photoNameList[0]", "code": "unclear", "note": "a face, please" });
    let asked = vec![serde_json::from_value(reason.clone()).unwrap()];
    let action = ReviewAction::AskForInfo;
    let taken = try_step(&app.running.app, &person(1), action, asked).await;
    taken.unwrap();
    let info = app.my_info(&session).await.ok();
    assert_eq!(info["reviewStatus"], "NEEDS_INFO");
    assert_eq!(info["review"]["reasons"], json!([reason]));
    let status = app.review_status(&session, &person(1)).await;
    assert_eq!(status.ok(), json!({ "reviewStatus": "NEEDS_INFO" }));
}

#[tokio::test]
async fn a_suspension_ends_every_session_and_a_login_shows_it() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    for action in [ReviewAction::Approve, ReviewAction::Suspend] {
        app.clock.advance(MINUTE_S);
        decided(&app, &person(1), action, "").await;
    }
    app.my_info(&session).await.refused("E001A");
    let again = app.session(&person(1)).await;
    assert_eq!(app.my_info(&again).await.ok()["reviewStatus"], "SUSPENDED");
}

#[tokio::test]
async fn a_decision_that_the_state_forbids_changes_nothing() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let server = &app.running.app;
    for action in [ReviewAction::Suspend, ReviewAction::Reinstate] {
        let reasons = vec![reason("aboutMe", "unclear", "")];
        let refused = try_step(server, &person(1), action, reasons).await;
        assert!(
            matches!(refused, Err(ReviewError::Forbidden(_))),
            "{action}"
        );
    }
    assert_eq!(app.my_info(&session).await.ok()["reviewStatus"], "PENDING");
    let unknown = try_step(server, &person(2), ReviewAction::Approve, Vec::new()).await;
    assert!(matches!(unknown, Err(ReviewError::UnknownUser(_))));
}

#[tokio::test]
async fn a_reviewer_cannot_ask_for_a_field_that_cannot_be_resubmitted() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    let reason = |path: &str| reason(path, "unclear", "");
    for reasons in [
        vec![],
        vec![reason("shoeSize")],
        vec![reason("account"), reason("password")],
    ] {
        let action = ReviewAction::AskForInfo;
        let refused = try_step(&app.running.app, &person(1), action, reasons).await;
        assert!(matches!(refused, Err(ReviewError::Broken(_))));
    }
    assert_eq!(app.my_info(&session).await.ok()["reviewStatus"], "PENDING");
}

#[tokio::test]
async fn texts_of_a_member_cannot_control_the_reviewers_terminal() {
    let app = TestApp::start().await;
    let about_me = "Tea, hills and more.\nstatus: APPROVED";
    let body = app.profile_of(&person(1)).await.with("aboutMe", about_me);
    let body = body.with("nickname", "Mei\u{200f}\u{2028}!").build();
    app.create_user_profile(&app.id_token(&person(1)), &body)
        .await
        .expect(201);
    let note = "see\u{1b}]0;title\u{7}\nstatus: APPROVED";
    let asked = vec![reason("name", "unclear", note)];
    let server = &app.running.app;
    let taken = try_step(server, &person(1), ReviewAction::AskForInfo, asked).await;
    taken.unwrap();
    let listed = server.reviews.list(None).await.unwrap();
    assert!(listed.ends_with(" Mei\\u{200f}\\u{2028}!"), "{listed}");

    // The rules refuse these texts, but an older build or a manual change may have stored them.
    let sql = "UPDATE profile SET nickname = 'A\u{1b}[2J\rB\u{9b}31m', name = 'C\u{8}\u{202e}D\nstatus: APPROVED'";
    let database = &server.database.writes;
    database.execute_unprepared(sql).await.unwrap();
    let listed = server.reviews.list(None).await.unwrap();
    assert!(
        listed.ends_with(" A\\u{1b}[2J\\u{d}B\\u{9b}31m"),
        "{listed}"
    );
    let shown = server
        .reviews
        .show(&Subject::Profile(person(1)))
        .await
        .unwrap();
    for line in [
        "  Nickname   A\\u{1b}[2J\\u{d}B\\u{9b}31m",
        "  Full name  C\\u{8}\\u{202e}D",
        "  About me  Tea, hills and more.",
        "  Full name                 unclear: see\\u{1b}]0;title\\u{7}\\u{a}status: APPROVED",
    ] {
        assert!(
            shown.lines().any(|shown| shown == line),
            "{line:?} in {shown:?}"
        );
    }
    for text in [&listed, &shown] {
        let is_plain = |character: char| character == '\n' || !character.is_control();
        assert!(text.chars().all(is_plain), "{text:?}");
    }
    let states: Vec<&str> = shown
        .lines()
        .filter(|line| line.starts_with("  Status ") || line.starts_with("status:"))
        .collect();
    assert_eq!(states, ["  Status    More information needed (NEEDS_INFO)"]);
    // Second lines of texts are indented by more than the two spaces of a label.
    let fakes = shown
        .lines()
        .filter(|line| line.ends_with(" status: APPROVED"));
    let fakes: Vec<&str> = fakes.collect();
    assert_eq!(fakes.len(), 2, "{shown:?}");
    assert!(
        fakes.iter().all(|line| line.starts_with("     ")),
        "{fakes:?}"
    );
}

#[tokio::test]
async fn codes_of_older_decisions_stay_readable() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    decided(&app, &person(1), ReviewAction::AskForInfo, "aboutMe").await;
    let sql = r#"UPDATE review_event SET reasons = '[{"path":"aboutMe","code":"too_short","note":""}]'
                 WHERE action = 'ASK_FOR_INFO'"#;
    let server = &app.running.app;
    server
        .database
        .writes
        .execute_unprepared(sql)
        .await
        .unwrap();
    let info = app.my_info(&session).await.ok();
    let reason = json!({ "path": "aboutMe", "code": "too_short", "note": "" });
    assert_eq!(info["review"]["reasons"], json!([reason]));
    let shown = server
        .reviews
        .show(&Subject::Profile(person(1)))
        .await
        .unwrap();
    assert!(
        shown.ends_with("\n  About me                  too_short"),
        "{shown}"
    );
}

#[tokio::test]
async fn the_list_begins_with_the_profile_that_waits_longest() {
    let app = TestApp::start().await;
    for number in 1..=3 {
        app.member(&person(number)).await;
        app.clock.advance(MINUTE_S);
    }
    // The first person sends something again, and then waits for the shortest time.
    decided(&app, &person(1), ReviewAction::AskForInfo, "aboutMe").await;
    let session = app.session(&person(1)).await;
    let request = app
        .request(
            reqwest::Method::PUT,
            "/api/user-profile/resubmission",
            &session,
        )
        .json(&json!({ "aboutMe": "On Sundays I bake for my neighbours." }));
    app.send(request).await.ok();
    decided(&app, &person(3), ReviewAction::Approve, "").await;
    app.clock.advance(2 * 60 * MINUTE_S);

    let listed = app.running.app.reviews.list(None).await.unwrap();
    let rows: Vec<Vec<&str>> = listed
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows[0],
        ["STATUS", "USER", "ID", "REGISTERED", "WAITING", "NICKNAME"]
    );
    let shown: Vec<(&str, &str, &[&str])> = rows[1..]
        .iter()
        .map(|row| (row[0], row[1], &row[5..row.len() - 1]))
        .collect();
    let people = [person(2), person(1), person(3)];
    assert_eq!(
        shown,
        [
            ("PENDING", people[0].as_str(), ["2", "h"].as_slice()),
            ("PENDING", people[1].as_str(), ["2", "h"].as_slice()),
            ("APPROVED", people[2].as_str(), [].as_slice()),
        ]
    );
}
