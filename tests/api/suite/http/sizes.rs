//! Bodies that are too large are refused, and the client can read the refusal.

use futures_util::stream;
use reqwest::Body;
use reqwest::multipart::{Form, Part};

use crate::suite::prelude::*;

const THIRTY_MEGABYTES: usize = 30 * 1024 * 1024;

#[tokio::test]
async fn thirty_megabytes_of_json_are_too_large() {
    let app = TestApp::start().await;
    let text = " ".repeat(THIRTY_MEGABYTES);
    for path in [
        "/api/user-profile",
        "/api/user/login",
        "/api/user/registration",
    ] {
        let answer = app
            .post_text(path, &app.id_token(&person(1)), text.clone())
            .await;
        answer.refused("E006");
    }
}

#[tokio::test]
async fn thirty_megabytes_are_too_large_for_an_upload() {
    let app = TestApp::start().await;
    let picture = [super::super::picture::jpeg(), vec![0; THIRTY_MEGABYTES]].concat();
    let answer = app
        .upload(&app.id_token(&person(1)), "me.jpg", picture, None)
        .await;
    answer.refused("E006");
}

#[tokio::test]
async fn an_upload_without_a_length_has_the_same_limit() {
    let app = TestApp::start().await;
    let chunks = (0..16).map(|_| Ok::<_, std::io::Error>(vec![7; 1024 * 1024]));
    let part = Part::stream(Body::wrap_stream(stream::iter(chunks))).file_name("me.jpg");
    let request = app
        .request(
            Method::POST,
            "/api/file/tempUpload",
            &app.id_token(&person(1)),
        )
        .multipart(Form::new().part("file", part));
    app.send(request).await.refused("E006");
}
