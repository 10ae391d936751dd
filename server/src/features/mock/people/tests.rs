//! Invented people keep the rules of a profile, and most of them fit their member.

use std::collections::HashSet;

use chrono::NaiveDate;
use enmusubi_core::condition::Condition;
use enmusubi_core::language::Language;
use enmusubi_core::matching::{Mismatch, Person, mismatches, mutual_match};
use enmusubi_core::place::distance_km;
use enmusubi_core::{CheckContext, ConditionType, Uploads, UserProfileCreate, parse_profile};
use fastrand::Rng;
use serde_json::{Value, json};

use super::ids::{Group, MadeUpId};
use super::invent::Surroundings;
use super::photos::photos_of;
use crate::testing::USER;

const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
const PHOTO: &str = "11111111111111111111111111111111.jpg";

fn parsed(document: &Value) -> UserProfileCreate {
    let context = CheckContext::for_form(TODAY).with_uploads(Uploads::Named);
    parse_profile(document.to_string().as_bytes(), &context)
        .unwrap()
        .into_inner()
}

/// Returns a member with these fields in place of the usual ones.
fn member(changes: Value) -> UserProfileCreate {
    let mut fields = enmusubi_conformance::base();
    let Value::Object(changes) = changes else {
        panic!("{changes} is no object");
    };
    fields.extend(changes);
    parsed(&Value::Object(fields))
}

/// Invents fifty people around a member, who keep the rules.
fn people(around: &UserProfileCreate, language: Language) -> Vec<UserProfileCreate> {
    let surroundings = Surroundings::new(around.clone(), TODAY);
    let group = Group::of(USER);
    (1..=50)
        .map(|number| {
            let id = MadeUpId { number, language };
            let mut random = Rng::with_seed(group.seed(number));
            let line_user_id = group.line_user_id(id);
            let mut person = surroundings.invent(id, &line_user_id, &mut random).unwrap();
            person.photo_name_list.push(PHOTO.to_owned());
            assert_eq!(parsed(&json!(person)), person);
            person
        })
        .collect()
}

#[test]
fn most_people_fit_any_member() {
    let members = [
        json!({}),
        json!({ "matchGender": "ANY", "recommendDistanceKm": 10 }),
        json!({ "gender": "NON_BINARY", "matchGender": "NON_BINARY" }),
        json!({ "birthday": "2008-11-21" }),
        json!({ "birthday": "1927-11-21", "latitude": 90, "longitude": 180 }),
        json!({ "latitude": -54.8, "longitude": -68.3, "valueItem": [
            { "type": "HEIGHT", "from": 200, "to": 202 }, { "type": "AGE", "from": 88, "to": 90 },
            { "type": "INCOME", "from": 500, "to": 0 }, { "type": "EDUCATION", "value": "DOCTORATE" },
            { "type": "TATTOO", "value": true }, { "type": "SMOKE", "value": true },
            { "type": "DRINK", "value": false }, { "type": "HAS_CHILDREN", "value": true },
            { "type": "MARRIAGE_RECORD", "value": true },
        ]}),
        json!({ "valueItem": [
            { "type": "EDUCATION", "value": "HIGH_SCHOOL" }, { "type": "HEIGHT", "from": 0, "to": 0 },
        ]}),
    ];
    for changes in members {
        let member = member(changes.clone());
        let me = Person::from(&member);
        for language in Language::ALL {
            let people = people(&member, *language);
            let others = people.iter().map(Person::from);
            let n_fitting = others.filter(|it| mutual_match(&me, it, TODAY)).count();
            assert!((30..50).contains(&n_fitting), "{n_fitting}: {changes}");
            for person in &people {
                let cell = Person::from(person).facts.cell;
                assert!(distance_km(me.facts.cell, cell) <= 40.0);
            }
        }
    }
}

#[test]
fn each_of_two_conditions_alone_leaves_out_five_people() {
    let member = member(json!({ "valueItem": [
        { "type": "AGE", "from": 28, "to": 42 }, { "type": "SMOKE", "value": false },
    ]}));
    let me = Person::from(&member);
    let people = people(&member, Language::English);
    for kind in [ConditionType::Age, ConditionType::Smoke] {
        let alone = people
            .iter()
            .map(Person::from)
            .filter(|it| mismatches(&me, it, TODAY) == [Mismatch::Condition(kind)])
            .filter(|it| mismatches(it, &me, TODAY).is_empty());
        assert!(alone.count() >= 5, "{kind}");
    }
}

#[test]
fn people_differ_and_share_tags_with_the_member() {
    let member = member(
        json!({ "hobbyTagIds": [301, 304, 311], "verifyMethod": "LINK", "employerId": "ibm" }),
    );
    let people = people(&member, Language::Japanese);
    let distinct = |fact: fn(&UserProfileCreate) -> String| {
        let facts: HashSet<String> = people.iter().map(fact).collect();
        facts.len()
    };
    assert_eq!(distinct(|it| it.account.clone()), 50);
    assert!(distinct(|it| it.nickname.clone()) >= 20);
    assert!(distinct(|it| it.birthday.to_string()) >= 45);
    assert!(distinct(|it| it.occupation.clone()) >= 8);
    assert!(distinct(|it| it.about_me.clone()) >= 8);
    assert!(people.iter().all(|it| it.employer_id != "ibm"));
    let n_asking = people.iter().filter(|it| !it.dating_question.is_empty());
    assert!(n_asking.count() > 25);
    let shares = |it: &&UserProfileCreate| {
        let mut tags = it.hobby_tag_ids.iter();
        tags.any(|tag| member.hobby_tag_ids.contains(tag))
    };
    assert!(people.iter().filter(shares).count() > 20);
    let conditions: Vec<&Condition> = people.iter().flat_map(|it| &it.value_item).collect();
    assert!(conditions.len() > 30);
}

#[test]
fn people_have_different_faces_as_long_as_there_are_more() {
    for (match_gender, n_faces) in [
        ("ANY", 50),
        ("FEMALE", 25),
        ("MALE", 25),
        ("NON_BINARY", 50),
    ] {
        let member = member(json!({ "matchGender": match_gender }));
        let surroundings = Surroundings::new(member, TODAY);
        let faces = (1..=n_faces).map(|number| {
            let (gender, number) = surroundings.gender_of(number);
            photos_of(gender, number, 7)[0]
        });
        let n_different = faces.collect::<HashSet<_>>().len();
        assert_eq!(n_different, n_faces as usize, "{match_gender}");
    }
}
