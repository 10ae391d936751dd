//! The pages that the build writes in each language, and the policy for their own styles and scripts.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::suite::prelude::*;

/// A server whose build has pages that name their language.
async fn start_with_pages() -> TestApp {
    let app = TestApp::start().await;
    for (file, language) in [
        ("index.html", "zh"),
        ("index.ja.html", "ja"),
        ("index.en.html", "en"),
        ("policy.html", "zh"),
        ("policy.ja.html", "ja"),
        ("policy.en.html", "en"),
    ] {
        let html = format!("<html><head></head>{file} in {language}</html>");
        write(&app, file, &html);
    }
    app
}

fn write(app: &TestApp, file: &str, html: &str) {
    std::fs::write(app.running.app.config.web_root.join(file), html).unwrap();
}

async fn get_in(app: &TestApp, path: &str, languages: Option<&str>) -> (String, Answer) {
    let mut request = app.request(Method::GET, path, &Credentials::None);
    if let Some(languages) = languages {
        request = request.header("Accept-Language", languages);
    }
    let answer = app.send(request).await;
    (String::from_utf8(answer.bytes.clone()).unwrap(), answer)
}

#[tokio::test]
async fn a_page_is_in_the_language_that_the_browser_prefers() {
    let app = start_with_pages().await;
    for (languages, expected) in [
        (None, "zh"),
        (Some(""), "zh"),
        (Some("*"), "zh"),
        (Some(";;,,"), "zh"),
        (Some("zh-TW,zh;q=0.9"), "zh"),
        (Some("ja-JP"), "ja"),
        (Some("JA"), "ja"),
        (Some("en-US,en;q=0.9"), "en"),
        (Some("ko,ja;q=0.2"), "ja"),
        (Some("ko-KR"), "en"),
        (Some("../../etc/passwd"), "en"),
        (Some("en;q=0,ja;q=0.1"), "ja"),
    ] {
        for (path, file) in [
            ("/", "index"),
            ("/register", "index"),
            ("/policy", "policy"),
        ] {
            let (text, answer) = get_in(&app, path, languages).await;
            let message = format!("{path} in {languages:?}: {text}");
            assert_eq!(answer.status, 200, "{message}");
            assert!(
                text.contains(&format!(" in {expected}</html>")),
                "{message}"
            );
            assert!(text.contains(file) && text.contains("buildId"), "{message}");
            assert_eq!(
                answer.header("vary"),
                Some("accept-encoding, accept-language"),
                "{message}"
            );
        }
    }
    // The file of a language is a page too, and not a file without the configuration.
    for path in ["/index.ja.html", "/policy.en.html", "/nowhere"] {
        let (text, _) = get_in(&app, path, Some("ja")).await;
        assert!(text.contains("buildId"), "{path}: {text}");
    }
}

#[tokio::test]
async fn a_language_without_a_page_gets_the_first_one() {
    let app = start_with_pages().await;
    let file = app.running.app.config.web_root.join("index.ja.html");
    let page_of = |build: &str, language: &str| {
        format!("<meta name=\"build-id\" content=\"{build}\" /></head> in {language}</html>")
    };
    let is_in = async |language: &str, when: &str| {
        let (text, _) = get_in(&app, "/", Some("ja")).await;
        assert!(
            text.contains(&format!(" in {language}</html>")),
            "{when}: {text}"
        );
    };
    write(&app, "index.ja.html", "<html><he");
    is_in("zh", "before the first whole page").await;
    write(&app, "index.html", &page_of("1", "zh"));
    write(&app, "index.ja.html", &page_of("1", "ja"));
    is_in("ja", "with both pages of a build").await;
    write(&app, "index.html", &page_of("2", "zh"));
    is_in("zh", "while a deployment has written one page").await;
    write(&app, "index.ja.html", &page_of("2", "ja"));
    is_in("ja", "after the deployment").await;
    std::fs::remove_file(file).unwrap();
    write(&app, "index.html", &page_of("3", "zh"));
    is_in("zh", "with a build without that language").await;
}

#[tokio::test]
async fn the_policy_allows_the_styles_and_scripts_of_the_page_by_their_hashes() {
    let app = TestApp::start().await;
    let plain = app.get("/", &Credentials::None).await;
    let [style, first, second] = ["a{color:red}", "let a = '縁';", "\n  f(1 < 2);\n"];
    let html = format!(
        "<html><head><style>{style}</style><script>{first}</script>\
         <script src=\"/a.js\"></script></head><script>{second}</script></html>"
    );
    write(&app, "index.html", &html);
    let page = app.get("/", &Credentials::None).await;
    let policy = page.header("content-security-policy").unwrap();
    let hash = |text: &str| {
        let digest = STANDARD.encode(digest(&SHA256, text.as_bytes()));
        format!("'sha256-{digest}'")
    };
    let scripts = format!("script-src 'self' {} {} ", hash(first), hash(second));
    assert!(policy.contains(&scripts), "{policy}");
    assert!(
        policy.contains(&format!("style-src 'self' {};", hash(style))),
        "{policy}"
    );
    assert_eq!(policy.matches("sha256-").count(), 3, "{policy}");
    let without = [hash(style), hash(first), hash(second)]
        .iter()
        .fold(policy.to_owned(), |policy, hash| {
            policy.replacen(&format!(" {hash}"), "", 1)
        });
    assert_eq!(Some(&*without), plain.header("content-security-policy"));
    // A browser replaces the stored policy with that of the 304.
    let request = app.request(Method::GET, "/", &Credentials::None);
    let known = app
        .send(request.header("If-None-Match", page.header("etag").unwrap()))
        .await;
    assert_eq!(known.status, 304);
    assert_eq!(known.header("content-security-policy"), Some(policy));
}
