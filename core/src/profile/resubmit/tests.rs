//! Accepted and refused parts of a resubmission.

use std::collections::{BTreeMap, BTreeSet};

use super::super::context::{FileUse, Uploads};
use super::super::fixture::{PROFILE, in_year};
use super::*;
use crate::document::JsonDocument;
use crate::vocabulary::VerifyMethod;

const PHOTO: &str = "0123456789abcdef0123456789abcdef.jpg";
const BADGE: &str = "fedcba9876543210fedcba9876543210.pdf";
const PROOF: [Field; 5] = [
    Field::VerifyMethod,
    Field::EmployerId,
    Field::ReviewLink,
    Field::VerifyTempFileName,
    Field::VerifyDescription,
];

fn stored() -> UserProfileCreate {
    let document = JsonDocument::parse(PROFILE.as_bytes()).unwrap();
    document.parse_profile(&in_year(2026)).unwrap().into_inner()
}

fn send(sent: &str, asked: &[Field]) -> Result<UserProfileCreate, Rejection> {
    let document = JsonDocument::parse(sent.as_bytes()).unwrap();
    document.parse_resubmission(&stored(), asked, &in_year(2026))
}

fn violations(sent: &str, asked: &[Field]) -> Vec<(String, FieldErrorCode)> {
    let rejection = send(sent, asked).unwrap_err();
    assert_eq!(rejection.code, RejectionCode::InvalidFields, "{sent}");
    let errors = rejection.fields.iter();
    errors
        .map(|error| (error.path.to_string(), error.code))
        .collect()
}

#[test]
fn a_field_sent_with_its_stored_value_changes_nothing() {
    let payload = serde_json::to_value(stored()).unwrap();
    for field in &Field::ALL[2..] {
        let value = &payload[field.as_str()];
        if *field == Field::Latitude || *field == Field::Longitude {
            continue;
        }
        let sent = format!("{{\"{field}\":{value}}}");
        assert_eq!(send(&sent, &[*field]), Ok(stored()), "{field}");
    }
    let pair = r#"{"latitude":25.025,"longitude":121.575}"#;
    assert_eq!(
        send(pair, &[Field::Latitude, Field::Longitude]),
        Ok(stored())
    );
}

#[test]
fn an_asked_field_is_read_leniently_and_the_others_stay() {
    let asked = [Field::Height, Field::AboutMe, Field::Mbti, Field::ValueItem];
    let sent = r#"{"height":"１６５","aboutMe":"  Ten other characters. ","mbti":"",
        "valueItem":[{"type":"AGE","to":40}]}"#;
    let expected = UserProfileCreate {
        height: 165,
        about_me: "Ten other characters.".to_owned(),
        mbti: String::new(),
        value_item: send(r#"{"valueItem":[{"type":"AGE","to":40}]}"#, &asked)
            .unwrap()
            .value_item,
        ..stored()
    };
    assert_eq!(expected.value_item.len(), 1);
    assert_eq!(send(sent, &asked), Ok(expected));
}

