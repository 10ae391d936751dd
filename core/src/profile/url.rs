//! Decides whether a reviewer may open a link.
//!
//! The code is our own because the crates that parse URLs bring Unicode tables that more than double
//! the wasm, and because every browser must read an accepted link the same way.

use crate::text::is_label;

/// Returns true for an absolute https URL with an ASCII host of two or more labels, the last one not
/// numeric, and without port, user info, trailing dot, percent sign in the host, white space or
/// backslash.
pub(super) fn is_public_https(link: &str) -> bool {
    let Some((scheme, rest)) = link.as_bytes().split_first_chunk::<8>() else {
        return false;
    };
    let is_whole = !link.chars().any(|c| c.is_whitespace() || c == '\\');
    let host = rest
        .split(|byte| matches!(byte, b'/' | b'?' | b'#'))
        .next()
        .unwrap_or_default();
    scheme.eq_ignore_ascii_case(b"https://") && is_whole && is_public_host(host)
}

/// Returns true for two or more labels of letters, digits, underscores and inner hyphens (RFC 1035: at
/// most 253 characters in all). A numeric address is not a host name.
fn is_public_host(host: &[u8]) -> bool {
    let mut n_labels = 0;
    let mut last: &[u8] = b"";
    for label in host.split(|byte| *byte == b'.') {
        if !is_label(label, |byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return false;
        }
        n_labels += 1;
        last = label;
    }
    host.len() <= 253 && n_labels >= 2 && !is_numeric(last)
}

/// Returns true for `1`, `0x7f` and `0X7F`, which browsers read as part of a numeric address.
fn is_numeric(label: &[u8]) -> bool {
    match label {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

#[cfg(test)]
mod tests {
    use super::is_public_https;

    #[test]
    fn links_to_public_pages_are_accepted() {
        for link in [
            "https://example.com",
            "HTTPS://Example.COM/a?b=c#d",
            "https://www.linkedin.com/in/someone",
            "https://xn--fsq.xn--0zwm56d/路徑",
            "https://a.b?x@y:1",
            "https://some_one.example.com/",
        ] {
            assert!(is_public_https(link), "{link}");
        }
    }

    #[test]
    fn any_other_link_is_refused() {
        for link in [
            "http://example.com",
            "https:/example.com",
            "https://",
            "https://localhost",
            "https://example.com.",
            "https://example..com",
            "https://.com",
            "https://127.0.0.1",
            "https://1.0x7f",
            "https://example.com:443",
            "https://example.com:",
            "//example.com",
            "https://user@example.com",
            "https://exa%6dple.com",
            "https://例え.jp",
            "https://example.com\\@evil.io",
            "https://a b.com",
            "https://example.com/a b",
            "javascript:alert(1)",
            "https://[::1]",
            "https://-a.com",
        ] {
            assert!(!is_public_https(link), "{link}");
        }
    }
}
