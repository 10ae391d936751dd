//! The layers of the settings, and the problems of the file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::given;
use crate::ops::config::load::problem_of_reading;
use crate::ops::config::{Config, ConfigError, Given, Loaded, Problems, Settings};

fn mock() -> Given {
    given(&[("MOCK_ENABLE", "true")], &[])
}

fn load_over(given: &Given, path: &Path) -> Result<Config, Problems> {
    Loaded::load_over(given, path).map(|loaded| loaded.config)
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    std::fs::write(
        &path,
        "listen = \"127.0.0.1:7001\"\ntime_zone = \"Asia/Tokyo\"\n",
    )
    .unwrap();
    let flags = [("LISTEN", "127.0.0.1:7002"), ("MOCK_ENABLE", "true")];
    let config = load_over(&given(&flags, &[]), &path).unwrap();
    assert_eq!(config.listen.port(), 7002);
    assert_eq!(config.time_zone, chrono_tz::Asia::Tokyo);
    assert_eq!(config.api_server_path, "/api");
}

#[test]
fn a_file_that_cannot_be_used_is_refused_in_one_sentence_without_its_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    for (text, begin) in [
        (
            "listn = \"127.0.0.1:7001\"",
            "enmusubi.toml cannot be used: unknown field `listn`. Settings have the names that ",
        ),
        (
            "work_email_key = \"hunter2",
            "enmusubi.toml cannot be used: TOML parse error at line 1, column ",
        ),
        (
            "work_email_key = [\"hunter2\"]",
            "enmusubi.toml cannot be used: invalid type: sequence, expected a string",
        ),
        (
            "mock_enable = \"maybe\"",
            "enmusubi.toml cannot be used: invalid type: string \"maybe\", expected a boolean",
        ),
        (
            "mock_enable = true\ntime_zone = \"Mars\"",
            "TIME_ZONE is Mars, but it must be ",
        ),
    ] {
        std::fs::write(&path, format!("{text}\n")).unwrap();
        let given = given(&[("LISTEN", "127.0.0.1:8080")], &[]);
        let sentence = load_over(&given, &path).unwrap_err().to_string();
        assert!(sentence.starts_with(begin), "{sentence}");
        assert!(
            !sentence.contains(['\n']) && sentence.ends_with('.'),
            "{sentence}"
        );
        assert!(!sentence.contains("hunter2"), "{sentence}");
    }
    let sentence = load_over(&mock(), folder.path()).unwrap_err();
    assert_eq!(
        sentence.to_string(),
        "enmusubi.toml cannot be used: it is a folder."
    );
}

#[test]
fn a_text_that_is_no_toml_is_refused_with_its_line_column_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    for (text, problem) in [
        (
            "work_email_key = hunter2",
            "line 1, column 18: string values must be quoted, expected literal string",
        ),
        (
            "listen = \"127.0.0.1:1\"\nwork_email_key = \"hunter2\n",
            "line 2, column 26: invalid basic string, expected `\"`",
        ),
        (
            "listen = \"a\"\nlisten = \"hunter2\"",
            "line 2, column 1: duplicate key",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let sentence = load_over(&mock(), &path).unwrap_err().to_string();
        let begin = "enmusubi.toml cannot be used: TOML parse error at";
        assert_eq!(sentence, format!("{begin} {problem}."));
    }
}

#[test]
fn a_file_that_exists_and_cannot_be_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    let refusal = || load_over(&mock(), &path).unwrap_err().to_string();
    std::os::unix::fs::symlink(folder.path().join("missing"), &path).unwrap();
    assert_eq!(
        refusal(),
        "enmusubi.toml cannot be used: it is a link that leads nowhere. Correct the link or \
         remove it."
    );
    fs::remove_file(&path).unwrap();
    let mode = rustix::fs::Mode::RUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    assert_eq!(
        refusal(),
        "enmusubi.toml cannot be used: it is no regular file. Put a text file in its place, or \
         remove it."
    );
    fs::remove_file(&path).unwrap();
    fs::write(&path, b"time_zone = \"\xff\"\n").unwrap();
    assert_eq!(
        refusal(),
        "enmusubi.toml cannot be used: it is not text in UTF-8. Save it as UTF-8."
    );
    // The tests may run as a user who may read everything.
    let error = io::Error::from(ErrorKind::PermissionDenied);
    assert!(problem_of_reading(&error).starts_with("the server's user may not read it"));
}

