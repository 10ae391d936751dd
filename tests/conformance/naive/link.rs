//! The accepted links.

/// Accepts an absolute `https` URL without white space and backslashes, whose ASCII host has two or more labels, the
/// last one not numeric, and no port, no user info, no trailing dot and no percent sign.
pub(super) fn is_link(text: &str) -> bool {
    if text.contains(|c: char| c.is_whitespace() || c == '\\') {
        return false;
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let host = match rest.find(['/', '?', '#']) {
        Some(end) => &rest[..end],
        None => rest,
    };
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    let last_is_numeric = labels.last().is_some_and(|last| {
        let last = last.to_ascii_lowercase();
        match last.strip_prefix("0x") {
            Some(digits) => digits.chars().all(|c| c.is_ascii_hexdigit()),
            None => last.chars().all(|c| c.is_ascii_digit()),
        }
    });
    scheme.eq_ignore_ascii_case("https")
        && host.len() <= 253
        && labels.len() >= 2
        && labels.iter().all(is_label)
        && !last_is_numeric
}
