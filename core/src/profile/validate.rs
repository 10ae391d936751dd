//! A payload that was read some other way, such as from a database, held against the rules in
//! `validator`'s terms.

use std::borrow::Cow;

use validator::{ValidateArgs, ValidationError, ValidationErrors};

use super::{CheckContext, UserProfileCreate};
use crate::document::Document;
use crate::error::{FieldError, Refusal};

impl<'v_a> ValidateArgs<'v_a> for UserProfileCreate {
    type Args = &'v_a CheckContext<'v_a>;

    /// Every broken rule under its wire path, with its code and limits.
    fn validate_with_args(&self, context: Self::Args) -> Result<(), ValidationErrors> {
        let encoded = serde_json::to_vec(self).unwrap_or_default();
        let checked = Document::parse(&encoded)
            .and_then(|document| document.check_profile(context).map(|_| ()));
        checked.map_err(|refusal| to_validation_errors(&refusal))
    }
}

fn to_validation_errors(refusal: &Refusal) -> ValidationErrors {
    let mut errors = ValidationErrors::new();
    if refusal.fields.is_empty() {
        let whole = ValidationError::new(refusal.code.as_str());
        errors.errors_mut().insert(
            Cow::Borrowed("__all__"),
            validator::ValidationErrorsKind::Field(vec![whole]),
        );
    }
    for field in &refusal.fields {
        errors.errors_mut().insert(
            Cow::Owned(field.path.to_string()),
            validator::ValidationErrorsKind::Field(vec![to_validation_error(field)]),
        );
    }
    errors
}

fn to_validation_error(field: &FieldError) -> ValidationError {
    let mut error = ValidationError::new(field.code.as_str());
    if let Some(min) = field.params.min {
        error.add_param(Cow::Borrowed("min"), &min);
    }
    if let Some(max) = field.params.max {
        error.add_param(Cow::Borrowed("max"), &max);
    }
    error
}
