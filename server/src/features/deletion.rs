//! Deletes an account with everything that belongs to it. A deletion cannot be undone.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};
use tracing::Instrument as _;

use crate::adapters::line::AccessClient;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::features::photo::FileCleanup;
use crate::features::session::{self, Session};
use crate::features::submission::AccountLocks;
use crate::store::{self, Database};

/// The state of the permission that the person gave the app at LINE, after the deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineAccess {
    Withdrawn,
    /// The server could not withdraw the permission. The person can do so in LINE's settings.
    NotWithdrawn,
}

/// Deletes accounts.
#[derive(Debug, Clone)]
pub(crate) struct Deletions {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) account_locks: AccountLocks,
    pub(crate) file_cleanup: FileCleanup,
    /// `None` without the secret of the LINE channel.
    pub(crate) line_access: Option<Arc<AccessClient>>,
}

impl Deletions {
    /// Deletes the account of this session. The deletion runs to its end even if the client goes away.
    /// Returns E001A if the session has ended or the account is already deleted.
    pub(crate) async fn delete(
        &self,
        session: Session,
        line_access_token: Option<SecretString>,
    ) -> Result<LineAccess> {
        let this = self.clone();
        let deletion = async move {
            this.delete_rows(&session).await?;
            Ok(this
                .withdraw(&session.line_user_id, line_access_token)
                .await)
        };
        tokio::spawn(deletion.in_current_span())
            .await
            .map_err(Error::internal)?
    }

    /// Deletes all rows in one transaction. Then a task of its own deletes the files, and the traces of
    /// the rows in the database's log.
    async fn delete_rows(&self, session: &Session) -> Result<()> {
        let line_user_id = &session.line_user_id;
        // Wait for a registration or a resubmission under way, and for a concurrent duplicate.
        let _guard = self.account_locks.lock(line_user_id).await;
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        // Read the session again: since it was authenticated, the account may have been deleted and
        // registered again.
        let still = store::account::session::find(&transaction, &session.token_hash).await?;
        let is_open = still.is_some_and(|session| session.revoked_at_ms.is_none());
        let account = account.filter(|_| is_open).ok_or_else(session::unknown)?;
        let now_ms = self.clock.now_ms();
        let files = store::person::delete(&transaction, account.id, line_user_id, now_ms).await?;
        transaction.commit().await?;
        tracing::info!("an account was deleted");
        self.file_cleanup.delete_of_deleted_account_soon(files);
        Ok(())
    }

    async fn withdraw(&self, line_user_id: &str, access_token: Option<SecretString>) -> LineAccess {
        let (Some(line), Some(token)) = (&self.line_access, access_token) else {
            return LineAccess::NotWithdrawn;
        };
        match line.withdraw(line_user_id, token.expose_secret()).await {
            Ok(()) => LineAccess::Withdrawn,
            Err(error) => {
                tracing::warn!(%error, "an account was deleted, and LINE could not be told");
                LineAccess::NotWithdrawn
            }
        }
    }
}
