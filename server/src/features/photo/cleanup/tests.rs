//! Tests which files the cleanup deletes and which it does not, also after an interrupted deletion.

use std::time::Duration;

use object_store::ObjectStoreExt as _;
use tokio::time::{sleep, timeout};

use super::*;
use crate::app::App;
use crate::clock::Millis;
use crate::error::ErrorCode;
use crate::features::photo::cache::Key;
use crate::store::AccountId;
use crate::store::file::photo::Files;
use crate::store::file::upload::{Purpose, Upload, find_media_type, orphan_unattached};
use crate::testing::{
    USER, World, insert_account, insert_account_in, uploads_of, with_slow_deletion,
};

/// Reports whether a file has a row, and whether it is in the file store.
async fn places_of(app: &App, name: &str) -> (bool, bool) {
    // At the end of time every unattached file is due, and every attached file has an owner.
    let due = store::file::upload::list_due(&app.database.reads, Millis(i64::MAX), 1000).await;
    let has_row = due.unwrap().contains(&name.to_owned())
        || uploads_of(&app.database.reads, USER).await.contains(name);
    let blob = app.storage.head(&storage::path_of(name)).await;
    (has_row, blob.is_ok())
}

/// Uploads a document whose review was decided a month ago, and returns its name and the account.
async fn decided_document(world: &World) -> (String, AccountId) {
    let database = &world.app.database;
    let now_ms = world.app.clock.now_ms();
    let name = world.upload_document().await;
    let account_id = insert_account(database, USER, &[], Some(&name), now_ms).await;
    store::file::document::set_decided(&database.writes, account_id, now_ms)
        .await
        .unwrap();
    world.pass(DECIDED_DOCUMENT_LIFETIME_MS + 1);
    (name, account_id)
}

#[tokio::test]
async fn the_cleanup_deletes_unattached_uploads_after_a_day() {
    let world = World::open().await;
    let app = &world.app;
    let old = world.upload_document().await;
    world.pass(DAY_MS - 1);
    let young = world.upload_document().await;
    world.pass(2);
    app.file_cleanup.run().await.unwrap();
    assert_eq!(places_of(app, &old).await, (false, false));
    assert_eq!(places_of(app, &young).await, (true, true));
}

#[tokio::test]
async fn the_cached_pictures_of_a_photo_are_deleted_with_it() {
    let world = World::open().await;
    let app = &world.app;
    let names = [world.upload_photo().await, world.register().await];
    let key_of = |file_id: &String| Key {
        file_id: file_id.clone(),
        modifiers: "w_360".to_owned(),
    };
    for file_id in &names {
        let start = async { Ok(async { Ok(b"picture".to_vec()) }) };
        let made = app.pictures.cache.make_once(key_of(file_id), start).await;
        made.unwrap();
    }
    world.pass(DAY_MS + 1);
    app.file_cleanup.run().await.unwrap();
    for (file_id, is_cached) in names.iter().zip([false, true]) {
        let found = app.pictures.cache.find(&key_of(file_id)).await;
        assert_eq!(found.is_some(), is_cached);
    }
    assert_eq!(app.pictures.cache.len().await, 1, "no bytes are left");
}

#[tokio::test]
async fn the_next_server_deletes_a_document_that_the_last_one_had_released() {
    let world = World::open().await;
    let app = &world.app;
    let (name, account_id) = decided_document(&world).await;
    store::file::document::release_decided_before(&app.database, app.clock.now_ms())
        .await
        .unwrap();
    let document = store::file::document::find_of(&app.database.reads, account_id).await;
    assert_eq!(document.unwrap(), None);
    assert_eq!(places_of(app, &name).await, (true, true));
    app.file_cleanup.run().await.unwrap();
    assert_eq!(places_of(app, &name).await, (false, false));
}

#[tokio::test]
async fn a_document_is_deleted_once_the_file_store_can_delete_it() {
    let world = World::open().await;
    let app = &world.app;
    let (name, _) = decided_document(&world).await;
    let inside = world.keep_from_deletion(&name).await;
    app.file_cleanup.run().await.unwrap();
    assert!(places_of(app, &name).await.0, "its row remains");
    app.storage.delete(&inside).await.unwrap();
    world.pass(1000);
    app.file_cleanup.run().await.unwrap();
    assert_eq!(places_of(app, &name).await, (false, false));
}

