//! Checks and bounds that every request passes before and after its handler.

pub(crate) mod account_uploads;
pub(crate) mod admission;
pub(crate) mod answer_budget;
pub(crate) mod client_address;
pub(crate) mod held_body;
pub(crate) mod rate_limit;
pub(crate) mod request_context;
pub(crate) mod security;
pub(crate) mod time_limit;
pub(crate) mod traces;
