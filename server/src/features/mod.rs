//! The use cases: steps that a user, a reviewer or the operator would name. Several of them share
//! `cached`, `opaque_token`, `person_key`, `profile_text`, `signed_url`, `standing` and `submission`.

pub(crate) mod account;
pub(crate) mod age_proof;
pub mod audit;
pub(crate) mod cached;
pub(crate) mod client_log;
pub(crate) mod conversation;
pub(crate) mod deletion;
pub(crate) mod export;
pub mod introduction;
pub mod line_message;
pub(crate) mod mock;
pub(crate) mod news;
mod opaque_token;
pub(crate) mod person_key;
pub mod photo;
pub(crate) mod profile_change;
pub(crate) mod profile_text;
pub(crate) mod registration;
pub(crate) mod resubmission;
pub mod retention;
pub mod review;
pub mod reviewer;
pub(crate) mod safety;
pub(crate) mod session;
pub(crate) mod signed_url;
pub(crate) mod standing;
pub mod stats;
pub(crate) mod submission;
pub(crate) mod work_email;
