//! The rules as the operator writes them: tables of the file, or JSON in a flag or a variable.

use std::convert::Infallible;
use std::str::FromStr;

use config::{Value, ValueKind};
use serde::Deserialize;

/// A rule that is not checked yet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteRuleSetting {
    /// A path of the app. With `/**` at its end, the rule is for that path and everything below it.
    pub path: String,
    /// A path of the app, or an absolute https URL.
    pub to: String,
    /// An HTTP status of redirects, 302 by default.
    #[serde(default = "temporarily")]
    pub status_code: u16,
}

/// All rules of one source.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "config::Value")]
pub enum RouteRulesSetting {
    /// JSON that the server has not parsed yet.
    Json(String),
    /// Rules from a file.
    List(Vec<RouteRuleSetting>),
}

const fn temporarily() -> u16 {
    302
}

impl TryFrom<Value> for RouteRulesSetting {
    type Error = config::ConfigError;

    fn try_from(value: Value) -> Result<Self, config::ConfigError> {
        match value.kind {
            ValueKind::String(text) => Ok(Self::Json(text)),
            _ => value.try_deserialize().map(Self::List),
        }
    }
}

impl FromStr for RouteRulesSetting {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::Json(text.to_owned()))
    }
}
