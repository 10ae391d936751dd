//! The background jobs of a server, with the schedule of each.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::App;
use crate::clock::DAY_MS;
use crate::error::Result;
use crate::features::introduction::DailyJob;
use crate::features::line_message::{self, LineMessages};
use crate::features::mock::Replies;
use crate::features::news;
use crate::features::submission;
use crate::jobs::{Job, Jobs, Round, Schedule};
use crate::ops::metrics::JobName;
use crate::store;

/// The longest delay of a decision that is due, or of the end of a claim.
const CASES_EVERY: Duration = Duration::from_secs(1);
/// The time between two searches for messages to send.
const MESSAGES_EVERY: Duration = Duration::from_secs(1);
/// The time between two searches for introductions to make. A member who becomes available waits for half of it on
/// average.
const INTRODUCTIONS_EVERY: Duration = Duration::from_secs(5);
/// The time between two searches for something that made-up people answer.
const REPLIES_EVERY: Duration = Duration::from_millis(500);
/// The time for which deleted rows stay in SQLite's log at most.
const PURGE_EVERY: Duration = Duration::from_mins(10);
/// The time between two rounds of the jobs that delete what has expired.
const CLEANUP_EVERY: Duration = Duration::from_hours(1);

/// Expired sessions stay for a day, in which their tokens get E001B. After that the server does not know
/// the tokens and answers E001A.
const EXPIRED_SESSION_STORED_MS: i64 = DAY_MS;

/// A job that keeps nothing in memory from one round to the next.
type JobFn = fn(Arc<App>) -> BoxFuture<'static, Result<Round>>;

/// Starts all jobs of the instance.
pub(crate) fn start(app: &Arc<App>) -> Jobs {
    let mut jobs = Jobs::new(app.jobs.clone());
    let cleanup = |name| Schedule::long(name, CLEANUP_EVERY);
    let steps: [(Schedule, JobFn); 11] = [
        (cleanup(JobName::Files), |app| {
            async move { app.file_cleanup.run().await }.boxed()
        }),
        (cleanup(JobName::LineRecords), |app| {
            done(delete_line_records(app))
        }),
        (cleanup(JobName::News), |app| done(delete_news(app))),
        (cleanup(JobName::Responses), |app| {
            done(delete_responses(app))
        }),
        (cleanup(JobName::Retention), |app| {
            async move { app.retention.run().await }.boxed()
        }),
        (cleanup(JobName::Reviewers), |app| {
            done(async move { app.reviewers.clean_up().await })
        }),
        (cleanup(JobName::Sessions), |app| done(delete_sessions(app))),
        (cleanup(JobName::WorkEmails), |app| {
            done(async move { app.work_emails.clean_up().await })
        }),
        (Schedule::often(JobName::Purge, PURGE_EVERY), |app| {
            done(async move { store::person::purge_deleted(&app.database).await })
        }),
        (Schedule::often(JobName::Claims, CASES_EVERY), |app| {
            async move { app.reviews.release_lapsed().await }.boxed()
        }),
        (Schedule::often(JobName::Reviews, CASES_EVERY), |app| {
            async move { app.reviews.apply_due().await }.boxed()
        }),
    ];
    for (schedule, step) in steps {
        let app = app.clone();
        jobs.start(schedule, move || {
            let app = app.clone();
            move || step(app.clone())
        });
    }
    let sets = app.daily_sets.clone();
    let introductions = Schedule::long(JobName::Introductions, INTRODUCTIONS_EVERY);
    jobs.start(introductions, move || DailyJob::new(sets.clone()));
    if let Some(messages) = app.line_messages.clone() {
        let schedule = Schedule::often(JobName::LineMessages, MESSAGES_EVERY);
        jobs.start(schedule, move || messages.clone());
    }
    if let Some(mock) = &app.mock {
        let people = mock.people.clone();
        let schedule = Schedule::often(JobName::Replies, REPLIES_EVERY);
        jobs.start(schedule, move || Replies::new(people.clone()));
    }
    jobs
}

impl Job for LineMessages {
    async fn run(&mut self) -> Result<Round> {
        self.send_due().await
    }
}

/// Turns work without failing rows into a round.
fn done(
    work: impl Future<Output = Result<()>> + Send + 'static,
) -> BoxFuture<'static, Result<Round>> {
    async move { work.await.map(|()| Round::default()) }.boxed()
}

async fn delete_sessions(app: Arc<App>) -> Result<()> {
    let ended_before_ms = app.clock.now_ms() - EXPIRED_SESSION_STORED_MS;
    store::account::session::delete_ended(&app.database.writes, ended_before_ms).await?;
    store::person::delete_orphaned_sessions(&app.database).await
}

async fn delete_responses(app: Arc<App>) -> Result<()> {
    let before_ms = app.clock.now_ms() - submission::STORED_MS;
    store::account::idempotency::delete_before(&app.database.writes, before_ms).await
}

async fn delete_news(app: Arc<App>) -> Result<()> {
    let before_ms = app.clock.now_ms() - news::STORED_MS;
    store::news::delete_before(&app.database.writes, before_ms).await
}

async fn delete_line_records(app: Arc<App>) -> Result<()> {
    let (writes, now_ms) = (&app.database.writes, app.clock.now_ms());
    store::line::message::delete_before(writes, now_ms - line_message::STORED_MS).await?;
    store::line::event::delete_before(writes, now_ms - line_message::EVENT_STORED_MS).await
}
