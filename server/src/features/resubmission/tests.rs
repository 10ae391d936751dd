//! Tests changes that other requests make between the check of a resubmission and its save.

use std::time::Duration;

use enmusubi_core::JsonDocument;
use enmusubi_core::review::CaseAction;
use object_store::ObjectStoreExt as _;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::*;
use crate::app::App;
use crate::clock::Millis;
use crate::error::ErrorCode;
use crate::features::photo::UNATTACHED_LIFETIME_MS;
use crate::testing::{USER, World, decide, submission, uploads_of};

async fn ask(app: &App, path: &str) {
    let reasons = [(path, "unclear", "")];
    let asked = decide(app, USER, CaseAction::AskForInfo, &reasons).await;
    asked.unwrap();
}

/// Registers a user whom a reviewer asks for new photos, and returns the name of the present photo.
async fn register_and_ask(world: &World) -> String {
    let photo = world.register().await;
    ask(&world.app, "photoNameList").await;
    photo
}

/// Saves the base profile with these photos.
async fn save_photos(app: &App, base: &ResubmissionBase, names: &[&str]) -> Result<ReviewStatus> {
    let profile = UserProfileCreate {
        photo_name_list: names.iter().map(|name| (*name).to_owned()).collect(),
        ..base.profile.clone()
    };
    let document = JsonDocument::parse(b"{}")?;
    let sent = submission(&document, "{}", None);
    let request = app.resubmissions.idempotent(sent);
    app.resubmissions.save(base, &profile, &request).await
}

#[tokio::test]
async fn a_decision_between_check_and_save_is_a_conflict() {
    let world = World::open().await;
    let app = &world.app;
    let photo = register_and_ask(&world).await;
    let new = world.upload_photo().await;
    let base = app.resubmissions.find_base(USER).await.unwrap();
    // The member has answered in another window. The state is the same again, but the reviewer asks for another field.
    save_photos(app, &base, &[&photo]).await.unwrap();
    ask(app, "height").await;
    let refused = save_photos(app, &base, &[&new]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
    let base = app.resubmissions.find_base(USER).await.unwrap();
    assert_eq!(base.profile.photo_name_list, [photo]);
}

#[tokio::test]
async fn a_resubmission_in_another_instance_between_check_and_save_is_a_conflict() {
    let world = World::open().await;
    let app = &world.app;
    register_and_ask(&world).await;
    let base = app.resubmissions.find_base(USER).await.unwrap();
    let names = [world.upload_photo().await, world.upload_photo().await];
    save_photos(app, &base, &[&names[0]]).await.unwrap();
    let refused = save_photos(app, &base, &[&names[1]]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
}

#[tokio::test]
async fn a_photo_that_is_deleted_between_check_and_save_is_a_conflict() {
    let world = World::open().await;
    let app = &world.app;
    let photo = register_and_ask(&world).await;
    let new = world.upload_photo().await;
    let base = app.resubmissions.find_base(USER).await.unwrap();
    world.pass(UNATTACHED_LIFETIME_MS + 1);
    app.file_cleanup.run().await.unwrap();
    let refused = save_photos(app, &base, &[&photo, &new]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Conflict);
    let after = app.resubmissions.find_base(USER).await.unwrap();
    assert_eq!(after.profile, base.profile);
}

/// Waits until the user has these files and no others.
async fn wait_until_owned(app: &App, names: &[&str]) {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    let is_so = async {
        while uploads_of(&app.database.reads, USER).await != names {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(10), is_so).await.unwrap();
}

#[tokio::test]
async fn the_cleanup_deletes_a_replaced_file_that_could_not_be_deleted_at_once() {
    let world = World::open().await;
    let app = &world.app;
    let photo = register_and_ask(&world).await;
    let new = world.upload_photo().await;
    let inside = world.keep_from_deletion(&photo).await;
    let base = app.resubmissions.find_base(USER).await.unwrap();
    save_photos(app, &base, &[&new]).await.unwrap();
    // The user cannot attach the file again, and its row is still there.
    wait_until_owned(app, &[&new]).await;
    let due = async || {
        store::file::upload::list_due(&app.database.reads, Millis(0), 1000)
            .await
            .unwrap()
    };
    assert_eq!(due().await, [photo]);
    app.storage.delete(&inside).await.unwrap();
    app.file_cleanup.run().await.unwrap();
    assert_eq!(due().await, [""; 0]);
}

#[tokio::test]
async fn neither_the_response_nor_the_next_request_waits_for_the_file_store() {
    let world = World::open_with_slow_deletion().await;
    let app = &world.app;
    register_and_ask(&world).await;
    let new = world.upload_photo().await;
    let body = format!(r#"{{"photoNameList":["{new}"]}}"#);
    let answer = timeout(Duration::from_secs(30), send(app, &body, None)).await;
    assert_eq!(answer.unwrap().unwrap(), ReviewStatus::Pending);
    wait_until_owned(app, &[&new]).await;
    // The file store is deleting the replaced file now.
    let again = timeout(Duration::from_secs(30), send(app, &body, None)).await;
    assert_eq!(again.unwrap().unwrap_err().code, ErrorCode::Forbidden);
    ask(app, "height").await;
}

async fn send(app: &App, body: &str, key: Option<Uuid>) -> Result<ReviewStatus> {
    let document = JsonDocument::parse(body.as_bytes())?;
    let sent = submission(&document, body, key);
    app.resubmissions.resubmit(sent).await
}

#[tokio::test]
async fn the_response_of_a_faster_duplicate_in_another_instance_is_found() {
    let body = r#"{"height":165}"#;
    let key = Uuid::from_u128(1);
    let document = JsonDocument::parse(body.as_bytes()).unwrap();
    for (key_here, expected) in [
        (key, Ok(ReviewStatus::Pending)),
        (Uuid::from_u128(2), Err(ErrorCode::Forbidden)),
    ] {
        let world = World::open().await;
        let other = world.another_instance().await;
        world.register().await;
        ask(&world.app, "height").await;
        let sent = submission(&document, body, Some(key_here));
        let resubmissions = &world.app.resubmissions;
        let request = resubmissions.idempotent(sent);
        // This instance found no stored response. Then the other instance resubmits the same fields.
        send(&other, body, Some(key)).await.unwrap();
        let second = resubmissions.resubmit_unless_stored(sent, &request).await;
        assert_eq!(second.map_err(|error| error.code), expected);
    }
}

#[tokio::test]
async fn the_review_state_changes_only_if_all_of_it_is_as_expected() {
    let world = World::open().await;
    let app = &world.app;
    register_and_ask(&world).await;
    let account = store::account::find(&app.database.reads, USER)
        .await
        .unwrap();
    let account = account.unwrap();
    let next = account.review.apply(ReviewAction::Resubmit).unwrap();
    let believed = enmusubi_core::review::ReviewState {
        appealed: !account.review.appealed,
        ..account.review
    };
    for (from, is_so) in [(believed, false), (account.review, true)] {
        let moved = store::review::set_state(&app.database.writes, account.id, from, next).await;
        assert_eq!(moved.unwrap(), is_so);
    }
}
