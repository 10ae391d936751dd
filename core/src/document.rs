//! A JSON document that is read once, and the ways from it to a profile.

use core::fmt;

use lenient_json::{Json, Object, ParseOptions, normalise};

use crate::error::{Rejection, RejectionCode};
use crate::field::Field;
use crate::limits::MAX_DOCUMENT_BYTES;
use crate::profile::{self, CheckContext, Checked, ParsedProfile, UserProfileCreate};
use crate::review::REASONS;

/// Keeps the parts that a rule looks at: the document, the lists in its fields, and the objects in these lists. Lists
/// and objects in members that are no field come back empty, except the list of a decision's reasons.
const OPTIONS: ParseOptions = ParseOptions {
    max_bytes: MAX_DOCUMENT_BYTES,
    list_depth: 2,
    object_depth: 3,
    is_known_member: |name| Field::find(name).is_some() || name == REASONS,
    // A profile nearly always has every field, and a draft its version besides.
    expected_members: Field::COUNT + 1,
};

/// Reads the JSON text of a draft or payload, checks every rule of a profile, and returns the strict payload or all
/// broken rules at once.
///
/// Short for [`JsonDocument::parse`] and [`JsonDocument::parse_profile`]. The README has an example:
/// [check a payload on a server](crate#check-a-payload-on-a-server).
///
/// # Errors
///
/// - [`TooLarge`](RejectionCode::TooLarge): the text is longer than [`MAX_DOCUMENT_BYTES`].
/// - [`Malformed`](RejectionCode::Malformed): it is not UTF-8, not JSON, nested too deep or not an object.
/// - [`InvalidFields`](RejectionCode::InvalidFields): it breaks rules, which [`Rejection::fields`] names.
pub fn parse_profile(
    bytes: &[u8],
    context: &CheckContext<'_>,
) -> Result<Checked<UserProfileCreate>, Rejection> {
    JsonDocument::parse(bytes)?.parse_profile(context)
}

/// A JSON object that borrows from the text it was read from: a draft, a payload, or the fields that a member sends again.
/// `Debug` hides its members, which may tell who a person is.
///
/// ```
/// use chrono::NaiveDate;
/// use enmusubi_core::{CheckContext, Field, JsonDocument};
///
/// let body = br#"{"account": " U0123456789abcdef0123456789abcdef ", "nickname": "Mei"}"#;
/// let document = JsonDocument::parse(body).unwrap();
/// // The account can be compared with the person who is logged in before any rule is checked.
/// assert_eq!(document.text("account").as_deref(), Some("U0123456789abcdef0123456789abcdef"));
///
/// let context = CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap());
/// let rejection = document.parse_profile(&context).unwrap_err();
/// assert_eq!(rejection.fields[0].path.field, Field::Password);
/// ```
#[derive(Clone, PartialEq)]
pub struct JsonDocument<'a> {
    members: Object<'a>,
}

impl fmt::Debug for JsonDocument<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("JsonDocument")
            .finish_non_exhaustive()
    }
}

