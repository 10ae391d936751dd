//! The conditions of settings that are texts.

use std::collections::HashSet;

use enmusubi_core::line::LiffId;
use lettre::Address;
use url::Url;

use super::web_address::is_on_this_machine;

/// The length of 128 bits in hexadecimal digits.
const MIN_KEY_CHARS: usize = 32;
/// No random generator makes a key of fewer different characters. Decimal digits have the fewest: of 32
/// random ones, one text in ten million has less than six.
const MIN_DIFFERENT_CHARS: usize = 6;

/// The condition of a setting without one.
pub(super) fn is_anything(_: &str) -> bool {
    true
}

/// Returns true for letters, digits and these signs, at least one.
pub(super) fn is_name(text: &str, signs: &[u8]) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || signs.contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

pub(super) fn is_alphanumeric(text: &str) -> bool {
    is_name(text, b"")
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

pub(super) fn is_region(text: &str) -> bool {
    is_name(text, b"-_")
}

/// Browsers format every code of this shape. They write an unknown one unchanged.
pub(super) fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

pub(super) fn is_liff_id(text: &str) -> bool {
    text.parse::<LiffId>().is_ok()
}

pub(super) fn is_bot_id(text: &str) -> bool {
    text.strip_prefix('@')
        .is_some_and(|name| is_name(name, b"-_."))
}

pub(super) fn is_contact(text: &str) -> bool {
    let is_url = || Url::parse(text).is_ok_and(|url| url.scheme() == "https");
    text.parse::<Address>().is_ok() || is_url()
}

/// An attacker who changes LINE's keys on their way could sign in as any user.
pub(super) fn is_https_or_local(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| url.scheme() == "https" || is_on_this_machine(&url))
}

pub(super) fn is_hard_to_guess(key: &str) -> bool {
    let key = key.trim();
    let different: HashSet<char> = key.chars().collect();
    key.chars().count() >= MIN_KEY_CHARS && different.len() >= MIN_DIFFERENT_CHARS
}
