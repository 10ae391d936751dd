//! The limit on changes that would otherwise tell a member facts of others.

use crate::clock::DAY_MS;
use crate::error::{Error, Result};
use crate::store;
use crate::store::Transaction;
use crate::store::preference::Change;

/// The number of changes of one thing in a period.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChangeLimit {
    pub(super) changes: usize,
    /// The days of the period.
    pub(super) days: i64,
}

impl ChangeLimit {
    /// Returns E005 if one of these fields was changed as often as possible. The error says when all of them can be
    /// changed again.
    pub(super) async fn check(
        self,
        transaction: &Transaction,
        account_id: i64,
        fields: &[&str],
        now_ms: i64,
    ) -> Result<()> {
        let period_ms = self.days * DAY_MS;
        let earlier =
            store::preference::list_after(transaction, account_id, now_ms - period_ms).await?;
        let ends = fields.iter().filter_map(|field| {
            let is_same = |change: &&Change| change.field == *field;
            let mut of_field = earlier.iter().rev().filter(is_same);
            let first = of_field.nth(self.changes - 1)?;
            Some(first.changed_at_ms + period_ms)
        });
        Error::refuse_until(ends.max(), now_ms)
    }
}
