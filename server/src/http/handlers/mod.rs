//! One file for each resource: its calls, and the shapes that only they read or write.

pub(crate) mod client_log;
pub(crate) mod export;
pub(crate) mod files;
pub(crate) mod mock;
pub(crate) mod resubmission;
pub(crate) mod route_rules;
pub(crate) mod user;
pub(crate) mod user_profile;
pub(crate) mod work_email;
