//! A profile its owner was asked about, with what was sent for it.

use serde::Deserialize as _;
use serde_json::Value;

use super::{CheckContext, UserProfileCreate, read};
use crate::error::{ErrorCode, FieldError, FieldErrorCode, Params, Rejection};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::vocabulary::VerifyMethod;

static NULL: Json<'static> = Json::Null;

/// The stored profile with the asked fields as they were sent; one that was not sent stays as it
/// is. Today's rules are held against the asked fields only: nobody is refused for what nobody
/// asked about, such as having turned a hundred meanwhile.
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
        return Err(nothing_of(asked));
    }
    // What broke no rule once has a JSON shape; anything else would be a fault of ours.
    let ours = |_| Rejection::whole(ErrorCode::Internal);
    let mut profile = serde_json::to_value(stored).map_err(ours)?;
    let kept = Json::deserialize(&profile).map_err(ours)?;
    let raw = |field: Field| {
        let kept = || {
            kept.get(field.as_str())
                .filter(|_| !is_replaced(field, sent))
        };
        sent.get(field.as_str()).or_else(kept).unwrap_or(&NULL)
    };
    let answers = read::fields(asked, raw, context).map_err(|fields| Rejection {
        code: ErrorCode::InvalidFields,
        fields,
    })?;
    for field in asked {
        let answer = serde_json::to_value(answers.field_to_json(*field)).map_err(ours)?;
        if let Value::Object(members) = &mut profile {
            members.insert(field.as_str().to_owned(), answer);
        }
    }
    serde_json::from_value(profile).map_err(ours)
}

/// Whether what was sent leaves no room for the stored value: coordinates are sent in pairs, and a
/// document goes when another method proves the employment.
fn is_replaced(field: Field, sent: &Object<'_>) -> bool {
    let is_sent = |field: Field| sent.get(field.as_str()).is_some();
    match field {
        Field::Latitude => is_sent(Field::Longitude),
        Field::Longitude => is_sent(Field::Latitude),
        Field::VerifyTempFileName => sent
            .get(Field::VerifyMethod.as_str())
            .and_then(|method| read::word(method, VerifyMethod::WORDS).ok().flatten())
            .is_some_and(|method| method != VerifyMethod::Document as usize),
        _ => false,
    }
}

fn nothing_of(asked: &[Field]) -> Rejection {
    let required = |field: &Field| FieldError::new(*field, FieldErrorCode::Required, Params::NONE);
    Rejection {
        code: ErrorCode::InvalidFields,
        fields: asked.iter().map(required).collect(),
    }
}

#[cfg(test)]
mod tests;
