//! The member's choices about being introduced and being seen.

use chrono::NaiveDate;
use chrono_tz::Tz;

use super::schedule::start_of;
use crate::clock::{Clock, Millis};
use crate::error::Result;
use crate::features::standing::get_approved;
use crate::store::account::member_setting::{FOREVER_MS, MemberSetting};
use crate::store::{self, Database};

/// A pause without an end, on the wire.
pub(crate) const FOREVER: &str = "FOREVER";

/// The time during which a member is introduced to no other member.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pause {
    /// The member has not paused.
    None,
    /// The member is introduced again from this day on.
    Until(NaiveDate),
    /// The member is introduced again after ending the pause.
    Forever,
}

/// A member's choices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PrivacySettings {
    pub(crate) pause: Pause,
    /// True if people with the same employer, or an unknown one, are not introduced.
    pub(crate) hide_from_colleagues: bool,
    /// True if other members see the employer's name.
    pub(crate) show_employer: bool,
    /// True if a partner sees up to where the member has read, if both chose it.
    pub(crate) read_receipts: bool,
}

/// Reads and changes the choices of members.
#[derive(Debug)]
pub(crate) struct Privacy {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// The time zone of the days on which pauses end.
    pub(crate) time_zone: Tz,
}

impl Privacy {
    /// Returns the date on the calendar of the deployment.
    pub(crate) fn today(&self) -> NaiveDate {
        self.clock.today(self.time_zone)
    }

    /// Returns the choices of a member. A pause that is over counts as none. Returns E008 unless the member
    /// is approved.
    pub(crate) async fn get(&self, line_user_id: &str) -> Result<PrivacySettings> {
        let account = store::account::find(&self.database.reads, line_user_id).await?;
        let account = get_approved(account)?;
        let stored = store::account::member_setting::find(&self.database.reads, account.id).await?;
        Ok(self.settings_of(stored))
    }

    /// Stores the choices. Returns E008 unless the member is approved.
    pub(crate) async fn put(&self, line_user_id: &str, settings: PrivacySettings) -> Result<()> {
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = get_approved(account)?;
        let setting = MemberSetting {
            paused_until_ms: match settings.pause {
                Pause::None => None,
                Pause::Until(day) => Some(Millis::from(start_of(day, self.time_zone))),
                Pause::Forever => Some(FOREVER_MS),
            },
            hide_from_colleagues: settings.hide_from_colleagues,
            show_employer: settings.show_employer,
            read_receipts: settings.read_receipts,
        };
        let before = store::account::member_setting::find(&transaction, account.id).await?;
        store::account::member_setting::put(&transaction, account.id, setting).await?;
        if before.paused_until_ms.is_some() && setting.paused_until_ms.is_none() {
            store::meeting::introduction::state::ask(&transaction, account.id, self.clock.now_ms())
                .await?;
        }
        transaction.commit().await
    }

    fn settings_of(&self, stored: MemberSetting) -> PrivacySettings {
        let end = stored.paused_until_ms;
        let pause = match end.filter(|end_ms| *end_ms > self.clock.now_ms()) {
            None => Pause::None,
            Some(FOREVER_MS) => Pause::Forever,
            Some(end_ms) => Pause::Until(end_ms.day(self.time_zone)),
        };
        PrivacySettings {
            pause,
            hide_from_colleagues: stored.hide_from_colleagues,
            show_employer: stored.show_employer,
            read_receipts: stored.read_receipts,
        }
    }
}
