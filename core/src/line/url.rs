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

/// How addresses of LIFF apps and mini-apps begin (LIFF SDK: "params.url must be liff url or mini
/// url"). The SDK compares the text as it stands, so capitals are another address.
const LIFF_ORIGINS: [&str; 2] = ["https://liff.line.me/", "https://miniapp.line.me/"];

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
/// `https://liff.line.me/{liffId}` or `https://miniapp.line.me/{liffId}`, and what follows, as long as
/// it does not lead away from the id.
pub fn is_liff_url(url: &str) -> bool {
    let mut origins = LIFF_ORIGINS.iter();
    let app = origins.find_map(|origin| url.strip_prefix(origin));
    let id = app.map(|app| split_before(app, |byte| matches!(byte, b'/' | b'?' | b'#')).0);
    id.is_some_and(|id| id.parse::<super::LiffId>().is_ok())
        && Address::parse(url).is_some_and(|address| stays_below(address.path))
}

/// Whether an address lies under the endpoint, as a permanent link must: the same host and port, and
/// a path that begins with the endpoint's, whole segments only. Both are https, as LINE asks of an
/// endpoint; a port that is written is not one that is left out.
pub fn is_below_endpoint(endpoint: &str, url: &str) -> bool {
    let (Some(endpoint), Some(address)) = (Address::parse(endpoint), Address::parse(url)) else {
        return false;
    };
    let base = endpoint.path.strip_suffix('/').unwrap_or(endpoint.path);
    let below = address.path.strip_prefix(base);
    address.host.eq_ignore_ascii_case(endpoint.host)
        && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        && stays_below(address.path)
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
        let (scheme, rest) = url.split_at_checked("https://".len())?;
        let is_plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '\\';
        if !scheme.eq_ignore_ascii_case("https://") || !url.chars().all(is_plain) {
            return None;
        }
        let (place, _) = split_path(rest);
        let (host, path) = split_before(place, |byte| byte == b'/');
        (!host.is_empty() && !host.contains('@')).then_some(Self { host, path })
    }
}

/// What stands before the query or the fragment, and these.
pub(super) fn split_path(address: &str) -> (&str, &str) {
    split_before(address, |byte| matches!(byte, b'?' | b'#'))
}

fn split_before(text: &str, is_end: fn(u8) -> bool) -> (&str, &str) {
    let end = text.bytes().position(is_end).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Whether a path goes only down, for whoever decodes it once too.
fn stays_below(path: &str) -> bool {
    let is_control = |code: &[u8]| matches!(code, [b'0' | b'1', _, ..] | [b'7', b'f' | b'F', ..]);
    !has_dot_segment(path) && !has_hidden_slash(path) && !codes(path).any(is_control)
}

/// Whether a path has a slash or a backslash that shows only when it is decoded.
pub(super) fn has_hidden_slash(path: &str) -> bool {
    let is_slash = |code: &[u8]| matches!(code, [b'2', b'f' | b'F', ..] | [b'5', b'c' | b'C', ..]);
    codes(path).any(is_slash)
}

/// What follows each percent sign, up to the next.
fn codes(path: &str) -> impl Iterator<Item = &[u8]> {
    path.split('%').skip(1).map(str::as_bytes)
}

/// Whether a path has a segment that means "here" or "up", however its dots are written. Spaces around
/// them do not count: browsers drop those that end an address.
pub(super) fn has_dot_segment(path: &str) -> bool {
    path.split('/').any(|segment| {
        let mut rest = segment.trim_matches(' ');
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
