//! Deep links: the place inside the app to which a start address leads.
//!
//! LINE opens the app at its endpoint and puts the requested place into `liff.state`; our own guard puts
//! it into `redirect`. An attacker may have made the address, so this module accepts only places of
//! this app.

use super::url::{has_dot_segment, has_hidden_slash, split_path};

/// The longest accepted place, in decoded bytes. The places of this app are far shorter, and decoding stops here,
/// however long the address is.
pub const MAX_DEEP_LINK_BYTES: usize = 2048;

words! {
    /// The reason why a start address leads to no place in this app.
    #[non_exhaustive]
    DeepLinkError {
        /// The place has more than [`MAX_DEEP_LINK_BYTES`].
        TooLong = "too_long",
        /// A percent sign lacks its two hexadecimal digits, or the bytes are not UTF-8.
        Encoding = "encoding",
        /// The place has a control character, which browsers drop or at which they end the address.
        ControlCharacter = "control_character",
        /// The place is on another site: it has a scheme, two slashes, or a backslash, which browsers read as
        /// a slash.
        Foreign = "foreign",
        /// A segment is `.` or `..`, in any spelling.
        DotSegment = "dot_segment",
    }
}

impl core::error::Error for DeepLinkError {}

/// A place of this app: the path without the app's base, and query and fragment unchanged. [`parse_deep_link`] makes
/// it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeepLink(String);

impl DeepLink {
    /// Returns the place, which begins with one slash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads `liff.state`, or without it `redirect`, from the query of a start address (with or without
/// its `?`). `base` is the path under which the app is served; a place may begin with it or not.
///
/// An absent or empty parameter asks for no place. Of several parameters the first counts, and names and
/// values are decoded as by `URLSearchParams`. `liff.state` may be `/path?query#fragment`, only
/// `?query`, or a path without its slash.
///
/// ```
/// use enmusubi_core::line::{DeepLinkError, parse_deep_link};
///
/// let place = |search| parse_deep_link(search, "/app/").map(|link| link.map(|it| it.as_str().to_owned()));
/// assert_eq!(place("?redirect=%2Fapp%2Fnews%23top"), Ok(Some("/news#top".to_owned())));
/// assert_eq!(place("?liff.state=news"), Ok(Some("/news".to_owned())));
/// assert_eq!(place("?liff.state="), Ok(None));
/// assert_eq!(place("?liff.state=%2F%2Fevil.example"), Err(DeepLinkError::Foreign));
/// assert_eq!(place("?liff.state=%2F..%2Fadmin"), Err(DeepLinkError::DotSegment));
/// ```
///
/// # Errors
/// Returns a [`DeepLinkError`] for a wanted place that this app must not open: one that leads to another site, climbs
/// with dot segments, hides characters, cannot be decoded, or is longer than [`MAX_DEEP_LINK_BYTES`].
pub fn parse_deep_link(search: &str, base: &str) -> Result<Option<DeepLink>, DeepLinkError> {
    let query = search.strip_prefix('?').unwrap_or(search);
    let query = query.split('#').next().unwrap_or_default();
    match find(query, "liff.state").or_else(|| find(query, "redirect")) {
        Some(encoded) => place(&decode(encoded)?, base).map(Some),
        None => Ok(None),
    }
}

/// Returns the first value of this name, still encoded, unless it is empty or has no `=`.
fn find<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query
        .split('&')
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .find(|(key, _)| decode(key).is_ok_and(|key| key == name))
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

/// Decodes `+` to a space and `%XX` to a byte.
fn decode(text: &str) -> Result<String, DeepLinkError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16);
                let (high, low) = digit().zip(digit()).ok_or(DeepLinkError::Encoding)?;
                // Two hexadecimal digits fit into a byte.
                u8::try_from(high << 4 | low).unwrap_or_default()
            }
            byte => byte,
        });
        if decoded.len() > MAX_DEEP_LINK_BYTES {
            return Err(DeepLinkError::TooLong);
        }
    }
    String::from_utf8(decoded).map_err(|_| DeepLinkError::Encoding)
}

/// Returns the place, if it is one of this app's.
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

/// Accepts a path of this site: no scheme, no host, no dot segment, and no text that becomes one of these
/// when it is decoded once more.
fn check_path(path: &str) -> Result<(), DeepLinkError> {
    if has_dot_segment(path) {
        return Err(DeepLinkError::DotSegment);
    }
    let first = path.split('/').next().unwrap_or_default();
    // Compare bytes: the standard library's text search would take 3.5 kB gzipped of the wasm.
    let has_two_slashes = path.as_bytes().windows(2).any(|pair| pair == b"//");
    let is_foreign = first.contains(':') || has_two_slashes || path.contains('\\');
    if is_foreign || has_hidden_slash(path) {
        return Err(DeepLinkError::Foreign);
    }
    // The remaining escapes must decode to text without control characters.
    let decoded = decode(path)?;
    if has_control(&decoded) {
        return Err(DeepLinkError::ControlCharacter);
    }
    Ok(())
}

/// Returns the path below the base, if it begins with the base.
fn below_base<'a>(path: &'a str, base: &str) -> Option<&'a str> {
    let base = base.strip_suffix('/').unwrap_or(base);
    let below = path.strip_prefix(base)?;
    (below.is_empty() || below.starts_with('/')).then_some(below)
}

fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}
