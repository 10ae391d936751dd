//! `/_icon/{prefix}.json`: only the icons that a page requests.

use crate::suite::prelude::*;

async fn start() -> TestApp {
    let app = TestApp::start().await;
    let folder = app.running.app.config.web_root.join("_icon");
    std::fs::create_dir_all(&folder).unwrap();
    let set = json!({
        "prefix": "lucide",
        "info": { "name": "Lucide" },
        "lastModified": 1_700_000_000,
        "icons": {
            "camera": { "body": format!("<path d=\"{}\"/>", "M0 0".repeat(400)) },
            "heart": { "body": "<path d=\"h\"/>", "width": 32 },
            "x2": { "body": "<path d=\"x\"/>" },
        },
        "aliases": {
            "love": { "parent": "heart" },
            "very-love": { "parent": "love", "rotate": 1 },
            "lost": { "parent": "nowhere" },
            "circle": { "parent": "round" },
            "round": { "parent": "circle" },
        },
        "width": 24,
        "height": 24,
    });
    std::fs::write(folder.join("lucide.json"), set.to_string()).unwrap();
    app
}

async fn icons(app: &TestApp, query: &str) -> Value {
    let path = format!("/_icon/lucide.json{query}");
    app.get(&path, &Credentials::None).await.ok()
}

#[tokio::test]
async fn only_the_requested_icons_come_with_their_common_members() {
    let app = start().await;
    assert_eq!(
        icons(&app, "?icons=heart,x2").await,
        json!({
            "prefix": "lucide",
            "lastModified": 1_700_000_000,
            "icons": {
                "heart": { "body": "<path d=\"h\"/>", "width": 32 },
                "x2": { "body": "<path d=\"x\"/>" },
            },
            "width": 24,
            "height": 24,
        })
    );
    let answer = app
        .get("/_icon/lucide.json?icons=heart%2Cheart", &Credentials::None)
        .await;
    assert_eq!(
        answer.header("cache-control"),
        Some("public, max-age=86400")
    );
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.json()["icons"].as_object().unwrap().len(), 1);
}

#[tokio::test]
async fn missing_icons_are_named() {
    let app = start().await;
    let path = "/_icon/lucide.json?icons=house,heart,lost,circle,0,house";
    let answer = app.get(path, &Credentials::None).await;
    // During a deploy, another instance may have the missing icons.
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let answer: Value = answer.ok();
    assert_eq!(answer["not_found"], json!(["0", "circle", "house", "lost"]));
    assert_eq!(answer["icons"].as_object().unwrap().len(), 1);
    assert_eq!(answer.get("aliases"), None);
    let none = icons(&app, "?icons=house").await;
    assert_eq!(none["icons"], json!({}));
}

#[tokio::test]
async fn an_alias_comes_with_its_icon() {
    let app = start().await;
    let answer = icons(&app, "?icons=very-love").await;
    let names = |member: &str| -> Vec<String> {
        let members = answer[member].as_object().unwrap();
        members.keys().cloned().collect()
    };
    assert_eq!(names("icons"), ["heart"]);
    assert_eq!(names("aliases"), ["love", "very-love"]);
    assert_eq!(answer["aliases"]["very-love"]["rotate"], 1);
    assert_eq!(answer.get("not_found"), None);
}

#[tokio::test]
async fn an_unknown_set_is_not_found() {
    let app = start().await;
    for path in [
        "/_icon/mdi.json?icons=heart",
        "/_icon/lucide.js?icons=heart",
        "/_icon/lucide?icons=heart",
    ] {
        app.get(path, &Credentials::None).await.refused("E003");
    }
}

#[tokio::test]
async fn an_invalid_name_is_refused() {
    let app = start().await;
    let names = |n: usize| vec!["heart"; n].join(",");
    icons(&app, &format!("?icons={}", names(50))).await;
    for query in [
        String::new(),
        "?".to_owned(),
        "?icons".to_owned(),
        "?icons=".to_owned(),
        "?icons=heart,".to_owned(),
        "?icons=,heart".to_owned(),
        "?icons=Heart".to_owned(),
        "?icons=he_art".to_owned(),
        "?icons=../heart".to_owned(),
        "?icons=%00".to_owned(),
        "?icons=heart&icons=x2".to_owned(),
        format!("?icons={}", names(51)),
    ] {
        let path = format!("/_icon/lucide.json{query}");
        app.get(&path, &Credentials::None).await.refused("E009");
    }
    for prefix in ["..%2findex", "%2e%2e", "Lucide", "a_b", "lucide.json", ""] {
        let path = format!("/_icon/{prefix}.json?icons=heart");
        app.get(&path, &Credentials::None).await.refused("E009");
    }
    let request = app.request(
        Method::POST,
        "/_icon/lucide.json?icons=heart",
        &Credentials::None,
    );
    app.send(request).await.refused("E010");
}

#[tokio::test]
async fn icons_are_compressed_for_clients_that_accept_it() {
    let app = start().await;
    let path = "/_icon/lucide.json?icons=camera";
    for (accepted, coding) in [("br", Some("br")), ("gzip", Some("gzip")), ("br;q=0", None)] {
        let request = app.request(Method::GET, path, &Credentials::None);
        let answer = app.send(request.header("Accept-Encoding", accepted)).await;
        assert_eq!(answer.header("content-encoding"), coding);
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
}

#[tokio::test]
async fn the_page_may_fetch_icons_from_this_server_alone() {
    let app = start().await;
    let page = app.get("/", &Credentials::None).await;
    let policy = page.header("content-security-policy").unwrap();
    let connect = policy
        .split(';')
        .find(|part| part.trim().starts_with("connect-src "));
    let sources: Vec<&str> = connect.unwrap().split_whitespace().skip(1).collect();
    assert_eq!(
        sources,
        [
            "'self'",
            "https://api.line.me",
            "https://liffsdk.line-scdn.net",
            "https://liff.line.me",
            "https://access.line.me",
            "https://liff-shortcut.line.me",
        ]
    );
    assert!(policy.contains("style-src 'self';"), "{policy}");
    assert!(!policy.contains("unsafe-inline"), "{policy}");
}
