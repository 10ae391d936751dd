//! The acts of reviewers, each timed many times.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use enmusubi_core::VerifyMethod;
use enmusubi_core::review::{CaseAction, CaseDecision, CaseKind};
use enmusubi_server::App;
use enmusubi_server::features::review::cases::CaseReviewer;
use enmusubi_server::store::audit::actor::Actor;
use enmusubi_server::store::review::review_case::{
    By, HiddenCases, KnownMember, QueueFilter, QueueKey, StoredCase,
};
use enmusubi_server::store::{AccountId, ReviewerId};
use futures_util::future::try_join_all;

use crate::Failure;
use crate::fill::{EMPLOYER, MEMBER};
use crate::table::Row;

const ROUNDS: usize = 200;
/// The seconds for which the server does not count again.
const COUNTS_LAST_S: i64 = 5;
/// The cases of a page, and one more, which tells the server that there is another page.
const PAGE: u64 = 51;
/// The pages after which a page is deep.
const DEEP: usize = 400;
/// The reviewers who act at the same moment.
const CONCURRENT: usize = 50;
/// The ids of the first reviewers of the acts. Each round of an act has a reviewer of its own.
const DECISIONS: i64 = 6001;
const NEXT_CASE: i64 = 6301;
const NEXT_CASE_OF_MEMBER: i64 = 6601;

/// Times each act. `ahead_s` are the seconds by which the clock of the server is ahead.
pub(crate) async fn measure(app: &App, ahead_s: &AtomicI64) -> Result<Vec<Row>, Failure> {
    let (rita, member) = (reviewer(1, None), reviewer(2, Some(MEMBER)));
    let mut rows = pages(app, &rita, &member).await?;
    rows.push(
        timed("look for decisions and claims that are due", async |_| {
            app.reviews.apply_due().await?;
            app.reviews.release_lapsed().await?;
            Ok(())
        })
        .await?,
    );
    rows.extend(Box::pin(decisions(app, &rita)).await?);
    let all = QueueFilter::default();
    for (name, first_id, member) in [
        ("next case, the first 260 are held", NEXT_CASE, None),
        (
            "next case, for a member, the first 460 are held",
            NEXT_CASE_OF_MEMBER,
            Some(MEMBER),
        ),
    ] {
        rows.push(
            timed(name, async |n| {
                let reviewer = nth_reviewer(first_id, n, member);
                let claiming = app.reviews.claim_next(&reviewer, &all, None);
                Box::pin(claiming).await?.ok_or("no case is free")?;
                Ok(())
            })
            .await?,
        );
    }
    rows.push(Box::pin(concurrent(app)).await?);
    rows.push(
        timed("counts by kind, counted again", async |_| {
            ahead_s.fetch_add(COUNTS_LAST_S, Ordering::Relaxed);
            app.reviews.count_cases().await?;
            Ok(())
        })
        .await?,
    );
    Ok(rows)
}

async fn pages(app: &App, rita: &CaseReviewer, member: &CaseReviewer) -> Result<Vec<Row>, Failure> {
    let all = QueueFilter::default();
    let reports = QueueFilter {
        kind: Some(CaseKind::Report),
        ..all.clone()
    };
    let narrow = QueueFilter {
        kind: Some(CaseKind::Appeal),
        evidence: Some(VerifyMethod::Document),
        employer_id: Some("employer16".to_owned()),
        ..all.clone()
    };
    let old = QueueFilter {
        submitted_before_ms: Some(app.clock.now_ms() - 72 * 3_600_000),
        ..all.clone()
    };
    let deep = place_after(app, rita, DEEP).await?;
    let mut rows = Vec::new();
    for (name, reviewer, filter, after) in [
        ("first page", rita, &all, None),
        ("first page, reports", rita, &reports, None),
        (
            "first page, by kind, evidence and employer",
            rita,
            &narrow,
            None,
        ),
        (
            "first page, cases that have waited for 72 hours",
            rita,
            &old,
            None,
        ),
        ("a page after 20,000 cases", rita, &all, Some(deep)),
        ("first page, for a member", member, &all, None),
        ("first page, reports, for a member", member, &reports, None),
        (
            "a page after 20,000 cases, for a member",
            member,
            &all,
            Some(deep),
        ),
    ] {
        rows.push(
            timed(name, async |_| {
                app.reviews
                    .list_cases(reviewer, filter, after, PAGE)
                    .await?;
                Ok(())
            })
            .await?,
        );
    }
    Ok(rows)
}

