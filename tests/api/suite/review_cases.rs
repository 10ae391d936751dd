//! Reviewers claim and decide cases: each case is decided once, and a decision takes effect 30 seconds later.

use enmusubi_core::review::{CaseAction, CaseDecision, CaseState, Reason, ReviewerRole};
use enmusubi_server::features::review::Reviews;
use enmusubi_server::features::review::cases::CaseReviewer;
use enmusubi_server::store::audit::actor::Actor;
use enmusubi_server::store::review::review_case::{By, HiddenCases, QueueFilter, StoredCase};
use enmusubi_server::store::{CaseId, ReviewerId};
use enmusubi_server::{Millis, Result};
use futures_util::future::join;

use super::review::{decided as decided_at_once, try_step};
use super::reviewers::{Console, ORIGIN};
use crate::suite::prelude::*;
use enmusubi_server::ErrorCode;

/// The longest wait for a job that runs each second.
const SOON: Duration = Duration::from_secs(10);
const LEASE_S: i64 = 10 * 60;
const UNDO_S: i64 = 30;

/// Starts a server with the reviewers Rita and Ralf.
async fn start() -> TestApp {
    let origin = Some(ORIGIN.to_owned());
    let app = TestApp::start_with(|settings| settings.public_base_url = origin).await;
    for name in ["Rita", "Ralf"] {
        Console { app: &app }
            .add(name, ReviewerRole::Reviewer)
            .await;
    }
    app
}

fn reviewer(id: i64, name: &str) -> CaseReviewer {
    let actor = Actor::Reviewer(ReviewerId(id));
    CaseReviewer {
        by: By {
            actor,
            name: name.to_owned(),
        },
        hidden: HiddenCases {
            actor,
            member: None,
        },
    }
}

fn rita() -> CaseReviewer {
    reviewer(1, "Rita")
}

fn ralf() -> CaseReviewer {
    reviewer(2, "Ralf")
}

fn decision(action: CaseAction) -> CaseDecision {
    let reason = Reason {
        path: "aboutMe".to_owned(),
        code: "unclear".to_owned(),
        note: String::new(),
    };
    let reasons = if action.needs_reason() {
        vec![reason]
    } else {
        Vec::new()
    };
    // The evidence of the usual profile is a link.
    let employer_id = match action {
        CaseAction::Approve => "google",
        _ => "",
    };
    CaseDecision {
        employer_id: employer_id.to_owned(),
        ..CaseDecision::new(action, reasons)
    }
}

async fn queue(app: &TestApp, reviewer: &CaseReviewer) -> Vec<StoredCase> {
    let reviews = &app.running.app.reviews;
    let all = QueueFilter::default();
    let listed = reviews.list_cases(reviewer, &all, None, 200);
    listed.await.unwrap()
}

/// Registers a member and returns the session with the id of the case.
async fn waiting(app: &TestApp, n: u32) -> (Credentials, CaseId) {
    let session = app.member(&person(n)).await;
    let id = queue(app, &reviewer(0, "")).await.last().unwrap().id;
    (session, id)
}

/// Decides about the case as it was when the reviewer claimed it.
async fn decide(
    reviews: &Reviews,
    reviewer: &CaseReviewer,
    claimed: &StoredCase,
    action: CaseAction,
) -> Result<Millis> {
    let key = (claimed.fence, claimed.version);
    let decision = decision(action);
    reviews
        .decide_case(reviewer, claimed.id, key, &decision)
        .await
}

async fn status(app: &TestApp, session: &Credentials) -> String {
    let info = app.my_info(session).await.ok();
    info["reviewStatus"].as_str().unwrap().to_owned()
}

async fn is_intact(app: &TestApp) -> bool {
    app.running.app.audits.verify(None).await.is_ok()
}

