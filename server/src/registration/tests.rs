//! Registering once, again, and with files that went away.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::photo::{self, Purpose};
use crate::replay;
use crate::testing::World;

const USER: &str = "U0123456789abcdef0123456789abcdef";

/// Brings a picture of one pixel and gives its name.
async fn upload(world: &World) -> String {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    photo::accept(&world.app, USER, Purpose::Photo, bytes.into_inner())
        .await
        .unwrap()
        .name
}

fn form(photo: &str) -> Vec<u8> {
    let fertility = enmusubi_core::catalogue()
        .tag_groups
        .iter()
        .find(|group| group.field.as_str() == "fertilityPlanTagIds")
        .map(|group| group.tags[0].id);
    let form: BTreeMap<&str, Value> = BTreeMap::from([
        ("account", json!(USER)),
        ("password", json!(USER)),
        ("nickname", json!("Ming")),
        ("name", json!("Ming")),
        ("gender", json!("MALE")),
        ("matchGender", json!("ANY")),
        ("occupationType", json!("DATA")),
        ("occupation", json!("Engineer")),
        ("height", json!(175)),
        ("incomeRange", json!("UNDISCLOSED")),
        ("birthday", json!("1990-01-01")),
        ("education", json!("MASTER")),
        ("marriageRecord", json!(false)),
        ("hasChildren", json!(false)),
        ("smoke", json!(false)),
        ("tattoo", json!(false)),
        ("drink", json!(true)),
        ("aboutMe", json!("I like long walks and code.")),
        ("fertilityPlanTagIds", json!([fertility])),
        ("city", json!("TW-TPE")),
        ("verifyMethod", json!("LINK")),
        ("reviewLink", json!("https://example.org/me")),
        ("photoNameList", json!([photo])),
    ]);
    serde_json::to_vec(&form).unwrap()
}

async fn send(world: &World, bytes: &[u8], key: Option<Uuid>) -> Result<Registered> {
    let document = Document::parse(bytes)?;
    let submission = Submission {
        line_user_id: USER,
        document: &document,
        bytes,
        idempotency_key: key,
    };
    register(&world.app, submission).await
}

#[tokio::test]
async fn twins_with_one_key_make_one_account_and_get_one_answer() {
    let world = World::open().await;
    let form = form(&upload(&world).await);
    let key = Some(Uuid::from_u128(1));
    let (first, second) = tokio::join!(send(&world, &form, key), send(&world, &form, key));
    assert_eq!(first.unwrap(), second.unwrap());
}

#[tokio::test]
async fn the_same_form_without_its_key_is_already_there() {
    let world = World::open().await;
    let form = form(&upload(&world).await);
    send(&world, &form, None).await.unwrap();
    assert_eq!(
        send(&world, &form, None).await.unwrap_err().code,
        ErrorCode::E004
    );
}

#[tokio::test]
async fn a_key_is_good_for_one_form_and_for_seven_days() {
    let world = World::open().await;
    let photo = upload(&world).await;
    let key = Some(Uuid::from_u128(1));
    let refused = send(&world, b"{}", key).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::E002);
    send(&world, &form(&photo), key).await.unwrap();
    assert_eq!(
        send(&world, b"{}", key).await.unwrap_err().code,
        ErrorCode::E004
    );
    world.pass(replay::KEPT_MS + 1);
    let late = send(&world, &form(&photo), key).await.unwrap_err();
    assert_eq!(late.code, ErrorCode::E004);
}

#[tokio::test]
async fn a_photo_that_was_swept_is_told_by_its_place() {
    let world = World::open().await;
    let form = form(&upload(&world).await);
    world.pass(24 * 60 * 60 * 1000 + 1);
    photo::sweep(&world.app).await.unwrap();
    let refused = send(&world, &form, None).await.unwrap_err();
    let paths: Vec<_> = refused
        .fields
        .iter()
        .map(|error| error.path.clone())
        .collect();
    assert_eq!(
        (refused.code, paths),
        (ErrorCode::E002, vec!["photoNameList[0]".to_owned()])
    );
}
