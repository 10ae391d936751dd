//! The redirects of the operator.

mod check;
mod setting;
#[cfg(test)]
mod tests;

pub use setting::{RouteRuleSetting, RouteRulesSetting};

use std::fmt;

use serde::{Serialize, Serializer};

/// The checked rules. None leads to a path that another one leads away from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RouteRules(Vec<RouteRule>);

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RouteRule {
    #[serde(rename = "path", serialize_with = "text_of")]
    pattern: Pattern,
    /// A path of this app, or an absolute https URL.
    pub to: String,
    /// The HTTP status of the redirect.
    pub status_code: u16,
}

/// Paths without the slash at their end; the root is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Pattern {
    Exact(String),
    /// This path and everything below it.
    Below(String),
}

impl RouteRules {
    /// Returns the rule for a path below the base of the app: the one with the longest pattern, if
    /// several match. Ignores a query or fragment.
    pub fn find(&self, path: &str) -> Option<&RouteRule> {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let path = path.trim_end_matches('/');
        self.0
            .iter()
            .filter(|rule| rule.pattern.matches(path))
            .max_by_key(|rule| rule.pattern.precision())
    }
}

impl Pattern {
    fn matches(&self, path: &str) -> bool {
        match self {
            Self::Exact(wanted) => path == wanted,
            Self::Below(wanted) => path
                .strip_prefix(wanted.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
        }
    }

    /// Returns the length of the pattern for a comparison. An exact path counts as longer than the same
    /// path with everything below it.
    fn precision(&self) -> (usize, bool) {
        match self {
            Self::Exact(path) => (path.len(), true),
            Self::Below(path) => (path.len(), false),
        }
    }
}

/// The text that gives this pattern.
impl fmt::Display for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(path) if path.is_empty() => formatter.write_str("/"),
            Self::Exact(path) => formatter.write_str(path),
            Self::Below(path) => write!(formatter, "{path}/**"),
        }
    }
}

fn text_of<S: Serializer>(pattern: &Pattern, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(pattern)
}

/// The JSON that would give these rules.
impl fmt::Display for RouteRules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(&self.0).map_err(|_| fmt::Error)?;
        formatter.write_str(&json)
    }
}
