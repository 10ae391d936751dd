//! `/healthz` and `/readyz`: for whoever looks after the server, and telling nothing to anyone else.

use std::time::Duration;

use serde_json::json;

use super::app::{Proof, TestApp};

/// Until what was seen last is looked at again.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(1100)).await;
}

#[tokio::test]
async fn a_server_that_has_all_it_needs_is_ready() {
    let app = TestApp::start().await;
    let ready = app.get("/readyz", &Proof::Nobody).await;
    assert_eq!(ready.header("cache-control"), Some("no-store"));
    assert_eq!(
        ready.expect(200),
        json!({ "database": "ok", "storage": "ok" })
    );
    let health = app.get("/healthz", &Proof::Nobody).await;
    assert_eq!(health.expect(200), json!({ "server": "ok" }));
}

#[tokio::test]
async fn without_its_file_store_it_is_alive_and_not_ready_until_that_is_back() {
    let app = TestApp::with_bucket().await;
    app.files.stop();
    let seen = app.get("/readyz", &Proof::Nobody).await.expect(503);
    assert_eq!(seen, json!({ "database": "ok", "storage": "failing" }));
    app.get("/healthz", &Proof::Nobody).await.expect(200);
    app.files.go_on().await;
    // Asked again at once, it says what it saw.
    app.get("/readyz", &Proof::Nobody).await.expect(503);
    a_moment().await;
    app.get("/readyz", &Proof::Nobody).await.expect(200);
}

#[tokio::test]
async fn without_its_database_it_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    app.get("/readyz", &Proof::Nobody).await.expect(200);
    app.running.app.database.close().await.unwrap();
    a_moment().await;
    let seen = app.get("/readyz", &Proof::Nobody).await.expect(503);
    assert_eq!(seen, json!({ "database": "failing", "storage": "ok" }));
    app.get("/healthz", &Proof::Nobody).await.expect(200);
}

#[tokio::test]
async fn they_are_below_the_base_of_the_app() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org/app".to_owned());
        settings.max_requests = Some("1".to_owned());
    })
    .await;
    for path in ["/app/healthz", "/app/readyz"] {
        app.get(path, &Proof::Nobody).await.expect(200);
    }
    app.get("/healthz", &Proof::Nobody)
        .await
        .expect_error("E003");
}
