//! A removed reviewer is out at once: the session, the passkey, the link and the claims end.

use enmusubi_core::review::ReviewerRole::{Lead, Reviewer};
use enmusubi_core::review::{CaseAction, CaseDecision};
use enmusubi_server::features::review::cases::CaseReviewer;
use enmusubi_server::features::reviewer::{LinkedMember, ReviewerCommand, SignedInReviewer};
use enmusubi_server::store::audit::actor::Actor;
use enmusubi_server::store::review::review_case::QueueFilter;
use enmusubi_server::store::{AccountId, ReviewerId};

use super::{Console, ORIGIN, acts};
use crate::suite::prelude::*;
use enmusubi_server::ErrorCode;

async fn remove(console: &Console, name: &str) {
    let name = name.to_owned();
    console.run(ReviewerCommand::Remove { name }).await;
}

async fn status(console: &Console, session: &Credentials) -> String {
    let info = console.app.my_info(session).await.ok();
    info["reviewStatus"].as_str().unwrap().to_owned()
}

/// Returns the reviewer at work who has this id.
async fn at_work(console: &Console, id: i64, member: Option<LinkedMember>) -> CaseReviewer {
    let reviewer = SignedInReviewer {
        id: ReviewerId(id),
        name: format!("Reviewer {id}"),
        role: Reviewer,
        member,
    };
    let reviews = &console.app.running.app.reviews;
    reviews.case_reviewer(&reviewer).await.unwrap()
}

#[tokio::test]
async fn a_removed_reviewer_is_signed_out_and_cannot_sign_in() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await;
    let ralf = console.reviewer("Ralf", Lead, 2).await;
    let link = console.link("Rita").await;
    let (early, late) = (
        console.sign_in_options().await,
        console.enrolment_options(&link).await,
    );
    remove(&console, "Rita").await;
    console.session(&rita.cookie).await.refused("E001A");
    let credential = rita.passkey.sign_in(&early, ORIGIN);
    console.sign_in(&credential).await.refused("E001A");
    let credential = rita.passkey.register(&late, ORIGIN);
    console.enrol(&link, &credential).await.refused("E003");
    console.session(&ralf.cookie).await.ok();
    assert_eq!(acts(&console).await.last().unwrap(), "cli REVIEWER_REMOVE");
    // The name is free again, and the id is not.
    let again = console.reviewer("Rita", Reviewer, 3).await;
    console.session(&again.cookie).await.ok();
    console.session(&rita.cookie).await.refused("E001A");
    let latest = console.app.number("SELECT MAX(id) FROM reviewer").await;
    assert_eq!(latest, 3);
}

#[tokio::test]
async fn the_claims_of_a_removed_reviewer_end_and_those_of_others_stay() {
    let console = Console::start().await;
    let app = &console.app;
    console.reviewer("Rita", Reviewer, 1).await;
    console.reviewer("Ralf", Reviewer, 2).await;
    let (rita, ralf) = (
        at_work(&console, 1, None).await,
        at_work(&console, 2, None).await,
    );
    assert_eq!(rita.by.actor, Actor::Reviewer(ReviewerId(1)));
    let sessions = [app.member(&person(1)).await, app.member(&person(2)).await];
    let reviews = &app.running.app.reviews;
    let all = QueueFilter::default();
    let first = reviews
        .claim_next(&rita, &all, None)
        .await
        .unwrap()
        .unwrap();
    reviews
        .claim_next(&ralf, &all, None)
        .await
        .unwrap()
        .unwrap();
    for session in &sessions {
        assert_eq!(status(&console, session).await, "IN_REVIEW");
    }
    remove(&console, "Rita").await;
    let (id, fence) = (first.id, first.fence);
    reviews.renew_case(&rita, id, fence).await.unwrap_err();
    reviews.release_lapsed().await.unwrap();
    assert_eq!(status(&console, &sessions[0]).await, "PENDING");
    assert_eq!(status(&console, &sessions[1]).await, "IN_REVIEW");
    reviews.claim_case(&ralf, first.id).await.unwrap();
}

#[tokio::test]
async fn a_request_that_was_authenticated_before_the_removal_claims_nothing() {
    let console = Console::start().await;
    let app = &console.app;
    console.reviewer("Rita", Reviewer, 1).await;
    let session = app.member(&person(1)).await;
    let rita = at_work(&console, 1, None).await;
    let reviews = &app.running.app.reviews;
    let all = QueueFilter::default();
    let case = reviews.list_cases(&rita, &all, None, 1).await;
    let id = case.unwrap().remove(0).id;
    remove(&console, "Rita").await;
    let refused = [
        reviews.claim_case(&rita, id).await.map(drop),
        reviews.claim_next(&rita, &all, None).await.map(drop),
    ];
    for refused in refused {
        assert_eq!(refused.unwrap_err().code, ErrorCode::InvalidToken);
    }
    assert_eq!(status(&console, &session).await, "PENDING");
    assert_eq!(acts(&console).await.last().unwrap(), "cli REVIEWER_REMOVE");
}

