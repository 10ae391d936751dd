//! The files of the web app: caching, compression, and the id of the build.

use std::path::PathBuf;

use crate::suite::prelude::*;

/// Writes a file of the built web app.
fn write(app: &TestApp, name: &str, content: &str) -> PathBuf {
    let path = app.running.app.config.web_root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

async fn get_as(app: &TestApp, path: &str, accepted: &str) -> Answer {
    let request = app.request(Method::GET, path, &Credentials::None);
    app.send(request.header("Accept-Encoding", accepted)).await
}

async fn build_id(app: &TestApp) -> String {
    let config = app.get("/config.json", &Credentials::None).await;
    assert_eq!(config.header("cache-control"), Some("no-cache"));
    config.ok()["buildId"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_build_is_served_without_a_restart() {
    let app = TestApp::start().await;
    let unbuilt = build_id(&app).await;
    assert_eq!(unbuilt, env!("CARGO_PKG_VERSION"));
    let manifest = write(
        &app,
        "builds/latest.json",
        r#"{"id":"0a1b2c","timestamp":1}"#,
    );
    assert_eq!(build_id(&app).await, "0a1b2c");
    assert_eq!(build_id(&app).await, "0a1b2c");
    write(
        &app,
        "builds/latest.json",
        r#"{"id":"3d4e5f67","timestamp":2}"#,
    );
    assert_eq!(build_id(&app).await, "3d4e5f67");
    // While a deploy copies the file, it may be incomplete.
    write(&app, "builds/latest.json", r#"{"id":"3d4e"#);
    assert_eq!(build_id(&app).await, "3d4e5f67");
    std::fs::remove_file(manifest).unwrap();
    assert_eq!(build_id(&app).await, unbuilt);
}

#[tokio::test]
async fn without_a_valid_build_id_the_servers_version_is_used() {
    for manifest in [
        "",
        "[]",
        "{}",
        r#"{"id":1}"#,
        r#"{"id":""}"#,
        r#"{"id":"a b"}"#,
        r#"{"id":"<script>"}"#,
    ] {
        let app = TestApp::start().await;
        write(&app, "builds/latest.json", manifest);
        assert_eq!(
            build_id(&app).await,
            env!("CARGO_PKG_VERSION"),
            "{manifest}"
        );
    }
}

#[tokio::test]
async fn files_of_a_build_are_cached_as_long_as_they_are_valid() {
    let app = TestApp::start().await;
    for name in [
        "builds/meta/0a1b2c.json",
        "_payload.json",
        "register/_payload.json",
        "logo.svg",
    ] {
        write(&app, name, "{}");
    }
    write(&app, "builds/latest.json", r#"{"id":"0a1b2c"}"#);
    for (path, is_forever) in [
        ("/builds/latest.json", false),
        ("/builds/latest.json?v=0a1b2c", false),
        ("/builds/meta/0a1b2c.json", true),
        ("/_payload.json", false),
        ("/_payload.json?v=0a1b2c", true),
        ("/register/_payload.json", false),
        ("/register/_payload.json?v=0a1b2c", true),
        ("/register/_payload.json?x=0a1b2c", false),
        ("/register/_payload.json?v=3d4e5f", false),
        ("/logo.svg", false),
        ("/assets/app-0a1b2c.js", true),
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 200, "{path}");
        let cache_control = answer.header("cache-control").unwrap();
        assert_eq!(cache_control.contains("immutable"), is_forever, "{path}");
        assert_eq!(cache_control == "no-cache", !is_forever, "{path}");
    }
    for path in ["/builds/meta/other.json", "/profile/_payload.json?v=0a1b2c"] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
    }
}

#[tokio::test]
async fn data_of_another_build_is_not_cached_until_that_build_is_deployed() {
    let app = TestApp::start().await;
    write(&app, "register/_payload.json", r#"{"of":"a"}"#);
    write(&app, "builds/latest.json", r#"{"id":"a"}"#);
    let cache_control_of = async |id| {
        let path = format!("/register/_payload.json?v={id}");
        let answer = app.get(&path, &Credentials::None).await;
        assert_eq!(answer.status, 200);
        answer.header("cache-control").unwrap().to_owned()
    };
    assert!(cache_control_of("a").await.contains("immutable"));
    assert_eq!(cache_control_of("newer").await, "no-cache");
    write(&app, "register/_payload.json", r#"{"of":"newer"}"#);
    write(&app, "builds/latest.json", r#"{"id":"newer"}"#);
    assert_eq!(cache_control_of("a").await, "no-cache");
    assert!(cache_control_of("newer").await.contains("immutable"));
}

#[tokio::test]
async fn a_precompressed_file_is_sent_to_clients_that_accept_it() {
    let app = TestApp::start().await;
    let path = "/assets/app-0a1b2c.js";
    write(&app, "assets/app-0a1b2c.js.br", "in brotli");
    write(&app, "assets/app-0a1b2c.js.gz", "in gzip");
    for (accepted, coding, body) in [
        ("gzip, deflate, br", Some("br"), "in brotli"),
        ("gzip", Some("gzip"), "in gzip"),
        ("br;q=0, gzip", Some("gzip"), "in gzip"),
        ("br;q=0, gzip;q=0", None, "export {};"),
        ("*;q=0", None, "export {};"),
        ("identity", None, "export {};"),
        ("deflate", None, "export {};"),
    ] {
        let answer = get_as(&app, path, accepted).await;
        assert_eq!(answer.status, 200, "{accepted}");
        assert_eq!(answer.header("content-encoding"), coding, "{accepted}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{accepted}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/javascript; charset=utf-8"),
            "{accepted}"
        );
        assert_eq!(String::from_utf8_lossy(&answer.bytes), body, "{accepted}");
    }
    for path in ["/assets/app-0a1b2c.js.br", "/assets/app-0a1b2c.js.gz"] {
        let answer = get_as(&app, path, "identity").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.bytes.starts_with(b"<!doctype html>"), "{path}");
    }
}

#[tokio::test]
async fn each_encoding_of_a_file_has_its_own_etag() {
    let app = TestApp::start().await;
    write(&app, "assets/app-0a1b2c.js.br", "in brotli");
    let path = "/assets/app-0a1b2c.js";
    let tag_of = async |accepted| {
        let answer = get_as(&app, path, accepted).await;
        answer.header("etag").unwrap().to_owned()
    };
    let (brotli, plain) = (tag_of("br").await, tag_of("identity").await);
    assert_ne!(brotli, plain);
    for (accepted, tag, status) in [
        ("br", &brotli, 304),
        ("br", &plain, 200),
        ("identity", &plain, 304),
        ("identity", &brotli, 200),
    ] {
        let request = app.request(Method::GET, path, &Credentials::None);
        let request = request.header("Accept-Encoding", accepted);
        let answer = app.send(request.header("If-None-Match", tag)).await;
        assert_eq!(answer.status, status, "{accepted}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"));
    }
}

#[tokio::test]
async fn a_long_text_without_a_compressed_file_is_compressed_when_sent() {
    let app = TestApp::start().await;
    let text = "export const 縁 = 1;\n".repeat(500);
    write(&app, "assets/long-0a1b2c.js", &text);
    write(&app, "assets/long-0a1b2c.png", &text);
    let path = "/assets/long-0a1b2c.js";
    for (accepted, coding) in [("br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")] {
        let answer = get_as(&app, path, accepted).await;
        assert_eq!(answer.header("content-encoding"), Some(coding));
        assert!(answer.bytes.len() < text.len() / 4, "{accepted}");
        let tag = answer.header("etag").unwrap();
        assert!(tag.starts_with("W/"), "{tag}");
        let request = app.request(Method::GET, path, &Credentials::None);
        let request = request.header("Accept-Encoding", accepted);
        let again = app.send(request.header("If-None-Match", tag)).await;
        assert_eq!((again.status, again.bytes.len()), (304, 0));
    }
    for (path, accepted) in [(path, "br;q=0"), ("/assets/long-0a1b2c.png", "br, gzip")] {
        let answer = get_as(&app, path, accepted).await;
        assert_eq!(answer.header("content-encoding"), None, "{path}");
        assert_eq!(answer.bytes, text.as_bytes(), "{path}");
    }
    let request = app.request(Method::GET, path, &Credentials::None);
    let request = request.header("Accept-Encoding", "br");
    let part = app.send(request.header("Range", "bytes=0-11")).await;
    assert_eq!(part.status, 206);
    assert_eq!(part.bytes, b"export const");
}

#[tokio::test]
async fn head_requests_are_answered() {
    let app = TestApp::start().await;
    for path in ["/assets/app-0a1b2c.js", "/", "/config.json"] {
        let request = app.request(Method::HEAD, path, &Credentials::None);
        let answer = app.send(request).await;
        assert_eq!((answer.status, answer.bytes.len()), (200, 0), "{path}");
    }
    let request = app.request(Method::POST, "/assets/app-0a1b2c.js", &Credentials::None);
    app.send(request).await.refused("E010");
}

#[tokio::test]
async fn no_path_reads_a_file_outside_the_folder() {
    let app = TestApp::start().await;
    let root = app.running.app.config.web_root.clone();
    std::fs::write(root.parent().unwrap().join("secret.txt"), "secret").unwrap();
    for path in [
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/assets",
        "/assets/",
        "/index.html%00",
        "/%ff",
    ] {
        let answer = app.get(path, &Credentials::None).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.bytes.starts_with(b"<!doctype html>"), "{path}");
    }
}

/// Returns the configuration in a page, and the page without it.
fn split_page(answer: &Answer) -> (Value, String) {
    let page = String::from_utf8(answer.bytes.clone()).unwrap();
    let (before, rest) = page
        .split_once(r#"<script type="application/json" id="config">"#)
        .unwrap();
    let (json, after) = rest.split_once("</script>").unwrap();
    (
        serde_json::from_str(json).unwrap(),
        format!("{before}{after}"),
    )
}

#[tokio::test]
async fn each_page_holds_the_configuration() {
    let app = TestApp::start_with(|settings| {
        let text = |value: &str| Some(value.to_owned());
        settings.line_channel_access_token = text("token");
        settings.line_messaging_channel_secret = text("secret");
        settings.public_base_url = text("https://example.org");
        settings.line_contact = text("https://example.org/</script><script>alert(1)");
    })
    .await;
    let html = format!(
        "<!doctype html><head><title>{}</title></head></html>",
        "縁".repeat(1_000)
    );
    write(&app, "index.html", &html);
    write(&app, "review.html", &html);
    write(&app, "builds/latest.json", r#"{"id":"0a1b2c"}"#);
    let config = app.get("/config.json", &Credentials::None).await.ok();
    for (path, status) in [
        ("/", 200),
        ("/index.html", 200),
        ("/%69ndex.html", 200),
        ("/%72eview.html", 200),
        ("/register?page=2", 200),
        ("/matches/m1", 200),
        ("/nowhere", 404),
        ("/review", 200),
        ("/review/cases/1", 200),
        ("/review/nowhere", 404),
    ] {
        let plain = get_as(&app, path, "identity").await;
        assert_eq!(plain.status, status, "{path}");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert_eq!(split_page(&plain), (config.clone(), html.clone()), "{path}");
        for coding in ["br", "gzip"] {
            let answer = get_as(&app, path, coding).await;
            let message = format!("{path} {coding}");
            assert_eq!(answer.status, status, "{message}");
            assert_eq!(answer.header("content-encoding"), Some(coding), "{message}");
            // The console is one page, which finds its language itself.
            let vary = if path.contains("eview") {
                "accept-encoding"
            } else {
                "accept-encoding, accept-language"
            };
            assert_eq!(answer.header("vary"), Some(vary), "{message}");
            assert_eq!(
                answer.header("cache-control"),
                Some("no-cache"),
                "{message}"
            );
            assert_eq!(
                answer.header("content-type"),
                Some("text/html; charset=utf-8"),
                "{message}"
            );
            assert!(answer.bytes.len() < html.len() / 3, "{message}");
        }
    }
}

#[tokio::test]
async fn a_page_is_sent_again_once_its_file_or_its_configuration_has_changed() {
    let app = TestApp::start().await;
    let tag_of = async || {
        let answer = app.get("/", &Credentials::None).await;
        assert_eq!(answer.status, 200);
        answer.header("etag").unwrap().to_owned()
    };
    let again = async |path: &str, tag: &str| {
        let request = app.request(Method::GET, path, &Credentials::None);
        app.send(request.header("If-None-Match", tag)).await
    };
    write(&app, "index.html", "<head></head></html>first");
    let first = tag_of().await;
    let known = again("/register", &first).await;
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    assert_eq!(known.header("etag"), Some(&*first));
    assert_eq!(again("/nowhere", &first).await.status, 404);

    write(&app, "index.html", "<head></head></html>other");
    assert_eq!(again("/", &first).await.status, 200);
    let other = tag_of().await;
    write(&app, "builds/latest.json", r#"{"id":"0a1b2c"}"#);
    assert_eq!(again("/", &other).await.status, 200);
}

#[tokio::test]
async fn a_page_that_a_deployment_is_writing_is_sent_as_it_was_before() {
    let app = TestApp::start().await;
    let status = async || app.get("/", &Credentials::None).await.status;
    write(&app, "index.html", "<head></he");
    assert_eq!(status().await, 503);
    let whole = "<!doctype html><head></head>縁</html>";
    write(&app, "index.html", whole);
    assert_eq!(status().await, 200);
    let path = app.running.app.config.web_root.join("index.html");
    for half in [
        "",
        "<!doctype html><head>",
        "<!doctype html><head></head>縁",
    ] {
        // The last of these is cut inside a character.
        std::fs::write(&path, &half.as_bytes()[..half.len().saturating_sub(1)]).unwrap();
        let page = app.get("/", &Credentials::None).await;
        assert_eq!(page.status, 200, "{half}");
        assert_eq!(split_page(&page).1, whole, "{half}");
    }
    std::fs::remove_file(&path).unwrap();
    assert_eq!(status().await, 200);
}
