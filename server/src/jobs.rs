//! The background jobs that the server runs once an hour. They delete expired rows and files, and
//! the remains of interrupted deletions.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::clock::{Clock, DAY_MS};
use crate::error::Result;
use crate::features::line_message;
use crate::features::news;
use crate::features::photo::FileCleanup;
use crate::features::retention::Retention;
use crate::features::reviewer::Reviewers;
use crate::features::submission;
use crate::features::work_email::WorkEmails;
use crate::ops::metrics::{self, Job};
use crate::store::{self, Database};

const EVERY: Duration = Duration::from_hours(1);
/// Expired sessions stay for a day, in which their tokens get E001B. After that the server does not know
/// the tokens and answers E001A.
const EXPIRED_SESSION_STORED_MS: i64 = DAY_MS;

/// Runs the jobs now, and then every hour until the task is aborted. The receiver becomes true once they have run for the
/// first time.
pub(crate) fn start(
    database: Database,
    clock: Clock,
    work_emails: WorkEmails,
    reviewers: Reviewers,
    retention: Retention,
    file_cleanup: FileCleanup,
) -> (JoinHandle<()>, watch::Receiver<bool>) {
    let (ran, have_run) = watch::channel(false);
    let task = tokio::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            run_all(
                &database,
                &clock,
                &work_emails,
                &reviewers,
                &retention,
                &file_cleanup,
            )
            .await;
            ran.send_replace(true);
        }
    });
    (task, have_run)
}

async fn run_all(
    database: &Database,
    clock: &Clock,
    work_emails: &WorkEmails,
    reviewers: &Reviewers,
    retention: &Retention,
    file_cleanup: &FileCleanup,
) {
    let now_ms = clock.now_ms();
    let writes = &database.writes;
    let ended = store::session::delete_ended(writes, now_ms - EXPIRED_SESSION_STORED_MS).await;
    report("sessions", ended);
    let orphaned = store::person::delete_orphaned_sessions(database).await;
    report("sessions of deleted accounts", orphaned);
    let expired = store::idempotency::delete_before(writes, now_ms - submission::STORED_MS).await;
    report("stored responses", expired);
    let old = store::news::delete_before(writes, now_ms - news::STORED_MS).await;
    report("news", old);
    let old = store::line::message::delete_before(writes, now_ms - line_message::STORED_MS).await;
    report("messages in LINE", old);
    let old = store::line::event::delete_before(writes, now_ms - line_message::EVENT_STORED_MS);
    report("events of LINE", old.await);
    report("work mailboxes", work_emails.clean_up().await);
    report("files", file_cleanup.run().await);
    report("reviewers", reviewers.clean_up().await);
    report("review data", retention.run().await);
    let purged = store::person::purge_deleted(database).await;
    report("the log of what was deleted", purged);
}

/// Logs the failure of a job and goes on, because the other jobs do not depend on it.
fn report(step: &'static str, result: Result<()>) {
    if let Err(error) = result {
        metrics::job_failed(Job::Cleanup);
        tracing::error!(step, %error, "a background job failed, and runs again in an hour");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::photo::UNATTACHED_LIFETIME_MS;
    use crate::testing::{USER, World, uploads_of};

    #[tokio::test]
    async fn a_failed_job_does_not_stop_the_others() {
        let world = World::open().await;
        let app = &world.app;
        world.upload_document().await;
        world.pass(UNATTACHED_LIFETIME_MS + 1);
        for table in ["session", "idempotency", "work_email_code"] {
            let sql = format!("DROP TABLE {table}");
            app.database.writes.execute_unprepared(&sql).await.unwrap();
        }
        app.work_emails.clean_up().await.unwrap_err();
        run_all(
            &app.database,
            &app.clock,
            &app.work_emails,
            &app.reviewers,
            &app.retention,
            &app.file_cleanup,
        )
        .await;
        let held = uploads_of(&app.database.reads, USER).await;
        assert_eq!(held, [].into());
    }
}
