//! The rules as they are written: tables of the file, or JSON in a flag or the environment.

use std::convert::Infallible;
use std::str::FromStr;

use serde::Deserialize;

use crate::ops::config::ConfigError;

const WANTED: &str = "a JSON list of rules with path, to and, if wanted, status_code, such as \
    [{\"path\":\"/old/**\",\"to\":\"/\",\"status_code\":302}]";

/// A rule, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteRuleSetting {
    /// A path of the app, or with `/**` at its end that path and everything below it.
    pub path: String,
    /// A path of the app, or an absolute https URL.
    pub to: String,
    /// One of the HTTP statuses of redirects.
    #[serde(default = "temporarily")]
    pub status_code: u16,
}

/// All rules of one source.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "Vec<RouteRuleSetting>")]
pub enum RouteRulesSetting {
    /// JSON that was not read yet.
    Json(String),
    /// Rules out of a file.
    List(Vec<RouteRuleSetting>),
}

const fn temporarily() -> u16 {
    302
}

impl RouteRulesSetting {
    /// Whether the value was left open.
    pub(in crate::ops::config) fn is_blank(&self) -> bool {
        matches!(self, Self::Json(text) if text.trim().is_empty())
    }

    pub(super) fn read(self) -> Result<Vec<RouteRuleSetting>, ConfigError> {
        match self {
            Self::List(rules) => Ok(rules),
            Self::Json(text) => serde_json::from_str(&text)
                .map_err(|_| ConfigError::must_be("ROUTE_RULES", text, WANTED)),
        }
    }
}

impl From<Vec<RouteRuleSetting>> for RouteRulesSetting {
    fn from(rules: Vec<RouteRuleSetting>) -> Self {
        Self::List(rules)
    }
}

impl FromStr for RouteRulesSetting {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::Json(text.to_owned()))
    }
}
