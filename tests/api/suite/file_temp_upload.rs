//! `POST /file/tempUpload`: what is taken for a picture, whatever its name says.

use std::convert::Infallible;
use std::time::Duration;

use futures_util::stream;
use image::ImageFormat;
use reqwest::multipart::Form;
use reqwest::{Body, Method};
use sea_orm::{ConnectionTrait as _, Statement};

use super::app::{Proof, TestApp, person};
use super::database::number;
use super::picture::{executable, jpeg, pdf, picture};

#[tokio::test]
async fn a_picture_gets_a_name_nobody_can_guess() {
    let app = TestApp::start().await;
    for (format, ending) in [
        (ImageFormat::Jpeg, "jpg"),
        (ImageFormat::Png, "png"),
        (ImageFormat::WebP, "webp"),
    ] {
        let answer = app
            .upload(&app.id_token(&person(1)), "x", picture(format), None)
            .await
            .expect(200);
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
async fn the_content_counts_and_not_the_name() {
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    let answer = app
        .upload(&proof, "virus.exe", picture(ImageFormat::Png), None)
        .await
        .expect(200);
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
    ] {
        app.upload(&proof, name, bytes, None)
            .await
            .expect_error("E007");
    }
}

#[tokio::test]
async fn a_pdf_is_a_document_and_no_photo() {
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    app.upload(&proof, "badge.pdf", pdf(), None)
        .await
        .expect_error("E007");
    app.upload(&proof, "badge.pdf", pdf(), Some("photo"))
        .await
        .expect_error("E007");
    let answer = app
        .upload(&proof, "badge.pdf", pdf(), Some("document"))
        .await
        .expect(200);
    assert_eq!(ending_of(&answer), "pdf");
    app.upload(&proof, "badge.jpg", jpeg(), Some("document"))
        .await
        .expect(200);
}

#[tokio::test]
async fn each_proof_may_upload_and_nobody_else() {
    let app = TestApp::start().await;
    let ticket = app.ticket(&person(1)).await;
    let session = app.member(&person(2)).await;
    for proof in [app.id_token(&person(1)), ticket, session] {
        app.upload(&proof, "me.jpg", jpeg(), None).await.expect(200);
    }
    app.upload(&Proof::Nobody, "me.jpg", jpeg(), None)
        .await
        .expect_error("E001");
    app.upload(&Proof::IdToken("x".to_owned()), "me.jpg", jpeg(), None)
        .await
        .expect_error("E001");
    app.upload(&Proof::Bearer("E".repeat(43)), "me.jpg", jpeg(), None)
        .await
        .expect_error("E001A");
}

#[tokio::test]
async fn a_form_without_a_file_is_not_this_shape() {
    let app = TestApp::start().await;
    let request = app.request(
        Method::POST,
        "/api/file/tempUpload",
        &app.id_token(&person(1)),
    );
    app.send(request.multipart(Form::new().text("purpose", "photo")))
        .await
        .expect_error("E009");
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
    let answer = app.send(request).await.expect(200);
    assert_eq!(ending_of(&answer), "jpg");
}

#[tokio::test]
async fn a_body_that_is_no_form_is_of_the_wrong_type() {
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    app.post("/api/file/tempUpload", &proof, &serde_json::json!({}))
        .await
        .expect_error("E007");
    app.get("/api/file/tempUpload", &proof)
        .await
        .expect_error("E010");
}

#[tokio::test]
async fn a_picture_that_claims_to_be_enormous_is_refused_unread() {
    let app = TestApp::start().await;
    let mut png = picture(ImageFormat::Png);
    // Width and height stand at byte 16, big-endian, with a checksum over the chunk at byte 29.
    png[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
    let checksum = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&checksum.to_be_bytes());
    app.upload(&app.id_token(&person(1)), "me.png", png, None)
        .await
        .expect_error("E006");
}

/// Uploads documents and gives their names, oldest first.
async fn upload_documents(app: &TestApp, n: usize) -> Vec<String> {
    let proof = app.id_token(&person(1));
    let mut names = Vec::new();
    for _ in 0..n {
        let answer = app.upload(&proof, "a.pdf", pdf(), Some("document")).await;
        let name = answer.expect(200)["fileName"].as_str().unwrap().to_owned();
        assert!(is_there(app, &name).await, "the newest stays");
        names.push(name);
    }
    names
}

async fn is_there(app: &TestApp, name: &str) -> bool {
    let url = app.running.app.pictures.signed_url(name);
    app.get(&url, &Proof::Nobody).await.status == 200
}

/// Waits until so many uploads are left: the server deletes files after its answer.
async fn expect_left(app: &TestApp, n: i64) {
    let database = &app.running.app.database.reads;
    for _ in 0..500 {
        if number(database, "SELECT COUNT(*) FROM upload").await == n {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("there are never {n} files");
}

#[tokio::test]
async fn of_untaken_documents_the_five_newest_are_kept() {
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
    // Neither do documents of other people.
    app.upload(&app.id_token(&person(2)), "a.pdf", pdf(), Some("document"))
        .await
        .expect(200);
    expect_left(&app, 7).await;
}

#[tokio::test]
async fn of_documents_that_came_in_one_millisecond_the_last_one_is_kept() {
    let app = TestApp::start().await;
    let names = upload_documents(&app, 12).await;
    expect_left(&app, 5).await;
    assert!(is_there(&app, &names[11]).await);
}

#[tokio::test]
async fn untaken_files_take_100_megabytes_at_most_and_the_newest_is_kept() {
    let app = TestApp::start().await;
    let proof = app.id_token(&person(1));
    let mut names = Vec::new();
    for _ in 0..3 {
        names.push(app.photo(&proof).await);
        app.clock.advance(1);
    }
    let database = &app.running.app.database.writes;
    let sql = "UPDATE upload SET size_bytes = 60 * 1024 * 1024";
    let statement = Statement::from_string(database.get_database_backend(), sql);
    database.execute_raw(statement).await.unwrap();
    names.push(app.photo(&proof).await);
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

/// The checksum of PNG chunks.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 {
                (sum >> 1) ^ 0xedb8_8320
            } else {
                sum >> 1
            }
        })
    })
}
