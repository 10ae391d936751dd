//! A file has one use: no call takes a file for another use than the one for which it was uploaded, or for which a
//! profile or a proposal has taken it before.

use std::collections::BTreeSet;

use sea_orm::Statement;

use super::super::picture;
use super::super::profile::ProfileBuilder;
use super::age::{FIELD as AGE, checked, desk, licence, propose, resubmit};
use super::*;
use crate::suite::prelude::*;

const PHOTOS: &str = "photoNameList";
const EMPLOYMENT: &str = "verifyTempFileName";
const FIELDS: [&str; 3] = [PHOTOS, EMPLOYMENT, AGE];

/// Returns the fields that name the file in one of [`FIELDS`], as a proposal has them.
fn naming(field: &str, file: &str) -> Value {
    match field {
        PHOTOS => json!({ PHOTOS: [file] }),
        EMPLOYMENT => json!({ "verifyMethod": "DOCUMENT", EMPLOYMENT: file }),
        _ => json!({ "birthday": "1991-01-01", AGE: file }),
    }
}

fn errors(fields: &[&str], code: &str) -> Vec<[String; 2]> {
    let path = |field: &&str| match *field {
        PHOTOS => format!("{PHOTOS}[0]"),
        field => field.to_owned(),
    };
    let fields = fields.iter().map(path);
    fields.map(|path| [path, code.to_owned()]).collect()
}

/// Builds the form of a person who has uploaded a file for each field.
async fn form(desk: &Desk, n: u32) -> ProfileBuilder {
    let app = desk.app();
    let id_token = app.id_token(&person(n));
    let (badge, licence) = (
        licence(desk, &id_token).await,
        licence(desk, &id_token).await,
    );
    let body = app.profile_of(&person(n)).await;
    body.with_document(&badge).with(AGE, licence)
}

fn with_all(body: ProfileBuilder, fields: Value) -> Value {
    let Value::Object(fields) = fields else {
        panic!("{fields}")
    };
    let body = fields
        .into_iter()
        .fold(body, |body, (name, value)| body.with(&name, value));
    body.build()
}

/// Registers a member with a file in each field. The reviewer decides, and the document of the age is gone.
async fn decided(desk: &Desk, n: u32, decision: Value) -> (Credentials, Value) {
    let body = form(desk, n).await.build();
    let id_token = desk.app().id_token(&person(n));
    let created = desk.app().create_user_profile(&id_token, &body).await;
    created.expect(201);
    let case = *desk.queue(&desk.lead).await.last().unwrap();
    let claim = desk.claimed(&desk.rita, case).await;
    desk.decide(&desk.rita, &claim, decision).await.ok();
    desk.take_effect().await;
    (desk.app().session(&person(n)).await, body)
}

#[tokio::test]
async fn a_registration_takes_a_file_only_for_the_purpose_of_its_upload() {
    let desk = desk().await;
    let app = desk.app();
    let mut n = 0;
    for purpose in ["photo", "document"] {
        for field in FIELDS {
            n += 1;
            let id_token = app.id_token(&person(n));
            let upload = app.upload(&id_token, "a.jpg", picture::jpeg(), Some(purpose));
            let uploaded = upload.await.ok();
            let file = uploaded["fileName"].as_str().unwrap();
            let body = with_all(form(&desk, n).await, naming(field, file));
            let answer = app.create_user_profile(&id_token, &body).await;
            if (purpose == "photo") == (field == PHOTOS) {
                answer.expect(201);
            } else {
                let shown = format!("{purpose} in {field}");
                answer.expect_field_errors(&errors(&[field], "upload_missing"), &shown);
            }
        }
    }
}

#[tokio::test]
async fn a_registration_takes_no_file_for_two_fields() {
    let desk = desk().await;
    let app = desk.app();
    let id_token = app.id_token(&person(1));
    for pair in [[PHOTOS, EMPLOYMENT], [EMPLOYMENT, AGE], [PHOTOS, AGE]] {
        // The server deletes the oldest documents beyond five. Documents of the same moment have no order.
        app.clock.advance(1);
        for file in [app.photo(&id_token).await, licence(&desk, &id_token).await] {
            let mut fields = naming(pair[0], &file);
            fields[pair[1]] = naming(pair[1], &file)[pair[1]].take();
            let body = with_all(form(&desk, 1).await, fields);
            let answer = app.create_user_profile(&id_token, &body).await;
            let error = answer.refused("E002");
            let paths: BTreeSet<_> = error["fields"]
                .as_array()
                .unwrap()
                .iter()
                .map(|error| {
                    [&error["path"], &error["code"]].map(|it| it.as_str().unwrap().to_owned())
                })
                .collect();
            let expected = errors(&pair, "duplicate").into_iter().collect();
            assert_eq!(paths, expected, "{pair:?}");
        }
    }
}

