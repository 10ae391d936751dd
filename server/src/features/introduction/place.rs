//! The member's place, which is a cell of the map. It needs no reviewer, because no other member sees it.

use chrono::{DateTime, Utc};
use enmusubi_core::JsonDocument;
use enmusubi_core::limits::{PLACE_CHANGE_DAYS, PLACE_CHANGES};
use enmusubi_core::place::{Cell, cell_of};
use serde_json::{Value, json};

use super::change_limit::ChangeLimit;
use super::preferences::Preferences;
use crate::error::Result;
use crate::features::standing::LockedProfile;
use crate::store;
use crate::store::account::preference::PLACE;

const LIMIT: ChangeLimit = ChangeLimit {
    changes: PLACE_CHANGES,
    days: PLACE_CHANGE_DAYS,
};

impl Preferences {
    /// Moves the member to the cell of these coordinates, or back to the cell of the city. Returns the time of the next
    /// daily set, which is the first to use the new cell. A place in the same cell changes nothing.
    ///
    /// The row in the history keeps the member out of all introductions until that set. Otherwise, a member could move
    /// around and learn at once where others live. Returns E005 for the fourth change in seven days, and E008 for any
    /// other field, or unless the member is approved.
    pub(crate) async fn put_place(
        &self,
        line_user_id: &str,
        document: &JsonDocument<'_>,
    ) -> Result<DateTime<Utc>> {
        let now_ms = self.clock.now_ms();
        let today = self.clock.today(self.time_zone);
        let own = LockedProfile::lock(&self.database, line_user_id, today).await?;
        let profile = document.parse_place(&own.stored, &own.context)?;
        let before = cell_of(&own.stored);
        if cell_of(&profile) != before {
            LIMIT
                .check(&own.transaction, own.account_id, &[PLACE], now_ms)
                .await?;
            let changes = vec![(PLACE, cell_json(before))];
            store::account::preference::insert_all(
                &own.transaction,
                own.account_id,
                changes,
                now_ms,
            )
            .await?;
            store::profile::update(&own.transaction, own.account_id, &profile).await?;
        }
        own.transaction.commit().await?;
        Ok(self.next_set())
    }
}

/// Returns a cell as the export describes it.
fn cell_json(cell: Cell) -> Value {
    json!({ "cellRow": cell.row, "cellColumn": cell.column })
}
