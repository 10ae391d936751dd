//! A payload that was read some other way, such as from a database, held against the rules in
//! `validator`'s terms.

use std::borrow::Cow;

use validator::{ValidateArgs, ValidationError, ValidationErrors};

use super::{CheckContext, UserProfileCreate};
use crate::document::JsonDocument;
use crate::error::{FieldError, Rejection};

impl<'v_a> ValidateArgs<'v_a> for UserProfileCreate {
    type Args = &'v_a CheckContext<'v_a>;

    /// Every broken rule under its wire path, with its code and limits.
    fn validate_with_args(&self, context: Self::Args) -> Result<(), ValidationErrors> {
        let encoded = serde_json::to_vec(self).unwrap_or_default();
        let checked = JsonDocument::parse(&encoded)
            .and_then(|document| document.check_profile(context).map(|_| ()));
        checked.map_err(|refusal| to_validation_errors(&refusal))
    }
}

fn to_validation_errors(refusal: &Rejection) -> ValidationErrors {
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

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::super::{Mailboxes, Uploads};
    use super::*;

    const PROFILE: &str = r#"{
        "account":"U0123456789abcdef0123456789abcdef",
        "password":"U0123456789abcdef0123456789abcdef",
        "nickname":"A","name":"B","gender":"FEMALE","matchGender":"ANY",
        "occupationType":"OTHER","occupation":"C","height":170,"incomeRange":"UNDISCLOSED",
        "birthday":"2000-01-01","education":"MASTER","marriageRecord":false,"hasChildren":false,
        "smoke":false,"tattoo":false,"drink":false,"aboutMe":"Ten characters.",
        "fertilityPlanTagIds":[501],"city":"TW-TPE","verifyMethod":"LINK",
        "reviewLink":"https://example.com/",
        "photoNameList":["0123456789abcdef0123456789abcdef.jpg"]
    }"#;

    fn on(year: i32) -> CheckContext<'static> {
        CheckContext {
            today: NaiveDate::from_ymd_opt(year, 1, 1).unwrap(),
            uploads: Uploads::Named,
            mailboxes: Mailboxes::Unchecked,
        }
    }

    #[test]
    fn a_payload_is_valid_until_it_breaks_a_rule_of_its_time() {
        let document = JsonDocument::parse(PROFILE.as_bytes()).unwrap();
        let payload = document.parse_profile(&on(2026)).unwrap();
        assert!(payload.validate_with_args(&on(2026)).is_ok());
        for (year, code, limit, value) in [
            (2017, "under_age", "min", 18),
            (2100, "over_age", "max", 99),
        ] {
            let errors = payload.validate_with_args(&on(year)).unwrap_err();
            let fields = errors.field_errors();
            assert_eq!(fields.len(), 1, "{year}");
            let [error] = fields["birthday"].as_slice() else {
                panic!("one error in {year}")
            };
            assert_eq!(error.code, code);
            assert_eq!(error.params.len(), 1);
            assert_eq!(error.params[limit], value);
        }
    }
}
