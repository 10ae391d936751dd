//! LINE's rules on messages.

use core::fmt;

use lenient_json::Json;

/// The largest number of messages in one call. LIFF SDK, `sendMessages`: "Number of messages should be in range
/// 1 to 5."; `shareTargetPicker`: "exceed the limit of num of messages", the same constant.
pub const MAX_MESSAGES: usize = 5;

words! {
    /// The rule that messages break.
    #[non_exhaustive]
    MessageErrorCode {
        /// The messages are not an array, or a message is not an object.
        WrongType = "wrong_type",
        /// The array is empty, or has more than [`MAX_MESSAGES`].
        Count = "count",
        /// A message's `type` is empty or not a string.
        MessageType = "message_type",
    }
}

/// A broken rule of messages. See the example of the [module](crate::line).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageError {
    /// The index of the message, from 0; `None` for an error about all messages.
    pub index: Option<usize>,
    /// The rule.
    pub code: MessageErrorCode,
}

impl fmt::Display for MessageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(formatter, "message {index}: {}", self.code),
            None => write!(formatter, "messages: {}", self.code),
        }
    }
}

impl core::error::Error for MessageError {}

/// Checks the messages for `liff.sendMessages`, which sends them to the chat from which the app was opened: 1–5 objects
/// with a string `type`. Returns every broken rule, and an empty list for messages that LINE would take. See the
/// example of the [module](crate::line).
pub fn check_sent_messages(messages: &Json<'_>) -> Vec<MessageError> {
    let items = match list(messages) {
        Ok(items) => items,
        Err(error) => return vec![error],
    };
    let codes = items.iter().map(broken_rule).enumerate();
    codes
        .filter_map(|(index, code)| {
            let index = Some(index);
            code.map(|code| MessageError { index, code })
        })
        .collect()
}

/// Checks the messages for `liff.shareTargetPicker`, which lets the person choose the chats to send them to: an array
/// of 1–5. Returns every broken rule. LINE checks their content.
///
/// ```
/// use enmusubi_core::json::parse;
/// use enmusubi_core::line::{MessageErrorCode, check_picker_messages};
///
/// let errors = check_picker_messages(&parse("[]").unwrap());
/// assert_eq!(errors[0].code, MessageErrorCode::Count);
/// ```
pub fn check_picker_messages(messages: &Json<'_>) -> Vec<MessageError> {
    list(messages).err().into_iter().collect()
}

/// Returns the messages, if they are an array of an accepted length.
fn list<'a, 'json>(messages: &'a Json<'json>) -> Result<&'a [Json<'json>], MessageError> {
    let whole = |code| MessageError { index: None, code };
    let items = messages.as_list();
    let items = items.ok_or_else(|| whole(MessageErrorCode::WrongType))?;
    if (1..=MAX_MESSAGES).contains(&items.len()) {
        Ok(items)
    } else {
        Err(whole(MessageErrorCode::Count))
    }
}

fn broken_rule(message: &Json<'_>) -> Option<MessageErrorCode> {
    let Some(members) = message.as_object() else {
        return Some(MessageErrorCode::WrongType);
    };
    let message_type = members.get("type").and_then(Json::as_text);
    message_type
        .is_none_or(str::is_empty)
        .then_some(MessageErrorCode::MessageType)
}
