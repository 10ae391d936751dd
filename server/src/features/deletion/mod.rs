//! Deletes an account with everything that belongs to it, at once and for good.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};
use tracing::Instrument as _;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::photo;
use crate::features::session::{self, Session};
use crate::store;

/// What became of the permission that the person gave the app at LINE.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineAccess {
    /// Withdrawn.
    Withdrawn,
    /// Still there: LINE could not be told, and the person can withdraw it in LINE's settings.
    Kept,
}

/// Deletes the account of this session. Goes on to the end when whoever asked has gone away. E001A
/// when the session, and with it the account, is gone already.
pub(crate) async fn delete(
    app: &Arc<App>,
    session: Session,
    line_access_token: Option<SecretString>,
) -> Result<LineAccess> {
    let app = app.clone();
    let deleted = async move {
        delete_rows(&app, &session).await?;
        Ok(withdraw(&app, &session.line_user_id, line_access_token).await)
    };
    tokio::spawn(deleted.in_current_span())
        .await
        .map_err(Error::internal)?
}

/// All rows in one transaction; then, in a task of its own, the files and what the database still has
/// of the rows.
async fn delete_rows(app: &Arc<App>, session: &Session) -> Result<()> {
    let line_user_id = &session.line_user_id;
    // A registration or a resubmission under way ends first, and so does a twin of this call.
    let _alone = app.account_locks.lock(line_user_id).await;
    let transaction = store::begin(&app.database).await?;
    let account = store::account::find_locked(&transaction, line_user_id).await?;
    // Looked at again: meanwhile the account may have been deleted, and made anew.
    let still = store::session::find(&transaction, &session.token_hash).await?;
    let is_open = still.is_some_and(|session| session.revoked_at_ms.is_none());
    let account = account.filter(|_| is_open).ok_or_else(session::unknown)?;
    let files = store::person::delete(&transaction, account.id, line_user_id).await?;
    transaction.commit().await?;
    tracing::info!("an account was deleted");
    let app = app.clone();
    let rest = async move {
        let storage = app.storage.as_ref();
        photo::delete_untaken(&app.database, storage, &app.pictures, &files).await;
        if let Err(error) = store::person::purge_deleted(&app.database).await {
            tracing::warn!(%error, "the database still has what was deleted");
        }
    };
    tokio::spawn(rest.in_current_span());
    Ok(())
}

async fn withdraw(app: &App, line_user_id: &str, access_token: Option<SecretString>) -> LineAccess {
    let (Some(line), Some(token)) = (&app.line_access, access_token) else {
        return LineAccess::Kept;
    };
    match line.withdraw(line_user_id, token.expose_secret()).await {
        Ok(()) => LineAccess::Withdrawn,
        Err(error) => {
            tracing::warn!(%error, "an account was deleted, and LINE could not be told");
            LineAccess::Kept
        }
    }
}
