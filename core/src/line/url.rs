//! The addresses that LINE opens: windows, sub-windows, permanent links.

use lenient_json::Json;

words! {
    /// The reason why `liff.openWindow` would refuse its argument.
    OpenWindowError {
        /// The argument is not an object.
        WrongType = "wrong_type",
        /// `url` is empty or not a string.
        Url = "url",
        /// `external` is not a boolean.
        External = "external",
    }
}

impl core::error::Error for OpenWindowError {}

/// The beginnings of the addresses of LIFF apps and mini-apps (LIFF SDK: "params.url must be liff url or
/// mini url"). The SDK compares the text byte by byte, so capitals make another address.
const LIFF_ORIGINS: [&str; 2] = ["https://liff.line.me/", "https://miniapp.line.me/"];

/// Checks the argument of `liff.openWindow`: an object with a non-empty text `url`, and optionally a boolean
/// `external` (true for the browser of the device, outside LINE). See the example of the [module](crate::line).
///
/// # Errors
/// Returns the first reason for which LINE would refuse the argument.
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

/// Returns true for the address of a LIFF app or a mini-app, which a sub-window needs:
/// `https://liff.line.me/{liffId}` or `https://miniapp.line.me/{liffId}`, followed by any path that does not
/// lead away from the id. (A sub-window is a page over the page, and a mini-app a LIFF app that LINE has reviewed.)
///
/// ```
/// use enmusubi_core::line::is_liff_url;
///
/// assert!(is_liff_url("https://liff.line.me/1234567890-AbcdEfgh/news"));
/// assert!(!is_liff_url("https://liff.line.me/1234567890-AbcdEfgh/../1-b"));
/// assert!(!is_liff_url("https://liff.line.me.evil.example/1234567890-AbcdEfgh"));
/// ```
pub fn is_liff_url(url: &str) -> bool {
    let mut origins = LIFF_ORIGINS.iter();
    let app = origins.find_map(|origin| url.strip_prefix(origin));
    let id = app.map(|app| split_before(app, |byte| matches!(byte, b'/' | b'?' | b'#')).0);
    id.is_some_and(|id| id.parse::<super::LiffId>().is_ok())
        && Address::parse(url).is_some_and(|address| stays_below(address.path))
}

/// Returns true for an address under the endpoint, which a permanent link needs: the same host and port,
/// and a path that begins with the endpoint's in whole segments. Both are https, as LINE requires of an
/// endpoint. An explicit port differs from an omitted one.
///
/// ```
/// use enmusubi_core::line::is_below_endpoint;
///
/// let endpoint = "https://app.example.com/enmusubi";
/// assert!(is_below_endpoint(endpoint, "https://app.example.com/enmusubi/news?from=mail"));
/// assert!(!is_below_endpoint(endpoint, "https://app.example.com/enmusubi-2/news"));
/// assert!(!is_below_endpoint(endpoint, "http://app.example.com/enmusubi/news"));
/// ```
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

/// The parts of an absolute https address that decide where it leads.
struct Address<'a> {
    /// Host and port.
    host: &'a str,
    path: &'a str,
}

impl<'a> Address<'a> {
    /// Returns `None` for an address that is not https, or that browsers would read in another way than it
    /// looks: with white space, control characters, backslashes or user info.
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

/// Splits an address before its query or fragment.
pub(super) fn split_path(address: &str) -> (&str, &str) {
    split_before(address, |byte| matches!(byte, b'?' | b'#'))
}

fn split_before(text: &str, is_end: fn(u8) -> bool) -> (&str, &str) {
    let end = text.bytes().position(is_end).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Returns true for a path that leads only down, also after one more decoding.
fn stays_below(path: &str) -> bool {
    let is_control = |code: &[u8]| matches!(code, [b'0' | b'1', _, ..] | [b'7', b'f' | b'F', ..]);
    !has_dot_segment(path) && !has_hidden_slash(path) && !codes(path).any(is_control)
}

/// Returns true for a path with an encoded slash or backslash.
pub(super) fn has_hidden_slash(path: &str) -> bool {
    let is_slash = |code: &[u8]| matches!(code, [b'2', b'f' | b'F', ..] | [b'5', b'c' | b'C', ..]);
    codes(path).any(is_slash)
}

/// Splits the path at its percent signs, and returns the text after each of them.
fn codes(path: &str) -> impl Iterator<Item = &[u8]> {
    path.split('%').skip(1).map(str::as_bytes)
}

/// Returns true for a path with a dot segment ("here" or "up"), in any spelling of its dots. Spaces around
/// the dots do not count, because browsers drop those at the end of an address.
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
