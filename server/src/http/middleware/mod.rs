//! Checks and limits around the handlers: of requests before them, and of responses after them.

pub(crate) mod account_hasher;
pub(crate) mod answer_budget;
pub(crate) mod asset_paths;
pub(crate) mod client_address;
pub(crate) mod health_paths;
pub(crate) mod rate_limit;
pub(crate) mod request_context;
pub(crate) mod request_permits;
mod response_body;
pub(crate) mod security;
pub(crate) mod time_limit;
pub(crate) mod traces;
