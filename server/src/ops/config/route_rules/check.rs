//! Checks the rules as the operator wrote them.

use enmusubi_core::line::{is_liff_url, parse_deep_link};
use url::{Url, form_urlencoded};

use super::{Pattern, RouteRule, RouteRuleSetting, RouteRules, RouteRulesSetting};
use crate::ops::config::ConfigError;
use crate::ops::config::types::{Declaration, SettingType};

/// The redirects of HTTP.
const STATUS_CODES: [u16; 5] = [301, 302, 303, 307, 308];
const MAX_BYTES: usize = 2048;

impl SettingType for RouteRules {
    type Written = RouteRulesSetting;
    type Value = Self;

    fn read(
        written: Option<RouteRulesSetting>,
        declaration: &Declaration,
    ) -> Option<Result<Self, ConfigError>> {
        let rules = match written? {
            RouteRulesSetting::List(rules) => Ok(rules),
            RouteRulesSetting::Json(text) if text.trim().is_empty() => Ok(Vec::new()),
            RouteRulesSetting::Json(text) => serde_json::from_str(&text)
                .map_err(|_| ConfigError::must_be(declaration.name, &text, declaration.wanted)),
        };
        Some(rules.and_then(Self::check))
    }

    fn show(value: &Self) -> Option<String> {
        Some(value.to_string())
    }
}

impl RouteRules {
    /// Refuses a rule whose redirect a browser could not follow.
    fn check(settings: Vec<RouteRuleSetting>) -> Result<Self, ConfigError> {
        let mut rules: Vec<RouteRule> = Vec::new();
        for setting in settings {
            let rule = check_one(&setting);
            let is_there = |rule: &RouteRule| rules.iter().any(|it| it.pattern == rule.pattern);
            match rule {
                Ok(rule) if !is_there(&rule) => rules.push(rule),
                other => {
                    let problem = other.err().unwrap_or("is there twice");
                    let path = setting.path;
                    return Err(ConfigError::RouteRule { path, problem });
                }
            }
        }
        Ok(Self(rules))
    }

    /// Refuses a rule whose redirect a browser would follow for ever.
    pub(in crate::ops::config) fn check_targets(
        &self,
        public_base_url: &Url,
        liff_id: Option<&str>,
    ) -> Result<(), ConfigError> {
        let leads_on = |rule: &&RouteRule| {
            place_in_app(&rule.to, public_base_url, liff_id)
                .is_some_and(|path| self.find(&path).is_some())
        };
        match self.0.iter().find(leads_on) {
            Some(rule) => Err(ConfigError::RouteRule {
                path: rule.pattern.to_string(),
                problem: "leads to a path that a rule leads away from",
            }),
            None => Ok(()),
        }
    }
}

fn check_one(setting: &RouteRuleSetting) -> Result<RouteRule, &'static str> {
    let pattern = pattern(&setting.path)
        .ok_or("should have a path of the app, exact or with /** at its end")?;
    if !is_path_of_app(&setting.to) && !is_https_url(&setting.to) {
        return Err("should lead to a path of the app or to an absolute https URL");
    }
    if !STATUS_CODES.contains(&setting.status_code) {
        return Err("should have the status code 301, 302, 303, 307 or 308");
    }
    Ok(RouteRule {
        pattern,
        to: setting.to.clone(),
        status_code: setting.status_code,
    })
}

fn pattern(text: &str) -> Option<Pattern> {
    let is_plain_path = |path: &str| is_path_of_app(path) && !path.contains(['*', '?', '#']);
    match text.strip_suffix("/**") {
        Some("") => Some(Pattern::Below(String::new())),
        Some(path) => {
            (is_plain_path(path) && !path.ends_with('/')).then(|| Pattern::Below(path.to_owned()))
        }
        None => is_plain_path(text).then(|| Pattern::Exact(text.trim_end_matches('/').to_owned())),
    }
}

/// Returns true for a path as an address bar shows it, if core accepts it as a path of this app.
fn is_path_of_app(text: &str) -> bool {
    let search: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    is_plain(text)
        && text.starts_with('/')
        && !text.contains("//")
        && parse_deep_link(&format!("redirect={search}"), "")
            .ok()
            .flatten()
            .is_some_and(|place| place.as_str() == text)
}

fn is_https_url(text: &str) -> bool {
    is_plain(text)
        && text.starts_with("https://")
        && Url::parse(text).is_ok_and(|url| {
            url.has_host() && url.username().is_empty() && url.password().is_none()
        })
}

fn is_plain(text: &str) -> bool {
    text.len() <= MAX_BYTES
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Returns the path below the base of the app to which a target leads; `None` outside the app.
fn place_in_app(to: &str, public_base_url: &Url, liff_id: Option<&str>) -> Option<String> {
    if to.starts_with('/') {
        return Some(to.to_owned());
    }
    let url = Url::parse(to).ok()?;
    let base = public_base_url.path().trim_end_matches('/');
    if url.origin() != public_base_url.origin() {
        return place_by_line(&url, base, liff_id?);
    }
    let below = url.path().strip_prefix(base)?;
    (below.is_empty() || below.starts_with('/')).then(|| below.to_owned())
}

/// Returns the path at which LINE opens the app for an address of our own LIFF app; `None` for other
/// addresses.
fn place_by_line(url: &Url, base: &str, liff_id: &str) -> Option<String> {
    let home = format!("{}/{liff_id}", url.origin().ascii_serialization());
    let wanted = url.as_str().strip_prefix(&home)?;
    let is_ours = wanted.is_empty() || wanted.starts_with(['/', '?', '#']);
    if !is_ours || !is_liff_url(&home) {
        return None;
    }
    // LINE passes the text after the id as `liff.state`.
    let state: String = form_urlencoded::byte_serialize(wanted.as_bytes()).collect();
    let place = parse_deep_link(&format!("liff.state={state}"), base);
    // Without a path, or with one that the app would not follow, the app opens its index.
    Some(match place {
        Ok(Some(place)) => place.as_str().to_owned(),
        Ok(None) | Err(_) => "/".to_owned(),
    })
}
