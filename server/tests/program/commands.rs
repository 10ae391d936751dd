//! The commands of operators and reviewers, run as a user of a shell runs them.

use std::process::{Output, Stdio};

use serde_json::Value;

use super::{command, run};

fn stderr_of(output: &Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn a_closed_output_pipe_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    for words in [
        ["review", "list"].as_slice(),
        &["audit", "verify"],
        &["openapi"],
    ] {
        let mut child = command(folder.path(), words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        assert_eq!(stderr_of(&output), "", "{words:?}");
    }
}

#[test]
fn a_set_is_made_by_hand_and_only_for_a_day_that_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let missing = run(folder.path(), &["introduce"], &[]);
    assert_eq!(missing.status.code(), Some(1), "there is no database");
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    for _ in 0..2 {
        let output = run(folder.path(), &["introduce"], &[]);
        assert!(output.status.success(), "{output:?}");
        let line = String::from_utf8(output.stdout).unwrap();
        assert!(line.contains(": 0 members, 0 introductions, "), "{line}");
    }
    let output = run(folder.path(), &["introduce", "--day", "2020-02-29"], &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr_of(&output).starts_with("the set of 2020-02-29 is not due: today is "));
    for wrong in ["2021-02-29", "today"] {
        let output = run(folder.path(), &["introduce", "--day", wrong], &[]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn counts_are_printed_as_lines_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let missing = run(folder.path(), &["stats"], &[]);
    assert_eq!(missing.status.code(), Some(1), "there is no database");
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    let printed = run(folder.path(), &["stats"], &[]);
    assert!(printed.status.success(), "{printed:?}");
    let lines = String::from_utf8(printed.stdout).unwrap();
    assert!(lines.starts_with("Counts of "), "{lines}");
    assert!(
        lines.contains("\nREGISTRATION           0         0  -\n"),
        "{lines}"
    );
    let printed = run(folder.path(), &["stats", "--json", "--days", "0"], &[]);
    assert!(printed.status.success(), "{printed:?}");
    let counts: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(counts["accounts"]["PENDING"], 0);
    assert_eq!(counts["days"].as_array().map(Vec::len), Some(1));
    let wrong = run(folder.path(), &["stats", "--days", "-1"], &[]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn the_audit_log_is_checked_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let missing = run(folder.path(), &["audit", "verify"], &[]);
    assert_eq!(missing.status.code(), Some(1), "there is no database");
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    let checked = run(folder.path(), &["audit", "verify"], &[]);
    assert!(checked.status.success(), "{checked:?}");
    let empty = format!("0:{}", "0".repeat(64));
    assert_eq!(checked.stdout, format!("{empty}\n").as_bytes());
    let verify = |expect: &str| run(folder.path(), &["audit", "verify", "--expect", expect], &[]);
    assert!(verify(&empty).status.success());
    let longer = verify(&format!("5:{}", "a".repeat(64)));
    assert_eq!(longer.status.code(), Some(1), "{longer:?}");
    assert_eq!(
        stderr_of(&longer),
        "The audit log was changed: row 1 was removed: the log had 5 rows at the earlier check, and ends \
         before this one.\n"
    );
    for wrong in ["5", "5:", "-1:a", ":", "5:\u{1b}[2J", "x:0"] {
        let output = verify(wrong);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(!stderr_of(&output).contains('\u{1b}'), "{output:?}");
    }
    for words in [
        ["audit", "export"].as_slice(),
        &["audit", "export", "--after", "3"],
    ] {
        let exported = run(folder.path(), words, &[]);
        assert!(exported.status.success(), "{exported:?}");
        assert_eq!(exported.stdout, b"");
    }
}

#[test]
fn reviewers_are_added_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let url = [("PUBLIC_BASE_URL", "http://localhost:8080")];
    let missing = run(folder.path(), &["reviewer", "list"], &url);
    assert_eq!(missing.status.code(), Some(1), "there is no database");
    assert!(run(folder.path(), &["migrate"], &url).status.success());
    let reviewer = |words: &[&str]| run(folder.path(), &[&["reviewer"], words].concat(), &url);
    let stdout_of = |words: &[&str]| {
        let output = reviewer(words);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for words in [
        ["add", " Rita Sato ", "--role", "lead"].as_slice(),
        &["link", "Rita Sato"],
    ] {
        let link = stdout_of(words);
        let token = link.strip_prefix("http://localhost:8080/review/enrol#");
        assert_eq!(token.map(str::len), Some(44), "{link}");
    }
    let list = stdout_of(&["list"]);
    assert!(
        list.starts_with("Rita Sato (LEAD, no passkey, added "),
        "{list}"
    );
    let again = reviewer(&["add", "Rita Sato", "--role", "reviewer"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert_eq!(stderr_of(&again), "there is a reviewer Rita Sato already\n");
    let gone = "Rita Sato is no reviewer any more\n";
    assert_eq!(stdout_of(&["remove", "Rita Sato"]), gone);
    assert_eq!(stdout_of(&["list"]), "No reviewers.\n");
    let unknown = reviewer(&["remove", "x\u{1b}[2J"]);
    assert_eq!(unknown.status.code(), Some(1), "{unknown:?}");
    assert_eq!(stderr_of(&unknown), "there is no reviewer x\\u{1b}[2J\n");
    let long = "x".repeat(41);
    for words in [
        ["add", "Ralf"].as_slice(),
        &["add", "Ralf", "--role", "owner"],
        &["add", "", "--role", "lead"],
        &["add", "a\nb", "--role", "lead"],
        &["add", &long, "--role", "lead"],
    ] {
        let output = reviewer(words);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    let words = ["reviewer", "add", "Ralf", "--role", "lead"];
    let no_host = run(folder.path(), &words, &[]);
    assert_eq!(no_host.status.code(), Some(1), "{no_host:?}");
    let sentence = stderr_of(&no_host);
    assert!(
        sentence.starts_with("PUBLIC_BASE_URL has an IP address, "),
        "{sentence}"
    );
}

#[test]
fn a_full_disk_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let output = command(folder.path(), &["openapi"])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(stderr_of(&output).lines().count(), 1, "{output:?}");
}

#[test]
fn an_id_with_escape_sequences_is_escaped_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    for words in ["show", "approve", "claim", "release", "reinstate"] {
        let output = run(folder.path(), &["review", words, "U1\u{1b}[2J"], &[]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(
            stderr_of(&output),
            "there is no profile of U1\\u{1b}[2J\n",
            "{words}"
        );
    }
}

#[test]
fn changes_are_listed_and_an_unknown_one_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"], &[]).status.success());
    let output = run(folder.path(), &["review", "changes", "list"], &[]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"No open case of the kind CHANGE.\n");
    let id = "7\u{1b}[2J";
    let refuse = ["refuse", id, "--reason", "height:unclear"];
    for words in [["show", id].as_slice(), &["accept", id], &refuse] {
        let output = run(
            folder.path(),
            &[&["review", "changes"], words].concat(),
            &[],
        );
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(stderr_of(&output), "there is no change 7\\u{1b}[2J\n");
    }
    let output = run(folder.path(), &["review", "changes", "refuse", id], &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr_of(&output).contains("--reason"), "{output:?}");
}

#[test]
fn a_review_command_creates_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["review", "list"], &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        stderr_of(&output),
        "DATABASE_URL is sqlite://data/enmusubi.db, which does not exist. Correct the path, or start \
         the server, which creates it.\n"
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_help_of_a_decision_lists_fields_and_codes() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["needs-info", "reject", "suspend"] {
        let output = run(folder.path(), &["review", words, "--help"], &[]);
        let help = String::from_utf8(output.stdout).unwrap();
        for text in [
            "--reason <FIELD:CODE[:NOTE]>",
            " photoNameList\n",
            " unclear ",
            " Needs a NOTE.\n",
        ] {
            assert!(help.contains(text), "{text:?} in {help}");
        }
    }
}

#[test]
fn a_decision_against_a_member_needs_a_reason_and_an_approval_has_one_employer() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["needs-info", "reject", "suspend"] {
        let output = run(folder.path(), &["review", words, "U1"], &[]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr_of(&output).contains("--reason"), "{output:?}");
    }
    let employers = ["--employer", "google", "--employer-name", "Google"];
    let words = [&["review", "approve", "U1"][..], &employers].concat();
    let output = run(folder.path(), &words, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        stderr_of(&output).contains("cannot be used with"),
        "{output:?}"
    );
}

#[test]
fn a_reason_without_the_note_that_its_code_needs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["review", "needs-info", "U1", "--reason", "school:other"];
    let output = run(folder.path(), &words, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let refused = stderr_of(&output);
    assert!(refused.contains("other needs a note, "), "{refused}");
}
