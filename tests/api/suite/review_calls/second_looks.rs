//! The reviewers who are barred from each kind of case and from the second look at its approval.

use super::super::profile_changes::propose;
use super::{Desk, approval, rejection, request_for};
use crate::suite::prelude::*;

/// The latest case as the reviewers see it: the id, and who of Rita and Ralf sees it.
async fn latest(desk: &Desk) -> (i64, [bool; 2]) {
    let id = desk.queue(&desk.lead).await.into_iter().max().unwrap();
    let mut sees = [false; 2];
    for (sees, who) in sees.iter_mut().zip([&desk.rita, &desk.ralf]) {
        *sees = desk.queue(who).await.contains(&id);
        let status = desk
            .get(&format!("{}/{id}?language=en", super::CASES), who)
            .await
            .status;
        assert_eq!(status == 200, *sees);
    }
    (id, sees)
}

async fn decided(desk: &Desk, who: &str, decision: serde_json::Value) {
    let (id, _) = latest(desk).await;
    let claim = desk.claimed(who, id).await;
    desk.decide(who, &claim, decision).await.ok();
    desk.take_effect().await;
}

async fn appeal(desk: &Desk, session: &Credentials) {
    let body = json!({ "text": "Please look again." });
    let answer = desk
        .app()
        .put("/api/user-profile/appeal", session, &body)
        .await;
    answer.ok();
}

async fn resubmit(desk: &Desk, session: &Credentials) {
    let path = "/api/user-profile/resubmission";
    let body = json!({ "aboutMe": "I like tea, and walks in the hills." });
    desk.app().put(path, session, &body).await.ok();
}

#[tokio::test]
async fn whoever_decided_before_does_not_decide_again() {
    let both = [true, true];
    let (only_rita, only_ralf) = ([true, false], [false, true]);
    // Lena, the lead, is barred from nothing but what she decides herself.
    for (name, steps, before_approval, approver, at_second_look) in [
        ("a registration", [].as_slice(), both, "Rita", only_ralf),
        ("a resubmission", &["Rita asks"], both, "Ralf", only_rita),
        (
            "an appeal",
            &["Rita rejects"],
            only_ralf,
            "Ralf",
            [false, false],
        ),
        (
            "an appeal of a lead's",
            &["Rita rejects"],
            only_ralf,
            "Lena",
            only_ralf,
        ),
        (
            "a resubmission after an appeal",
            &["Rita rejects", "Ralf asks"],
            only_ralf,
            "Ralf",
            [false, false],
        ),
    ] {
        let percent = |settings: &mut enmusubi_server::ops::config::Settings| {
            settings.second_look_percent = Some("100".to_owned());
        };
        let desk = Desk::open_with(percent).await;
        let who = |name: &str| match name {
            "Rita" => desk.rita.clone(),
            "Ralf" => desk.ralf.clone(),
            _ => desk.lead.clone(),
        };
        let (session, _) = desk.waiting(1).await;
        for step in steps {
            let (name, act) = step.split_once(' ').unwrap();
            if act == "rejects" {
                decided(&desk, &who(name), rejection()).await;
                appeal(&desk, &session).await;
            } else {
                decided(&desk, &who(name), request_for(&["aboutMe"])).await;
                resubmit(&desk, &session).await;
            }
        }
        assert_eq!(latest(&desk).await.1, before_approval, "{name}");
        decided(&desk, &who(approver), approval()).await;
        assert_eq!(desk.status(&session).await, "APPROVED", "{name}");
        // `latest` reads the lead's queue, which lacks the second look if the lead approved. So read the queues of Rita
        // and Ralf.
        let ids = [&desk.rita, &desk.ralf].map(async |who| !desk.queue(who).await.is_empty());
        let [rita, ralf] = ids;
        assert_eq!([rita.await, ralf.await], at_second_look, "{name}");
    }
}

#[tokio::test]
async fn a_change_has_no_second_look_and_bars_nobody() {
    let percent = |settings: &mut enmusubi_server::ops::config::Settings| {
        settings.second_look_percent = Some("100".to_owned());
    };
    let desk = Desk::open_with(percent).await;
    let (session, _) = desk.waiting(1).await;
    decided(&desk, &desk.rita, approval()).await;
    // Ralf decides the second look.
    decided(&desk, &desk.ralf, approval()).await;
    let proposal = json!({ "occupation": "Baker" });
    propose(desk.app(), &session, &proposal).await.expect(202);
    assert_eq!(latest(&desk).await.1, [true, true]);
    decided(&desk, &desk.rita, json!({ "action": "APPROVE" })).await;
    assert!(desk.queue(&desk.lead).await.is_empty());
}