#[tokio::test]
async fn other_files_are_deleted_although_one_cannot_be() {
    let world = World::open().await;
    let app = &world.app;
    let mut names = Vec::new();
    for _ in 0..3 {
        names.push(world.upload_document().await);
        world.pass(1);
    }
    for name in [&names[0], &names[2]] {
        world.keep_from_deletion(name).await;
    }
    world.pass(DAY_MS);
    app.file_cleanup.run().await.unwrap();
    let has_row = async |n: usize| places_of(app, &names[n]).await.0;
    assert!(has_row(0).await);
    assert!(
        !has_row(1).await,
        "the failures of the first and the last file do not matter"
    );
    assert!(has_row(2).await);
}

#[tokio::test]
async fn the_next_cleanup_finishes_an_interrupted_deletion() {
    let world = World::open().await;
    let app = &world.app;
    let names = [world.upload_photo().await, world.upload_photo().await];
    for name in &names {
        assert!(orphan_unattached(&app.database.writes, name).await.unwrap());
    }
    // The file store had deleted the second file before the interruption.
    storage::delete(app.storage.as_ref(), &names[1])
        .await
        .unwrap();
    app.file_cleanup.run().await.unwrap();
    for name in &names {
        assert_eq!(places_of(app, name).await, (false, false));
    }
}

#[tokio::test]
async fn a_file_whose_deletion_has_begun_can_be_neither_attached_nor_seen() {
    let world = World::open().await;
    let database = &world.app.database.writes;
    let name = world.upload_photo().await;
    let account_id = insert_account(&world.app.database, USER, &[], None, Millis(0)).await;
    assert!(orphan_unattached(database, &name).await.unwrap());
    assert_eq!(find_media_type(database, &name).await.unwrap(), None);
    assert_eq!(uploads_of(database, USER).await, [].into());
    let names = [name.clone()];
    let files = Files {
        account_id,
        line_user_id: USER,
        photos: &names,
        document: None,
        age_proof: None,
    };
    let transaction = store::begin(&world.app.database).await.unwrap();
    let attached = store::file::photo::attach(&transaction, &[files], Millis(1)).await;
    assert_eq!(attached.unwrap_err().code, ErrorCode::Conflict);
    let attached =
        store::file::photo::replace(&transaction, account_id, USER, &names, Millis(1)).await;
    assert_eq!(attached.unwrap_err().code, ErrorCode::Conflict);
    transaction.commit().await.unwrap();
    let is_attached =
        store::file::upload::attach_photo(database, USER, &name, Millis(0), Millis(1)).await;
    assert!(!is_attached.unwrap());
}

#[tokio::test]
async fn a_file_that_a_profile_uses_by_now_is_not_deleted() {
    let world = World::open().await;
    let app = &world.app;
    let photo = world.register().await;
    let names = std::slice::from_ref(&photo);
    app.file_cleanup.delete_unattached(names).await;
    assert_eq!(places_of(app, &photo).await, (true, true));
}

#[tokio::test]
async fn no_transaction_is_open_while_the_file_store_deletes_a_file() {
    let world = World::open().await;
    let app = &world.app;
    let name = world.upload_photo().await;
    let names = [name.clone()];
    let cleanup = FileCleanup {
        storage: with_slow_deletion(app.storage.clone()),
        ..app.file_cleanup.clone()
    };
    let deletion = cleanup.delete_unattached(&names);
    let others = async {
        while find_media_type(&app.database.reads, &name)
            .await
            .unwrap()
            .is_some()
        {
            sleep(Duration::from_millis(5)).await;
        }
        let transaction = store::begin(&app.database).await.unwrap();
        insert_account_in(&transaction, USER, &[], None, Millis(0)).await;
        transaction.commit().await.unwrap();
    };
    tokio::select! {
        () = deletion => panic!("the file store has not answered yet"),
        done = timeout(Duration::from_secs(10), others) => done.unwrap(),
    }
    assert_eq!(places_of(app, &name).await, (true, true));
}

