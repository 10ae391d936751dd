//! `/healthz` and `/readyz`, which serve operators and give other callers no details.

use std::time::Duration;

use serde_json::json;

use super::app::{Credentials, TestApp};

/// Waits until the server checks again.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(1100)).await;
}

#[tokio::test]
async fn a_server_with_all_dependencies_is_ready() {
    let app = TestApp::start().await;
    let ready = app.get("/readyz", &Credentials::None).await;
    assert_eq!(ready.header("cache-control"), Some("no-store"));
    assert_eq!(
        ready.expect(200),
        json!({ "database": "ok", "storage": "ok" })
    );
    let health = app.get("/healthz", &Credentials::None).await;
    assert_eq!(health.expect(200), json!({ "server": "ok" }));
}

#[tokio::test]
async fn a_server_without_its_file_store_is_alive_and_not_ready_until_the_store_is_back() {
    let app = TestApp::with_bucket().await;
    app.files.stop();
    let seen = app.get("/readyz", &Credentials::None).await.expect(503);
    assert_eq!(seen, json!({ "database": "ok", "storage": "failing" }));
    app.get("/healthz", &Credentials::None).await.expect(200);
    app.files.start_again().await;
    // A second request within a moment gets the same result.
    app.get("/readyz", &Credentials::None).await.expect(503);
    a_moment().await;
    app.get("/readyz", &Credentials::None).await.expect(200);
}

#[tokio::test]
async fn a_server_without_its_database_is_alive_and_not_ready() {
    let app = TestApp::start().await;
    app.get("/readyz", &Credentials::None).await.expect(200);
    app.running.app.database.close().await.unwrap();
    a_moment().await;
    let seen = app.get("/readyz", &Credentials::None).await.expect(503);
    assert_eq!(seen, json!({ "database": "failing", "storage": "ok" }));
    app.get("/healthz", &Credentials::None).await.expect(200);
}

#[tokio::test]
async fn the_health_checks_are_below_the_base_path() {
    let app = TestApp::start_with(|settings| {
        settings.public_base_url = Some("https://example.org/app".to_owned());
        settings.max_requests = Some("1".to_owned());
    })
    .await;
    for path in ["/app/healthz", "/app/readyz"] {
        app.get(path, &Credentials::None).await.expect(200);
    }
    app.get("/healthz", &Credentials::None)
        .await
        .expect_error("E003");
}