impl<'a> JsonDocument<'a> {
    /// Reads JSON text. Of two members with one name, the later counts. Lists and objects that no rule looks into must be
    /// JSON too, but the document does not keep their content.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](RejectionCode::TooLarge) for a text longer than [`MAX_DOCUMENT_BYTES`];
    /// [`Malformed`](RejectionCode::Malformed) for a text that is not UTF-8, not JSON, nested deeper than
    /// [`MAX_DEPTH`](crate::json::MAX_DEPTH) or not an object.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Rejection> {
        Self::from_json(OPTIONS.parse(bytes)?)
    }

    /// Takes a value that was read elsewhere, such as an [opened draft](crate::profile::open_draft).
    ///
    /// # Errors
    ///
    /// [`Malformed`](RejectionCode::Malformed) for a value that is not an object.
    pub fn from_json(value: Json<'a>) -> Result<Self, Rejection> {
        match value {
            Json::Object(members) => Ok(Self { members }),
            _ => Err(Rejection::whole(RejectionCode::Malformed)),
        }
    }

    /// Returns the names of the members that are no field of a profile, in their order. The parser ignores them, so that
    /// an older server takes what a newer form sends. A caller who would rather notice a misspelt optional field asks
    /// here; the names are what the client sent, so they belong in no error of a [`Rejection`].
    ///
    /// ```
    /// use enmusubi_core::JsonDocument;
    ///
    /// let document = JsonDocument::parse(br#"{"nickname": "Mei", "achievment": "A long hike"}"#).unwrap();
    /// assert_eq!(document.unknown_members().collect::<Vec<_>>(), ["achievment"]);
    /// ```
    pub fn unknown_members(&self) -> impl Iterator<Item = &str> {
        let names = self.members.iter().map(|(name, _)| name);
        names.filter(|name| Field::find(name).is_none())
    }

    /// Returns the trimmed text of a top-level member; `None` if it is absent, blank or not text.
    pub fn text(&self, member: &str) -> Option<String> {
        match self.members.get(member) {
            Some(Json::Text(text)) => {
                Some(normalise(text).into_owned()).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }

    /// Checks every rule of a profile and returns the answers, still borrowed: for a caller who only passes them on.
    /// Reads drafts and payloads alike.
    ///
    /// # Errors
    ///
    /// [`InvalidFields`](RejectionCode::InvalidFields), with all broken rules at once.
    pub fn check_profile(
        &self,
        context: &CheckContext<'_>,
    ) -> Result<ParsedProfile<'_>, Rejection> {
        profile::check(&self.members, context).map_err(Rejection::invalid)
    }

    /// Checks every rule of a profile and returns the strict payload. Reads drafts and payloads alike.
    ///
    /// # Errors
    ///
    /// [`InvalidFields`](RejectionCode::InvalidFields), with all broken rules at once.
    pub fn parse_profile(
        &self,
        context: &CheckContext<'_>,
    ) -> Result<Checked<UserProfileCreate>, Rejection> {
        self.check_profile(context)?.into_create()
    }

    /// Returns the stored profile with the asked fields as this document has them.
    ///
    /// An asked field that the document lacks keeps its stored value, except one half of the coordinates without the
    /// other, and the answers that a check leaves out: a document or link of another way to prove the employment than
    /// the chosen one, and a proof of age that is not needed.
    ///
    /// Today's rules apply to the asked fields only, so that a member is not refused for an answer that no reviewer asked
    /// about. The profile is therefore not [`Checked`]: its other answers broke no rule on the day they were stored, and
    /// may break one of today.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use enmusubi_core::review::asked_fields;
    /// use enmusubi_core::{CheckContext, Field, JsonDocument, RejectionCode, UserProfileCreate};
    ///
    /// # let (uploads, employers) = Default::default();
    /// // The context of a server: its date, and the uploads and mailboxes of this account.
    /// let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    /// let context = CheckContext::for_server(today, &uploads, &employers);
    /// // Changes a stored profile after a reviewer asked for the height.
    /// let resubmit = |stored: &UserProfileCreate, body| {
    ///     JsonDocument::parse(body)?.parse_resubmission(stored, &asked_fields(["height"]), &context)
    /// };
    /// # let stored: UserProfileCreate =
    /// #     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/base.json"))).unwrap();
    ///
    /// assert_eq!(resubmit(&stored, br#"{"height": "171"}"#).unwrap().height, 171);
    /// let too_tall = resubmit(&stored, br#"{"height": 300}"#).unwrap_err();
    /// assert_eq!(too_tall.fields[0].path.field, Field::Height);
    /// let not_asked = resubmit(&stored, br#"{"nickname": "Yu"}"#).unwrap_err();
    /// assert_eq!(not_asked.code, RejectionCode::Forbidden);
    /// ```
    ///
    /// # Errors
    ///
    /// - [`InvalidFields`](RejectionCode::InvalidFields): all broken rules of the asked fields at once; for an empty
    ///   document, `required` for each field that the server asks for.
    /// - [`Forbidden`](RejectionCode::Forbidden): the document has another member.
    pub fn parse_resubmission(
        &self,
        stored: &UserProfileCreate,
        asked: &[Field],
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        profile::resubmit(&self.members, stored, asked, context)
    }

    /// Returns the stored profile with the [preferences](profile::PREFERENCES) as this document has them. Everything
    /// else is as in [`parse_resubmission`](Self::parse_resubmission).
    ///
    /// # Errors
    ///
    /// Those of [`parse_resubmission`](Self::parse_resubmission).
    pub fn parse_preferences(
        &self,
        stored: &UserProfileCreate,
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        self.parse_resubmission(stored, &profile::PREFERENCES, context)
    }

    /// Returns the stored profile with the [texts and tags](profile::TEXTS) as this document has them. Everything else is
    /// as in [`parse_resubmission`](Self::parse_resubmission).
    ///
    /// # Errors
    ///
    /// Those of [`parse_resubmission`](Self::parse_resubmission).
    pub fn parse_texts(
        &self,
        stored: &UserProfileCreate,
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        self.parse_resubmission(stored, &profile::TEXTS, context)
    }

    /// Returns the stored profile with the fields of the [place](profile::PLACE) as this document has them. Everything
    /// else is as in [`parse_resubmission`](Self::parse_resubmission).
    ///
    /// # Errors
    ///
    /// Those of [`parse_resubmission`](Self::parse_resubmission).
    pub fn parse_place(
        &self,
        stored: &UserProfileCreate,
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        self.parse_resubmission(stored, &profile::PLACE, context)
    }

    /// Returns the stored profile with the [reviewed](profile::REVIEWED) fields as this document has them: the proposal
    /// that a reviewer compares with the stored profile. The rules apply to the sent fields and to the fields that belong
    /// to them, such as the document with a new birthday. [`changed_fields`](profile::changed_fields) names the fields
    /// that differ.
    ///
    /// # Errors
    ///
    /// Those of [`parse_resubmission`](Self::parse_resubmission), for these fields.
    pub fn parse_changes(
        &self,
        stored: &UserProfileCreate,
        context: &CheckContext<'_>,
    ) -> Result<UserProfileCreate, Rejection> {
        profile::change(&self.members, stored, context)
    }

    /// Returns the document as a JSON value, which [`from_json`](Self::from_json) takes.
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
    fn a_document_is_an_object_and_returns_its_members_unchanged() {
        let document = JsonDocument::parse(br#"{"nickname":" A "}"#).unwrap();
        let json = document.into_json();
        assert_eq!(json.get("nickname").and_then(Json::as_text), Some(" A "));
        assert!(JsonDocument::from_json(json).is_ok());
        for value in [Json::Null, Json::List(Vec::new())] {
            assert_eq!(
                JsonDocument::from_json(value),
                Err(Rejection::whole(RejectionCode::Malformed))
            );
        }
    }

    #[test]
    fn a_document_keeps_the_lists_and_objects_that_the_rules_look_into() {
        let text =
            r#"{"valueItem":[{"from":[1],"to":{"a":1}}],"later":[1],"other":{"a":1},"more":"1"}"#;
        let document = JsonDocument::parse(text.as_bytes()).unwrap();
        let expected = lenient_json::parse(
            r#"{"valueItem":[{"from":[],"to":{}}],"later":[],"other":{},"more":"1"}"#,
        );
        assert_eq!(Ok(document.into_json()), expected);
    }
}