#[tokio::test]
async fn of_two_reviewers_who_race_one_decides_and_the_other_learns_who() {
    let app = start().await;
    let other = app.another_instance().await;
    let (here, there) = (&app.running.app.reviews, &other.app.reviews);
    for n in 1..=100 {
        let (session, id) = waiting(&app, n).await;
        let (rita, ralf) = (rita(), ralf());
        let (first, second) = join(here.claim_case(&rita, id), there.claim_case(&ralf, id)).await;
        assert_ne!(first.is_ok(), second.is_ok(), "round {n}");
        let (winner, loser, claimed, refused) = match (first, second) {
            (Ok(claimed), Err(refused)) => (rita, ralf, claimed, refused),
            (Err(refused), Ok(claimed)) => (ralf, rita, claimed, refused),
            _ => unreachable!("exactly one of them has the case"),
        };
        assert_eq!(refused.code, ErrorCode::Conflict);
        let standing = refused.case.unwrap();
        assert_eq!(standing.holder.as_deref(), Some(winner.by.name.as_str()));
        assert_eq!(status(&app, &session).await, "IN_REVIEW");
        let (right, wrong) = join(
            decide(here, &winner, &claimed, CaseAction::Approve),
            decide(there, &loser, &claimed, CaseAction::Approve),
        )
        .await;
        right.unwrap();
        assert_eq!(wrong.unwrap_err().code, ErrorCode::Conflict, "round {n}");
        let twice = decide(here, &winner, &claimed, CaseAction::Approve).await;
        let standing = twice.unwrap_err().case.unwrap();
        assert_eq!(
            standing.decided_by.as_deref(),
            Some(winner.by.name.as_str())
        );
    }
    app.clock.advance(UNDO_S);
    let (here_done, there_done) = join(here.apply_due(), there.apply_due()).await;
    here_done.and(there_done).unwrap();
    for n in 1..=100 {
        let session = app.session(&person(n)).await;
        assert_eq!(status(&app, &session).await, "APPROVED");
    }
    assert!(is_intact(&app).await);
    other.stop().await.unwrap();
}

#[tokio::test]
async fn a_decision_can_be_undone_until_it_takes_effect() {
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let (session, id) = waiting(&app, 1).await;
    let first = reviews.claim_case(&rita(), id).await.unwrap();
    let rejected = decide(reviews, &rita(), &first, CaseAction::Reject).await;
    rejected.unwrap();
    app.clock.advance(UNDO_S - 1);
    reviews.apply_due().await.unwrap();
    assert_eq!(status(&app, &session).await, "IN_REVIEW");
    let foreign = reviews.undo_case(&ralf(), id).await.unwrap_err();
    assert_eq!(foreign.code, ErrorCode::Conflict);
    let again = reviews.undo_case(&rita(), id).await.unwrap();
    // A page from before the undo has an old version of the case.
    let stale = decide(reviews, &rita(), &first, CaseAction::Approve).await;
    assert_eq!(stale.unwrap_err().code, ErrorCode::Conflict);
    let approved = decide(reviews, &rita(), &again, CaseAction::Approve).await;
    approved.unwrap();
    app.clock.advance(UNDO_S);
    let late = reviews.undo_case(&rita(), id).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::Conflict);
    reviews.apply_due().await.unwrap();
    assert_eq!(status(&app, &session).await, "APPROVED");
    let news = app.my_info(&session).await.ok();
    assert_eq!(news["reviewStatus"], "APPROVED");
    let case = reviews.find_case(&rita(), id).await.unwrap();
    assert_eq!(case.state, CaseState::Applied);
    assert!(is_intact(&app).await);
}

#[tokio::test]
async fn a_claim_that_has_lapsed_decides_nothing() {
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let (session, id) = waiting(&app, 1).await;
    let claimed = reviews.claim_case(&rita(), id).await.unwrap();
    app.clock.advance(LEASE_S - 1);
    reviews
        .renew_case(&rita(), id, claimed.fence)
        .await
        .unwrap();
    app.clock.advance(LEASE_S);
    let late = decide(reviews, &rita(), &claimed, CaseAction::Approve).await;
    assert_eq!(late.unwrap_err().code, ErrorCode::Conflict);
    let late = reviews.renew_case(&rita(), id, claimed.fence).await;
    assert_eq!(late.unwrap_err().code, ErrorCode::Conflict);
    reviews.release_lapsed().await.unwrap();
    assert_eq!(status(&app, &session).await, "PENDING");
    let (ralf, all) = (ralf(), QueueFilter::default());
    let taken = reviews.claim_next(&ralf, &all, None).await;
    let taken = taken.unwrap().unwrap();
    assert_eq!((taken.id, taken.fence), (id, claimed.fence + 1));
    // The earlier holder has the same version of the case, and an older number of the claim.
    let late = decide(reviews, &rita(), &claimed, CaseAction::Approve).await;
    let standing = late.unwrap_err().case.unwrap();
    assert_eq!(standing.holder.as_deref(), Some("Ralf"));
    let released = reviews.release_case(&ralf, id, taken.fence, None).await;
    released.unwrap();
    assert_eq!(status(&app, &session).await, "PENDING");
    assert!(is_intact(&app).await);
}