#[tokio::test]
async fn a_document_is_deleted_a_month_after_the_decision() {
    let world = World::open().await;
    let app = &world.app;
    let now_ms = app.clock.now_ms();
    let name = world.upload_document_of("U1").await;
    let account_id = insert_account(&app.database, "U1", &[], Some(&name), now_ms).await;
    store::file::document::set_decided(&app.database.writes, account_id, now_ms)
        .await
        .unwrap();
    let is_listed = async || {
        store::file::upload::find_media_type(&app.database.reads, &name)
            .await
            .unwrap()
            .is_some()
    };
    world.pass(DECIDED_DOCUMENT_LIFETIME_MS);
    app.file_cleanup.run().await.unwrap();
    assert!(is_listed().await);
    world.pass(1);
    app.file_cleanup.run().await.unwrap();
    assert!(!is_listed().await);
    assert!(app.storage.get(&storage::path_of(&name)).await.is_err());
}

#[tokio::test]
async fn a_document_that_is_also_the_avatar_is_not_deleted() {
    let world = World::open().await;
    let app = &world.app;
    let now_ms = app.clock.now_ms();
    let name = world.upload_document().await;
    let database = &app.database;
    let account_id = insert_account(database, USER, &[], Some(&name), now_ms).await;
    store::account::set_avatar(&app.database.writes, account_id, &name)
        .await
        .unwrap();
    store::file::document::set_decided(&app.database.writes, account_id, now_ms)
        .await
        .unwrap();
    world.pass(DECIDED_DOCUMENT_LIFETIME_MS + 1);
    app.file_cleanup.run().await.unwrap();
    let document = store::file::document::find_of(&app.database.reads, account_id).await;
    assert_eq!(
        document.unwrap(),
        None,
        "the account has no document any more"
    );
    assert!(app.storage.get(&storage::path_of(&name)).await.is_ok());
}

#[tokio::test]
async fn a_backlog_takes_further_rounds_which_begin_with_the_oldest_file() {
    let world = World::open().await;
    let app = &world.app;
    let n_files = FILES_PER_ROUND + 1;
    let now_ms = app.clock.now_ms();
    for n in 0..n_files {
        // The file store has lost these files.
        let upload = Upload {
            name: format!("{n:032x}.jpg"),
            line_user_id: USER.to_owned(),
            purpose: Purpose::Photo,
            media_type: "image/jpeg".to_owned(),
            width: 1,
            height: 1,
            thumbhash: String::new(),
            size_bytes: 1,
            evidence_hash: None,
            created_at_ms: now_ms - i64::try_from(n).unwrap(),
        };
        store::file::upload::insert(&app.database.writes, upload)
            .await
            .unwrap();
    }
    world.pass(DAY_MS + 1);
    let round = app.file_cleanup.run().await.unwrap();
    assert!(round.has_more);
    let youngest = format!("{:032x}.jpg", 0);
    assert_eq!(
        uploads_of(&app.database.reads, USER).await,
        [youngest].into()
    );
    let round = app.file_cleanup.run().await.unwrap();
    assert_eq!(round, Round::default());
    assert_eq!(uploads_of(&app.database.reads, USER).await, [].into());
}

#[tokio::test]
async fn a_file_that_cannot_be_deleted_is_tried_after_growing_pauses_and_not_named_in_the_log() {
    let world = World::open().await;
    let app = &world.app;
    let name = world.upload_document().await;
    world.keep_from_deletion(&name).await;
    world.pass(DAY_MS + 1);
    for _ in 0..3 {
        let round = app.file_cleanup.run().await.unwrap();
        assert_eq!(round.n_failing_rows, 1);
    }
    let mut failing = app.file_cleanup.failing.lock().await;
    let due = |failing: &mut FailingRows<FileName>, after_ms| {
        let listed = vec![FileName(name.clone())];
        let now_ms = app.clock.now_ms() + after_ms;
        !failing.take_due(listed, 100, now_ms).is_empty()
    };
    assert!(!due(&mut failing, 999), "one try, and then a pause");
    assert!(due(&mut failing, 1000));
    assert_eq!(FileName(name.clone()).to_string(), name[..SHOWN_BYTES]);
}
