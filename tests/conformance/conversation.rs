//! The bodies of a conversation, checked against the vectors.

use enmusubi_core::conversation::ConversationError;
use enmusubi_core::{JsonDocument, parse_contact, parse_meeting, parse_note, parse_read_until};
use enmusubi_tests::conversation::{ConversationCase, ConversationKind, conversation_cases};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::check_all;

fn read(kind: ConversationKind, document: JsonDocument<'_>) -> Result<Value, ConversationError> {
    match kind {
        ConversationKind::Note => parse_note(document).map(Value::from),
        ConversationKind::Contact => parse_contact(document).map(|link| json!(link)),
        ConversationKind::Met => parse_meeting(document).map(Value::from),
        ConversationKind::Read => parse_read_until(document).map(Value::from),
    }
}

#[wasm_bindgen_test(unsupported = test)]
fn the_bodies_of_a_conversation_match_the_vectors() {
    check_all(&conversation_cases(), 53, |case: &ConversationCase| {
        let text = Value::Object(case.document()).to_string();
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let same = match read(case.kind, document) {
            Ok(value) => case.error.is_none() && value == case.read(),
            Err(error) => {
                error.field.as_str() == case.kind.field()
                    && case.error.as_deref() == Some(error.code.as_str())
            }
        };
        (!same).then(|| format!("- {}", case.name))
    });
}