#[tokio::test]
async fn the_decisions_of_a_removed_reviewer_that_wait_go_back_to_the_queue() {
    let console = Console::start().await;
    let app = &console.app;
    console.reviewer("Rita", Reviewer, 1).await;
    console.reviewer("Ralf", Reviewer, 2).await;
    let (rita, ralf) = (
        at_work(&console, 1, None).await,
        at_work(&console, 2, None).await,
    );
    let reviews = &app.running.app.reviews;
    let all = QueueFilter::default();
    let mut sessions = Vec::new();
    let mut decided = Vec::new();
    for (n, reviewer, passes_s) in [(1, &rita, 30), (2, &rita, 0), (3, &ralf, 0)] {
        sessions.push(app.member(&person(n)).await);
        let claimed = reviews.claim_next(reviewer, &all, None).await;
        let claimed = claimed.unwrap().unwrap();
        let approval = CaseDecision {
            employer_id: "google".to_owned(),
            ..CaseDecision::new(CaseAction::Approve, Vec::new())
        };
        let key = (claimed.fence, claimed.version);
        let deciding = reviews.decide_case(reviewer, claimed.id, key, &approval);
        deciding.await.unwrap();
        app.clock.advance(passes_s);
        reviews.apply_due().await.unwrap();
        decided.push(claimed);
    }
    remove(&console, "Rita").await;
    let log = acts(&console).await;
    assert_eq!(log[log.len() - 2..], ["cli UNDO", "cli REVIEWER_REMOVE"]);
    app.clock.advance(30);
    reviews.apply_due().await.unwrap();
    reviews.release_lapsed().await.unwrap();
    for (session, expected) in sessions.iter().zip(["APPROVED", "PENDING", "APPROVED"]) {
        assert_eq!(status(&console, session).await, expected);
    }
    let [_, returned, _] = &decided[..] else {
        panic!("three decisions")
    };
    reviews.undo_case(&rita, returned.id).await.unwrap_err();
    let again = reviews
        .claim_next(&ralf, &all, None)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(again.id, returned.id);
    assert!(app.running.app.audits.verify(None).await.is_ok());
}

#[tokio::test]
async fn a_reviewer_who_is_a_member_does_not_see_their_own_case() {
    let console = Console::start().await;
    let app = &console.app;
    app.member(&person(1)).await;
    app.member(&person(2)).await;
    let command = ReviewerCommand::Add {
        name: "Rita".to_owned(),
        role: Reviewer,
        member: Some(person(1)),
    };
    let token = super::token_of(&console.run(command).await);
    let rita = console.enrolled(&token, 1).await;
    let session = console.session(&rita.cookie).await.ok();
    assert_eq!(session["isMember"], true);
    let writes = &app.running.app.database.writes;
    let member = AccountId(app.number("SELECT member_id FROM reviewer").await);
    let employer = "UPDATE profile SET employer_id = 'google' WHERE account_id <> ";
    sea_orm::ConnectionTrait::execute_unprepared(writes, &format!("{employer}{member}"))
        .await
        .unwrap();
    let linked = LinkedMember {
        account_id: Some(member),
        hash: String::new(),
    };
    let case_reviewer = at_work(&console, 1, Some(linked)).await;
    let known = case_reviewer.hidden.member.clone().unwrap();
    assert_eq!(known.account_id, Some(member));
    let own_employer = known.employer_id;
    let query = format!(
        "SELECT COUNT(*) FROM profile WHERE account_id = {member} AND employer_id = '{own_employer}'"
    );
    assert_eq!(app.number(&query).await, 1);
    let reviews = &app.running.app.reviews;
    let all = QueueFilter::default();
    let listed = reviews
        .list_cases(&case_reviewer, &all, None, 10)
        .await
        .unwrap();
    assert!(listed.iter().all(|case| case.account_id != member));

    // The deletion of the account leaves a reviewer who is no member.
    let me = app.session(&person(1)).await;
    app.delete_account(&me).await;
    let session = console.session(&rita.cookie).await.ok();
    assert_eq!(session["isMember"], false);
}

#[tokio::test]
async fn rows_that_have_expired_are_deleted() {
    let console = Console::start().await;
    let mut rita = console.reviewer("Rita", Reviewer, 1).await;
    console.add("Ralf", Reviewer).await;
    console.signed_in(&mut rita.passkey).await;
    let count = async |table: &str| console.app.count(&format!("reviewer_{table}")).await;
    let counts = async || {
        [
            count("link").await,
            count("used_challenge").await,
            count("session").await,
        ]
    };
    assert_eq!(counts().await, [2, 1, 2]);
    console.app.clock.advance(DAY_S + 1);
    let other = console.app.another_instance().await;
    // The other instance does its hourly work at its start.
    for _ in 0..100 {
        if counts().await == [0, 0, 0] {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(counts().await, [0, 0, 0]);
    drop(other);
    let cookie = console.signed_in(&mut rita.passkey).await;
    console.session(&cookie).await.ok();
    console
        .post(super::SESSION, &json!({}))
        .await
        .refused("E001A");
}
