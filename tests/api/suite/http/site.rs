//! Paths outside the API: the web app's page, its configuration, and the server's health.

use crate::suite::prelude::*;

#[tokio::test]
async fn every_page_is_the_shell() {
    let app = TestApp::start().await;
    for path in [
        "/",
        "/friend",
        "/profile",
        "/register",
        "/dev",
        "/register?page=2",
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(
            answer
                .header("content-type")
                .unwrap()
                .starts_with("text/html"),
            "{path}"
        );
        assert!(String::from_utf8(answer.bytes).unwrap().contains("shell"));
    }
}

#[tokio::test]
async fn an_unknown_page_is_the_shell_with_not_found() {
    let app = TestApp::start().await;
    for path in [
        "/nowhere",
        "/register/2",
        "/assets/gone.js",
        "/..%2fenmusubi.db",
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            String::from_utf8(answer.bytes).unwrap().contains("shell"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn files_with_a_hash_in_their_name_are_cached_forever_and_the_shell_never() {
    let app = TestApp::start().await;
    let script = app.get("/assets/app-0a1b2c.js", &Credentials::None).await;
    assert_eq!(script.status, 200);
    assert!(
        script
            .header("cache-control")
            .unwrap()
            .contains("immutable")
    );
    let shell = app.get("/", &Credentials::None).await;
    assert_eq!(shell.header("cache-control"), Some("no-cache"));
}

#[tokio::test]
async fn the_page_gets_the_public_part_of_the_configuration() {
    let app = TestApp::start().await;
    let config = app.get("/config.json", &Credentials::None).await.ok();
    assert_eq!(config["lineBotId"], "@enmusubi");
    assert_eq!(config["liffId"], "1234567890-abcdefgh");
    assert_eq!(config["mockEnable"], false);
    assert_eq!(config["apiServerPath"], "/api");
    let names: Vec<&String> = config.as_object().unwrap().keys().collect();
    assert_eq!(config["workEmail"], false);
    assert_eq!(config["incomeCurrency"], "TWD");
    assert_eq!(config["lineMessages"], false);
    assert_eq!(config["ageProof"], false);
    assert_eq!(names.len(), 9, "no other settings: {names:?}");
}

#[tokio::test]
async fn the_health_check_of_a_healthy_server_succeeds() {
    let app = TestApp::start().await;
    for path in ["/healthz", "/readyz"] {
        assert!(
            app.get(path, &Credentials::None).await.status < 300,
            "{path}"
        );
    }
}

#[tokio::test]
async fn unknown_calls_and_methods_of_the_api_answer_in_json() {
    let app = TestApp::start().await;
    for path in ["/api/nowhere", "/api/users", "/api/", "/api/user/my-info/x"] {
        app.get(path, &Credentials::None).await.refused("E003");
    }
    let wrong = [
        (Method::GET, "/api/user", "DELETE"),
        (Method::GET, "/api/user/login", "POST"),
        (Method::PUT, "/api/user/registration", "POST"),
        (Method::POST, "/api/user/my-info", "GET, HEAD"),
        (Method::DELETE, "/api/user/logout", "POST"),
        (Method::PUT, "/api/user/export", "GET, HEAD, POST"),
        (Method::POST, "/api/user/review-status/x", "GET, HEAD"),
    ];
    for (method, path, allowed) in wrong {
        let answer = app
            .send(app.request(method, path, &Credentials::None))
            .await;
        assert_eq!(answer.header("allow"), Some(allowed), "{path}");
        answer.refused("E010");
    }
}

#[tokio::test]
async fn every_answer_forbids_sniffing() {
    let app = TestApp::start().await;
    for path in ["/", "/api/user/my-info", "/config.json"] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_page_may_show_pictures_of_this_server_only() {
    let app = TestApp::start().await;
    let page = app.get("/", &Credentials::None).await;
    let policy = page.header("content-security-policy").unwrap();
    let mut parts = policy.split(';').map(str::trim);
    let pictures = parts.find(|part| part.starts_with("img-src "));
    assert_eq!(pictures, Some("img-src 'self' data: blob:"));
}

#[tokio::test]
async fn the_served_api_description_names_every_call() {
    let app = TestApp::start().await;
    let document: Value = app.get("/openapi.json", &Credentials::None).await.ok();
    for path in [
        "/user-profile",
        "/user-profile/avatar",
        "/route-rules",
        "/logger",
        "/user/registration",
        "/user/login",
        "/user/logout",
        "/user/my-info",
        "/user/review-status/{userId}",
        "/file/tempUpload",
        "/file/fetch/{fileId}",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}

#[tokio::test]
async fn the_docs_page_works_under_the_policy_of_every_page() {
    let app = TestApp::start().await;
    let shell = app.get("/", &Credentials::None).await;
    let page = app.get("/docs", &Credentials::None).await;
    assert_eq!(page.status, 200);
    let policy = "content-security-policy";
    assert_eq!(page.header(policy), shell.header(policy));
    assert!(
        page.header("content-type")
            .unwrap()
            .starts_with("text/html")
    );
    let text = String::from_utf8(page.bytes).unwrap();
    let document: Value = app.get("/openapi.json", &Credentials::None).await.ok();
    let paths = document["paths"].as_object().unwrap();
    let ids = paths
        .values()
        .flat_map(|methods| methods.as_object().unwrap().values());
    for operation in ids {
        let id = operation["operationId"].as_str().unwrap();
        assert!(text.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(text.contains("href=\"docs.css\""));
    let style = app.get("/docs.css", &Credentials::None).await;
    assert_eq!(
        style.header("content-type"),
        Some("text/css; charset=utf-8")
    );
}
