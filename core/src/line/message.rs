//! What may be sent as messages.

use crate::json::Json;

/// The most messages one `sendMessages` takes (LIFF SDK: "Number of messages should be in range 1
/// to 5.").
pub const MAX_MESSAGES: usize = 5;

words! {
    /// Which rule of messages is broken.
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
    let Some(items) = messages.as_list() else {
        return whole(MessageErrorCode::WrongType);
    };
    if !(1..=MAX_MESSAGES).contains(&items.len()) {
        return whole(MessageErrorCode::Count);
    }
    let faults = items.iter().map(fault_of).enumerate();
    faults
        .filter_map(|(index, code)| {
            let index = Some(index);
            code.map(|code| MessageError { index, code })
        })
        .collect()
}

/// What is wrong with the messages for `liff.shareTargetPicker`: an array that is not empty. What
/// they hold, LINE judges.
pub fn check_picker_messages(messages: &Json<'_>) -> Vec<MessageError> {
    match messages.as_list() {
        None => whole(MessageErrorCode::WrongType),
        Some([]) => whole(MessageErrorCode::Count),
        Some(_) => Vec::new(),
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

fn whole(code: MessageErrorCode) -> Vec<MessageError> {
    vec![MessageError { index: None, code }]
}
