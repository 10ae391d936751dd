//! `GET /route-rules`: the operator's redirects, for the page.

use crate::suite::prelude::*;

const RULES: &str = r#"[
    {"path": "/old/**", "to": "/profile?from=old", "status_code": 301},
    {"path": "/old/shop", "to": "https://example.com/shop"}
]"#;

async fn start() -> TestApp {
    TestApp::start_with(|settings| settings.route_rules = RULES.parse().ok()).await
}

async fn ask(app: &TestApp, path: &str) -> Answer {
    let encoded: Vec<String> = path.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let question = format!("/api/route-rules?path={}", encoded.concat());
    app.get(&question, &Credentials::None).await
}

#[tokio::test]
async fn a_path_with_a_rule_is_redirected() {
    let app = start().await;
    for (path, to, status_code) in [
        ("/old", "/profile?from=old", 301),
        ("/old/x/y?z=1#top", "/profile?from=old", 301),
        ("/old/shop", "https://example.com/shop", 302),
        ("/old/shop/?a=b", "https://example.com/shop", 302),
        ("/old/shop/x", "/profile?from=old", 301),
    ] {
        let answer = ask(&app, path).await.ok();
        let redirect = json!({ "to": to, "statusCode": status_code });
        assert_eq!(answer, json!({ "redirect": redirect }), "{path}");
    }
}

#[tokio::test]
async fn a_path_without_a_rule_is_not_redirected() {
    let app = start().await;
    for path in [
        "/",
        "/register",
        "/older",
        "/profile/old",
        "//old",
        "/x?y=/old",
        "/縁",
    ] {
        assert_eq!(ask(&app, path).await.ok(), json!({}), "{path}");
    }
    let without = TestApp::start().await;
    assert_eq!(ask(&without, "/old").await.ok(), json!({}));
}

#[tokio::test]
async fn an_answer_may_be_cached_for_a_minute() {
    let app = start().await;
    for path in ["/old", "/"] {
        let answer = ask(&app, path).await;
        let cache_control = answer.header("cache-control");
        assert_eq!(cache_control, Some("private, max-age=60"), "{path}");
    }
    let refused = ask(&app, "old").await;
    assert_eq!(refused.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn an_invalid_path_gets_e009() {
    let app = start().await;
    let longest = format!("/{}", "a".repeat(2047));
    ask(&app, &longest).await.ok();
    for path in [
        "",
        "old",
        "https://example.com/old",
        " /old",
        "\\old",
        "?/old",
        "/old\n",
        "/old\u{0}",
        "/old\u{85}",
        &format!("{longest}a"),
    ] {
        ask(&app, path).await.refused("E009");
    }
    for query in ["", "?", "?path", "?to=/old", "?path=/a&path=/b"] {
        let path = format!("/api/route-rules{query}");
        app.get(&path, &Credentials::None).await.refused("E009");
    }
}

#[tokio::test]
async fn credentials_do_not_change_the_answer() {
    let app = start().await;
    let path = "/api/route-rules?path=/old";
    let anonymous = app.get(path, &Credentials::None).await;
    let invalid = Credentials::Bearer("A".repeat(43));
    assert_eq!(app.get(path, &invalid).await.bytes, anonymous.bytes);
    app.post("/api/route-rules", &Credentials::None, &json!({}))
        .await
        .refused("E010");
}
