//! The rules in the terms of the `validator` crate, for back ends that call them through its trait. Feature `validator`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use validator::{ValidateArgs, ValidationError, ValidationErrors, ValidationErrorsKind as Kind};

use super::context::CheckContext;
use super::create::UserProfileCreate;
use crate::error::{FieldError, FieldPath};

/// The key of errors about a list's item as a whole. `validator` uses it for errors about a struct.
const WHOLE_ITEM: &str = "__all__";

/// The code of a value that a check would change. The trait cannot return the changed profile.
const UNCHECKED: &str = "unchecked";

// `validator::Validate` is missing on purpose: it takes no date, so it would accept a minor.
impl<'v_a> ValidateArgs<'v_a> for UserProfileCreate {
    type Args = &'v_a CheckContext<'v_a>;

    /// Checks every rule, as [`UserProfileCreate::check`] does. Each error is under its wire name and has the code and
    /// the limits of the rule as parameters: `birthday`, item 0 of `photoNameList` (under `__all__`), `to` in item 2 of
    /// `valueItem`.
    ///
    /// The trait only answers yes or no. A struct with a value that `check` would change therefore has an error with the
    /// code `unchecked`: a proof of age for which the server does not ask, and what only a program can put into the
    /// struct, such as text with white space around it.
    fn validate_with_args(&self, context: Self::Args) -> Result<(), ValidationErrors> {
        let checked = match self.check(context) {
            Ok(checked) => checked,
            Err(rejection) => return Err(to_validation_errors(&rejection.fields)),
        };
        let mut errors = ValidationErrors::new();
        for field in self.differences(&checked) {
            errors.add(field.as_str(), ValidationError::new(UNCHECKED));
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

fn to_validation_errors(errors: &[FieldError]) -> ValidationErrors {
    let mut by_field = HashMap::new();
    for error in errors {
        let FieldPath { field, index, part } = error.path;
        let place = by_field.entry(Cow::Borrowed(field.as_str()));
        let Some(index) = index else {
            place.insert_entry(Kind::Field(vec![to_validation_error(error)]));
            continue;
        };
        // A field has errors about its items only when it has none about itself.
        if let Kind::List(items) = place.or_insert_with(|| Kind::List(BTreeMap::new())) {
            let key = part.map_or(WHOLE_ITEM, |part| part.as_str());
            let of_item = items.entry(index).or_default().errors_mut();
            of_item.insert(
                Cow::Borrowed(key),
                Kind::Field(vec![to_validation_error(error)]),
            );
        }
    }
    ValidationErrors(by_field)
}

fn to_validation_error(error: &FieldError) -> ValidationError {
    let mut validation_error = ValidationError::new(error.code.as_str());
    for (name, limit) in [("min", error.params.min), ("max", error.params.max)] {
        if let Some(limit) = limit {
            validation_error.add_param(Cow::Borrowed(name), &limit);
        }
    }
    validation_error
}

#[cfg(test)]
mod tests;
