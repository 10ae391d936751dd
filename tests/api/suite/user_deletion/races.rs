//! What is under way while an account is deleted leaves nothing behind.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use reqwest::{Body, Method};
use tokio::join;
use tokio::time::sleep;

use super::super::app::{Proof, TestApp, person};
use super::super::picture;
use super::{PATH, delete, n_blobs, rows_of, wait_until_swept};

#[tokio::test]
async fn of_two_deletions_at_once_one_finds_the_session_gone() {
    let app = TestApp::start().await;
    let copy = app.another_copy().await;
    for n in 1..=5 {
        let session = app.member(&person(n)).await;
        let request = || app.request(Method::DELETE, PATH, &session);
        let (first, second) = join!(app.send(request()), app.send_to(&copy, request()));
        let (done, late) = if first.status == 200 {
            (first, second)
        } else {
            (second, first)
        };
        done.expect(200);
        late.expect_error("E001A");
        assert_eq!(rows_of(&app).await, 0);
    }
    wait_until_swept(&app, 0).await;
    copy.stop().await.unwrap();
}

/// An upload whose second half is sent after `between` is done.
async fn upload_around(
    app: &TestApp,
    proof: &Proof,
    between: impl Future<Output = ()> + Send + 'static,
) -> super::Answer {
    let mut form =
        b"--frame\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
            .to_vec();
    form.extend(picture::jpeg());
    let rest = form.split_off(200);
    let rest = [rest, b"\r\n--frame--\r\n".to_vec()].concat();
    let first = stream::iter([Ok::<_, std::io::Error>(form)]);
    let second = stream::once(async move {
        between.await;
        Ok(rest)
    });
    let request = app
        .request(Method::POST, "/api/file/tempUpload", proof)
        .header("Content-Type", "multipart/form-data; boundary=frame")
        .body(Body::wrap_stream(first.chain(second)));
    app.send(request).await
}

#[tokio::test]
async fn an_upload_under_way_is_refused_and_leaves_no_file() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    // As it should be.
    let pause = sleep(Duration::from_millis(1));
    upload_around(&app, &session, pause).await.expect(200);
    let request = app.request(Method::DELETE, PATH, &session);
    let deletion = async move {
        // The proof is looked at before the file is read.
        sleep(Duration::from_millis(300)).await;
        assert_eq!(request.send().await.unwrap().status().as_u16(), 200);
    };
    upload_around(&app, &session, deletion)
        .await
        .expect_error("E001A");
    wait_until_swept(&app, 0).await;
}

#[tokio::test]
async fn a_registration_under_way_is_whole_or_not_there() {
    let app = TestApp::start().await;
    for n in 1..=8 {
        let somebody = person(n);
        let session = app.member(&somebody).await;
        let proof = app.id_token(&somebody);
        let body = app.profile_of(&somebody).await.build();
        let (deleted, registered) = join!(
            delete(&app, &session),
            app.create_user_profile(&proof, &body)
        );
        deleted.expect(200);
        // The photo is gone with the account, or the account is still there.
        assert!(
            [409, 422].contains(&registered.status),
            "{}",
            registered.status
        );
        app.review_status(&proof, &somebody)
            .await
            .expect_error("E003");
        assert_eq!(rows_of(&app).await, 0);
    }
    wait_until_swept(&app, 0).await;
    assert_eq!(n_blobs(&app), 0);
}
