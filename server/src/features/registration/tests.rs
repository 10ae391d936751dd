//! Tests a registration, its repetition, and a registration whose files were deleted.

use std::collections::{BTreeMap, BTreeSet};

use enmusubi_core::{CheckContext, FileUse, JsonDocument, parse_profile};
use uuid::Uuid;

use super::*;
use crate::app::App;
use crate::clock::{DAY_MS, Millis};
use crate::error::ErrorCode;
use crate::features::submission;
use crate::testing::{self, USER, World, form};

async fn send(app: &App, form: &str, key: Option<Uuid>) -> Result<Registered> {
    let document = JsonDocument::parse(form.as_bytes())?;
    let submission = testing::submission(&document, form, key);
    app.registrations.register(submission, None).await
}

#[tokio::test]
async fn concurrent_duplicates_create_one_account_and_get_one_response() {
    let world = World::open().await;
    let form = form(&world.upload_photo().await);
    let key = Some(Uuid::from_u128(1));
    let (first, second) = tokio::join!(send(&world.app, &form, key), send(&world.app, &form, key));
    assert_eq!(first.unwrap(), second.unwrap());
}

#[tokio::test]
async fn the_same_form_without_its_key_is_a_conflict() {
    let world = World::open().await;
    let form = form(&world.upload_photo().await);
    send(&world.app, &form, None).await.unwrap();
    assert_eq!(
        send(&world.app, &form, None).await.unwrap_err().code,
        ErrorCode::Conflict
    );
}

#[tokio::test]
async fn a_key_is_valid_for_one_form_and_for_seven_days() {
    let world = World::open().await;
    let photo = world.upload_photo().await;
    let key = Some(Uuid::from_u128(1));
    let refused = send(&world.app, "{}", key).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::InvalidFields);
    send(&world.app, &form(&photo), key).await.unwrap();
    assert_eq!(
        send(&world.app, "{}", key).await.unwrap_err().code,
        ErrorCode::Conflict
    );
    world.pass(submission::STORED_MS + 1);
    let late = send(&world.app, &form(&photo), key).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::Conflict);
}

#[tokio::test]
async fn the_error_names_the_place_of_a_deleted_photo() {
    let world = World::open().await;
    let form = form(&world.upload_photo().await);
    world.pass(DAY_MS + 1);
    world.app.file_cleanup.run().await.unwrap();
    let refused = send(&world.app, &form, None).await.unwrap_err();
    let paths: Vec<_> = refused
        .fields
        .iter()
        .map(|error| error.path.clone())
        .collect();
    assert_eq!(
        (refused.code, paths),
        (
            ErrorCode::InvalidFields,
            vec!["photoNameList[0]".to_owned()]
        )
    );
}

#[tokio::test]
async fn the_response_of_a_faster_duplicate_in_another_instance_is_found() {
    let world = World::open().await;
    let other = world.another_instance().await;
    let form = form(&world.upload_photo().await);
    let key = Some(Uuid::from_u128(1));
    let document = JsonDocument::parse(form.as_bytes()).unwrap();
    let submission = testing::submission(&document, &form, key);
    for (key, expected) in [(key, Ok(())), (None, Err(ErrorCode::Conflict))] {
        let registrations = &world.app.registrations;
        let request = registrations.idempotent(Submission {
            idempotency_key: key,
            ..submission
        });
        // This instance found no stored response. Then the other instance registers the same user.
        send(&other, &form, Some(Uuid::from_u128(1))).await.unwrap();
        let second = registrations
            .register_unless_stored(submission, None, &request)
            .await;
        let code = second.map(|_| ()).map_err(|error| error.code);
        assert_eq!(code, expected);
    }
}

#[tokio::test]
async fn concurrent_duplicates_in_two_instances_get_one_response() {
    let world = World::open().await;
    let other = world.another_instance().await;
    let form = form(&world.upload_photo().await);
    let key = Some(Uuid::from_u128(1));
    let (first, second) = tokio::join!(send(&world.app, &form, key), send(&other, &form, key));
    assert_eq!(first.unwrap(), second.unwrap());
}

/// Saves registrations of these users and photos at the same moment.
async fn save_together(app: &App, forms: &[(String, String)]) -> Vec<Result<(), ErrorCode>> {
    let today = app.clock.today(app.config.time_zone);
    let saved = forms.iter().map(|(user, photo)| async move {
        let form = form(photo).replace(USER, user);
        let uploads = BTreeMap::from([(FileUse::Photo, BTreeSet::from([photo.clone()]))]);
        let no_mailboxes = BTreeSet::new();
        let context = CheckContext::for_server(today, &uploads, &no_mailboxes);
        let profile = parse_profile(form.as_bytes(), &context).unwrap();
        let registration = Registration {
            profile,
            response: None,
            language: None,
            now_ms: Millis(0),
        };
        let saved = app.registrations.writer.save(registration).await;
        saved.map_err(|error| error.code)
    });
    futures_util::future::join_all(saved).await
}

async fn forms(world: &World, n: usize) -> Vec<(String, String)> {
    let mut forms = Vec::new();
    for n in 0..n {
        let user = format!("U{n:032x}");
        let photo = world.upload_photo_of(&user).await;
        forms.push((user, photo));
    }
    forms
}

#[tokio::test]
async fn an_invalid_registration_does_not_fail_the_others_in_its_batch() {
    let world = World::open().await;
    let app = &world.app;
    let mut forms = forms(&world, 40).await;
    forms[7].1 = format!("{:032x}.png", 0);
    let saved = save_together(app, &forms).await;
    for (n, ((user, _), saved)) in forms.iter().zip(saved).enumerate() {
        let account = store::account::find(&app.database.reads, user).await;
        let expected = if n == 7 {
            Err(ErrorCode::Conflict)
        } else {
            Ok(())
        };
        assert_eq!(saved, expected, "{n}");
        assert_eq!(account.unwrap().is_some(), n != 7, "{n}");
    }
}

#[tokio::test]
async fn all_registrations_fail_if_the_database_does_not_answer() {
    let world = World::open().await;
    let forms = forms(&world, 3).await;
    world.app.database.close().await.unwrap();
    let saved = save_together(&world.app, &forms).await;
    assert_eq!(saved, vec![Err(ErrorCode::Unavailable); 3]);
}

#[tokio::test]
async fn a_conflict_names_the_field() {
    let world = World::open().await;
    let app = &world.app;
    let forms = forms(&world, 1).await;
    assert_eq!(save_together(app, &forms).await, vec![Ok(())]);
    let user = NewAccount {
        line_user_id: &forms[0].0,
        language: None,
        now_ms: Millis(0),
    };
    let again = store::account::insert_all(&app.database.writes, &[user]).await;
    let fields = again.unwrap_err().fields;
    assert_eq!(fields[0].path, "account");
    assert_eq!(fields[0].code, FieldErrorCode::Duplicate);
}
