//! A program that cannot start prints one sentence for the operator, without the error code of a call.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Makes a folder with a web app, for the program to run in.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("web/dist")).unwrap();
    fs::write(folder.path().join("web/dist/index.html"), "").unwrap();
    folder
}

fn run(folder: &Path, words: &[&str], settings: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_enmusubi-server"))
        .args(words)
        .current_dir(folder)
        .env_clear()
        .env("MOCK_ENABLE", "true")
        .env("LISTEN", "127.0.0.1:0")
        .env("RUST_LOG", "off")
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// The only line that the program writes before it ends with a failure.
fn refusal(folder: &Path, settings: &[(&str, &str)]) -> String {
    let output = run(folder, &[], settings);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

#[test]
fn a_wrong_value_is_refused_in_one_sentence() {
    let folder = folder();
    for (name, value, sentence) in [
        (
            "API_SERVER_PATH",
            "/healthz",
            "API_SERVER_PATH is /healthz, which is one of the server's own paths or below one. \
             Choose another, such as /api.",
        ),
        (
            "MOCK_ENABLE",
            "maybe",
            "MOCK_ENABLE is maybe, but it must be true or false.",
        ),
        (
            "WEB_ROOT",
            "elsewhere",
            "WEB_ROOT is elsewhere, which does not exist. Build the web app with `./just build`, or \
             name the folder that holds it.",
        ),
        (
            "DATABASE_URL",
            "sqlite://web/dist",
            "DATABASE_URL is sqlite://web/dist, which is a folder. Name a file in it.",
        ),
    ] {
        assert_eq!(refusal(folder.path(), &[(name, value)]), sentence);
    }
}

#[test]
fn an_address_that_is_taken_is_refused_in_one_sentence() {
    let folder = folder();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    for name in ["LISTEN", "METRICS_LISTEN"] {
        assert_eq!(
            refusal(folder.path(), &[(name, &taken)]),
            format!(
                "{name} is {taken}, where another program listens already. Stop it or choose another \
                 port."
            )
        );
    }
}

#[test]
fn an_address_of_another_machine_is_refused_in_one_sentence() {
    let settings = [
        ("MOCK_ENABLE", "false"),
        ("LIFF_ID", "1234567890-abcdefgh"),
        ("LINE_CHANNEL_ID", "1234567890"),
        ("LINE_BOT_ID", "@enmusubi"),
        ("LISTEN", "192.0.2.1:8080"),
    ];
    assert_eq!(
        refusal(folder().path(), &settings),
        "LISTEN is 192.0.2.1:8080, which is no address of this machine. Choose 127.0.0.1, or 0.0.0.0 \
         to listen on every network."
    );
}

#[test]
fn the_check_of_the_settings_finds_what_a_start_would_find_and_makes_nothing() {
    let folder = folder();
    let words = ["config", "check"];
    let fine = run(folder.path(), &words, &[]);
    assert!(fine.status.success(), "{fine:?}");
    let wrong = run(folder.path(), &words, &[("WEB_ROOT", "elsewhere")]);
    let text = String::from_utf8(wrong.stderr).unwrap();
    assert!(text.starts_with("WEB_ROOT is elsewhere, "), "{text}");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(!folder.path().join("data").exists());
}

#[test]
fn what_answers_no_requests_needs_no_web_app() {
    let folder = tempfile::tempdir().unwrap();
    for words in [
        &["migrate"][..],
        &["review", "list"],
        &["backup", "copy"],
        &["openapi"],
    ] {
        let output = run(folder.path(), words, &[]);
        assert!(output.status.success(), "{words:?}: {output:?}");
    }
}
