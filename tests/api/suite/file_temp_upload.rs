//! `POST /file/tempUpload`: the content decides whether a file is a picture, not its name.

use std::convert::Infallible;
use std::io::Cursor;

use enmusubi_tests::png::with_size;
use futures_util::stream;
use image::{ImageFormat, RgbImage};
use reqwest::Body;
use reqwest::multipart::Form;
use sea_orm::Statement;

use super::picture::{document, executable, jpeg, pdf, picture};
use crate::suite::prelude::*;

#[tokio::test]
async fn a_picture_gets_an_unguessable_name() {
    let app = TestApp::start().await;
    for (format, ending) in [(ImageFormat::Jpeg, "jpg"), (ImageFormat::Png, "png")] {
        let answer = app
            .upload(&app.id_token(&person(1)), "x", picture(format), None)
            .await
            .ok();
        let name = answer["fileName"].as_str().unwrap();
        let (stem, end) = name.split_once('.').unwrap();
        assert_eq!((stem.len(), end), (32, ending));
        assert!(
            stem.bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        );
        assert_eq!(
            (answer["width"].as_i64(), answer["height"].as_i64()),
            (Some(48), Some(32))
        );
        assert!(!answer["thumbhash"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn the_content_decides_the_type_and_not_the_name() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let answer = app
        .upload(&credentials, "virus.exe", picture(ImageFormat::Png), None)
        .await
        .ok();
    assert_eq!(ending_of(&answer), "png");
    let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;".to_vec();
    let cut = jpeg()[..200].to_vec();
    for (name, bytes) in [
        ("photo.png", executable()),
        ("photo.jpg", Vec::new()),
        ("photo.jpg", b"<html><script>alert(1)</script>".to_vec()),
        ("photo.gif", gif),
        ("photo.jpg", cut),
        ("photo.jpg", b"\xff\xd8\xff\xe0".to_vec()),
        ("photo.jpg", picture(ImageFormat::WebP)),
        ("photo.jpg", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        (
            "photo.png",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
        ),
        ("photo.png", pdf()),
    ] {
        for purpose in [None, Some("photo"), Some("document")] {
            let refused = app.upload(&credentials, name, bytes.clone(), purpose).await;
            let cause = &refused.refused("E007")["cause"];
            assert_eq!(cause, "The file is not a whole JPEG or PNG picture.");
        }
    }
    assert_eq!(app.count("upload").await, 1);
}

#[tokio::test]
async fn a_document_keeps_more_pixels_than_a_photo() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    // A document of five pages below each other.
    let pages = RgbImage::new(1_500, 10_600);
    let mut bytes = Cursor::new(Vec::new());
    pages.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let bytes = bytes.into_inner();
    for (purpose, size) in [("photo", [289, 2_048]), ("document", [1_500, 10_600])] {
        let answer = app.upload(&credentials, "a.jpg", bytes.clone(), Some(purpose));
        let answer = answer.await.ok();
        assert_eq!([&answer["width"], &answer["height"]], size, "{purpose}");
    }
}

#[tokio::test]
async fn all_credentials_may_upload_and_a_call_without_them_may_not() {
    let app = TestApp::start().await;
    let registration_token = app.registration_token(&person(1)).await;
    let session = app.member(&person(2)).await;
    for credentials in [app.id_token(&person(1)), registration_token, session] {
        app.upload(&credentials, "me.jpg", jpeg(), None).await.ok();
    }
    app.upload(&Credentials::None, "me.jpg", jpeg(), None)
        .await
        .refused("E001");
    app.upload(
        &Credentials::IdToken("x".to_owned()),
        "me.jpg",
        jpeg(),
        None,
    )
    .await
    .refused("E001");
    app.upload(&Credentials::Bearer("E".repeat(43)), "me.jpg", jpeg(), None)
        .await
        .refused("E001A");
}

#[tokio::test]
async fn a_form_without_a_file_is_refused() {
    let app = TestApp::start().await;
    let request = app.request(
        Method::POST,
        "/api/file/tempUpload",
        &app.id_token(&person(1)),
    );
    app.send(request.multipart(Form::new().text("purpose", "photo")))
        .await
        .refused("E009");
}

#[tokio::test]
async fn a_form_may_come_in_small_chunks_and_have_further_fields() {
    let app = TestApp::start().await;
    let mut form = Vec::new();
    for (name, value) in [
        ("note", vec![b'\r'; 40_000]),
        ("file", jpeg()),
        ("purpose", b"photo".to_vec()),
    ] {
        let header = format!("\r\n--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
        form.extend(header.into_bytes());
        form.extend(value);
    }
    form.extend(b"\r\n--b--\r\n");
    let chunks: Vec<_> = form
        .chunks(64)
        .map(|chunk| Ok::<_, Infallible>(chunk.to_vec()))
        .collect();
    let request = app
        .request(
            Method::POST,
            "/api/file/tempUpload",
            &app.id_token(&person(1)),
        )
        .header("Content-Type", "multipart/form-data; boundary=b")
        .body(Body::wrap_stream(stream::iter(chunks)));
    let answer = app.send(request).await.ok();
    assert_eq!(ending_of(&answer), "jpg");
}

#[tokio::test]
async fn a_body_that_is_no_form_gets_e007() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    app.post("/api/file/tempUpload", &credentials, &serde_json::json!({}))
        .await
        .refused("E007");
    app.get("/api/file/tempUpload", &credentials)
        .await
        .refused("E010");
}

#[tokio::test]
async fn a_picture_with_an_enormous_size_is_refused_before_decoding() {
    let app = TestApp::start().await;
    let png = with_size(&picture(ImageFormat::Png), 50_000, 50_000);
    app.upload(&app.id_token(&person(1)), "me.png", png, None)
        .await
        .refused("E006");
}

/// Uploads documents and returns their names, oldest first.
async fn upload_documents(app: &TestApp, n: usize) -> Vec<String> {
    let credentials = app.id_token(&person(1));
    let mut names = Vec::new();
    for _ in 0..n {
        let answer = app
            .upload(&credentials, "a.png", document(0), Some("document"))
            .await;
        let name = answer.ok()["fileName"].as_str().unwrap().to_owned();
        assert!(is_there(app, &name).await, "the newest stays");
        names.push(name);
    }
    names
}

async fn is_there(app: &TestApp, name: &str) -> bool {
    let url = app.running.app.pictures.signed_url(name);
    app.get(&url, &Credentials::None).await.status == 200
}

/// Waits until `n` uploads are left: the server deletes files after its answer.
async fn expect_left(app: &TestApp, n: i64) {
    wait_until(&format!("{n} files"), Duration::from_secs(10), async || {
        app.count("upload").await == n
    })
    .await;
}

#[tokio::test]
async fn the_five_newest_unattached_documents_are_kept() {
    let app = TestApp::start().await;
    let mut names = Vec::new();
    for _ in 0..7 {
        names.extend(upload_documents(&app, 1).await);
        app.clock.advance(1);
    }
    expect_left(&app, 5).await;
    for (n, name) in names.iter().enumerate() {
        assert_eq!(is_there(&app, name).await, n >= 2, "{n}");
    }
    // Photos do not count as documents.
    app.photo(&app.id_token(&person(1))).await;
    expect_left(&app, 6).await;
    // Documents of other people do not count either.
    app.document(&app.id_token(&person(2))).await;
    expect_left(&app, 7).await;
}

#[tokio::test]
async fn the_last_of_several_documents_of_one_millisecond_is_kept() {
    let app = TestApp::start().await;
    let names = upload_documents(&app, 12).await;
    expect_left(&app, 5).await;
    assert!(is_there(&app, &names[11]).await);
}

#[tokio::test]
async fn unattached_files_take_at_most_100_megabytes_and_the_newest_is_kept() {
    let app = TestApp::start().await;
    let credentials = app.id_token(&person(1));
    let mut names = Vec::new();
    for _ in 0..3 {
        names.push(app.photo(&credentials).await);
        app.clock.advance(1);
    }
    let database = &app.running.app.database.writes;
    let sql = "UPDATE upload SET size_bytes = 60 * 1024 * 1024";
    let statement = Statement::from_string(database.get_database_backend(), sql);
    database.execute_raw(statement).await.unwrap();
    names.push(app.photo(&credentials).await);
    expect_left(&app, 2).await;
    for (n, name) in names.iter().enumerate() {
        assert_eq!(is_there(&app, name).await, n >= 2, "{n}");
    }
}

fn ending_of(answer: &serde_json::Value) -> &str {
    answer["fileName"]
        .as_str()
        .unwrap()
        .rsplit('.')
        .next()
        .unwrap()
}
