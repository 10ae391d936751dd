//! Where a start address wants to go inside the app.
//!
//! LINE opens the app at its endpoint and puts the wanted place into `liff.state`; our own guard puts
//! it into `redirect`. Whoever made the address may be hostile: what is accepted is a place of this
//! app and nothing else.

use super::url::{has_dot_segment, has_hidden_slash, split_path};
use crate::text::hex_digit;

/// The longest place that is read, in bytes once decoded. Ours are far shorter, and a longer one
/// would not survive being put into an address again.
pub const MAX_DEEP_LINK_BYTES: usize = 2048;

words! {
    /// Why a start address leads nowhere in this app.
    #[non_exhaustive]
    DeepLinkError {
        /// More than [`MAX_DEEP_LINK_BYTES`].
        TooLong = "too_long",
        /// A percent sign without two hexadecimal digits, or bytes that are not UTF-8.
        Encoding = "encoding",
        /// A control character, which browsers drop or end the address at.
        ControlCharacter = "control_character",
        /// Another site: a scheme, two slashes, or a backslash, which browsers read as a slash.
        Foreign = "foreign",
        /// A `.` or `..` among the segments, however it is written.
        DotSegment = "dot_segment",
    }
}

impl core::error::Error for DeepLinkError {}

/// A place of this app: path, query and fragment as they were, the path without the app's base.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeepLink(String);

impl DeepLink {
    /// The place, which begins with one slash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads `liff.state`, or without it `redirect`, from the query of a start address (with or without
/// its `?`). `base` is the path the app is served under; a place may be told with it or without.
///
/// A parameter that is absent or empty asks for nothing. Of several the first counts, and names and
/// values are decoded as `URLSearchParams` does. `liff.state` may be `/path?query#fragment`, only
/// `?query`, or a path without its slash.
pub fn parse_deep_link(search: &str, base: &str) -> Result<Option<DeepLink>, DeepLinkError> {
    let query = search.strip_prefix('?').unwrap_or(search);
    let query = query.split('#').next().unwrap_or_default();
    match find(query, "liff.state").or_else(|| find(query, "redirect")) {
        Some(encoded) => place(&decode(encoded)?, base).map(Some),
        None => Ok(None),
    }
}

/// The first value of this name, still encoded; none where it is empty or has no `=`.
fn find<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .find(|(key, _)| decode(key).is_ok_and(|key| key == name))
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

/// `+` is a space and `%XX` a byte.
fn decode(text: &str) -> Result<String, DeepLinkError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || bytes.next().and_then(hex_digit);
                let (high, low) = digit().zip(digit()).ok_or(DeepLinkError::Encoding)?;
                high << 4 | low
            }
            byte => byte,
        });
        if decoded.len() > MAX_DEEP_LINK_BYTES {
            return Err(DeepLinkError::TooLong);
        }
    }
    String::from_utf8(decoded).map_err(|_| DeepLinkError::Encoding)
}

/// The place, if it is one of this app's.
fn place(wanted: &str, base: &str) -> Result<DeepLink, DeepLinkError> {
    if has_control(wanted) {
        return Err(DeepLinkError::ControlCharacter);
    }
    let (path, rest) = split_path(wanted);
    check_path(path)?;
    let below = below_base(path, base).unwrap_or(path);
    let slash = if below.starts_with('/') { "" } else { "/" };
    Ok(DeepLink([slash, below, rest].concat()))
}

/// A path of this site: no scheme, no host, no way up, and nothing that turns into one of these when
/// it is decoded once more.
fn check_path(path: &str) -> Result<(), DeepLinkError> {
    if has_dot_segment(path) {
        return Err(DeepLinkError::DotSegment);
    }
    let first = path.split('/').next().unwrap_or_default();
    // As bytes: the standard library's search for a text in a text is 3.5 kB gzipped of the wasm.
    let has_two_slashes = path.as_bytes().windows(2).any(|pair| pair == b"//");
    let is_foreign = first.contains(':') || has_two_slashes || path.contains('\\');
    if is_foreign || has_hidden_slash(path) {
        return Err(DeepLinkError::Foreign);
    }
    // What is still encoded must decode to text without control characters.
    let decoded = decode(path)?;
    if has_control(&decoded) {
        return Err(DeepLinkError::ControlCharacter);
    }
    Ok(())
}

/// The path below the base, where it begins with the base.
fn below_base<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    let base = base.strip_suffix('/').unwrap_or(base);
    let below = path.strip_prefix(base)?;
    (below.is_empty() || below.starts_with('/')).then_some(below)
}

fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}
