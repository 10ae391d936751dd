//! The limits of a reviewer's session that a thief has stolen or whose reviewer is bribed: the cases that it holds, the
//! time for which it keeps a case, and the files that it opens.

use sea_orm::Statement;

use super::{CASES, Desk, approval, rejection};
use crate::suite::prelude::*;

/// The cases that a reviewer may hold at once.
const CLAIMS: usize = 3;
/// The files that a reviewer may open in an hour.
const OPENINGS: usize = 240;
/// The different cases that a reviewer may claim in an hour.
const CLAIMS_PER_HOUR: usize = 120;
const PHOTO: &str = "photoNameList[0]";

/// Checks that the limit refuses the call, and returns the seconds to wait.
fn wait_of(answer: &Answer, limit: &str, max: impl Into<Option<usize>>) -> i64 {
    assert_eq!(answer.status, 429, "{answer:?}");
    let refused = answer.json();
    let params = match max.into() {
        Some(max) => json!({ "max": max }),
        None => json!({}),
    };
    let rule = json!({ "path": limit, "code": "too_many", "params": params });
    assert_eq!(
        (&refused["code"], &refused["fields"][0]),
        (&json!("E005"), &rule)
    );
    answer.header("retry-after").unwrap().parse().unwrap()
}

async fn waiting_cases(desk: &Desk, n: u32) -> Vec<i64> {
    let mut ids = Vec::new();
    for n in 1..=n {
        ids.push(desk.waiting(n).await.1);
    }
    ids
}

async fn next(desk: &Desk, who: &str) -> Answer {
    let path = format!("{CASES}/next");
    desk.call(Method::POST, &path, who, None).await
}

async fn renew(desk: &Desk, who: &str, claim: &Value) -> Answer {
    let path = format!("{CASES}/{}/lease", claim["id"]);
    let body = json!({ "fence": claim["fence"] });
    desk.call(Method::PUT, &path, who, Some(&body)).await
}

#[tokio::test]
async fn a_reviewer_holds_three_cases_at_most() {
    let desk = Desk::open().await;
    let ids = waiting_cases(&desk, 5).await;
    let claims = ids.iter().map(|id| desk.claim(&desk.rita, *id));
    let answers = join_all(claims).await.into_iter().zip(&ids);
    let (held, refused): (Vec<_>, Vec<_>) = answers.partition(|(answer, _)| answer.status == 200);
    assert_eq!((held.len(), refused.len()), (CLAIMS, 2));
    for (refused, _) in &refused {
        assert_eq!(wait_of(refused, "claims", CLAIMS), 10 * MINUTE_S);
    }
    assert_eq!(
        wait_of(&next(&desk, &desk.rita).await, "claims", CLAIMS),
        10 * MINUTE_S
    );
    desk.claimed(&desk.ralf, *refused[0].1).await;
    // A reviewer who loads the page of their own case again has it under a new number.
    let again = desk.claimed(&desk.rita, *held[0].1).await;
    assert_eq!(desk.release(&desk.rita, &again, None).await.status, 204);
    let claimed = next(&desk, &desk.rita).await.ok();
    assert!(claimed["claim"]["id"].is_i64(), "{claimed}");
    // Claims that have lapsed do not count.
    desk.app().clock.advance(10 * MINUTE_S);
    let claimed = next(&desk, &desk.rita).await.ok();
    assert!(claimed["claim"]["id"].is_i64(), "{claimed}");
}

#[tokio::test]
async fn undone_decisions_are_no_way_around_the_limit_of_cases() {
    let desk = Desk::open().await;
    let ids = waiting_cases(&desk, 4).await;
    let claim = desk.claimed(&desk.rita, ids[0]).await;
    desk.decide(&desk.rita, &claim, approval()).await.ok();
    for id in &ids[1..] {
        desk.claimed(&desk.rita, *id).await;
    }
    let undone = desk.undo(&desk.rita, ids[0]).await.ok();
    let opened = desk.open_file(&desk.rita, &undone, PHOTO).await;
    opened.refused("E004");
    desk.app()
        .running
        .app
        .reviews
        .release_lapsed()
        .await
        .unwrap();
    let case = desk.case(&desk.ralf, ids[0]).await;
    assert_eq!(case["summary"]["holder"], Value::Null);
    desk.claimed(&desk.ralf, ids[0]).await;
}