#[test]
fn an_asked_field_that_is_not_sent_keeps_its_stored_value() {
    let changed = send(r#"{"height":165}"#, &[Field::Height, Field::AboutMe]);
    let expected = UserProfileCreate {
        height: 165,
        ..stored()
    };
    assert_eq!(changed, Ok(expected));
}

#[test]
fn a_member_that_was_not_asked_for_is_forbidden() {
    let asked = [Field::Height];
    for sent in [
        r#"{"nickname":"C"}"#,
        r#"{"height":165,"nickname":"A"}"#,
        r#"{"height":165,"account":"U0123456789abcdef0123456789abcdef"}"#,
        r#"{"height":165,"reviewStatus":"APPROVED"}"#,
        r#"{"height":1,"schemaVersion":1}"#,
    ] {
        assert_eq!(
            send(sent, &asked),
            Err(Rejection::whole(RejectionCode::Forbidden)),
            "{sent}"
        );
    }
}

#[test]
fn a_document_without_any_asked_field_is_refused() {
    let required = |path: &str| (path.to_owned(), FieldErrorCode::Required);
    assert_eq!(
        violations("{}", &[Field::Height, Field::AboutMe]),
        [required("height"), required("aboutMe")]
    );
    assert_eq!(
        violations(r#"{"height":null}"#, &[Field::Height]),
        [required("height")]
    );
}

#[test]
fn every_broken_rule_is_reported_in_the_order_of_the_form() {
    let sent = r#"{"photoNameList":["a.jpg"],"height":1,"aboutMe":"short"}"#;
    let asked = [Field::Height, Field::AboutMe, Field::PhotoNameList];
    let expected = [
        ("height".to_owned(), FieldErrorCode::Range),
        ("aboutMe".to_owned(), FieldErrorCode::Length),
        ("photoNameList[0]".to_owned(), FieldErrorCode::UploadName),
    ];
    assert_eq!(violations(sent, &asked), expected);
}

#[test]
fn a_member_is_not_refused_for_a_field_that_was_not_asked_for() {
    let document = JsonDocument::parse(br#"{"height":165}"#).unwrap();
    let none = BTreeMap::new();
    let later = in_year(2150).with_uploads(Uploads::Owned(&none));
    let changed = document.parse_resubmission(&stored(), &[Field::Height], &later);
    assert_eq!(changed.map(|profile| profile.height), Ok(165));
    let asked = [Field::Height, Field::Birthday];
    let refused = document.parse_resubmission(&stored(), &asked, &later);
    assert_eq!(refused.unwrap_err().fields[0].code, FieldErrorCode::OverAge);
}

#[test]
fn coordinates_are_sent_in_pairs_or_removed() {
    let asked = [Field::Latitude, Field::Longitude];
    let changed = send(r#"{"latitude":24.9,"longitude":121.2}"#, &asked).unwrap();
    assert_eq!(
        (changed.latitude, changed.longitude),
        (Some(24.9), Some(121.2))
    );
    for sent in [
        r#"{"latitude":null,"longitude":null}"#,
        r#"{"latitude":null}"#,
    ] {
        let without = send(sent, &asked).unwrap();
        assert_eq!(
            (without.latitude, without.longitude),
            (None, None),
            "{sent}"
        );
    }
    let half = [("longitude".to_owned(), FieldErrorCode::IncompletePair)];
    assert_eq!(violations(r#"{"latitude":24.9}"#, &asked), half);
}

#[test]
fn a_stored_document_or_link_is_removed_with_its_method() {
    let link = r#"{"verifyMethod":"LINK","reviewLink":"https://example.com/me"}"#;
    let with_document = link.replace('}', &format!(",\"verifyTempFileName\":\"{BADGE}\"}}"));
    for sent in [link, &with_document] {
        let changed = send(sent, &PROOF).unwrap();
        assert_eq!(changed.verify_method, VerifyMethod::Link);
        assert_eq!(changed.review_link, "https://example.com/me");
        assert_eq!(changed.verify_temp_file_name, "");
    }
    for same in [
        r#"{"verifyMethod":"DOCUMENT"}"#,
        r#"{"verifyDescription":"x"}"#,
    ] {
        let kept = send(same, &PROOF).unwrap();
        assert_eq!(kept.verify_temp_file_name, BADGE, "{same}");
    }
    let half_a_link = r#"{"verifyMethod":"DOCUMENT","reviewLink":"exam"}"#;
    assert_eq!(send(half_a_link, &PROOF).unwrap().review_link, "");
}

#[test]
fn a_document_deleted_in_the_meantime_is_asked_for_with_its_proof() {
    let document = JsonDocument::parse(br#"{"verifyDescription":"x"}"#).unwrap();
    let photos = BTreeSet::from([PHOTO.to_owned()]);
    let held = BTreeMap::from([(FileUse::Photo, photos)]);
    let later = in_year(2026).with_uploads(Uploads::Owned(&held));
    let refused = document.parse_resubmission(&stored(), &PROOF, &later);
    let fields = refused.unwrap_err().fields;
    assert_eq!(
        (fields.len(), fields[0].path, fields[0].code),
        (
            1,
            Field::VerifyTempFileName.into(),
            FieldErrorCode::UploadMissing
        )
    );
}
