//! Accepted and refused changes of an approved profile.

use std::collections::BTreeMap;

use super::super::context::Uploads;
use super::super::fixture::{PROFILE, in_year};
use super::*;
use crate::document::JsonDocument;
use crate::profile::{Visibility, field_rule, field_type};
use crate::vocabulary::VerifyMethod;

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

fn propose(sent: &str) -> Result<UserProfileCreate, Rejection> {
    let document = JsonDocument::parse(sent.as_bytes()).unwrap();
    document.parse_changes(&stored(), &in_year(2026))
}

#[test]
fn no_text_of_the_proofs_and_no_fact_changes_without_a_reviewer() {
    for field in TEXTS {
        let rule = field_rule(field);
        assert_eq!(
            rule.visibility,
            Visibility::Shown,
            "{field}: others see a text"
        );
        let is_text = match field_type(field) {
            FieldType::Lines(_) | FieldType::Tags(_) | FieldType::SingleTag(_) => true,
            FieldType::Word(_) => !rule.required,
            _ => false,
        };
        assert!(is_text, "{field} is a fact");
    }
    let wishes = [
        Field::MatchGender,
        Field::RecommendDistanceKm,
        Field::ValueItem,
    ];
    assert_eq!(PREFERENCES, wishes);
    assert_eq!(PLACE, [Field::Latitude, Field::Longitude]);
    let n_changed = PREFERENCES.len() + TEXTS.len() + REVIEWED.len() + PLACE.len();
    assert_eq!(
        n_changed,
        Field::COUNT - 2,
        "all but the account and the password"
    );
}

#[test]
fn only_reviewed_fields_can_be_proposed() {
    for field in Field::ALL {
        let sent = format!("{{\"height\":175,\"{field}\":7}}");
        let is_forbidden = propose(&sent) == Err(Rejection::whole(RejectionCode::Forbidden));
        assert_eq!(is_forbidden, !REVIEWED.contains(field), "{field}");
    }
    for sent in [
        r#"{"reviewStatus":1}"#,
        r#"{"schemaVersion":1,"height":170}"#,
    ] {
        assert_eq!(
            propose(sent),
            Err(Rejection::whole(RejectionCode::Forbidden))
        );
    }
}

#[test]
fn an_empty_document_requires_the_reviewed_fields() {
    let fields = propose("{}").unwrap_err().fields;
    // The deployment of this context asks for no proof of age.
    assert_eq!(fields.len(), REVIEWED.len() - 1);
    assert!(fields.iter().all(|it| it.code == FieldErrorCode::Required));
}

#[test]
fn the_rules_apply_to_the_sent_fields_only() {
    let none = BTreeMap::new();
    let later = in_year(2150).with_uploads(Uploads::Owned(&none));
    let document = JsonDocument::parse(br#"{"height":165}"#).unwrap();
    let changed = document.parse_changes(&stored(), &later).unwrap();
    assert_eq!(changed.height, 165);
    let document = JsonDocument::parse(br#"{"verifyDescription":"x"}"#).unwrap();
    let refused = document.parse_changes(&stored(), &later).unwrap_err();
    assert_eq!(refused.fields.len(), 1);
    assert_eq!(refused.fields[0].code, FieldErrorCode::UploadMissing);
}

#[test]
fn the_changed_fields_are_those_that_differ() {
    let changed = |sent| changed_fields(&stored(), &propose(sent).unwrap());
    assert_eq!(
        changed(r#"{"height":165,"nickname":"  A "}"#),
        [Field::Height]
    );
    let kept = stored();
    let same = format!("{{\"height\":{},\"city\":\"{}\"}}", kept.height, kept.city);
    assert_eq!(changed(&same), []);
    // Texts, preferences and the place are no reviewed fields.
    let other = UserProfileCreate {
        about_me: "Something else.".to_owned(),
        recommend_distance_km: 77,
        latitude: None,
        longitude: None,
        ..stored()
    };
    assert_eq!(changed_fields(&stored(), &other), []);
}

#[test]
fn a_part_of_the_proof_changes_all_of_it() {
    let proposed = propose(r#"{"employerId":"google"}"#).unwrap();
    assert_eq!(proposed.verify_method, VerifyMethod::Document);
    assert_eq!(changed_fields(&stored(), &proposed), PROOF);
}

#[test]
fn a_place_is_a_pair_or_nothing() {
    let place = |sent: &str| {
        let document = JsonDocument::parse(sent.as_bytes()).unwrap();
        document.parse_place(&stored(), &in_year(2026))
    };
    let moved = place(r#"{"latitude":24.9,"longitude":"121.2"}"#).unwrap();
    assert_eq!((moved.latitude, moved.longitude), (Some(24.9), Some(121.2)));
    let back = place(r#"{"latitude":null,"longitude":null}"#).unwrap();
    assert_eq!((back.latitude, back.longitude), (None, None));
    for (sent, code) in [
        (r#"{"latitude":24.9}"#, FieldErrorCode::IncompletePair),
        (r#"{"latitude":91,"longitude":0}"#, FieldErrorCode::Range),
        ("{}", FieldErrorCode::Required),
    ] {
        assert_eq!(place(sent).unwrap_err().fields[0].code, code, "{sent}");
    }
    let refused = place(r#"{"latitude":1,"longitude":1,"city":"TW-TPE"}"#);
    assert_eq!(refused, Err(Rejection::whole(RejectionCode::Forbidden)));
}
