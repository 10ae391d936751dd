//! Checks the rules as the operator wrote them.

use enmusubi_core::line::{is_liff_url, parse_deep_link};
use url::{Url, form_urlencoded};

use super::{RouteRule, RouteRules};
use crate::ops::config::ConfigError;

/// The redirects of HTTP.
const STATUS_CODES: [u16; 5] = [301, 302, 303, 307, 308];
const MAX_BYTES: usize = 2048;

impl RouteRules {
    /// Refuses a rule whose redirect a browser could not follow.
    pub(super) fn check(written: Vec<RouteRule>) -> Result<Self, ConfigError> {
        let mut rules: Vec<RouteRule> = Vec::new();
        for mut rule in written {
            let is_there = rules.iter().any(|it| it.pattern() == rule.pattern());
            if let Some(problem) = problem_of(&rule).or(is_there.then_some("is there twice")) {
                let path = rule.path;
                return Err(ConfigError::RouteRule { path, problem });
            }
            if rule.path != "/" {
                rule.path.truncate(rule.path.trim_end_matches('/').len());
            }
            rules.push(rule);
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
            let place = place_in_app(&rule.to, public_base_url, liff_id);
            place.is_some_and(|path| self.find(&path).is_some())
        };
        match self.0.iter().find(leads_on) {
            Some(rule) => Err(ConfigError::RouteRule {
                path: rule.path.clone(),
                problem: "leads to a path that a rule leads away from",
            }),
            None => Ok(()),
        }
    }
}

fn problem_of(rule: &RouteRule) -> Option<&'static str> {
    if !is_pattern(&rule.path) {
        Some("should have a path of the app, exact or with /** at its end")
    } else if !is_path_of_app(&rule.to) && !is_https_url(&rule.to) {
        Some("should lead to a path of the app or to an absolute https URL")
    } else if !STATUS_CODES.contains(&rule.status_code) {
        Some("should have the status code 301, 302, 303, 307 or 308")
    } else {
        None
    }
}

fn is_pattern(text: &str) -> bool {
    let is_plain_path = |path: &str| is_path_of_app(path) && !path.contains(['*', '?', '#']);
    match text.strip_suffix("/**") {
        Some(path) => path.is_empty() || (is_plain_path(path) && !path.ends_with('/')),
        None => is_plain_path(text),
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
