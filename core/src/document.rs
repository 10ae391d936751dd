//! A body, read once.

use crate::error::{ErrorCode, Rejection};
use crate::field::Field;
use crate::json::{self, Json, Object};
use crate::profile::{self, CheckContext, ParsedProfile, UserProfileCreate};
use crate::text;

/// The largest JSON text that is read, in bytes (256 KiB); the longest valid payload is some 20 KiB.
pub const MAX_DOCUMENT_BYTES: usize = 256 * 1024;

/// A JSON object whose members are looked at one by one. Borrows from the text it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonDocument<'a> {
    members: Object<'a>,
}

impl<'a> JsonDocument<'a> {
    /// Reads JSON text. Refused as a whole with [`ErrorCode::TooLarge`] past [`MAX_DOCUMENT_BYTES`], and
    /// with [`ErrorCode::Malformed`] when it is not UTF-8, not JSON, too deep, or not an object. What lists
    /// and objects hold that no rule looks into is read and not kept.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Rejection> {
        if bytes.len() > MAX_DOCUMENT_BYTES {
            return Err(Rejection::whole(ErrorCode::TooLarge));
        }
        core::str::from_utf8(bytes)
            .ok()
            .and_then(|text| json::parse_profile(text).ok())
            .ok_or(Rejection::whole(ErrorCode::Malformed))
            .and_then(Self::from_json)
    }

    /// Takes a value that was read elsewhere, such as a draft that was opened.
    pub fn from_json(value: Json<'a>) -> Result<Self, Rejection> {
        match value {
            Json::Object(members) => Ok(Self { members }),
            _ => Err(Rejection::whole(ErrorCode::Malformed)),
        }
    }

    /// The trimmed text of a top-level member; `None` when it is absent, blank or not text.
    pub fn text(&self, member: &str) -> Option<String> {
        match self.members.get(member) {
            Some(Json::Text(text)) => {
                Some(text::normalise(text).into_owned()).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }

    /// Checks every rule of a profile and gives the answers, still borrowed, or all broken rules at
    /// once ([`ErrorCode::InvalidFields`]). Reads drafts and payloads alike.
    pub fn check_profile(
        &self,
        context: &CheckContext<'_>,
    ) -> Result<ParsedProfile<'_>, Rejection> {
        profile::check(&self.members, context).map_err(|fields| Rejection {
            code: ErrorCode::InvalidFields,
            fields,
        })
    }

    /// Checks every rule of a profile and gives the strict payload, or all broken rules at once
    /// ([`ErrorCode::InvalidFields`]). Reads drafts and payloads alike.
    pub fn parse_profile(
        &self,
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        // ParsedProfile that broke no rule are whole; anything else would be a fault of ours.
        self.check_profile(context)?
            .into_create()
            .ok_or(Rejection::whole(ErrorCode::Internal))
    }

    /// The stored profile with the asked fields as this document has them, or all broken rules of
    /// these at once ([`ErrorCode::InvalidFields`], which an empty document is too). A field that is asked for
    /// and not there stays as it is stored; any other member is [`ErrorCode::Forbidden`].
    pub fn parse_resubmission(
        &self,
        stored: &UserProfileCreate,
        asked: &[Field],
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        profile::resubmit(&self.members, stored, asked, context)
    }

    /// The document as it was read.
    pub fn into_json(self) -> Json<'a> {
        Json::Object(self.members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_member_is_trimmed_and_blank_is_none() {
        let text =
            r#"{"account":" Ua\r\nb\u3000","blank":" \u3000","empty":"","number":1,"none":null}"#;
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        assert_eq!(document.text("account").as_deref(), Some("Ua\nb"));
        for member in ["blank", "empty", "number", "none", "absent"] {
            assert_eq!(document.text(member), None, "{member}");
        }
    }

    #[test]
    fn a_document_is_an_object_and_comes_back_as_it_was_read() {
        let document = JsonDocument::parse(br#"{"nickname":" A "}"#).unwrap();
        let json = document.into_json();
        assert_eq!(json.get("nickname").and_then(Json::as_text), Some(" A "));
        assert!(JsonDocument::from_json(json).is_ok());
        for value in [Json::Null, Json::List(Vec::new())] {
            assert_eq!(
                JsonDocument::from_json(value),
                Err(Rejection::whole(ErrorCode::Malformed))
            );
        }
    }
}
