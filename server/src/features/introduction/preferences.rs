//! The member's wishes about the people they would like to meet.

use std::time::Duration;

use chrono::{DateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use enmusubi_core::condition::Condition;
use enmusubi_core::limits::{PREFERENCE_CHANGE_DAYS, PREFERENCE_CHANGES};
use enmusubi_core::{
    CheckContext, Field, JsonDocument, Mailboxes, PREFERENCES, Uploads, UserProfileCreate,
};
use serde_json::{Value, json};

use super::schedule::next_set;
use crate::clock::{Clock, DAY_MS};
use crate::error::{Error, Result};
use crate::features::account::get_approved;
use crate::store::preference::Change;
use crate::store::{self, Database, Transaction};

/// Reads and changes the preferences of members.
#[derive(Debug)]
pub(crate) struct Preferences {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    /// The time of the daily set.
    pub(crate) introduction_time: NaiveTime,
}

/// The preferences of a member, which are used from the next daily set on.
#[derive(Debug)]
pub(crate) struct PreferencesNow {
    pub(crate) profile: UserProfileCreate,
    pub(crate) effective_at: DateTime<Utc>,
}

impl Preferences {
    /// Returns the preferences of a member, or E008 unless the member is approved.
    pub(crate) async fn get(&self, line_user_id: &str) -> Result<PreferencesNow> {
        let reads = &self.database.reads;
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let profile = store::profile::find_in_its_place(reads, account.id, line_user_id).await?;
        Ok(self.with_next_set(profile.ok_or_else(no_profile)?))
    }

    /// Changes the preferences that the document has. Each can be changed three times in seven days: with
    /// one change more, nothing is changed, and E005 says when the next is possible. Returns E008 unless
    /// the member is approved, and for any other field.
    pub(crate) async fn put(
        &self,
        line_user_id: &str,
        document: &JsonDocument<'_>,
    ) -> Result<PreferencesNow> {
        let transaction = store::begin(&self.database).await?;
        // Without this lock, changes at the same time would not count each other.
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let stored = store::profile::find_in_its_place(&transaction, account.id, line_user_id);
        let stored = stored.await?.ok_or_else(no_profile)?;
        let context = CheckContext {
            today: self.clock.today(self.time_zone),
            uploads: Uploads::Named,
            mailboxes: Mailboxes::Unchecked,
        };
        let profile = document.parse_preferences(&stored, &context)?;
        let changes = changes(&stored, &profile);
        if changes.is_empty() {
            return Ok(self.with_next_set(stored));
        }
        self.check_limit(&transaction, account.id, &changes).await?;
        let now_ms = self.clock.now_ms();
        store::preference::insert_all(&transaction, account.id, changes, now_ms).await?;
        store::profile::update(&transaction, account.id, &profile).await?;
        transaction.commit().await?;
        Ok(self.with_next_set(profile))
    }

    async fn check_limit(
        &self,
        transaction: &Transaction,
        account_id: i64,
        changes: &[(Field, Value)],
    ) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let period_ms = PREFERENCE_CHANGE_DAYS * DAY_MS;
        let earlier =
            store::preference::list_after(transaction, account_id, now_ms - period_ms).await?;
        let waits = changes.iter().filter_map(|(field, _)| {
            let is_same = |change: &&Change| change.field == field.as_str();
            let mut of_field = earlier.iter().rev().filter(is_same);
            let first = of_field.nth(PREFERENCE_CHANGES - 1)?;
            u64::try_from(first.changed_at_ms + period_ms - now_ms).ok()
        });
        match waits.max() {
            None => Ok(()),
            Some(wait_ms) => Err(Error::too_many_requests(Duration::from_millis(wait_ms))),
        }
    }

    fn with_next_set(&self, profile: UserProfileCreate) -> PreferencesNow {
        PreferencesNow {
            profile,
            effective_at: next_set(self.clock.now(), self.introduction_time, self.time_zone),
        }
    }
}

/// Returns the preferences that differ, with their values before. The order of the conditions is no
/// difference.
fn changes(before: &UserProfileCreate, after: &UserProfileCreate) -> Vec<(Field, Value)> {
    let value_of = |profile: &UserProfileCreate, field| match field {
        Field::MatchGender => json!(profile.match_gender),
        Field::RecommendDistanceKm => json!(profile.recommend_distance_km),
        _ => {
            let mut conditions = profile.value_item.clone();
            conditions.sort_by_key(|condition: &Condition| condition.condition_type());
            json!(conditions)
        }
    };
    PREFERENCES
        .into_iter()
        .map(|field| (field, value_of(before, field), value_of(after, field)))
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, _)| (field, before))
        .collect()
}

fn no_profile() -> Error {
    Error::internal("an account without a profile")
}
