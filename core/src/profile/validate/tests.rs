//! The rules called through `validator`'s trait.

use super::super::fixture::{PROFILE, in_year};
use super::*;
use crate::document::parse_profile;
use crate::vocabulary::VerifyMethod;

fn payload() -> UserProfileCreate {
    parse_profile(PROFILE.as_bytes(), &in_year(2026))
        .unwrap()
        .into_inner()
}

#[test]
fn a_payload_is_valid_until_it_breaks_a_rule_of_its_time() {
    let payload = payload();
    assert!(payload.validate_with_args(&in_year(2026)).is_ok());
    for (year, code, limit, value) in [
        (2017, "under_age", "min", 18),
        (2100, "over_age", "max", 99),
    ] {
        let errors = payload.validate_with_args(&in_year(year)).unwrap_err();
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

#[test]
fn errors_of_items_are_nested_as_validator_nests_them() {
    let mut payload = payload();
    payload.photo_name_list.push("passwd".to_owned());
    payload.value_item =
        serde_json::from_str(r#"[{"type":"SMOKE","value":true},{"type":"AGE","from":40,"to":30}]"#)
            .unwrap();
    let errors = payload.validate_with_args(&in_year(2026)).unwrap_err();
    let expected = serde_json::json!({
        "photoNameList": { "1": { "__all__": [
            { "code": "upload_name", "message": null, "params": {} },
        ] } },
        "valueItem": { "1": { "to": [
            { "code": "range_reversed", "message": null, "params": {} },
        ] } },
    });
    assert_eq!(serde_json::to_value(errors).unwrap(), expected);
}

#[test]
fn a_value_that_a_check_would_change_is_refused() {
    let file = || format!("{}.jpg", "2".repeat(32));
    let by_document = UserProfileCreate {
        verify_method: VerifyMethod::Link,
        review_link: "https://www.example.com/mei".to_owned(),
        verify_temp_file_name: file(),
        ..payload()
    };
    let with_age_proof = UserProfileCreate {
        age_proof_file_name: file(),
        ..payload()
    };
    let untrimmed = UserProfileCreate {
        nickname: " Mei".to_owned(),
        ..payload()
    };
    for (profile, field) in [
        (by_document, "verifyTempFileName"),
        (with_age_proof, "ageProofFileName"),
        (untrimmed, "nickname"),
    ] {
        assert!(profile.check(&in_year(2026)).is_ok(), "{field}");
        let errors = profile.validate_with_args(&in_year(2026)).unwrap_err();
        let fields = errors.field_errors();
        assert_eq!(fields.len(), 1, "{field}");
        assert_eq!(fields[field][0].code, "unchecked");
    }
}

#[test]
fn numbers_that_json_cannot_hold_are_of_the_wrong_type() {
    let mut payload = payload();
    (payload.latitude, payload.longitude) = (Some(f64::NAN), Some(f64::INFINITY));
    let errors = payload.validate_with_args(&in_year(2026)).unwrap_err();
    for field in ["latitude", "longitude"] {
        assert_eq!(errors.field_errors()[field][0].code, "wrong_type");
    }
}
