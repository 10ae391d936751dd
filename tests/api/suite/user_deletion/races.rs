//! Calls that run while an account is deleted leave nothing behind.

use futures_util::{StreamExt as _, stream};
use reqwest::Body;
use tokio::join;
use tokio::time::sleep;

use super::super::picture;
use super::{PATH, delete, n_blobs, rows_of, wait_until_deleted};
use crate::suite::prelude::*;

#[tokio::test]
async fn the_second_of_two_concurrent_deletions_gets_e001a() {
    let app = TestApp::start().await;
    let instance = app.another_instance().await;
    for n in 1..=5 {
        let session = app.member(&person(n)).await;
        let request = || app.request(Method::DELETE, PATH, &session);
        let (first, second) = join!(app.send(request()), app.send_to(&instance, request()));
        let (done, late) = if first.status == 200 {
            (first, second)
        } else {
            (second, first)
        };
        done.ok();
        late.refused("E001A");
        assert_eq!(rows_of(&app).await, 0);
    }
    wait_until_deleted(&app, 0).await;
    instance.stop().await.unwrap();
}

/// Uploads a file and sends its second half after `between` is done.
async fn upload_around(
    app: &TestApp,
    credentials: &Credentials,
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
        .request(Method::POST, "/api/file/tempUpload", credentials)
        .header("Content-Type", "multipart/form-data; boundary=frame")
        .body(Body::wrap_stream(first.chain(second)));
    app.send(request).await
}

#[tokio::test]
async fn an_upload_during_a_deletion_is_refused_and_leaves_no_file() {
    let app = TestApp::start().await;
    let session = app.member(&person(1)).await;
    // Without a deletion, the upload succeeds.
    let pause = sleep(Duration::from_millis(1));
    upload_around(&app, &session, pause).await.ok();
    let request = app.request(Method::DELETE, PATH, &session);
    let deletion = async move {
        // The server checks the credentials before it reads the file.
        sleep(Duration::from_millis(300)).await;
        assert_eq!(request.send().await.unwrap().status().as_u16(), 200);
    };
    upload_around(&app, &session, deletion)
        .await
        .refused("E001A");
    wait_until_deleted(&app, 0).await;
}

#[tokio::test]
async fn a_registration_during_a_deletion_is_refused() {
    let app = TestApp::start().await;
    for n in 1..=8 {
        let line_user_id = person(n);
        let session = app.member(&line_user_id).await;
        let credentials = app.id_token(&line_user_id);
        let body = app.profile_of(&line_user_id).await.build();
        let (deleted, registered) = join!(
            delete(&app, &session),
            app.create_user_profile(&credentials, &body)
        );
        deleted.ok();
        // Either the photo is deleted with the account, or the account still exists.
        assert!(
            [409, 422].contains(&registered.status),
            "{}",
            registered.status
        );
        app.review_status(&credentials, &line_user_id)
            .await
            .refused("E003");
        assert_eq!(rows_of(&app).await, 0);
    }
    wait_until_deleted(&app, 0).await;
    assert_eq!(n_blobs(&app), 0);
}
