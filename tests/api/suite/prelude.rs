//! The names that most files of the suite use.

pub(crate) use std::time::{Duration, Instant};

pub(crate) use enmusubi_core::review::ReviewAction;
pub(crate) use enmusubi_server::ops::config::Settings;
pub(crate) use futures_util::future::join_all;
pub(crate) use reqwest::Method;
pub(crate) use sea_orm::ConnectionTrait as _;
pub(crate) use serde_json::{Value, json};

pub(crate) use super::answer::Answer;
pub(crate) use super::app::{Credentials, TestApp, person};
pub(crate) use super::captured_log::CapturedLog;
pub(crate) use super::introductions::{Couple, introduce, man, woman};
pub(crate) use super::review::{approved, decided};
pub(crate) use super::time::{DAY_S, HOUR_S, MINUTE_S};
pub(crate) use super::user_export::export;
pub(crate) use super::waiting::wait_until;