#[tokio::test]
async fn a_proposal_takes_no_file_that_has_another_use_already() {
    let desk = desk().await;
    let app = desk.app();
    let mut approval = checked();
    approval["employerId"] = json!("google");
    let (session, body) = decided(&desk, 1, approval).await;
    let avatar = app.photo(&session).await;
    let choose = async |name: &str| {
        let body = json!({ "avatar": name });
        app.put("/api/user-profile/avatar", &session, &body).await
    };
    choose(&avatar).await.ok();
    let age = licence(&desk, &session).await;
    let proposed = propose(&desk, &session, &naming(AGE, &age)).await;
    proposed.expect(202);
    // This proposal replaces the one before, whose document waits for the hourly cleanup.
    let replaced = licence(&desk, &session).await;
    let newer = json!({ "birthday": "1991-01-02", AGE: replaced });
    propose(&desk, &session, &newer).await.expect(202);
    let employment = body[EMPLOYMENT].as_str().unwrap();
    for (file, own, code) in [
        // The stored profile has these two files.
        (body[PHOTOS][0].as_str().unwrap(), PHOTOS, "duplicate"),
        (employment, EMPLOYMENT, "duplicate"),
        (&avatar, PHOTOS, "upload_missing"),
        (&age, AGE, "upload_missing"),
        (&replaced, AGE, "upload_missing"),
    ] {
        for field in FIELDS.into_iter().filter(|field| *field != own) {
            let answer = propose(&desk, &session, &naming(field, file)).await;
            answer.expect_field_errors(&errors(&[field], code), &format!("{own} as {field}"));
        }
    }
    for document in [employment, &age, &replaced] {
        choose(document).await.refused("E003");
    }
    // The same request makes this photo evidence and gives its place on the card to another photo.
    let photo = app.photo(&session).await;
    let mut both = naming(EMPLOYMENT, body[PHOTOS][0].as_str().unwrap());
    both[PHOTOS] = json!([photo]);
    let answer = propose(&desk, &session, &both).await;
    answer.expect_field_errors(&errors(&[EMPLOYMENT], "upload_missing"), "a former photo");
    // A proposal may name the file again for the same use.
    let again = propose(&desk, &session, &naming(AGE, &age)).await;
    again.expect(202);
}

#[tokio::test]
async fn a_resubmission_takes_no_file_that_has_another_use_already() {
    let desk = desk().await;
    let asked = request_for(&["photoNameList[0]", EMPLOYMENT, AGE]);
    let (session, body) = decided(&desk, 1, asked).await;
    let photo = body[PHOTOS][0].as_str().unwrap();
    let employment = body[EMPLOYMENT].as_str().unwrap();
    let newer = licence(&desk, &session).await;
    let fresh = licence(&desk, &session).await;
    for (fields, field) in [
        (
            json!({ PHOTOS: [employment], EMPLOYMENT: newer, AGE: fresh }),
            PHOTOS,
        ),
        (json!({ AGE: employment, EMPLOYMENT: newer }), AGE),
        (
            json!({ EMPLOYMENT: photo, PHOTOS: [desk.app().photo(&session).await], AGE: fresh }),
            EMPLOYMENT,
        ),
    ] {
        let shown = fields.to_string();
        let answer = resubmit(&desk, &session, &fields).await;
        answer.expect_field_errors(&errors(&[field], "upload_missing"), &shown);
    }
    let fields = json!({ EMPLOYMENT: newer, AGE: fresh });
    resubmit(&desk, &session, &fields).await.ok();
    let proves = |file: &str, what: &str| {
        format!("SELECT COUNT(*) FROM upload WHERE name = '{file}' AND proof_of = '{what}'")
    };
    assert_eq!(desk.app().number(&proves(&newer, "EMPLOYMENT")).await, 1);
    assert_eq!(desk.app().number(&proves(&fresh, "AGE")).await, 1);
}

#[tokio::test]
async fn the_database_keeps_a_photo_from_being_evidence_and_a_proof_of_age_in_one_profile() {
    let desk = desk().await;
    let app = desk.app();
    for n in [1, 2] {
        let body = form(&desk, n).await.build();
        let id_token = app.id_token(&person(n));
        app.create_user_profile(&id_token, &body).await.expect(201);
    }
    let database = &app.running.app.database.writes;
    for sql in [
        "UPDATE upload SET proof_of = 'AGE' WHERE purpose = 'PHOTO'",
        "UPDATE upload SET purpose = 'PHOTO' WHERE proof_of = 'EMPLOYMENT'",
        "UPDATE upload SET proof_of = 'ALL' WHERE proof_of = 'AGE'",
        "UPDATE profile SET age_proof_file_name = (SELECT MIN(age_proof_file_name) FROM profile)",
    ] {
        let statement = Statement::from_string(database.get_database_backend(), sql);
        assert!(database.execute_raw(statement).await.is_err(), "{sql}");
    }
}
