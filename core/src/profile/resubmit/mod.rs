//! Puts resubmitted fields into a stored profile.

use lenient_json::{Json, Object};

use super::context::{AgeProof, CheckContext};
use super::create::UserProfileCreate;
use super::field_spec::{Change, FIELDS, FieldSpec, FieldType, Presence, field_spec};
use super::parse;
use crate::error::{FieldError, FieldErrorCode, Params, Rejection, RejectionCode};
use crate::field::Field;
use crate::review::asked_fields;

/// The fields that say whom a member would like to meet. The member changes them without a reviewer. A server counts
/// the changes ([`PREFERENCE_CHANGES`](crate::limits::PREFERENCE_CHANGES)): many would reveal the facts of others.
///
/// ```
/// use enmusubi_core::profile::PREFERENCES;
///
/// let names = PREFERENCES.map(|field| field.as_str());
/// assert_eq!(names, ["matchGender", "recommendDistanceKm", "valueItem"]);
/// ```
pub const PREFERENCES: [Field; count(Change::Preference)] = changed_by(Change::Preference);

/// The texts and tags that a member changes without a reviewer. The nickname, by which others know the member, is among
/// the [`REVIEWED`] fields.
pub const TEXTS: [Field; count(Change::AtOnce)] = changed_by(Change::AtOnce);

/// The fields whose new value a reviewer checks before other members see it: facts by which members are matched
/// or that the reviewer has compared with the proofs, and photos.
pub const REVIEWED: [Field; count(Change::Reviewed)] = changed_by(Change::Reviewed);

/// The fields of the place, which are its two coordinates; the city is among the [`REVIEWED`] fields. The member changes them without a reviewer. A server counts the changes
/// ([`PLACE_CHANGES`](crate::limits::PLACE_CHANGES)): distances from many places would show where another member lives.
pub const PLACE: [Field; count(Change::Place)] = changed_by(Change::Place);

/// Returns the number of fields that a member changes in this way.
const fn count(change: Change) -> usize {
    let (mut n_fields, mut index) = (0, 0);
    while index < Field::COUNT {
        n_fields += (FIELDS[index].change as usize == change as usize) as usize;
        index += 1;
    }
    n_fields
}

/// Returns the fields that a member changes in this way, in the order of the payload.
const fn changed_by<const N: usize>(change: Change) -> [Field; N] {
    let mut fields = [Field::Account; N];
    let (mut n_fields, mut index) = (0, 0);
    while index < Field::COUNT {
        if FIELDS[index].change as usize == change as usize {
            fields[n_fields] = FIELDS[index].field;
            n_fields += 1;
        }
        index += 1;
    }
    fields
}

/// Returns the stored profile with the [`REVIEWED`] fields as the member sent them, as [`resubmit`] does for asked
/// fields. The rules apply to the sent fields and to the fields that belong to them: a stored document that was deleted
/// after the review is no obstacle to a new height, but new evidence is checked as a whole.
pub(crate) fn change(
    sent: &Object<'_>,
    stored: &UserProfileCreate,
    context: &CheckContext<'_>,
) -> Result<UserProfileCreate, Rejection> {
    if sent.iter().next().is_none() {
        return Err(all_required(&REVIEWED, context.age_proof));
    }
    let is_reviewed = |name: &&str| Field::find(name).is_some_and(|it| REVIEWED.contains(&it));
    let names = sent.iter().map(|(name, _)| name);
    // A check of the age holds for one birthday.
    let has_birthday = sent.get(Field::Birthday.as_str()).is_some();
    let needs_document = has_birthday && context.age_proof != AgeProof::Off;
    let document = needs_document.then_some(Field::AgeProofFileName.as_str());
    let asked = asked_fields(names.filter(is_reviewed).chain(document));
    resubmit(sent, stored, &asked, context)
}

/// Returns the [`REVIEWED`] fields in which two profiles differ, with the fields that belong to them, in the order of the
/// payload.
///
/// ```
/// use enmusubi_core::profile::changed_fields;
/// use enmusubi_core::{Field, UserProfileCreate};
///
/// # let before: UserProfileCreate =
/// #     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/base.json"))).unwrap();
/// // A reviewer has nothing to check in a new text about the person.
/// let after = UserProfileCreate { height: 171, about_me: "Hills.".to_owned(), ..before.clone() };
/// assert_eq!(changed_fields(&before, &after), [Field::Height]);
/// ```
pub fn changed_fields(before: &UserProfileCreate, after: &UserProfileCreate) -> Vec<Field> {
    let differences = before.differences(after);
    let reviewed = differences.filter(|field| REVIEWED.contains(field));
    asked_fields(reviewed.map(Field::as_str))
}

/// Returns the stored profile with the asked fields as the member sent them. A field that the member
/// did not send keeps its stored value. Today's rules apply to the asked fields only: a member is not
/// refused for a field that no reviewer asked about, such as a birthday that is now 100 years ago.
pub(crate) fn resubmit(
    sent: &Object<'_>,
    stored: &UserProfileCreate,
    asked: &[Field],
    context: &CheckContext<'_>,
) -> Result<UserProfileCreate, Rejection> {
    let is_asked = |name| Field::find(name).is_some_and(|field| asked.contains(&field));
    if !sent.iter().all(|(name, _)| is_asked(name)) {
        return Err(Rejection::whole(RejectionCode::Forbidden));
    }
    if sent.iter().next().is_none() {
        return Err(all_required(asked, context.age_proof));
    }
    let stored_values = stored.to_values();
    let raw = |field: Field| match sent.get(field.as_str()) {
        Some(value) => value,
        None if is_replaced(field_spec(field), sent) => &Json::Null,
        None => &stored_values[field as usize],
    };
    let mut parsed = parse::fields(asked, raw, context).map_err(Rejection::invalid)?;
    let mut profile = stored.clone();
    for field in asked {
        // An answer that broke no rule has the type of its field.
        profile
            .set(*field, parsed.take(*field))
            .ok_or(Rejection::whole(RejectionCode::Internal))?;
    }
    Ok(profile)
}

/// Returns true if another sent field takes the place of this field's stored value: coordinates are
/// sent in pairs.
fn is_replaced(spec: &FieldSpec, sent: &Object<'_>) -> bool {
    match spec.field_type {
        FieldType::Degrees { other, .. } => sent.get(other.as_str()).is_some(),
        _ => false,
    }
}

fn all_required(asked: &[Field], age_proof: AgeProof) -> Rejection {
    let required = |field: &Field| FieldError::new(*field, FieldErrorCode::Required, Params::NONE);
    let is_known = |field: &&Field| {
        let presence = field_spec(**field).presence;
        age_proof != AgeProof::Off || !matches!(presence, Presence::WithAgeProof { .. })
    };
    Rejection::invalid(asked.iter().filter(is_known).map(required).collect())
}

#[cfg(test)]
mod change_tests;
#[cfg(test)]
mod tests;
