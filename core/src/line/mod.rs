//! What LINE asks of those who call it, and what may be made of the address it opens us with.
//!
//! Rules of the LIFF SDK that can be told before the call, and the reading of deep links. They are
//! about text and plain data; nothing here talks to LINE.

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
