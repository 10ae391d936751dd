//! What a server does by itself once an hour: forget what is no longer needed.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::error::Result;
use crate::features::idempotency;
use crate::features::photo;
use crate::features::work_email;
use crate::store;

const EVERY: Duration = Duration::from_hours(1);
/// For a day after its end a session is known to have expired; after that it is unknown.
const EXPIRED_KEPT_MS: i64 = 24 * 60 * 60 * 1000;

pub(crate) fn start(app: Arc<App>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            sweep(&app).await;
        }
    })
}

async fn sweep(app: &App) {
    let now_ms = app.clock.now_ms();
    let database = &app.database.writes;
    let ended = store::session::delete_ended(database, now_ms - EXPIRED_KEPT_MS).await;
    report("sessions", ended);
    let strays = store::person::delete_orphaned_sessions(database).await;
    report("sessions of deleted accounts", strays);
    let replayed = store::idempotency::delete_before(database, now_ms - idempotency::KEPT_MS).await;
    report("kept answers", replayed);
    report("work mailboxes", work_email::sweep(app).await);
    report("files", photo::sweep(app).await);
    let forgotten = store::person::purge_deleted(&app.database).await;
    report("the log of what was deleted", forgotten);
}

/// A step that fails keeps no other one from being taken.
fn report(step: &'static str, result: Result<()>) {
    if let Err(error) = result {
        tracing::error!(step, %error, "housekeeping failed and is tried again in an hour");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::photo::UNTAKEN_KEPT_MS;
    use crate::testing::{USER, World, uploads_of};

    #[tokio::test]
    async fn a_step_that_fails_keeps_no_other_one_from_being_taken() {
        let world = World::open().await;
        let app = &world.app;
        world.upload_document().await;
        world.pass(UNTAKEN_KEPT_MS + 1);
        for table in ["session", "idempotency", "work_email_code"] {
            let sql = format!("DROP TABLE {table}");
            app.database.writes.execute_unprepared(&sql).await.unwrap();
        }
        work_email::sweep(app).await.unwrap_err();
        sweep(app).await;
        let held = uploads_of(&app.database.reads, USER).await;
        assert_eq!(held, [].into());
    }
}
