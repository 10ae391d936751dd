//! Requests before any handler, and the files of the web app. The database decides nothing in these tests, so they run on
//! SQLite only.

mod bodies;
mod headers;
mod hostile_json;
mod id_token;
mod id_token_calls;
mod logger;
mod openapi;
mod rate_limits;
mod route_rules;
mod site;
mod site_console;
mod site_files;
mod site_icons;
mod site_languages;
mod sizes;
mod traces;
