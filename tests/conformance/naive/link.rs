//! The accepted links.

/// Accepts an absolute `https` URL: ASCII host of two or more labels, last label not numeric, no
/// port, no user info, no trailing dot, no percent sign in the host.
pub(super) fn is_link(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://") else {
        return false;
    };
    let host = match rest.find(['/', '?', '#']) {
        Some(end) => &rest[..end],
        None => rest,
    };
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let last_is_numeric = labels
        .last()
        .is_some_and(|last| last.chars().all(|c| c.is_ascii_digit()));
    labels.len() >= 2 && labels.iter().all(is_label) && !last_is_numeric
}
