//! `POST /file/tempUpload`: what is taken for a picture, whatever its name says.

use image::ImageFormat;
use reqwest::Method;
use reqwest::multipart::Form;

use super::app::{Proof, TestApp, person};
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
