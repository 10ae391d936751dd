//! The member's choice of messages in LINE.

use crate::error::Result;
use crate::features::standing::get_approved;
use crate::store::line::contact::{self, Contact, MessageChoices};
use crate::store::{self, Database};

/// Reads and changes the choices of members.
#[derive(Debug)]
pub(crate) struct Choices {
    pub(crate) database: Database,
}

impl Choices {
    /// Returns the choices of a member, and whether LINE reaches them. Returns E008 unless the member is approved.
    pub(crate) async fn get(&self, line_user_id: &str) -> Result<Contact> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        contact::find(reads, account.id).await
    }

    /// Stores the choices. Returns E008 unless the member is approved.
    pub(crate) async fn put(&self, line_user_id: &str, choices: MessageChoices) -> Result<Contact> {
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        contact::put_choices(&transaction, account.id, choices).await?;
        let stored = contact::find(&transaction, account.id).await?;
        transaction.commit().await?;
        Ok(stored)
    }
}
