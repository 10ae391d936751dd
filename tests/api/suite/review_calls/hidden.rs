//! A reviewer who is a member too does not see the cases of people they know, by any call.

use enmusubi_core::review::ReviewerRole;
use enmusubi_server::features::reviewer::ReviewerCommand;

use super::super::introductions::list;
use super::super::profile_changes::propose;
use super::super::reviewers::token_of;
use super::{CASES, Desk};
use crate::suite::prelude::*;

/// Adds a reviewer who is this member, and returns the cookie.
async fn member_at_work(desk: &Desk, n: u32) -> String {
    let command = ReviewerCommand::Add {
        name: "Mia".to_owned(),
        role: ReviewerRole::Reviewer,
        member: Some(person(n)),
    };
    let token = token_of(&desk.console.run(command).await);
    desk.console.enrolled(&token, 9).await.cookie
}

/// Proposes a change and returns the id of its case.
async fn change(desk: &Desk, session: &Credentials) -> i64 {
    let proposal = json!({ "occupation": "Baker" });
    propose(desk.app(), session, &proposal).await.expect(202);
    *desk.queue(&desk.lead).await.last().unwrap()
}

async fn is_hidden(desk: &Desk, who: &str, id: i64) -> bool {
    let is_listed = desk.queue(who).await.contains(&id);
    let path = format!("{CASES}/{id}");
    let one = json!({ "fence": 1 });
    let decision = json!({ "fence": 1, "version": 1, "action": "APPROVE" });
    let file = json!({ "fence": 1, "file": "photoNameList[0]" });
    let mut statuses = Vec::new();
    for (method, path, body) in [
        (Method::GET, format!("{path}?language=en"), None),
        (Method::PUT, format!("{path}/claim"), None),
        (Method::PUT, format!("{path}/lease"), Some(&one)),
        (Method::POST, format!("{path}/release"), Some(&one)),
        (Method::PUT, format!("{path}/decision"), Some(&decision)),
        (Method::DELETE, format!("{path}/decision"), None),
        (Method::POST, format!("{path}/evidence"), Some(&file)),
    ] {
        statuses.push(desk.call(method, &path, who, body).await.status);
    }
    let all_not_found = statuses.iter().all(|status| *status == 404);
    let none_not_found = statuses.iter().all(|status| *status != 404);
    assert!(
        if is_listed {
            none_not_found
        } else {
            all_not_found
        },
        "{is_listed} {statuses:?}"
    );
    !is_listed
}

#[tokio::test]
async fn cases_of_people_whom_the_reviewer_knows_stay_hidden() {
    let desk = Desk::open().await;
    let app = desk.app();
    let (own, known) = (man(app, 1).await, woman(app, 2).await);
    introduce(app).await;
    assert_eq!(list(app, &own).await.len(), 1);
    // The server may introduce a newcomer at any moment, but no man to a man.
    let stranger = man(app, 3).await;
    let mia = member_at_work(&desk, 1).await;
    let session = desk.get("/api/review/session", &mia).await.ok();
    assert_eq!(session["isMember"], true);

    let of_own = change(&desk, &own).await;
    let of_known = change(&desk, &known).await;
    let of_stranger = change(&desk, &stranger).await;
    assert!(is_hidden(&desk, &mia, of_own).await);
    assert!(is_hidden(&desk, &mia, of_known).await);
    assert!(!is_hidden(&desk, &mia, of_stranger).await);
    for id in [of_own, of_known] {
        assert!(!is_hidden(&desk, &desk.ralf, id).await);
    }
}

#[tokio::test]
async fn cases_of_blocked_people_and_their_reports_stay_hidden() {
    let desk = Desk::open().await;
    let app = desk.app();
    let (own, other) = (man(app, 1).await, woman(app, 2).await);
    introduce(app).await;
    let pair = list(app, &own).await[0]["introductionId"].clone();
    let report = json!({ "introductionId": pair, "category": "PHOTO" });
    let reported = app.post("/api/reports", &other, &report).await;
    assert_eq!(reported.status, 204);
    let about_own = *desk.queue(&desk.lead).await.last().unwrap();
    let mia = member_at_work(&desk, 1).await;
    let of_other = change(&desk, &other).await;
    assert!(is_hidden(&desk, &mia, about_own).await);
    assert!(is_hidden(&desk, &mia, of_other).await);
    assert!(!is_hidden(&desk, &desk.ralf, about_own).await);
}

