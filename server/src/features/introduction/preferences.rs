//! The member's wishes about the people they would like to meet.

use chrono::{DateTime, NaiveTime, Utc};
use chrono_tz::Tz;
use enmusubi_core::condition::Condition;
use enmusubi_core::limits::{PREFERENCE_CHANGE_DAYS, PREFERENCE_CHANGES};
use enmusubi_core::profile::PREFERENCES;
use enmusubi_core::{Field, JsonDocument, UserProfileCreate};
use serde_json::{Value, json};

use super::change_limit::ChangeLimit;
use super::schedule::next_set;
use crate::clock::Clock;
use crate::error::Result;
use crate::features::standing::{LockedProfile, get_approved};
use crate::store::{self, Database};

const LIMIT: ChangeLimit = ChangeLimit {
    changes: PREFERENCE_CHANGES,
    days: PREFERENCE_CHANGE_DAYS,
};

/// Reads and changes the preferences and places of members.
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
        let profile = store::profile::get_in_its_place(reads, account.id, line_user_id).await?;
        Ok(self.with_next_set(profile))
    }

    /// Changes the preferences in the document, each at most three times in seven days. If one preference has reached
    /// this limit, changes nothing and returns E005 with its name and the time from which it can change again. Returns
    /// E008 for any other field, or unless the member is approved.
    pub(crate) async fn put(
        &self,
        line_user_id: &str,
        document: &JsonDocument<'_>,
    ) -> Result<PreferencesNow> {
        let today = self.clock.today(self.time_zone);
        let own = LockedProfile::lock(&self.database, line_user_id, today).await?;
        let profile = document.parse_preferences(&own.stored, &own.context)?;
        let changes = changes(&own.stored, &profile);
        if changes.is_empty() {
            own.transaction.commit().await?;
            return Ok(self.with_next_set(own.stored));
        }
        let now_ms = self.clock.now_ms();
        let fields: Vec<&str> = changes.iter().map(|(field, _)| *field).collect();
        LIMIT
            .check(&own.transaction, own.account_id, &fields, now_ms)
            .await?;
        store::account::preference::insert_all(&own.transaction, own.account_id, changes, now_ms)
            .await?;
        store::profile::update(&own.transaction, own.account_id, &profile).await?;
        own.transaction.commit().await?;
        Ok(self.with_next_set(profile))
    }

    fn with_next_set(&self, profile: UserProfileCreate) -> PreferencesNow {
        PreferencesNow {
            profile,
            effective_at: self.next_set(),
        }
    }

    pub(super) fn next_set(&self) -> DateTime<Utc> {
        next_set(self.clock.now(), self.introduction_time, self.time_zone)
    }
}

/// Returns the preferences that differ, with their values before. Ignores the order of the conditions.
fn changes(before: &UserProfileCreate, after: &UserProfileCreate) -> Vec<(&'static str, Value)> {
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
        .map(|(field, before, _)| (field.as_str(), before))
        .collect()
}
