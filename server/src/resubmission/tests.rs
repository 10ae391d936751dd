//! What happens between the look at a profile and its save.

use enmusubi_core::ReviewAction;
use object_store::ObjectStoreExt as _;

use super::*;
use crate::photo::{self, Purpose};
use crate::review::{Decision, decide};
use crate::storage;
use crate::store::review::Reason;
use crate::testing::World;

const USER: &str = "U0123456789abcdef0123456789abcdef";

async fn upload(app: &App) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let accepted = photo::accept(app, USER, Purpose::Photo, bytes.into_inner()).await;
    accepted.unwrap().name
}

async fn decided(app: &App, action: ReviewAction, paths: &[&str]) {
    let reason = |path: &&str| Reason {
        path: (*path).to_owned(),
        code: "unclear".to_owned(),
        note: String::new(),
    };
    let decision = Decision {
        action,
        reasons: paths.iter().map(reason).collect(),
        actor: "reviewer".to_owned(),
    };
    decide(app, USER, &decision).await.unwrap();
}

/// Someone who is asked for their photos; gives the name of the one they have.
async fn asked(app: &App) -> String {
    let photo = upload(app).await;
    let form = format!(
        r#"{{"account":"{USER}","password":"{USER}","nickname":"A","name":"B","gender":"FEMALE",
            "matchGender":"ANY","occupationType":"OTHER","occupation":"C","height":170,
            "incomeRange":"UNDISCLOSED","birthday":"2000-01-01","education":"MASTER",
            "marriageRecord":false,"hasChildren":false,"smoke":false,"tattoo":false,"drink":false,
            "aboutMe":"Ten characters.","fertilityPlanTagIds":[501],"city":"TW-TPE",
            "verifyMethod":"LINK","reviewLink":"https://example.com/",
            "photoNameList":["{photo}"]}}"#
    );
    let document = Document::parse(form.as_bytes()).unwrap();
    let submission = crate::registration::Submission {
        line_user_id: USER,
        document: &document,
        bytes: form.as_bytes(),
        idempotency_key: None,
    };
    crate::registration::register(app, submission)
        .await
        .unwrap();
    decided(app, ReviewAction::AskForInfo, &["photoNameList"]).await;
    photo
}

fn attempt(bytes: &[u8]) -> Replay<'_> {
    let attempt = Attempt {
        call: Call::Resubmission,
        line_user_id: USER,
        bytes,
        key: None,
    };
    Replay::of(attempt, 0)
}

/// Saves a profile of these photos over the one that was seen.
async fn save_photos(app: &App, seen: &Seen, names: &[&str]) -> Result<ReviewStatus> {
    let profile = UserProfileCreate {
        photo_name_list: names.iter().map(|name| (*name).to_owned()).collect(),
        ..seen.profile.clone()
    };
    save(app, seen, &profile, &attempt(b"{}")).await
}

#[tokio::test]
async fn a_reviewer_who_came_first_makes_it_a_conflict() {
    let world = World::open().await;
    let app = &world.app;
    let photo = asked(app).await;
    let new = upload(app).await;
    let seen = Seen::find(app, USER).await.unwrap();
    decided(app, ReviewAction::Undo, &[]).await;
    let refused = save_photos(app, &seen, &[&new]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::E004);
    // Something else is asked for in the same state.
    decided(app, ReviewAction::AskForInfo, &["height"]).await;
    let refused = save_photos(app, &seen, &[&new]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::E004);
    let seen = Seen::find(app, USER).await.unwrap();
    assert_eq!(seen.profile.photo_name_list, [photo]);
}

#[tokio::test]
async fn a_twin_in_another_copy_of_the_server_makes_it_a_conflict() {
    let world = World::open().await;
    let app = &world.app;
    asked(app).await;
    let seen = Seen::find(app, USER).await.unwrap();
    let names = [upload(app).await, upload(app).await];
    save_photos(app, &seen, &[&names[0]]).await.unwrap();
    let refused = save_photos(app, &seen, &[&names[1]]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::E004);
}

#[tokio::test]
async fn a_photo_that_is_swept_before_the_save_changes_nothing() {
    let world = World::open().await;
    let app = &world.app;
    let photo = asked(app).await;
    let new = upload(app).await;
    let seen = Seen::find(app, USER).await.unwrap();
    photo::delete_untaken(app, &new).await.unwrap();
    let refused = save_photos(app, &seen, &[&photo, &new]).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::E004);
    let after = Seen::find(app, USER).await.unwrap();
    assert_eq!(after.profile, seen.profile);
}

#[tokio::test]
async fn a_file_that_cannot_be_deleted_now_is_left_to_the_sweep() {
    let world = World::open().await;
    let app = &world.app;
    let photo = asked(app).await;
    let new = upload(app).await;
    // A folder of its name, with something in it, is no file that could be deleted.
    let path = storage::path_of(&photo);
    app.storage.delete(&path).await.unwrap();
    let inside = path.clone().join("inside");
    app.storage.put(&inside, "x".into()).await.unwrap();
    let seen = Seen::find(app, USER).await.unwrap();
    save_photos(app, &seen, &[&new]).await.unwrap();
    let held = store::upload::list_names_of(&app.database, USER).await;
    assert_eq!(held.unwrap(), [photo, new.clone()].into());
    app.storage.delete(&inside).await.unwrap();
    world.pass(photo::UNTAKEN_KEPT_MS + 1);
    photo::sweep(app).await.unwrap();
    let held = store::upload::list_names_of(&app.database, USER).await;
    assert_eq!(held.unwrap(), [new].into());
}

#[tokio::test]
async fn a_state_is_left_only_by_who_knows_all_of_it() {
    let world = World::open().await;
    let app = &world.app;
    asked(app).await;
    let account = store::account::find(&app.database, USER).await.unwrap();
    let account = account.unwrap();
    let next = account.review.apply(ReviewAction::Resubmit).unwrap();
    let believed = enmusubi_core::ReviewState {
        appealed: !account.review.appealed,
        ..account.review
    };
    for (from, is_so) in [(believed, false), (account.review, true)] {
        let moved = store::review::set_state(&app.database, account.id, from, next).await;
        assert_eq!(moved.unwrap(), is_so);
    }
}
