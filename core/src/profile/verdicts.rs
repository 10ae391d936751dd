//! From validator's map of errors to ours: names as on the wire, limits only, no input.

use core::str::FromStr;

use serde_json::Value;
use validator::{ValidateArgs, ValidationError, ValidationErrors, ValidationErrorsKind};

use super::rules::AT;
use super::{CheckContext, ProfileDraft};
use crate::error::{FieldError, FieldErrorCode, FieldPath, Params};
use crate::field::Field;

/// The key under which validator files the rules over several fields.
const WHOLE: &str = "__all__";

/// Checks the declared limits of a draft.
pub(super) fn collect(
    draft: &ProfileDraft,
    context: &CheckContext<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Err(verdicts) = draft.validate_with_args(context) else {
        return;
    };
    // One field at a time, its own rules before those over several fields.
    let (whole, single): (Vec<_>, Vec<_>) = verdicts
        .into_errors()
        .into_iter()
        .partition(|(name, _)| name == WHOLE);
    for (name, kind) in single.into_iter().chain(whole) {
        match kind {
            ValidationErrorsKind::Field(verdicts) => {
                let field = find_field(&name);
                errors.extend(verdicts.iter().filter_map(|verdict| {
                    field
                        .or_else(|| find_named_field(verdict))
                        .map(|at| with_path(at, verdict))
                }));
            }
            ValidationErrorsKind::List(items) => {
                for (index, item) in items {
                    errors.extend(condition_errors(index, *item));
                }
            }
            ValidationErrorsKind::Struct(_) => {}
        }
    }
}

fn condition_errors(index: usize, verdicts: ValidationErrors) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (name, kind) in verdicts.into_errors() {
        if let (Ok(part), ValidationErrorsKind::Field(verdicts)) = (name.parse(), kind) {
            let path = FieldPath::condition(index, part);
            errors.extend(verdicts.iter().map(|verdict| with_path(path, verdict)));
        }
    }
    errors
}

fn with_path(path: impl Into<FieldPath>, verdict: &ValidationError) -> FieldError {
    // Every code is written by a rule of ours or is one of validator's `length` and `range`.
    let code = FieldErrorCode::from_str(&verdict.code).unwrap_or(FieldErrorCode::WrongType);
    let limit = |name: &str| verdict.params.get(name).and_then(as_whole_number);
    FieldError {
        path: path.into(),
        code,
        params: Params {
            min: limit("min"),
            max: limit("max"),
        },
    }
}

/// Limits are whole numbers, whatever type the field has.
#[expect(
    clippy::cast_possible_truncation,
    reason = "limits are small whole numbers"
)]
fn as_whole_number(value: &Value) -> Option<i64> {
    value
        .as_i64()
        .or_else(|| value.as_f64().map(|limit| limit as i64))
}

fn find_named_field(verdict: &ValidationError) -> Option<Field> {
    verdict
        .params
        .get(AT)
        .and_then(Value::as_str)
        .and_then(|name| name.parse().ok())
}

/// validator names fields as Rust does, the wire in camel case.
fn find_field(snake_case: &str) -> Option<Field> {
    let mut words = snake_case.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    let camel_case = words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    });
    camel_case.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_survives_the_change_of_case() {
        for field in Field::ALL {
            let snake_case = field.as_str().chars().fold(String::new(), |name, letter| {
                let separator = if letter.is_ascii_uppercase() { "_" } else { "" };
                name + separator + &letter.to_ascii_lowercase().to_string()
            });
            assert_eq!(find_field(&snake_case), Some(*field));
        }
        assert_eq!(find_field(WHOLE), None);
    }
}
