//! Puts resubmitted fields into a stored profile.

use lenient_json::{Json, Object};

use super::context::CheckContext;
use super::create::UserProfileCreate;
use super::field_spec::{FieldSpec, FieldType, field_spec};
use super::parse;
use crate::error::{ErrorCode, FieldError, FieldErrorCode, Params, Rejection};
use crate::field::Field;

/// The fields that say whom a member would like to meet. The member can change them at any time without a
/// reviewer.
pub const PREFERENCES: [Field; 3] = [
    Field::MatchGender,
    Field::RecommendDistanceKm,
    Field::ValueItem,
];

/// The texts and tags that a member can change at any time without a reviewer. The other fields are facts
/// that the reviewer has compared with the proofs, or by which members are matched.
pub const TEXTS: [Field; 12] = [
    Field::Achievement,
    Field::AboutMe,
    Field::PersonalityTagIds,
    Field::ExerciseTagIds,
    Field::HobbyTagIds,
    Field::MarriageTypeTagIds,
    Field::FertilityPlanTagIds,
    Field::PetTagIds,
    Field::DatingQuestion,
    Field::DailyLife,
    Field::SurprisePoint,
    Field::Mbti,
];

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
        return Err(Rejection::whole(ErrorCode::Forbidden));
    }
    if sent.iter().next().is_none() {
        return Err(all_required(asked));
    }
    let stored_values = stored.to_values();
    let raw = |field: Field| match sent.get(field.as_str()) {
        Some(value) => value,
        None if is_replaced(field_spec(field), sent) => &Json::Null,
        None => &stored_values[field as usize],
    };
    let mut parsed = parse::fields(asked, raw, context.into()).map_err(Rejection::invalid)?;
    let mut profile = stored.clone();
    for field in asked {
        // An answer that broke no rule has the type of its field.
        profile
            .set(*field, parsed.take(*field))
            .ok_or(Rejection::whole(ErrorCode::Internal))?;
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

fn all_required(asked: &[Field]) -> Rejection {
    let required = |field: &Field| FieldError::new(*field, FieldErrorCode::Required, Params::NONE);
    Rejection::invalid(asked.iter().map(required).collect())
}

#[cfg(test)]
mod tests;
