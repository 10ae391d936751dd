//! What may be sent as messages.

use crate::json::Json;

/// The most messages one call takes. LIFF SDK, `sendMessages`: "Number of messages should be in range
/// 1 to 5."; `shareTargetPicker`: "exceed the limit of num of messages", the same constant.
pub const MAX_MESSAGES: usize = 5;

words! {
    /// Which rule of messages is broken.
    #[non_exhaustive]
    MessageErrorCode {
        /// Not an array, or a message that is not an object.
        WrongType = "wrong_type",
        /// No message, or more than [`MAX_MESSAGES`].
        Count = "count",
        /// A message whose `type` is not a string, or empty.
        MessageType = "message_type",
    }
}

/// A broken rule of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageError {
    /// The message, counted from 0; none where it is about all of them.
    pub index: Option<usize>,
    /// The rule.
    pub code: MessageErrorCode,
}

/// What is wrong with the messages for `liff.sendMessages`: 1–5, each an object with a string `type`.
pub fn check_sent_messages(messages: &Json<'_>) -> Vec<MessageError> {
    let items = match list(messages) {
        Ok(items) => items,
        Err(error) => return vec![error],
    };
    let faults = items.iter().map(fault_of).enumerate();
    faults
        .filter_map(|(index, code)| {
            let index = Some(index);
            code.map(|code| MessageError { index, code })
        })
        .collect()
}

/// What is wrong with the messages for `liff.shareTargetPicker`: an array of 1–5. What they hold, LINE
/// judges.
pub fn check_picker_messages(messages: &Json<'_>) -> Vec<MessageError> {
    list(messages).err().into_iter().collect()
}

/// The messages, where it is an array with as many as one call takes.
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

fn fault_of(message: &Json<'_>) -> Option<MessageErrorCode> {
    let Some(members) = message.as_object() else {
        return Some(MessageErrorCode::WrongType);
    };
    let message_type = members.get("type").and_then(Json::as_text);
    message_type
        .is_none_or(str::is_empty)
        .then_some(MessageErrorCode::MessageType)
}