async fn place_after(
    app: &App,
    reviewer: &CaseReviewer,
    n_pages: usize,
) -> Result<QueueKey, Failure> {
    let all = QueueFilter::default();
    let mut after = None;
    for _ in 0..n_pages {
        let cases = app.reviews.list_cases(reviewer, &all, after, 50).await?;
        after = cases.last().map(key_of).or(after);
    }
    after.ok_or_else(|| "no case waits".into())
}

fn key_of(case: &StoredCase) -> QueueKey {
    QueueKey {
        urgency: i32::from(!case.is_urgent),
        due_at_ms: case.due_at_ms,
        id: case.id,
    }
}

/// Claims, renews and decides cases, and undoes the decisions. Each case has a reviewer of its own, because a reviewer
/// holds three cases at most.
async fn decisions(app: &App, rita: &CaseReviewer) -> Result<Vec<Row>, Failure> {
    let clean = QueueFilter {
        kind: Some(CaseKind::Registration),
        evidence: Some(VerifyMethod::WorkEmail),
        ..QueueFilter::default()
    };
    let reviews = &app.reviews;
    let free = reviews
        .list_cases(rita, &clean, None, 2 * ROUNDS as u64)
        .await?;
    let free = free.into_iter().filter(|case| case.claim.is_none());
    let free: Vec<StoredCase> = free.take(ROUNDS).collect();
    let mut claimed = Vec::new();
    let claim = timed("claim", async |n| {
        let reviewer = nth_reviewer(DECISIONS, n, None);
        let claiming = reviews.claim_case(&reviewer, free[n].id);
        claimed.push(Box::pin(claiming).await?);
        Ok(())
    })
    .await?;
    let renew = timed("renew", async |n| {
        let case = &claimed[n];
        let reviewer = nth_reviewer(DECISIONS, n, None);
        reviews.renew_case(&reviewer, case.id, case.fence).await?;
        Ok(())
    })
    .await?;
    let decision = CaseDecision::new(CaseAction::Approve, Vec::new());
    let decide = timed("decide", async |n| {
        let case = &claimed[n];
        let key = (case.fence, case.version);
        let reviewer = nth_reviewer(DECISIONS, n, None);
        Box::pin(reviews.decide_case(&reviewer, case.id, key, &decision)).await?;
        Ok(())
    })
    .await?;
    let undo = timed("undo", async |n| {
        let reviewer = nth_reviewer(DECISIONS, n, None);
        Box::pin(reviews.undo_case(&reviewer, claimed[n].id)).await?;
        Ok(())
    })
    .await?;
    Ok(vec![claim, renew, decide, undo])
}

/// Lets many reviewers claim different cases at the same moment. Each claim is a row of the audit log.
async fn concurrent(app: &App) -> Result<Row, Failure> {
    let mut waits = Vec::new();
    for round in 0..5 {
        let reviewer = reviewer(100, None);
        let filter = QueueFilter {
            kind: Some(CaseKind::Change),
            ..QueueFilter::default()
        };
        let listed = app.reviews.list_cases(&reviewer, &filter, None, 400);
        let free = listed
            .await?
            .into_iter()
            .filter(|case| case.claim.is_none());
        let free: Vec<_> = free.take(CONCURRENT).collect();
        let claims = free.iter().zip(1_i64..).map(|(case, n)| async move {
            let reviewer = self::reviewer(1000 * (round + 1) + n, None);
            let start = Instant::now();
            Box::pin(app.reviews.claim_case(&reviewer, case.id)).await?;
            Ok::<Duration, Failure>(start.elapsed())
        });
        waits.extend(try_join_all(claims).await?);
    }
    Ok(Row {
        name: "claim, 50 reviewers at the same moment",
        waits,
    })
}

async fn timed(
    name: &'static str,
    mut act: impl AsyncFnMut(usize) -> Result<(), Failure>,
) -> Result<Row, Failure> {
    let mut waits = Vec::with_capacity(ROUNDS);
    for n in 0..ROUNDS {
        let start = Instant::now();
        act(n).await?;
        waits.push(start.elapsed());
    }
    Ok(Row { name, waits })
}

/// Returns the reviewer of the n-th round of an act.
fn nth_reviewer(first_id: i64, n: usize, member: Option<i64>) -> CaseReviewer {
    let n = i64::try_from(n).unwrap_or(i64::MAX);
    reviewer(first_id + n, member)
}

fn reviewer(id: i64, member: Option<i64>) -> CaseReviewer {
    let actor = Actor::Reviewer(ReviewerId(id));
    CaseReviewer {
        by: By {
            actor,
            name: format!("Reviewer {id}"),
        },
        hidden: HiddenCases {
            actor,
            member: member.map(|account_id| KnownMember {
                account_id: Some(AccountId(account_id)),
                hash: String::new(),
                employer_id: EMPLOYER.to_owned(),
            }),
        },
    }
}