#[tokio::test]
async fn cases_of_the_same_employer_stay_hidden() {
    let desk = Desk::open().await;
    let app = desk.app();
    for (n, employer) in [(1, "google"), (2, "google"), (3, "tsmc")] {
        let body = app.profile_of(&person(n)).await;
        let body = body.with("employerId", employer).build();
        let id_token = app.id_token(&person(n));
        app.create_user_profile(&id_token, &body).await.expect(201);
    }
    let [own, colleague, stranger] = desk.queue(&desk.lead).await[..] else {
        panic!("three cases wait")
    };
    let mia = member_at_work(&desk, 1).await;
    assert!(is_hidden(&desk, &mia, own).await);
    assert!(is_hidden(&desk, &mia, colleague).await);
    assert!(!is_hidden(&desk, &mia, stranger).await);
    let next = format!("{CASES}/next");
    let claim = desk.call(Method::POST, &next, &mia, None).await;
    assert_eq!(claim.ok()["claim"]["id"], stranger);
    let path = format!("{next}?employerId=google");
    let none = desk.call(Method::POST, &path, &mia, None).await;
    assert_eq!(none.ok()["claim"], serde_json::Value::Null);
}

async fn notices(desk: &Desk) -> serde_json::Value {
    let seen = desk.get("/api/review/statistics", &desk.lead).await;
    seen.ok()["notices"].take()
}

#[tokio::test]
async fn a_reviewer_who_registers_again_does_not_see_the_own_case() {
    let desk = Desk::open().await;
    let app = desk.app();
    let first = app.member(&person(1)).await;
    let mia = member_at_work(&desk, 1).await;
    app.delete_account(&first).await;
    let is_member = async || {
        let session = desk.get("/api/review/session", &mia).await.ok();
        session["isMember"].as_bool().unwrap()
    };
    assert!(!is_member().await);
    let told = notices(&desk).await;
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!(
        (&told[0]["kind"], &told[0]["reviewer"]),
        (&json!("MEMBER_GONE"), &json!("Mia"))
    );
    let (_, again) = desk.waiting(1).await;
    assert!(is_member().await);
    assert!(is_hidden(&desk, &mia, again).await);
    let (_, of_stranger) = desk.waiting(2).await;
    assert!(!is_hidden(&desk, &mia, of_stranger).await);
}

#[tokio::test]
async fn people_of_a_block_stay_hidden_from_a_reviewer_who_has_deleted_the_account() {
    let desk = Desk::open().await;
    let app = desk.app();
    let (own, blocking) = (man(app, 1).await, woman(app, 2).await);
    introduce(app).await;
    let pair = list(app, &blocking).await[0]["introductionId"].clone();
    let block = json!({ "introductionId": pair });
    let blocked = app.post("/api/blocks", &blocking, &block).await;
    assert_eq!(blocked.status, 204);
    let mia = member_at_work(&desk, 1).await;
    app.delete_account(&own).await;
    let of_blocking = change(&desk, &blocking).await;
    assert!(is_hidden(&desk, &mia, of_blocking).await);
    assert!(!is_hidden(&desk, &desk.ralf, of_blocking).await);
}

#[tokio::test]
async fn an_operator_links_a_reviewer_with_a_member_later() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    assert!(!is_hidden(&desk, &desk.rita, id).await);
    let command = ReviewerCommand::Member {
        name: "Rita".to_owned(),
        user_id: person(1),
    };
    let printed = desk.console.run(command).await;
    assert_eq!(printed, format!("Rita is the member {}", person(1)));
    assert!(is_hidden(&desk, &desk.rita, id).await);
    assert_eq!(desk.acts("REVIEWER_MEMBER").await, ["cli "]);
    // Another link takes the place of the first.
    let (_, others) = desk.waiting(2).await;
    let command = ReviewerCommand::Member {
        name: "Rita".to_owned(),
        user_id: person(2),
    };
    desk.console.run(command).await;
    assert!(is_hidden(&desk, &desk.rita, others).await);
    assert!(!is_hidden(&desk, &desk.rita, id).await);
}
