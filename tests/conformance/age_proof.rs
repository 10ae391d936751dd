//! Profiles and resubmissions with a proof of age, checked against the vectors.

use chrono::NaiveDate;
use enmusubi_conformance::age_proof::{AgeProofCase, age_proof_cases};
use enmusubi_conformance::{base, cases, document_text, topics};
use enmusubi_core::review::{asked_fields, with_age_proof};
use enmusubi_core::{
    AgeProof, CheckContext, Field, FieldError, FieldErrorCode, JsonDocument, Params, Rejection,
    Uploads, UserProfileCreate,
};
use serde_json::{Map, Value};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::check::{check_all, is_refused_as};
use crate::context::World;

#[wasm_bindgen_test(unsupported = test)]
fn proofs_of_age_match_the_vectors() {
    check_all(&age_proof_cases(), 30, |case: &AgeProofCase| {
        let answer = answer_of(case);
        let is_same = is_expected(case, answer.as_ref());
        (!is_same).then(|| format!("- {}\n  {answer:?}", case.name))
    });
}

#[wasm_bindgen_test(unsupported = test)]
fn the_members_of_a_resubmission_match_the_vectors() {
    let resubmissions = age_proof_cases().into_iter();
    let resubmissions = resubmissions.filter(|case| !case.asked.is_empty());
    for case in resubmissions {
        let fields = fields_of(&case, &stored(&case));
        let names: Vec<&str> = fields.into_iter().map(Field::as_str).collect();
        assert_eq!(names, case.fields, "{}", case.name);
    }
}

/// States the rule a second time, over the vectors of whole profiles: a missing document is one more error, at its
/// place among the other errors, and a checked birthday needs no document.
#[wasm_bindgen_test(unsupported = test)]
fn a_missing_document_is_one_more_error_of_any_profile() {
    let missing = FieldError::new(
        Field::AgeProofFileName,
        FieldErrorCode::Required,
        Params::NONE,
    );
    let mut n_compared = 0;
    for case in topics().iter().flat_map(|topic| cases(topic.name)) {
        let world = World::of(&case);
        let text = document_text(&case);
        let answer = |age_proof| {
            let context = world.context().with_age_proof(age_proof);
            JsonDocument::parse(text.as_bytes())?.parse_profile(&context)
        };
        let without = answer(AgeProof::Off);
        let required = answer(AgeProof::Required { checked: None });
        let mut fields = match &without {
            Ok(profile) => {
                let checked = Some(profile.birthday);
                assert_eq!(
                    answer(AgeProof::Required { checked }),
                    without,
                    "{}",
                    case.name
                );
                Vec::new()
            }
            Err(refusal) if refusal.fields.is_empty() => {
                assert_eq!(required, without, "{}", case.name);
                continue;
            }
            Err(refusal) => refusal.fields.clone(),
        };
        let place = fields.partition_point(|error| error.path.field < Field::AgeProofFileName);
        fields.insert(place, missing);
        assert_eq!(required.unwrap_err().fields, fields, "{}", case.name);
        n_compared += 1;
    }
    assert!(n_compared > 500, "{n_compared}");
}

/// States the rule a second time: a file is in one field, whichever two fields name the file.
#[wasm_bindgen_test(unsupported = test)]
fn a_file_in_two_fields_is_refused_in_both() {
    const PATHS: [&str; 4] = [
        "verifyTempFileName",
        "ageProofFileName",
        "photoNameList[0]",
        "photoNameList[1]",
    ];
    for first in 0..PATHS.len() {
        for second in first + 1..PATHS.len() {
            let mut names: [String; 4] = ["a", "b", "c", "d"].map(|it| it.repeat(32) + ".jpg");
            names[second] = names[first].clone();
            let [employment, age, photos @ ..] = &names;
            let mut members = base();
            members.insert("verifyMethod".to_owned(), "DOCUMENT".into());
            members.insert("verifyTempFileName".to_owned(), employment.as_str().into());
            members.insert("ageProofFileName".to_owned(), age.as_str().into());
            members.insert("photoNameList".to_owned(), photos.to_vec().into());
            let refusal = parse(members, AgeProof::Required { checked: None }).unwrap_err();
            let refused = refusal.fields.iter();
            let refused: Vec<_> = refused
                .map(|error| (error.path.to_string(), error.code))
                .collect();
            // In one list, only the later of two equal items is refused.
            let is_one_list = first == 2;
            let paths = if is_one_list {
                vec![second]
            } else {
                vec![first, second]
            };
            let expected = paths.into_iter();
            let expected: Vec<_> = expected
                .map(|path| (PATHS[path].to_owned(), FieldErrorCode::Duplicate))
                .collect();
            assert_eq!(refused, expected);
        }
    }
}

fn rule_of(case: &AgeProofCase) -> AgeProof {
    case.checked
        .as_ref()
        .map_or(AgeProof::Off, |checked| AgeProof::Required {
            checked: checked.parse().ok(),
        })
}

fn context(age_proof: AgeProof) -> CheckContext<'static> {
    CheckContext::for_form(NaiveDate::from_ymd_opt(2026, 11, 21).unwrap())
        .with_uploads(Uploads::Named)
        .with_age_proof(age_proof)
}

fn parse(members: Map<String, Value>, rule: AgeProof) -> Result<UserProfileCreate, Rejection> {
    let text = Value::Object(members).to_string();
    let parsed = JsonDocument::parse(text.as_bytes())?.parse_profile(&context(rule))?;
    Ok(parsed.into_inner())
}

/// Returns the base with the patch of the case.
fn whole(case: &AgeProofCase) -> Map<String, Value> {
    let mut members = base();
    members.extend(case.patch.clone());
    members
}

/// Returns the stored profile of a resubmission.
fn stored(case: &AgeProofCase) -> UserProfileCreate {
    let mut stored = parse(whole(case), rule_of(case)).unwrap();
    if case.is_deleted {
        stored.age_proof_file_name.clear();
    }
    stored
}

fn fields_of(case: &AgeProofCase, stored: &UserProfileCreate) -> Vec<Field> {
    let asked = asked_fields(case.asked.iter().map(String::as_str));
    with_age_proof(asked, stored, rule_of(case))
}

fn answer_of(case: &AgeProofCase) -> Result<UserProfileCreate, Rejection> {
    if case.asked.is_empty() {
        return parse(whole(case), rule_of(case));
    }
    let stored = stored(case);
    let fields = fields_of(case, &stored);
    let sent = Value::Object(case.sent.clone()).to_string();
    let document = JsonDocument::parse(sent.as_bytes())?;
    document.parse_resubmission(&stored, &fields, &context(rule_of(case)))
}

fn is_expected(case: &AgeProofCase, answer: Result<&UserProfileCreate, &Rejection>) -> bool {
    match answer {
        Ok(profile) => {
            let payload = serde_json::to_value(profile).unwrap();
            let document = payload.get("ageProofFileName").and_then(Value::as_str);
            case.errors.is_empty() && !case.is_forbidden && document == case.document.as_deref()
        }
        Err(rejection) => is_refused_as(rejection, case.is_forbidden, &case.errors),
    }
}
