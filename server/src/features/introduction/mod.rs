//! The introductions of members to each other, and the choices on which they depend.

mod change_limit;
mod circle_memory;
mod daily;
mod introductions;
mod pair;
mod place;
mod preferences;
mod privacy;
mod schedule;

pub(crate) use circle_memory::CircleMemory;
pub(crate) use daily::{DailyJob, LEASE_MS};
pub use daily::{DailySets, SetError, SetReport};
pub(crate) use introductions::{
    Introductions, IntroductionsNow, Person, ShownIntroduction, conditions_of,
};
pub(crate) use pair::{LockedPair, ask_if_room_again, lock_members, lock_pair, no_introduction};
pub(crate) use preferences::{Preferences, PreferencesNow};
pub(crate) use privacy::{FOREVER, Pause, Privacy, PrivacySettings};
pub(crate) use schedule::{moment, next_set, start_of};
