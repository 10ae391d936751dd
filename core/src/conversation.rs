//! The bodies that the two members of a match send: notes, and the links to their LINE contacts.

use lenient_json::{Json, Lines, integer, text};

use crate::JsonDocument;
use crate::body::{BodyError, read_flag, read_lines};
use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::{CONTACT, NOTE};
use crate::profile::length_within;

words! {
    /// The fields of the bodies of a conversation.
    ConversationField {
        /// The text of a note.
        Text = "text",
        /// The link to the member's LINE contact, or null to take it back.
        Line = "line",
        /// True if the two members met.
        Met = "met",
        /// The number of the latest note that the member has read.
        NoteId = "noteId",
    }
}

/// A broken rule of the only field of a body.
pub type ConversationError = BodyError<ConversationField>;

/// Reads a note: 1 to 500 characters ([`NOTE`]), of which a reader must see at least one. Line feeds are
/// allowed. Links stay text.
pub fn parse_note(document: JsonDocument<'_>) -> Result<String, ConversationError> {
    let document = document.into_json();
    let field = ConversationField::Text;
    read_lines(document.get(field.as_str()), NOTE)
        .and_then(|note| note.ok_or(Violation::new(FieldErrorCode::Required)))
        .map_err(|violation| BodyError::new(field, violation))
}

/// Reads the link to a LINE contact, or `None` for null and blank text: the member takes the contact back.
pub fn parse_contact(document: JsonDocument<'_>) -> Result<Option<String>, ConversationError> {
    let document = document.into_json();
    let field = ConversationField::Line;
    read_contact(document.get(field.as_str())).map_err(|violation| BodyError::new(field, violation))
}

/// Reads the answer to the question whether the two members met.
pub fn parse_meeting(document: JsonDocument<'_>) -> Result<bool, ConversationError> {
    let document = document.into_json();
    let field = ConversationField::Met;
    read_flag(document.get(field.as_str())).map_err(|violation| BodyError::new(field, violation))
}

/// Reads the number of the latest note that the member has read: 0 or more. A larger number than the latest note's is
/// no error, also if no integer type can hold it.
pub fn parse_read_until(document: JsonDocument<'_>) -> Result<i64, ConversationError> {
    let document = document.into_json();
    let field = ConversationField::NoteId;
    read_number(document.get(field.as_str())).map_err(|violation| BodyError::new(field, violation))
}

fn read_number(value: Option<&Json<'_>>) -> Result<i64, Violation> {
    let number = value.map(integer).transpose()?.flatten();
    let number = number.ok_or(Violation::new(FieldErrorCode::Required))?;
    if number >= 0 {
        Ok(number.into())
    } else {
        Err(Violation {
            code: FieldErrorCode::Range,
            params: Params::at_least(0),
        })
    }
}

fn read_contact(value: Option<&Json<'_>>) -> Result<Option<String>, Violation> {
    let value = value.ok_or(Violation::new(FieldErrorCode::Required))?;
    let Some(link) = text(value, Lines::One)? else {
        return Ok(None);
    };
    length_within(&link, CONTACT)?;
    Violation::unless(is_contact(&link), FieldErrorCode::LineContact)?;
    Ok(Some(link.into_owned()))
}

/// Returns true for a link that LINE makes for a person: `https://line.me/ti/p/` with a code, or with `~` and
/// a LINE ID. The code of an official account begins with `@`, and is refused: it is no person's contact.
/// Nothing may follow, so that the link leads to LINE and nowhere else, however a browser reads it.
fn is_contact(link: &str) -> bool {
    let code = link.strip_prefix("https://line.me/ti/p/");
    let code = code.map(|code| code.strip_prefix('~').unwrap_or(code));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    // A segment of dots only would lead to another path.
    code.is_some_and(|code| code.bytes().all(is_plain) && code.bytes().any(|byte| byte != b'.'))
}
