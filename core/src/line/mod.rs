//! LINE's rules for its callers, and the deep links with which it opens the app.
//!
//! LINE is a messenger. LIFF (LINE Front-end Framework) opens a web app inside it: the operator registers the app with
//! its *endpoint*, the https address at which it is served, and LINE gives it a [`LiffId`], with which
//! `https://liff.line.me/{liffId}` opens it. The page calls LINE through LINE's JavaScript library, the LIFF SDK, in
//! the object `liff`. A *deep link* leads to a place inside the app, and a *permanent link* is such an address to
//! share.
//!
//! The rules are those of the LIFF SDK that can be checked before the call. They are about text and plain
//! data; no code here talks to LINE.
//!
//! ```
//! use enmusubi_core::json::parse;
//! use enmusubi_core::line::*;
//!
//! let app: LiffId = "1234567890-AbcdEfgh".parse().unwrap();
//! assert_eq!(app.channel_id(), "1234567890");
//! assert!(is_liff_url(&format!("https://liff.line.me/{}/matches", app.as_str())));
//! assert!(is_below_endpoint("https://app.example.com/", "https://app.example.com/matches?id=7"));
//!
//! // LINE starts the app with the wanted place, which an attacker may have written.
//! let place = parse_deep_link("?liff.state=%2Fmatches%3Fid%3D7", "/").unwrap().unwrap();
//! assert_eq!(place.as_str(), "/matches?id=7");
//! let elsewhere = parse_deep_link("?liff.state=https%3A%2F%2Fevil.example", "/");
//! assert_eq!(elsewhere, Err(DeepLinkError::Foreign));
//!
//! // LINE would refuse the second message, which has no type.
//! let messages = parse(r#"[{"type": "text", "text": "Hello"}, {"text": "Hello"}]"#).unwrap();
//! assert_eq!(check_sent_messages(&messages)[0].to_string(), "message 1: message_type");
//! let window = parse(r#"{"url": "https://www.example.com/", "external": true}"#).unwrap();
//! assert_eq!(check_open_window(&window), Ok(()));
//! ```

mod app_id;
mod deep_link;
mod message;
mod url;

pub use app_id::{LiffId, LiffIdError};
pub use deep_link::{DeepLink, DeepLinkError, MAX_DEEP_LINK_BYTES, parse_deep_link};
pub use message::{
    MAX_MESSAGES, MessageError, MessageErrorCode, check_picker_messages, check_sent_messages,
};
pub use url::{OpenWindowError, check_open_window, is_below_endpoint, is_liff_url};