#[tokio::test]
async fn a_claim_lasts_two_hours_however_it_is_prolonged() {
    enum Way {
        Renew,
        ClaimAgain,
        ReleaseAndClaim,
        DecideAndUndo,
    }
    for (n, way) in (1..).zip([
        Way::Renew,
        Way::ClaimAgain,
        Way::ReleaseAndClaim,
        Way::DecideAndUndo,
    ]) {
        let desk = Desk::open().await;
        let (session, id) = desk.waiting(n).await;
        let mut claim = desk.claimed(&desk.rita, id).await;
        for _ in 0..15 {
            desk.app().clock.advance(8 * MINUTE_S);
            desk.queue(&desk.ralf).await;
            let at_end = match way {
                Way::Renew => renew(&desk, &desk.rita, &claim).await,
                Way::ClaimAgain => desk.claim(&desk.rita, id).await,
                Way::ReleaseAndClaim => {
                    desk.release(&desk.rita, &claim, None).await;
                    desk.claim(&desk.rita, id).await
                }
                Way::DecideAndUndo => {
                    desk.decide(&desk.rita, &claim, rejection()).await;
                    desk.undo(&desk.rita, id).await
                }
            };
            if at_end.status == 200 && at_end.json()["fence"].is_number() {
                claim = at_end.json();
            }
        }
        // Two hours are over. No other reviewer has tried to claim the case.
        desk.open_file(&desk.rita, &claim, PHOTO)
            .await
            .refused("E004");
        desk.app()
            .running
            .app
            .reviews
            .release_lapsed()
            .await
            .unwrap();
        assert_eq!(desk.status(&session).await, "PENDING");
        let refused = desk.claim(&desk.rita, id).await;
        assert_eq!(wait_of(&refused, "turn", None), 10 * MINUTE_S);
        assert_eq!(next(&desk, &desk.rita).await.ok()["claim"], Value::Null);
        let claim = desk.claimed(&desk.ralf, id).await;
        desk.release(&desk.ralf, &claim, None).await;
        // Another reviewer had the case, so a new turn begins.
        let claim = desk.claimed(&desk.rita, id).await;
        desk.release(&desk.rita, &claim, None).await;
    }
}

#[tokio::test]
async fn a_reviewer_who_pauses_may_claim_the_case_again() {
    let desk = Desk::open().await;
    let (_, id) = desk.waiting(1).await;
    let claim = desk.claimed(&desk.rita, id).await;
    for _ in 0..14 {
        desk.app().clock.advance(9 * MINUTE_S);
        renew(&desk, &desk.rita, &claim).await;
    }
    // The claim ended six minutes ago, after two hours.
    assert_eq!(
        wait_of(&desk.claim(&desk.rita, id).await, "turn", None),
        10 * MINUTE_S
    );
    desk.app().clock.advance(4 * MINUTE_S);
    desk.claimed(&desk.rita, id).await;
}

#[tokio::test]
async fn a_reviewer_opens_240_files_in_an_hour_and_a_lead_hears_of_more() {
    let desk = Desk::open().await;
    let ids = waiting_cases(&desk, 2).await;
    let claim = desk.claimed(&desk.rita, ids[0]).await;
    for n in 1..=OPENINGS {
        let opened = desk.open_file(&desk.rita, &claim, PHOTO).await;
        assert_eq!(opened.status, 200, "{n}");
        if n == 1 {
            desk.app().clock.advance(MINUTE_S);
        }
    }
    for _ in 0..3 {
        let refused = desk.open_file(&desk.rita, &claim, PHOTO).await;
        assert_eq!(wait_of(&refused, "openings", OPENINGS), HOUR_S - MINUTE_S);
    }
    assert_eq!(desk.acts("OPEN_EVIDENCE").await.len(), OPENINGS);
    let seen = desk.get("/api/review/statistics", &desk.lead).await;
    let notices = seen.ok()["notices"].take();
    let notices = notices.as_array().unwrap();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert_eq!(notices[0]["kind"], "OPENINGS_REFUSED");
    assert_eq!(notices[0]["reviewer"], "Rita");
    // The limit is each reviewer's own, and the first opening is an hour old then.
    let others = desk.claimed(&desk.ralf, ids[1]).await;
    let opened = desk.open_file(&desk.ralf, &others, PHOTO).await;
    assert_eq!(opened.status, 200);
    for _ in 0..7 {
        desk.app().clock.advance(9 * MINUTE_S - 30);
        renew(&desk, &desk.rita, &claim).await.ok();
    }
    let opened = desk.open_file(&desk.rita, &claim, PHOTO).await;
    assert_eq!(opened.status, 200);
}

