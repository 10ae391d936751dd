//! The tables as SeaORM entities. Only `store` names these types.

pub(crate) mod account;
pub(crate) mod block;
pub(crate) mod document;
pub(crate) mod idempotency;
pub(crate) mod introduction;
pub(crate) mod introduction_member;
pub(crate) mod introduction_request;
pub(crate) mod introduction_set;
pub(crate) mod introduction_side;
pub(crate) mod lease;
pub(crate) mod match_side;
pub(crate) mod meeting_answer;
pub(crate) mod member_setting;
pub(crate) mod news;
pub(crate) mod note;
pub(crate) mod photo;
pub(crate) mod preference_change;
pub(crate) mod profile;
pub(crate) mod report;
pub(crate) mod review_event;
pub(crate) mod secret;
pub(crate) mod session;
pub(crate) mod upload;
pub(crate) mod work_email;
pub(crate) mod work_email_code;
pub(crate) mod work_email_limit;
