//! What a server does by itself once an hour: forget what is no longer needed.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::error::Result;
use crate::{photo, replay, store, work_email};

const EVERY: Duration = Duration::from_hours(1);
/// For a day after its end a session is known to have expired; after that it is unknown.
const EXPIRED_KEPT_MS: i64 = 24 * 60 * 60 * 1000;

pub(super) fn start(app: Arc<App>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = sweep(&app).await {
                tracing::error!(%error, "housekeeping failed and is tried again in an hour");
            }
        }
    })
}

async fn sweep(app: &App) -> Result<()> {
    let now_ms = app.clock.now_ms();
    store::session::delete_ended(&app.database, now_ms - EXPIRED_KEPT_MS).await?;
    store::idempotency::delete_before(&app.database, now_ms - replay::KEPT_MS).await?;
    work_email::sweep(app).await?;
    photo::sweep(app).await
}
