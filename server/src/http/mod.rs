//! The HTTP side of the server: its routes, the checks before them, and the JSON on the wire.
//!
//! The server checks every call in the same order: method and path, announced size, content type, rate
//! limit by address, credentials, rate limit by account, body, JSON, account, and then the use
//! case. An upload checks the account before its body. The server reads the body after the
//! credentials, so it finds only then that a body without an announced size is too large.
//!
//! To follow a call, start at the table in `routes`, go on to the handler, and from there to the use
//! case in `features`.

mod auth;
mod calls;
pub(crate) mod concurrency_limit;
mod error_response;
mod field_schema;
mod handlers;
mod language;
pub(crate) mod listener;
mod members;
mod middleware;
mod openapi;
mod request_body;
mod reviewer_auth;
mod routes;
mod site;
mod weighted_list;

pub use listener::RequestCounter;
pub(crate) use middleware::traces::Traces;
pub use openapi::openapi_json;
