//! Requests before any handler, and the files of the web app. These tests look at no table, so they run on SQLite only.

mod headers;
mod hostile_json;
mod id_token;
mod id_token_calls;
mod logger;
mod openapi;
mod overload;
mod rate_limits;
mod route_rules;
mod site;
mod site_console;
mod site_files;
mod site_icons;
mod sizes;
mod slow_clients;
mod traces;