#[tokio::test]
async fn the_command_line_leaves_a_case_alone_that_a_reviewer_holds() {
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let (session, id) = waiting(&app, 1).await;
    let claimed = reviews.claim_case(&rita(), id).await.unwrap();
    let (server, ming) = (&app.running.app, person(1));
    let approve = || try_step(server, &ming, ReviewAction::Approve, Vec::new());
    let refused = approve().await.unwrap_err().to_string();
    assert!(
        refused.starts_with("Rita has claimed the case until "),
        "{refused}"
    );
    let rejected = decide(reviews, &rita(), &claimed, CaseAction::Reject).await;
    rejected.unwrap();
    let refused = approve().await.unwrap_err().to_string();
    assert_eq!(refused, "Rita has decided the case already");
    assert_eq!(status(&app, &session).await, "IN_REVIEW");
    assert!(queue(&app, &rita()).await.is_empty());
}

#[tokio::test]
async fn an_appeal_goes_to_another_reviewer_once() {
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let (session, id) = waiting(&app, 1).await;
    let early = reviews.appeal(&person(1), "Please look again.").await;
    assert_eq!(early.unwrap_err().code, ErrorCode::Forbidden);
    let claimed = reviews.claim_case(&rita(), id).await.unwrap();
    let rejected = decide(reviews, &rita(), &claimed, CaseAction::Reject).await;
    rejected.unwrap();
    app.clock.advance(UNDO_S);
    reviews.apply_due().await.unwrap();
    assert_eq!(status(&app, &session).await, "REJECTED");
    for _ in 0..2 {
        reviews
            .appeal(&person(1), "Please look again.")
            .await
            .unwrap();
    }
    assert!(queue(&app, &rita()).await.is_empty());
    let appeal = queue(&app, &ralf()).await.remove(0);
    assert_eq!(appeal.appeal.as_deref(), Some("Please look again."));
    let barred = reviews.claim_case(&rita(), appeal.id).await.unwrap_err();
    assert_eq!(barred.code, ErrorCode::NotFound);
    let claimed = reviews.claim_case(&ralf(), appeal.id).await.unwrap();
    let rejected = decide(reviews, &ralf(), &claimed, CaseAction::Reject).await;
    rejected.unwrap();
    app.clock.advance(UNDO_S);
    reviews.apply_due().await.unwrap();
    assert_eq!(status(&app, &session).await, "REJECTED");
    let again = reviews.appeal(&person(1), "Please look again.").await;
    assert_eq!(again.unwrap_err().code, ErrorCode::Forbidden);
}

#[tokio::test]
async fn a_decision_that_breaks_a_rule_is_refused_and_the_claim_stays() {
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let (_, id) = waiting(&app, 1).await;
    let claimed = reviews.claim_case(&rita(), id).await.unwrap();
    let key = (claimed.fence, claimed.version);
    let without_reason = CaseDecision {
        reasons: Vec::new(),
        ..decision(CaseAction::Reject)
    };
    let refused = reviews.decide_case(&rita(), id, key, &without_reason).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidFields);
    assert_eq!(refused.fields[0].path, "reasons");
    let rejected = decide(reviews, &rita(), &claimed, CaseAction::Reject).await;
    rejected.unwrap();
}

