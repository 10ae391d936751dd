//! Which addresses LINE opens: windows, sub-windows, permanent links.

use crate::json::Json;

words! {
    /// Why `liff.openWindow` would refuse its argument.
    OpenWindowError {
        /// Not an object.
        WrongType = "wrong_type",
        /// `url` is not a string, or empty.
        Url = "url",
        /// `external` is given and not a boolean.
        External = "external",
    }
}

impl core::error::Error for OpenWindowError {}

/// The hosts of LIFF and mini-app addresses (LIFF SDK: "params.url must be liff url or mini url").
const LIFF_HOSTS: [&str; 2] = ["liff.line.me", "miniapp.line.me"];

/// Holds the argument of `liff.openWindow` against its rules: an object with a `url` that is text
/// and not empty, and maybe an `external` that is a boolean.
pub fn check_open_window(params: &Json<'_>) -> Result<(), OpenWindowError> {
    let members = params.as_object().ok_or(OpenWindowError::WrongType)?;
    let url = members.get("url").and_then(Json::as_text);
    if url.is_none_or(str::is_empty) {
        return Err(OpenWindowError::Url);
    }
    match members.get("external") {
        None | Some(Json::Bool(_)) => Ok(()),
        Some(_) => Err(OpenWindowError::External),
    }
}

/// Whether this is the address of a LIFF app or a mini-app, as a sub-window's must be:
/// `https://liff.line.me/{liffId}` or `https://miniapp.line.me/{liffId}`, and what follows.
pub fn is_liff_url(url: &str) -> bool {
    Address::parse(url).is_some_and(|address| {
        let app = address.path.strip_prefix('/').unwrap_or_default();
        let id = app.split('/').next().unwrap_or_default();
        LIFF_HOSTS
            .iter()
            .any(|host| host.eq_ignore_ascii_case(address.host))
            && id.parse::<super::LiffId>().is_ok()
    })
}

/// Whether an address lies under the endpoint, as a permanent link must: the same host and port, and
/// a path that begins with the endpoint's, whole segments only.
pub fn is_below_endpoint(endpoint: &str, url: &str) -> bool {
    let (Some(endpoint), Some(address)) = (Address::parse(endpoint), Address::parse(url)) else {
        return false;
    };
    let base = endpoint.path.strip_suffix('/').unwrap_or(endpoint.path);
    let below = address.path.strip_prefix(base);
    address.host.eq_ignore_ascii_case(endpoint.host)
        && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        && !has_dot_segment(address.path)
}

/// The parts of an absolute https address that say where it leads.
struct Address<'a> {
    /// Host and port.
    host: &'a str,
    path: &'a str,
}

impl<'a> Address<'a> {
    /// None for what is not https, or what browsers would read another way than it looks: white
    /// space, control characters, backslashes, user info.
    fn parse(url: &'a str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '\\';
        if !scheme.eq_ignore_ascii_case("https") || !url.chars().all(is_plain) {
            return None;
        }
        let end = rest.find(['?', '#']).unwrap_or(rest.len());
        let place = rest.get(..end)?;
        let (host, path) = match place.find('/') {
            Some(at) => place.split_at_checked(at)?,
            None => (place, ""),
        };
        (!host.is_empty() && !host.contains('@')).then_some(Self { host, path })
    }
}

/// Whether a path has a segment that means "here" or "up", however its dots are written.
pub(super) fn has_dot_segment(path: &str) -> bool {
    path.split('/').any(|segment| {
        let mut rest = segment;
        let mut n_dots = 0;
        while let Some(after) = after_dot(rest) {
            rest = after;
            n_dots += 1;
        }
        rest.is_empty() && (1..=2).contains(&n_dots)
    })
}

fn after_dot(text: &str) -> Option<&str> {
    text.strip_prefix('.')
        .or_else(|| text.strip_prefix("%2e"))
        .or_else(|| text.strip_prefix("%2E"))
}
