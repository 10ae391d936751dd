//! `GET /route-rules`: the operator's redirects, as the page asks for them.

use serde_json::json;

use super::answer::Answer;
use super::app::{Proof, TestApp};

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
    app.get(&question, &Proof::Nobody).await
}

#[tokio::test]
async fn a_path_with_a_rule_leads_elsewhere() {
    let app = start().await;
    for (path, to, status_code) in [
        ("/old", "/profile?from=old", 301),
        ("/old/x/y?z=1#top", "/profile?from=old", 301),
        ("/old/shop", "https://example.com/shop", 302),
        ("/old/shop/?a=b", "https://example.com/shop", 302),
        ("/old/shop/x", "/profile?from=old", 301),
    ] {
        let answer = ask(&app, path).await.expect(200);
        let redirect = json!({ "to": to, "statusCode": status_code });
        assert_eq!(answer, json!({ "redirect": redirect }), "{path}");
    }
}

#[tokio::test]
async fn a_path_without_a_rule_stays() {
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
        assert_eq!(ask(&app, path).await.expect(200), json!({}), "{path}");
    }
    let without = TestApp::start().await;
    assert_eq!(ask(&without, "/old").await.expect(200), json!({}));
}

#[tokio::test]
async fn an_answer_may_be_kept_for_a_minute() {
    let app = start().await;
    for path in ["/old", "/"] {
        let answer = ask(&app, path).await;
        let kept = answer.header("cache-control");
        assert_eq!(kept, Some("private, max-age=60"), "{path}");
    }
    let refused = ask(&app, "old").await;
    assert_eq!(refused.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn what_is_no_path_is_refused() {
    let app = start().await;
    let longest = format!("/{}", "a".repeat(2047));
    ask(&app, &longest).await.expect(200);
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
        ask(&app, path).await.expect_error("E009");
    }
    for query in ["", "?", "?path", "?to=/old", "?path=/a&path=/b"] {
        let path = format!("/api/route-rules{query}");
        app.get(&path, &Proof::Nobody).await.expect_error("E009");
    }
}

#[tokio::test]
async fn whose_question_it_is_does_not_matter() {
    let app = start().await;
    let path = "/api/route-rules?path=/old";
    let nobodys = app.get(path, &Proof::Nobody).await;
    let stale = Proof::Bearer("A".repeat(43));
    assert_eq!(app.get(path, &stale).await.bytes, nobodys.bytes);
    app.post("/api/route-rules", &Proof::Nobody, &json!({}))
        .await
        .expect_error("E010");
}
