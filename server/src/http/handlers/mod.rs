//! The handlers: one file for each resource, with its calls and the JSON that they read and write.

pub(crate) mod appeal;
pub(crate) mod client_log;
pub(crate) mod export;
pub(crate) mod introductions;
pub(crate) mod line_webhook;
pub(crate) mod matches;
pub(crate) mod mock;
pub(crate) mod news;
pub(crate) mod notes;
pub(crate) mod pictures;
pub(crate) mod preferences;
pub(crate) mod privacy;
pub(crate) mod profile_changes;
pub(crate) mod review_case;
pub(crate) mod review_claim;
pub(crate) mod review_queue;
pub(crate) mod reviewer;
pub(crate) mod route_rules;
pub(crate) mod safety;
pub(crate) mod upload;
pub(crate) mod user;
pub(crate) mod user_profile;
pub(crate) mod work_email;
