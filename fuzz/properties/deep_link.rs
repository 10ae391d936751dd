//! For any start address: an accepted place is one of this app, and parsing it again returns it unchanged.

use enmusubi_core::line::{DeepLink, DeepLinkError, parse_deep_link};

/// Paths under which an app may be served.
const BASES: [&str; 4] = ["", "/", "/app", "/app/"];

pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    // Uses the text as the whole query, and as the place in it.
    let wanted = encode(text);
    let searches = [
        text.to_owned(),
        format!("?liff.state={wanted}"),
        format!("redirect={wanted}"),
    ];
    for search in &searches {
        for base in BASES {
            if let Ok(Some(link)) = parse_deep_link(search, base) {
                check_place(link.as_str());
            }
        }
    }
}

fn check_place(link: &str) {
    assert!(link.starts_with('/'), "{link:?} is no path");
    assert!(!link.chars().any(char::is_control), "{link:?}");
    let path = link.split(['?', '#']).next().unwrap_or_default();
    assert!(!path.contains("//"), "{link:?} may name a host");
    assert!(
        !path.contains('\\'),
        "{link:?} has what browsers read as a slash"
    );
    // Browsers drop spaces at the ends of an address.
    let mut segments = path
        .split('/')
        .map(|segment| segment.to_ascii_lowercase().replace("%2e", "."));
    assert!(
        segments.all(|segment| !matches!(segment.trim_matches(' '), "." | "..")),
        "{link:?} climbs"
    );
    match parse_deep_link(&format!("redirect={}", encode(link)), "") {
        Ok(again) => assert_eq!(again.as_ref().map(DeepLink::as_str), Some(link)),
        // The place had the longest accepted length before it got its slash.
        Err(error) => assert_eq!(error, DeepLinkError::TooLong, "{link:?}"),
    }
}

/// Writes every byte as `%XX`.
fn encode(text: &str) -> String {
    let bytes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    bytes.concat()
}
