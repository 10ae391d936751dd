//! Tries wrong values of every setting. The server refuses each with one sentence.

use std::collections::BTreeSet;
use std::path::Path;

use super::given;
use super::wrong_value_table::{BESIDE, HIDDEN, NO_FOLDER, SHOWN};
use crate::ops::config::{Loaded, Settings};

/// Settings of a server that could start. They include each setting that the tables leave out or change.
const BASE: &[(&str, &str)] = &[
    ("DATABASE_URL", "sqlite::memory:"),
    ("STORAGE_URL", "s3://bucket"),
    ("AWS_ACCESS_KEY_ID", "AKIA1"),
    ("AWS_SECRET_ACCESS_KEY", "hunter2"),
    ("LIFF_ID", "1234567890-abcdefgh"),
    ("LINE_CHANNEL_ID", "1234567890"),
    ("LINE_BOT_ID", "@enmusubi"),
    ("LINE_CHANNEL_ACCESS_TOKEN", "hunter2"),
    ("LINE_MESSAGING_CHANNEL_SECRET", "hunter2"),
    ("SMTP_URL", "smtps://user:hunter2@mail.example.com"),
    ("MAIL_FROM", "no-reply@example.com"),
];

/// Returns the sentence that refuses these settings, or none.
fn refusal(settings: &[(&str, &str)], web_root: &Path) -> Option<String> {
    let web_root = web_root.to_str().unwrap();
    let defaults = [("WEB_ROOT", web_root)]
        .into_iter()
        .chain(BASE.iter().copied());
    let is_given = |name: &str| settings.iter().any(|(given, _)| *given == name);
    let flags = defaults.filter(|(name, _)| !is_given(name));
    let flags: Vec<_> = flags.chain(settings.iter().copied()).collect();
    let loaded = Loaded::load_over(&given(&flags, &[]), Path::new("no-such-file.toml"));
    let checked = loaded.and_then(|loaded| loaded.config.check_places());
    checked.err().map(|problems| problems.to_string())
}

fn web_root() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["index.html", "logo.svg"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    folder
}

#[test]
fn every_setting_with_a_wrong_value_is_refused_in_one_sentence() {
    let web_root = web_root();
    assert_eq!(refusal(&[], web_root.path()), None);
    let shown = SHOWN.iter().map(|(name, value, end)| {
        (
            *name,
            *value,
            format!("{name} is {value}, {}.", end.concat()),
        )
    });
    let hidden = HIDDEN
        .iter()
        .map(|(name, value, end)| (*name, *value, format!("{name} {end}.")));
    let beside = BESIDE
        .iter()
        .map(|(name, value, sentence)| (*name, *value, (*sentence).to_owned()));
    let mut tried = BTreeSet::new();
    for (name, value, sentence) in shown.chain(hidden).chain(beside) {
        tried.insert(name);
        let refused = refusal(&[(name, value)], web_root.path());
        assert_eq!(refused, Some(sentence), "{name}={value}");
    }
    for arg in Settings::declared() {
        let name = arg.get_id().as_str().to_uppercase();
        assert!(tried.contains(&*name), "{name} has no wrong value here");
    }
}

#[test]
fn a_file_cannot_be_the_place_of_users_files() {
    let web_root = web_root();
    for url in ["file:///dev/null", "file:///dev/null/blobs"] {
        assert_eq!(
            refusal(&[("STORAGE_URL", url)], web_root.path()),
            Some(format!(
                "STORAGE_URL is {}, {NO_FOLDER}.",
                url.trim_start_matches("file://")
            ))
        );
    }
}

#[test]
fn an_empty_value_of_any_setting_counts_as_absent() {
    let web_root = web_root();
    for arg in Settings::declared() {
        let name = arg.get_id().as_str().to_uppercase();
        // Without these, the other settings of the base are wrong. The table has their sentences.
        let is_needed = BASE.iter().any(|(needed, _)| *needed == name) || name == "WEB_ROOT";
        if !is_needed {
            assert_eq!(refusal(&[(&name, "")], web_root.path()), None, "{name}");
        }
    }
}

#[test]
fn a_fake_of_lines_api_may_run_on_this_machine() {
    let web_root = web_root();
    for base in [
        "http://127.0.0.1:3000",
        "http://localhost:3000/line",
        "http://[::1]:3000",
        "https://api.line.me",
    ] {
        let refused = refusal(&[("LINE_API_BASE", base)], web_root.path());
        assert_eq!(refused, None, "{base}");
    }
}