/// Adds open cases of one member, as if the queue were long. Returns the ids.
async fn many_cases(desk: &Desk, n: usize) -> Vec<i64> {
    desk.waiting(1).await;
    let sql = format!(
        "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {n})
        INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms,
            due_at_ms, state, version, lease_until_ms, fence)
        SELECT account_id, 'REPORT', 'many ' || n, 'LINK', '', 1, submitted_at_ms, due_at_ms, 'OPEN', 1, 0, 0
        FROM review_case CROSS JOIN n"
    );
    let writes = &desk.app().running.app.database.writes;
    writes.execute_unprepared(&sql).await.unwrap();
    let ids = "SELECT id FROM review_case WHERE kind = 'REPORT' ORDER BY id";
    let rows = writes.query_all_raw(Statement::from_string(writes.get_database_backend(), ids));
    let rows = rows.await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "id").unwrap())
        .collect()
}

#[tokio::test]
async fn a_reviewer_claims_120_different_cases_in_an_hour_and_a_lead_sees_the_refusal_of_more() {
    let desk = Desk::open().await;
    let ids = many_cases(&desk, CLAIMS_PER_HOUR + 1).await;
    for (n, id) in ids[..CLAIMS_PER_HOUR].iter().enumerate() {
        let claim = desk.claimed(&desk.rita, *id).await;
        desk.release(&desk.rita, &claim, None).await.expect(204);
        if n == 0 {
            desk.app().clock.advance(MINUTE_S);
        }
    }
    // A case that she claimed within the hour does not count again, and she has given the first one back.
    let last = ids[CLAIMS_PER_HOUR - 1];
    for _ in 0..2 {
        let claim = desk.claimed(&desk.rita, last).await;
        desk.release(&desk.rita, &claim, None).await.expect(204);
    }
    let further = ids[CLAIMS_PER_HOUR];
    let wait_s = HOUR_S - MINUTE_S;
    for _ in 0..2 {
        let refused = desk.claim(&desk.rita, further).await;
        assert_eq!(wait_of(&refused, "claimsPerHour", CLAIMS_PER_HOUR), wait_s);
    }
    assert_eq!(
        desk.acts("OPENINGS_REFUSED").await,
        ["reviewer:1 claimsPerHour"]
    );
    let seen = desk.get("/api/review/statistics", &desk.lead).await;
    let notices = seen.ok()["notices"].take();
    assert_eq!(notices[0]["reviewer"], "Rita", "{notices}");
    // The limit is each reviewer's own.
    let claim = desk.claimed(&desk.ralf, further).await;
    desk.release(&desk.ralf, &claim, None).await.expect(204);
    for _ in 0..4 {
        desk.app().clock.advance(wait_s / 4);
        desk.queue(&desk.rita).await;
    }
    desk.claimed(&desk.rita, further).await;
}

#[tokio::test]
async fn concurrent_openings_at_the_limit_are_counted_exactly_and_a_refused_one_looks_for_no_file()
{
    let desk = Desk::open().await;
    let id = waiting_cases(&desk, 1).await[0];
    let claim = desk.claimed(&desk.rita, id).await;
    for _ in 0..OPENINGS - 2 {
        assert_eq!(desk.open_file(&desk.rita, &claim, PHOTO).await.status, 200);
    }
    let openings = (0..6).map(|_| desk.open_file(&desk.rita, &claim, PHOTO));
    let answers = join_all(openings).await;
    let allowed = answers.iter().filter(|answer| answer.status == 200);
    assert_eq!(allowed.count(), 2);
    assert_eq!(desk.acts("OPEN_EVIDENCE").await.len(), OPENINGS);
    assert_eq!(desk.acts("OPENINGS_REFUSED").await.len(), 1);
    // The limit comes first, so a refused call does not even look for the file.
    let missing = desk.open_file(&desk.rita, &claim, "photoNameList[5]").await;
    wait_of(&missing, "openings", OPENINGS);
}
