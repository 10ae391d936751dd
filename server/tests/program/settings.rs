//! The help, the document and the check of the settings.

use std::fs;
use std::process::Output;

use super::{command, folder, refusal, run};

fn stdout_of(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn the_document_about_the_settings_is_up_to_date() {
    let written = run(folder().path(), &["config", "docs"], &[]);
    let committed = include_str!("../../../docs/configuration.md");
    assert!(stdout_of(&written) == committed, "run `./just types`");
}

#[test]
fn the_help_of_a_command_lists_only_its_own_options_and_the_exit_codes() {
    let folder = folder();
    for (words, lists_settings) in [
        (&["--help"][..], true),
        (&["serve", "--help"], true),
        (&["config", "check", "--help"], true),
        (&["migrate", "--help"], false),
        (&["openapi", "--help"], false),
        (&["backup", "--help"], false),
        (&["help", "backup"], false),
        (&["restore", "--help"], false),
        (&["review", "--help"], false),
        (&["review", "approve", "--help"], false),
    ] {
        let output = run(folder.path(), words, &[]);
        let text = stdout_of(&output);
        assert_eq!(text.contains("--max-uploads"), lists_settings, "{text}");
        assert_eq!(text.contains("--liff-id"), lists_settings, "{text}");
        assert!(text.contains("Exit codes:\n  0  "), "{text}");
    }
    let backup = run(folder.path(), &["backup", "--help"], &[]);
    assert!(stdout_of(&backup).contains("lacks files that profiles show"));
}

#[test]
fn a_command_accepts_the_settings_that_its_help_leaves_out() {
    let folder = folder();
    let flag = "--database-url=sqlite://elsewhere.db";
    let output = run(folder.path(), &["review", "list", flag], &[]);
    let refused = String::from_utf8(output.stderr).unwrap();
    assert!(
        refused.starts_with("DATABASE_URL is sqlite://elsewhere.db, "),
        "{refused}"
    );
}

#[test]
fn a_public_url_with_a_path_is_refused_in_one_sentence() {
    let folder = folder();
    let settings = [("PUBLIC_BASE_URL", "https://localhost/app")];
    let sentence = "PUBLIC_BASE_URL is https://localhost/app, but the page works only at the root of a \
                    host. Leave out the path, and give the app a host of its own.";
    assert_eq!(refusal(folder.path(), &settings), sentence);
    let check = run(folder.path(), &["config", "check"], &settings);
    assert_eq!(super::sentence_of(&check), sentence);
}

#[test]
fn config_check_prints_the_origin_of_each_value() {
    let folder = folder();
    let path = folder.path().join("enmusubi.toml");
    fs::write(&path, "time_zone = \"Asia/Tokyo\"\nliff_id = \"1-a\"\n").unwrap();
    let mut check = command(folder.path(), &["config", "check", "--rate-limit=off"]);
    let output = check.env("SMTP_URL", "smtp://a:hunter2@127.0.0.1");
    let output = output.env("MAIL_FROM", "a@b.example").output().unwrap();
    let text = stdout_of(&output);
    let begin = format!(
        "# From flags:\nRATE_LIMIT=off\n\n\
         # From environment variables:\nMOCK_ENABLE=true\nLISTEN=127.0.0.1:0\n\
         SMTP_URL=smtp://a:***@127.0.0.1\nMAIL_FROM=a@b.example\n\n\
         # From {}:\nTIME_ZONE=Asia/Tokyo\n\n# Defaults:\n",
        path.canonicalize().unwrap().display()
    );
    assert!(text.starts_with(&begin), "{text}");
    assert!(
        text.contains("without effect beside the other settings: LIFF_ID\n"),
        "{text}"
    );
}

#[test]
fn config_check_prints_every_problem() {
    let folder = folder();
    for (settings, names) in [
        (
            [("LISTEN", "8080"), ("TIME_ZONE", "Mars")],
            ["LISTEN", "TIME_ZONE"],
        ),
        (
            [
                ("WEB_ROOT", "elsewhere"),
                ("STORAGE_URL", "file://web/dist/index.html"),
            ],
            ["STORAGE_URL", "WEB_ROOT"],
        ),
    ] {
        let output = run(folder.path(), &["config", "check"], &settings);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let found: Vec<_> = text
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert_eq!(found, names, "{text}");
    }
}
