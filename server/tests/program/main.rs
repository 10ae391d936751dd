//! The program as operators and reviewers run it: its commands, and how it refuses to start. A program
//! that cannot start prints one sentence for the operator, without the error code of a call.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod commands;
mod serving;
mod settings;

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The settings of a server without the mock.
const LINE: [(&str, &str); 4] = [
    ("MOCK_ENABLE", "false"),
    ("LIFF_ID", "1234567890-abcdefgh"),
    ("LINE_CHANNEL_ID", "1234567890"),
    ("LINE_BOT_ID", "@enmusubi"),
];

/// Makes a folder with a web app in which the program can run.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("web/dist")).unwrap();
    fs::write(folder.path().join("web/dist/index.html"), "<html></html>").unwrap();
    folder
}

fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_enmusubi-server"));
    command
        .args(words)
        .current_dir(folder)
        .env_clear()
        .env("MOCK_ENABLE", "true")
        .env("LISTEN", "127.0.0.1:0")
        .env("RUST_LOG", "off");
    command
}

fn run(folder: &Path, words: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = command(folder, words);
    command.envs(settings.iter().copied()).output().unwrap()
}

/// Returns the only line that the program writes before it ends with a failure.
fn refusal(folder: &Path, settings: &[(&str, &str)]) -> String {
    sentence_of(&run(folder, &[], settings))
}

fn sentence_of(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
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
            "RUST_LOG",
            "[[[",
            "RUST_LOG is [[[, which is no filter of the log. Write a level, or targets with levels, \
             such as warn,enmusubi_server=debug.",
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
        (
            "PUBLIC_BASE_URL",
            "https://enmusubi.example.com",
            "MOCK_ENABLE lets everyone in, so PUBLIC_BASE_URL must not be an https URL of another \
             host than localhost: set LIFF_ID, LINE_CHANNEL_ID and LINE_BOT_ID instead of \
             MOCK_ENABLE.",
        ),
    ] {
        assert_eq!(refusal(folder.path(), &[(name, value)]), sentence);
    }
}

#[test]
fn a_start_that_waits_for_the_database_says_so() {
    let folder = folder();
    // It accepts connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://a@{}/a", silent.local_addr().unwrap());
    let output = run(
        folder.path(),
        &[],
        &[("DATABASE_URL", &url), ("RUST_LOG", "info")],
    );
    let log = String::from_utf8(output.stderr).unwrap();
    let waits = log.find("the start waits for the database to answer");
    let refused = log.find("where no database server answers");
    assert!(waits.is_some() && waits < refused, "{log}");
}

#[test]
fn an_address_in_use_is_refused_in_one_sentence() {
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
    let elsewhere = [&LINE[..], &[("LISTEN", "192.0.2.1:8080")]].concat();
    assert_eq!(
        refusal(folder().path(), &elsewhere),
        "LISTEN is 192.0.2.1:8080, which is no address of this machine. Choose 127.0.0.1, or 0.0.0.0 \
         to listen on every network."
    );
}

#[test]
fn config_check_finds_the_same_faults_as_a_start_and_creates_nothing() {
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
fn a_web_root_that_contains_the_data_or_the_settings_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("index.html"), "<html></html>").unwrap();
    let refused = |what: &str| {
        format!(
            "WEB_ROOT is ., which holds {what}, so that everybody could download it. Name a folder \
             that holds the web app alone."
        )
    };
    let here = [("WEB_ROOT", ".")];
    assert_eq!(
        refusal(folder.path(), &here),
        refused("the database (DATABASE_URL)")
    );
    assert!(!folder.path().join("data").exists());
    fs::write(folder.path().join("enmusubi.toml"), "").unwrap();
    let elsewhere = [
        ("WEB_ROOT", "."),
        ("DATABASE_URL", "sqlite://../no-such-folder/a.db"),
        ("STORAGE_URL", "file://../no-such-folder/blobs"),
    ];
    assert_eq!(refusal(folder.path(), &elsewhere), refused("enmusubi.toml"));
}

