//! The redirects of the operator: tables of the file, or JSON in a flag or a variable.

mod check;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use config::{Value, ValueKind};
use serde::{Deserialize, Serialize};

use super::ConfigError;
use super::types::{Declaration, SettingType};

/// The checked rules. None leads to a path that another one leads away from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RouteRules(Vec<RouteRule>);

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteRule {
    /// A path of the app. With `/**` at its end, the rule is for that path and everything below it.
    pub path: String,
    /// A path of the app, or an absolute https URL.
    pub to: String,
    /// An HTTP status of redirects, 302 by default.
    #[serde(default = "temporarily")]
    pub status_code: u16,
}

/// All rules of one source, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "config::Value")]
pub enum RouteRulesSetting {
    /// JSON that the server has not parsed yet.
    Json(String),
    /// Rules from a file.
    List(Vec<RouteRule>),
}

const fn temporarily() -> u16 {
    302
}

impl RouteRules {
    /// Returns the rule for a path below the base of the app: the one with the longest pattern, if
    /// several match. Ignores a query or fragment.
    pub fn find(&self, path: &str) -> Option<&RouteRule> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let path = path.trim_end_matches('/');
        let matching = self.0.iter().filter(|rule| rule.matches(path));
        // An exact path counts as longer than the same path with everything below it.
        matching.max_by_key(|rule| {
            let (path, is_exact) = rule.pattern();
            (path.len(), is_exact)
        })
    }
}

impl RouteRule {
    /// Returns the path without a slash at its end, and true if the rule is for that path alone.
    fn pattern(&self) -> (&str, bool) {
        match self.path.strip_suffix("/**") {
            Some(path) => (path, false),
            None => (self.path.trim_end_matches('/'), true),
        }
    }

    fn matches(&self, path: &str) -> bool {
        let (wanted, is_exact) = self.pattern();
        let rest = path.strip_prefix(wanted);
        rest.is_some_and(|rest| rest.is_empty() || (!is_exact && rest.starts_with('/')))
    }
}

/// The JSON that would give these rules.
impl fmt::Display for RouteRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(&self.0).map_err(|_| fmt::Error)?;
        formatter.write_str(&json)
    }
}

impl SettingType for RouteRules {
    type Written = RouteRulesSetting;
    type Value = Self;

    fn read(written: RouteRulesSetting, declaration: &Declaration) -> Result<Self, ConfigError> {
        let rules = match written {
            RouteRulesSetting::List(rules) => Ok(rules),
            RouteRulesSetting::Json(text) if text.trim().is_empty() => Ok(Vec::new()),
            RouteRulesSetting::Json(text) => serde_json::from_str(&text)
                .map_err(|_| ConfigError::must_be(declaration.name, &text, declaration.wanted)),
        };
        rules.and_then(Self::check)
    }

    fn show(value: &Self) -> Option<String> {
        Some(value.to_string())
    }
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
