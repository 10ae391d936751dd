//! The queue: order, pages, filters, claims of other reviewers, and the numbers for leads.

use enmusubi_core::review::ReviewerRole;

use super::{CASES, Desk, approval};
use crate::suite::prelude::*;

#[tokio::test]
async fn the_queue_has_pages_in_the_order_of_the_due_dates() {
    let desk = Desk::open().await;
    let mut ids = Vec::new();
    for n in 1..=5 {
        ids.push(desk.waiting(n).await.1);
        desk.app().clock.advance(60);
    }
    let mut seen = Vec::new();
    let mut path = format!("{CASES}?limit=2");
    loop {
        let page = desk.get(&path, &desk.rita).await.ok();
        let cases = page["cases"].as_array().unwrap();
        assert!(cases.len() <= 2);
        seen.extend(cases.iter().map(|case| case["id"].as_i64().unwrap()));
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("{CASES}?limit=2&after={next}");
    }
    assert_eq!(seen, ids);
}

#[tokio::test]
async fn a_case_in_the_queue_names_no_person_and_shows_its_holder() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    desk.claimed(&desk.ralf, id).await;
    let mut seen = desk.get(CASES, &desk.rita).await.ok()["cases"][0].take();
    let own = desk.get(CASES, &desk.ralf).await.ok();
    assert_eq!(own["cases"][0]["holder"]["isMe"], true);
    for time in ["submittedAt", "dueAt"] {
        assert!(seen[time].take().is_string());
    }
    let holder = seen["holder"].as_object_mut().unwrap();
    assert!(holder.remove("leaseUntil").unwrap().is_string());
    assert_eq!(
        seen,
        json!({
            "id": id, "kind": "REGISTRATION", "state": "OPEN", "isUrgent": false, "isSecondLook": false,
            "evidence": "LINK", "employerId": "", "employerName": "", "submittedAt": null, "dueAt": null,
            "holder": { "name": "Ralf", "isMe": false },
        })
    );
    // The claim lapses without a call.
    desk.app().clock.advance(10 * 60);
    let seen = desk.get(CASES, &desk.rita).await.ok();
    assert_eq!(seen["cases"][0]["holder"], Value::Null);
}

#[tokio::test]
async fn filters_choose_cases_by_kind_evidence_employer_and_age() {
    let desk = Desk::open().await;
    let (_, old) = desk.waiting(1).await;
    // A session of a reviewer ends after half an hour without a call.
    for _ in 0..9 {
        desk.app().clock.advance(HOUR_S / 3);
        desk.queue(&desk.rita).await;
        desk.queue(&desk.lead).await;
    }
    let body = desk.app().profile_of(&person(2)).await;
    let body = body.with("employerId", "google").build();
    let id_token = desk.app().id_token(&person(2));
    let created = desk.app().create_user_profile(&id_token, &body).await;
    created.expect(201);
    let listed = async |query: &str| {
        let page = desk.get(&format!("{CASES}?{query}"), &desk.rita).await;
        let page = page.ok();
        let cases = page["cases"].as_array().unwrap().clone();
        let ids = cases.iter().map(|case| case["id"].as_i64().unwrap());
        ids.collect::<Vec<_>>()
    };
    let new = *listed("").await.last().unwrap();
    assert_eq!(listed("kind=REGISTRATION&evidence=LINK").await, [old, new]);
    assert!(listed("kind=REPORT").await.is_empty());
    assert!(listed("evidence=DOCUMENT").await.is_empty());
    assert_eq!(listed("employerId=google").await, [new]);
    assert_eq!(listed("olderThanHours=3").await, [old]);
    let open_of = async |kind: &str| {
        let counts = desk.get("/api/review/counts", &desk.rita).await.ok();
        let counts = counts["counts"].as_array().unwrap();
        let of_kind = counts.iter().find(|count| count["kind"] == kind).unwrap();
        of_kind["open"].as_i64().unwrap()
    };
    assert_eq!(open_of("REGISTRATION").await, 2);
    assert_eq!(open_of("REPORT").await, 0);
    // The server counts again after five seconds.
    desk.app().member(&person(3)).await;
    assert_eq!(open_of("REGISTRATION").await, 2);
    desk.app().clock.advance(5);
    assert_eq!(open_of("REGISTRATION").await, 3);
    for query in [
        "kind=OTHER",
        "evidence=x",
        "after=x",
        "after=1.2",
        "olderThanHours=-1",
        "limit=x",
    ] {
        let refused = desk.get(&format!("{CASES}?{query}"), &desk.rita).await;
        refused.refused("E009");
    }
}

#[tokio::test]
async fn the_next_case_is_the_first_free_one() {
    let desk = Desk::open().await;
    let (_, first) = desk.waiting(1).await;
    desk.app().clock.advance(1);
    let (_, second) = desk.waiting(2).await;
    let next = async |who: &str| {
        let path = format!("{CASES}/next");
        let answer = desk.call(Method::POST, &path, who, None).await.ok();
        answer["claim"]["id"].as_i64()
    };
    assert_eq!(next(&desk.rita).await, Some(first));
    assert_eq!(next(&desk.ralf).await, Some(second));
    assert_eq!(next(&desk.ralf).await, None);
}

#[tokio::test]
async fn leads_see_the_cases_that_reviewers_have_skipped() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    let skipped = desk.release(&desk.rita, &claim, Some("LANGUAGE")).await;
    assert_eq!(skipped.status, 204);
    // The skip has ended the claim.
    let late = desk.release(&desk.rita, &claim, None).await;
    late.refused("E004");
    let claim = desk.claimed(&desk.ralf, id).await;
    desk.release(&desk.ralf, &claim, None).await;
    let path = "/api/review/statistics";
    let seen = desk.get(path, &desk.lead).await.ok();
    assert_eq!(seen["secondLooks"], json!({ "decided": 0, "agreed": 0 }));
    let skips = seen["skips"].as_array().unwrap();
    assert_eq!(skips.len(), 1, "{skips:?}");
    assert_eq!(skips[0]["reviewer"], "Rita");
    assert_eq!(skips[0]["reason"], "LANGUAGE");
    assert_eq!(skips[0]["caseId"], id);
    desk.get(path, &desk.rita).await.refused("E008");
    // The statistics cover a week, so the skip is too old for them now.
    desk.app().clock.advance(8 * 24 * HOUR_S);
    let lead = desk.console.reviewer("Lea", ReviewerRole::Lead, 4).await;
    let seen = desk.get(path, &lead.cookie).await.ok();
    assert_eq!(seen["skips"], json!([]));
}

#[tokio::test]
async fn a_decided_case_leaves_the_queue() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    assert!(desk.queue(&desk.ralf).await.is_empty());
    desk.undo(&desk.rita, id).await.ok();
    assert_eq!(desk.queue(&desk.ralf).await, [id]);
}
