//! LINE's rules for its callers, and the deep links with which it opens the app.
//!
//! The rules are those of the LIFF SDK that can be checked before the call. They are about text and plain
//! data; no code here talks to LINE.

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
