//! The introductions of members to each other, and the choices on which they depend.

mod preferences;
mod privacy;
mod schedule;

pub(crate) use preferences::{Preferences, PreferencesNow};
pub(crate) use privacy::Privacy;
