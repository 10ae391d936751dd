//! The id of a LIFF app, which a login needs.

use core::str::FromStr;

words! {
    /// The reason why a text is no LIFF id.
    LiffIdError {
        /// The text is empty; `liff.login()` needs an id.
        Required = "required",
        /// The text is not digits, a hyphen, and letters or digits.
        Malformed = "malformed",
    }
}

impl core::error::Error for LiffIdError {}

/// The id of a LIFF app: the channel's number, a hyphen, and letters or digits (`1234567890-AbcdEfgh`). The channel is
/// the registration of the service at LINE. `FromStr` reads an id; see the example of the [module](crate::line).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LiffId {
    text: String,
    channel_length: usize,
}

impl LiffId {
    /// Returns the whole id.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the id of the channel: the part before the hyphen, and the audience (`aud`) of the ID tokens with which
    /// LINE says who a person is.
    pub fn channel_id(&self) -> &str {
        self.text.get(..self.channel_length).unwrap_or_default()
    }
}

impl FromStr for LiffId {
    type Err = LiffIdError;

    /// Reads an id.
    ///
    /// # Errors
    /// Returns [`LiffIdError::Required`] for an empty text, and [`LiffIdError::Malformed`] for any other text that is
    /// no id. White space is not trimmed.
    fn from_str(text: &str) -> Result<Self, LiffIdError> {
        if text.is_empty() {
            return Err(LiffIdError::Required);
        }
        let (channel, app) = text.split_once('-').ok_or(LiffIdError::Malformed)?;
        let is_number = !channel.is_empty() && channel.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = !app.is_empty() && app.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_number && is_word {
            Ok(Self {
                text: text.to_owned(),
                channel_length: channel.len(),
            })
        } else {
            Err(LiffIdError::Malformed)
        }
    }
}