#[test]
fn a_file_of_another_name_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    fs::write(folder.path().join("enmusubi.toml.toml"), "nonsense").unwrap();
    assert!(load_over(&mock(), &path).is_ok());
}

#[test]
fn a_file_may_open_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    fs::write(&path, "\u{feff}time_zone = \"Asia/Tokyo\"").unwrap();
    let config = load_over(&mock(), &path).unwrap();
    assert_eq!(config.time_zone, chrono_tz::Asia::Tokyo);
}

#[test]
fn route_rules_come_from_the_file_unless_others_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    let file = "[[route_rules]]\npath = \"/old/**\"\nto = \"/profile\"\nstatus_code = 301\n\
                [[route_rules]]\npath = \"/shop\"\nto = \"https://example.com/\"\n";
    std::fs::write(&path, file).unwrap();
    for (json, found) in [
        (None, Some(("/profile", 301))),
        (Some(""), Some(("/profile", 301))),
        (Some("[]"), None),
        (Some(r#"[{"path":"/old/a","to":"/"}]"#), Some(("/", 302))),
    ] {
        let mut flags = vec![("MOCK_ENABLE", "true")];
        flags.extend(json.map(|json| ("ROUTE_RULES", json)));
        let config = load_over(&given(&flags, &[]), &path).unwrap();
        let rule = config.route_rules.find("/old/a");
        assert_eq!(rule.map(|rule| (rule.to.as_str(), rule.status_code)), found);
    }
    std::fs::write(&path, "[[route_rules]]\npath = \"/a\"\nto = \"/a\"\n").unwrap();
    let refused = load_over(&mock(), &path).unwrap_err().into_first();
    assert!(matches!(refused, ConfigError::RouteRule { .. }));
}

#[test]
fn an_empty_value_counts_as_absent() {
    let given = given(&[("LISTEN", ""), ("MOCK_ENABLE", "true")], &[]);
    let config = load_over(&given, Path::new("no-such-file.toml")).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    std::fs::write(
        &path,
        "listen = \"\"\nweb_root = \"\"\nmock_enable = \"\"\n",
    )
    .unwrap();
    let config = load_over(&mock(), &path).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.web_root, Path::new("web/dist"));
}

#[test]
fn every_value_is_printed_below_its_origin() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    fs::write(&path, "mock_enable = true\nlisten = \"127.0.0.1:1\"\n").unwrap();
    let flags = [("LISTEN", ""), ("RATE_LIMIT", "off")];
    let variables = [
        ("RATE_LIMIT", "on"),
        ("AWS_REGION", "eu"),
        ("MAX_REQUESTS", "7"),
    ];
    let loaded = Loaded::load_over(&given(&flags, &variables), &path).unwrap();
    let printed = loaded.to_string();
    let begin = format!(
        "# From flags:\nRATE_LIMIT=off\n\n# From environment variables:\nMAX_REQUESTS=7\n\n\
         # From {}:\nMOCK_ENABLE=true\nLISTEN=127.0.0.1:1\n\n# Defaults:\n\
         PUBLIC_BASE_URL=http://127.0.0.1:1/\n",
        path.display()
    );
    assert!(printed.starts_with(&begin), "{printed}");
    let end = "\n\n# Set, but without effect beside the other settings: AWS_REGION";
    assert!(printed.ends_with(end), "{printed}");
}