#[test]
fn an_unknown_database_parameter_is_refused_before_a_file_is_created() {
    let folder = folder();
    let settings = [("DATABASE_URL", "sqlite://a.db?vfs=none")];
    assert!(refusal(folder.path(), &settings).starts_with("DATABASE_URL is "));
    assert!(!folder.path().join("a.db").exists());
}

/// Returns the value that `config check` prints for a setting.
fn value_of(name: &str, command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines().filter_map(|line| line.split_once('='));
    let found = lines.find(|(found, _)| *found == name);
    found.unwrap().1.to_owned()
}

#[test]
fn an_empty_flag_falls_back_to_the_environment_and_then_to_the_file() {
    let folder = folder();
    let file = "mock_enable = true\ntime_zone = \"Asia/Tokyo\"\n";
    fs::write(folder.path().join("enmusubi.toml"), file).unwrap();
    let check = |flags: &[&str]| {
        let mut command = command(folder.path(), &["config", "check"]);
        command
            .args(flags)
            .env("MOCK_ENABLE", "")
            .env("LISTEN", "127.0.0.1:7001")
            .env("WEB_ROOT", "");
        command
    };
    for (flags, name, value) in [
        (&[][..], "MOCK_ENABLE", "true"),
        (&["--mock-enable="], "MOCK_ENABLE", "true"),
        (&[], "LISTEN", "127.0.0.1:7001"),
        (&["--listen", ""], "LISTEN", "127.0.0.1:7001"),
        (&["--listen=127.0.0.1:7002"], "LISTEN", "127.0.0.1:7002"),
        (&["--time-zone="], "TIME_ZONE", "Asia/Tokyo"),
        (&["--web-root="], "WEB_ROOT", "web/dist"),
    ] {
        assert_eq!(value_of(name, &mut check(flags)), value, "{flags:?}");
    }
    // An invalid variable does no harm if a flag gives the value.
    let mut command = check(&["--mock-enable=true"]);
    assert_eq!(
        value_of("MOCK_ENABLE", command.env("MOCK_ENABLE", "maybe")),
        "true"
    );
    let mut command = check(&["--mock-enable="]);
    let output = command.env("MOCK_ENABLE", "maybe").output().unwrap();
    assert_eq!(
        sentence_of(&output),
        "MOCK_ENABLE is maybe, but it must be true or false."
    );
}

#[test]
fn the_help_names_the_variables_of_the_environment() {
    let folder = folder();
    for words in [&["--help"][..], &["config", "--help"]] {
        let output = run(folder.path(), words, &[]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("[env: LISTEN=127.0.0.1:0]"),
            "{words:?}: {text}"
        );
    }
}

#[test]
fn a_value_that_is_not_text_is_refused_in_one_sentence() {
    let folder = folder();
    let value = OsStr::from_bytes(b"\xff");
    for name in ["LISTEN", "MOCK_ENABLE", "ROUTE_RULES", "WORK_EMAIL_KEY"] {
        let sentence = format!("{name} is not text in UTF-8: correct its value, or leave it out.");
        let mut check = command(folder.path(), &["config", "check"]);
        let output = check.env(name, value).output().unwrap();
        assert_eq!(sentence_of(&output), sentence);
        let flag = format!("--{}", name.to_lowercase().replace('_', "-"));
        let mut check = command(folder.path(), &["config", "check", &flag]);
        assert_eq!(sentence_of(&check.arg(value).output().unwrap()), sentence);
    }
    // The name of the user is only a default.
    for words in [
        &["review", "approve", "nobody"][..],
        &["review", "changes", "accept", "x"],
    ] {
        let mut decide = command(folder.path(), words);
        let refused = sentence_of(&decide.env("USER", value).output().unwrap());
        assert!(!refused.contains("UTF-8"), "{refused}");
    }
}

#[test]
fn commands_that_serve_no_requests_need_no_web_app() {
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
