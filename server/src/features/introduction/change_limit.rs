//! The limit on changes that would otherwise tell a member facts about other members.

use enmusubi_core::{Field, FieldErrorCode, Params};

use crate::clock::{DAY_MS, Millis};
use crate::error::{BrokenRule, Error, Result};
use crate::store::account::preference::Change;
use crate::store::{self, AccountId, Transaction};

/// The number of changes of one thing in a period.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChangeLimit {
    pub(super) changes: usize,
    /// The days of the period.
    pub(super) days: i64,
}

impl ChangeLimit {
    /// Returns E005 if one of these fields has reached the limit. The error names the fields of a profile, and the time
    /// from which all of them can be changed again.
    pub(super) async fn check(
        self,
        transaction: &Transaction,
        account_id: AccountId,
        fields: &[&str],
        now_ms: Millis,
    ) -> Result<()> {
        let period_ms = self.days * DAY_MS;
        let earlier =
            store::account::preference::list_after(transaction, account_id, now_ms - period_ms)
                .await?;
        let end_of = |name: &str| {
            let is_same = |change: &&Change| change.field == name;
            let mut of_field = earlier.iter().rev().filter(is_same);
            let first = of_field.nth(self.changes - 1)?;
            Some(first.changed_at_ms + period_ms)
        };
        let limited: Vec<(&str, Millis)> = fields
            .iter()
            .filter_map(|name| Some((*name, end_of(name)?)))
            .collect();
        let end_ms = limited.iter().map(|(_, end_ms)| *end_ms).max();
        Error::refuse_until(end_ms, now_ms).map_err(|mut error| {
            let fields = limited.iter().filter_map(|(name, _)| Field::find(name));
            error.fields = fields.map(|field| self.rule_at(field)).collect();
            error
        })
    }

    fn rule_at(self, field: Field) -> BrokenRule {
        BrokenRule {
            path: field.as_str().to_owned(),
            code: FieldErrorCode::TooMany,
            params: Params {
                max: i32::try_from(self.changes).ok(),
                ..Params::NONE
            },
        }
    }
}