#[test]
fn every_problem_is_reported_and_not_only_the_first() {
    let path = Path::new("no-such-file.toml");
    let lines = |flags: &[(&str, &str)]| {
        let refused = load_over(&given(flags, &[]), path).unwrap_err().to_string();
        let names = refused
            .lines()
            .map(|line| line.split(' ').next().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let flags = [("LISTEN", "8080"), ("LIFF_ID", "1"), ("TIME_ZONE", "Mars")];
    assert_eq!(lines(&flags), ["LIFF_ID", "LISTEN", "TIME_ZONE"]);
    let flags = [
        ("LIFF_ID", "1"),
        ("LINE_CHANNEL_ID", "one"),
        ("AWS_REGION", "eu west"),
        ("STORAGE_URL", "s3://bucket"),
        ("AWS_ALLOW_HTTP", "maybe"),
        ("MAX_UPLOADS", "0"),
        ("MAX_REQUESTS", "0"),
        ("MAIL_FROM", "nobody"),
        ("SMTP_URL", "mail"),
    ];
    let found = lines(&flags);
    // Only STORAGE_URL is right.
    assert_eq!(found.len(), flags.len() - 1, "{found:?}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("enmusubi.toml");
    fs::write(&path, "listn = 1\ntime_zon = 2\n").unwrap();
    let refused = load_over(&mock(), &path).unwrap_err().to_string();
    assert_eq!(refused.lines().count(), 2, "{refused}");
    assert!(
        refused.contains("unknown field `listn`. Settings have"),
        "{refused}"
    );
}

#[test]
fn every_setting_is_printed() {
    let flags = [
        ("LIFF_ID", "1-a"),
        ("LINE_CHANNEL_ID", "1"),
        ("LINE_CHANNEL_SECRET", "hunter2"),
        ("LINE_BOT_ID", "@a"),
        ("LINE_CHANNEL_ACCESS_TOKEN", "hunter2"),
        ("LINE_MESSAGING_CHANNEL_SECRET", "hunter2"),
        ("LINE_CONTACT", "help@example.com"),
        ("STORAGE_URL", "s3://bucket/prefix"),
        ("AWS_ENDPOINT", "http://127.0.0.1:9000"),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "ap-northeast-1"),
        ("AWS_ACCESS_KEY_ID", "AKIA1"),
        ("AWS_SECRET_ACCESS_KEY", "hunter2"),
        ("SMTP_URL", "smtps://codes:hunter2@mail.example.com"),
        ("MAIL_FROM", "no-reply@example.com"),
        ("WORK_EMAIL_KEY", "0123456789abcdef0123456789abcdef"),
        ("METRICS_LISTEN", "127.0.0.1:9464"),
        ("OTLP_ENDPOINT", "http://collector:4318"),
        ("LOG_FORMAT", "json"),
    ];
    let path = Path::new("no-such-file.toml");
    let printed = load_over(&given(&flags, &[]), path).unwrap().to_string();
    assert_eq!(printed.lines().count(), Settings::declared().len());
    assert_eq!(
        printed,
        "LIFF_ID=1-a\nLINE_CHANNEL_ID=1\nLINE_CHANNEL_SECRET=***\nLINE_BOT_ID=@a\n\
         LINE_API_BASE=https://api.line.me/\nLINE_CHANNEL_ACCESS_TOKEN=***\n\
         LINE_MESSAGING_CHANNEL_SECRET=***\nLINE_MESSAGES_PER_MONTH=200\n\
         LINE_CONTACT=help@example.com\nMOCK_ENABLE=false\nLISTEN=127.0.0.1:8080\n\
         PUBLIC_BASE_URL=http://127.0.0.1:8080/\nAPI_SERVER_PATH=/api\nTRUSTED_PROXIES=\n\
         WEB_ROOT=web/dist\nROUTE_RULES=[]\nDATABASE_URL=sqlite://data/enmusubi.db\n\
         STORAGE_URL=s3://bucket/prefix\nAWS_ENDPOINT=http://127.0.0.1:9000/\n\
         AWS_ALLOW_HTTP=true\nAWS_REGION=ap-northeast-1\nAWS_ACCESS_KEY_ID=AKIA1\n\
         AWS_SECRET_ACCESS_KEY=***\nIMAGE_CACHE_MB=64\nTIME_ZONE=Asia/Taipei\n\
         INTRODUCTION_TIME=12:00\nINTRODUCTIONS_PER_DAY=5\nSECOND_LOOK_PERCENT=5\n\
         AGE_PROOF=off\nINCOME_CURRENCY=TWD\nGROUP_COMMIT=on\n\
         SMTP_URL=smtps://codes:***@mail.example.com\nMAIL_FROM=no-reply@example.com\n\
         WORK_EMAIL_KEY=***\nMAX_REQUESTS=1024\nMAX_UPLOADS=64\nMAX_CONNECTIONS=8192\n\
         REQUEST_TIMEOUT=60\nRATE_LIMIT=on\nMETRICS_LISTEN=127.0.0.1:9464\n\
         OTLP_ENDPOINT=http://collector:4318/\nLOG_FORMAT=json"
    );
}