#[tokio::test]
async fn the_queue_has_only_what_waits() {
    let app = start().await;
    let (session, _) = waiting(&app, 1).await;
    waiting(&app, 2).await;
    assert_eq!(queue(&app, &rita()).await.len(), 2);
    decided_at_once(&app, &person(2), ReviewAction::Approve, "").await;
    assert_eq!(queue(&app, &rita()).await.len(), 1);
    let request = app.request(
        reqwest::Method::POST,
        "/api/user-profile/withdrawal",
        &session,
    );
    app.send(request).await.ok();
    assert!(queue(&app, &rita()).await.is_empty());
    assert!(is_intact(&app).await);
}

#[tokio::test]
async fn a_decision_that_fails_stops_no_other_and_is_tried_after_growing_pauses() {
    let (log, _guard) = CapturedLog::start();
    let app = start().await;
    let reviews = &app.running.app.reviews;
    let mut cases = Vec::new();
    for n in 1..=2 {
        let (session, id) = waiting(&app, n).await;
        let claimed = reviews.claim_case(&rita(), id).await.unwrap();
        let rejected = decide(reviews, &rita(), &claimed, CaseAction::Reject).await;
        rejected.unwrap();
        cases.push((session, id));
    }
    let [(failing, failing_id), (other, _)] = cases.try_into().unwrap();
    let set_actor = async |actor: &str| {
        let sql = format!("UPDATE review_case SET decided_by = {actor} WHERE id = {failing_id}");
        let writes = &app.running.app.database.writes;
        writes.execute_unprepared(&sql).await.unwrap();
    };
    set_actor("'nobody ' || decided_by").await;
    app.clock.advance(UNDO_S);
    let other_is_done = async || status(&app, &other).await == "REJECTED";
    wait_until("the other decision", SOON, other_is_done).await;
    let is_degraded = async || {
        let ready = app.get("/readyz", &Credentials::None).await.ok();
        ready["status"] == "degraded"
    };
    wait_until("the job reports the failure", SOON, is_degraded).await;
    // Further rounds before the pause is over do not try again.
    for _ in 0..3 {
        reviews.apply_due().await.unwrap();
    }
    let tries = || {
        let lines = log.shown();
        let lines = lines.matches("a row of a background job failed").count();
        assert!(lines == 0 || log.shown().contains(&format!("\"row\":\"{failing_id}\"")));
        lines
    };
    assert_eq!(tries(), 1);
    let ready = app.get("/readyz", &Credentials::None).await.ok();
    let job = &ready["jobs"]["reviews"];
    assert_eq!(ready["status"], "degraded");
    assert_eq!(
        (&job["state"], &job["failingRows"]),
        (&json!("failing"), &json!(1))
    );
    assert_eq!(ready["jobs"]["claims"]["state"], "ok");
    app.clock.advance(1);
    wait_until("the second try", SOON, async || tries() == 2).await;
    set_actor("substr(decided_by, 8)").await;
    app.clock.advance(1);
    reviews.apply_due().await.unwrap();
    assert_eq!(
        status(&app, &failing).await,
        "IN_REVIEW",
        "the second pause is longer"
    );
    app.clock.advance(1);
    let is_done = async || status(&app, &failing).await == "REJECTED";
    wait_until("the decision", SOON, is_done).await;
    let is_ready = async || {
        let ready = app.get("/readyz", &Credentials::None).await.ok();
        ready["status"] == "ok"
    };
    wait_until("the job is well", SOON, is_ready).await;
}

#[tokio::test]
async fn a_decision_in_an_instance_that_was_killed_takes_effect_in_another_one() {
    let app = start().await;
    let killed = app.another_instance().await;
    let (session, id) = waiting(&app, 1).await;
    let reviews = &killed.app.reviews;
    let claimed = reviews.claim_case(&rita(), id).await.unwrap();
    let rejected = decide(reviews, &rita(), &claimed, CaseAction::Reject).await;
    rejected.unwrap();
    drop(killed);
    app.clock.advance(UNDO_S);
    let is_done = async || status(&app, &session).await == "REJECTED";
    wait_until("the decision", SOON, is_done).await;
    let ready = app.get("/readyz", &Credentials::None).await.ok();
    assert_eq!(ready["status"], "ok", "{ready}");
}
