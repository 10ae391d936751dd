//! A file for each path of the API, and a file for each promise that holds across paths.

mod answer;
mod app;
mod captured_log;
pub(crate) mod database;
mod files;
mod picture;
mod profile;
mod raw;
mod time;
mod waiting;

mod file_fetch;
mod file_store;
mod file_temp_upload;
mod headers;
mod health;
mod hostile_json;
mod id_token;
mod id_token_calls;
mod image_proxy;
mod image_proxy_load;
mod logger;
mod openapi;
mod route_rules;
mod site;
mod site_files;
mod site_icons;
mod user_deletion;
mod user_export;
mod user_login;
mod user_logout;
mod user_my_info;
mod user_profile;
mod user_profile_avatar;
mod user_profile_idempotency;
mod user_profile_resubmission;
mod user_registration;
mod user_review_status;

mod backup;
mod database_file;
mod log;
mod metrics;
mod overload;
mod parallel;
mod privacy;
mod rate_limits;
mod review;
mod roles;
mod session;
mod sizes;
mod slow_clients;
#[cfg(feature = "otel")]
mod traces;
mod vectors;
mod work_email;
