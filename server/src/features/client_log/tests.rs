//! Tests the lines that a subscriber writes to the log.

use std::io::{Result, Write};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::level_filters::LevelFilter;

use super::*;

const LINE_ID: &str = "U0123456789abcdef0123456789abcdef";
const SESSION: &str = "AAlS_FobyQx1BoOqMltzehw2uAEl8qLnZahKYV4aMRk";
const JWT: &str = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJVMDEyMyJ9.c2lnbmF0dXJl";

/// Collects the output of a subscriber.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Returns the log after one message of a page.
fn logged(level: &str, message: &str) -> String {
    let paper = Paper::default();
    let writer = paper.clone();
    let log = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(log, || write(level.parse().unwrap(), message));
    let bytes = paper.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

fn check_line(message: &str, expected: &str) {
    assert_eq!(redact::line_of(message), expected, "{message}");
}

#[test]
fn each_level_of_the_page_maps_to_a_level_of_the_log() {
    for (word, level) in [
        ("fatal", "ERROR"),
        ("error", "ERROR"),
        ("warn", "WARN"),
        ("log", "INFO"),
        ("info", "INFO"),
        ("success", "INFO"),
        ("debug", "DEBUG"),
        ("trace", "TRACE"),
        ("verbose", "TRACE"),
    ] {
        let line = logged(word, "the camera is busy");
        assert_eq!(line.trim(), format!("{level} client: the camera is busy"));
    }
    for word in ["", "ERROR", "Error", "warning", "fatal ", "off"] {
        assert_eq!(word.parse::<Level>(), Err(UnknownLevel), "{word}");
    }
}

#[test]
fn personal_data_does_not_reach_the_log() {
    let personal = [
        LINE_ID,
        SESSION,
        JWT,
        "wang@example.com",
        "code=4711",
        "25.0421",
        "s3cret",
    ];
    let message = format!(
        "cannot load https://example.com/register?code=4711&state={SESSION} for {LINE_ID} \
         (wang@example.com, {JWT}, Bearer s3cret, at 25.0421,121.5321)"
    );
    let line = logged("error", &message);
    for word in personal {
        assert!(!line.contains(word), "{word}: {line}");
    }
    assert!(line.contains("cannot load https://example.com/register?[query] for [LINE id]"));
}

#[test]
fn a_message_with_control_characters_stays_on_one_line() {
    let line = logged(
        "warn",
        "first\r\nERROR client: forged\u{1b}[2J\u{0}\u{85}\u{2028}\u{202e}end",
    );
    assert_eq!(
        line,
        " WARN client: first\\r\\nERROR client: forged\\u{1b}[2J\\u{0}\\u{85}\\u{2028}\\u{202e}end\n"
    );
    for char in ["\u{61c}", "\u{200f}", "\u{2067}", "\u{feff}", "\u{9b}"] {
        let escaped: String = char.escape_unicode().collect();
        check_line(&format!("a{char}b"), &format!("a{escaped}b"));
    }
    check_line("縁結び 👍", "縁結び 👍");
}

#[test]
fn a_line_has_at_most_one_kibibyte() {
    check_line(&"縁 ".repeat(400), &"縁 ".repeat(256));
    let line = redact::line_of(&format!("x{}", "縁".repeat(400)));
    assert_eq!(line.len(), 1 + 341 * 3, "no character is cut in two");
    let cut = redact::line_of(&format!("{} {SESSION}", "a ".repeat(505)));
    assert!(!cut.contains("AAlS"), "a token is redacted before the cut");
}

#[test]
fn tokens_are_redacted() {
    for token in [
        SESSION,
        JWT,
        "eyJhbGciOiJFUzI1NiJ9",
        "0123456789abcdef0123456789ABCDEF",
        "u0123456789ABCDEF0123456789abcdef",
        "MIIBVgIBADANBgkqhkiG9w0BA/QEFAASCAUAw+ggE8AgEAAkEAq7BFUpk=",
    ] {
        for around in [
            "{}",
            "token {} refused",
            "\"{}\"",
            "a={};",
            "[{}]",
            "縁{}び",
        ] {
            let line = redact::line_of(&around.replace("{}", token));
            assert_eq!(line, around.replace("{}", "[token]"), "{token}");
        }
    }
    check_line("Authorization: Bearer abc", "Authorization: Bearer [token]");
    check_line("bearer\tabc.def/ghi= refused", "bearer [token] refused");
}

#[test]
fn line_ids_are_redacted() {
    check_line(&format!("no {LINE_ID}!"), "no [LINE id]!");
    check_line(
        &format!("GET /api/user/review-status/{LINE_ID} 401"),
        "GET /api/user/review-status/[LINE id] 401",
    );
    for id in [
        format!("{LINE_ID}f"),
        format!("_{LINE_ID}_"),
        LINE_ID.to_lowercase(),
    ] {
        check_line(&id, "[token]");
    }
}

#[test]
fn queries_and_fragments_are_redacted() {
    for (message, expected) in [
        ("https://example.com/a?b", "https://example.com/a?[query]"),
        ("https://example.com/a#b=c", "https://example.com/a?[query]"),
        (
            "\"/register?page=2\" failed",
            "\"/register?[query]\" failed",
        ),
        ("?liff.state=%2Fprofile", "?[query]"),
        ("page.html?b=c d", "page.html?[query] d"),
        (
            "https://wang:pw@example.com/",
            "https://[user]@example.com/",
        ),
    ] {
        check_line(message, expected);
    }
}

#[test]
fn mail_addresses_are_redacted() {
    for mailbox in [
        "a@b.tw",
        "wang.xiao+x@mail.example.com",
        "王@例子.台灣",
        "a%40b.tw",
        "wang＠example．com",
        "ｗａｎｇ＠ｅｘａｍｐｌｅ．ｃｏｍ",
        "wang@例子。台灣",
        "wang%EF%BC%A0b.tw",
        "\"john doe\"@example.com",
        r#""john \"joe\" doe"@example.com"#,
        "\"a@b\"@example.com",
    ] {
        check_line(&format!("<{mailbox}>, sent"), "<[e-mail]>, sent");
    }
}

#[test]
fn a_quoted_mail_address_within_json_is_redacted() {
    let message = json!({ "to": "\"john doe\"@example.com" }).to_string();
    let line = redact::line_of(&message);
    assert!(line.contains("[e-mail]"), "{line}");
    assert!(
        !line.contains("john") && !line.contains("example"),
        "{line}"
    );
}

#[test]
fn coordinates_are_redacted_in_any_notation() {
    for place in [
        "25.0330, 121.5654",
        "25,0330, 121,5654",
        "25,0330 121,5654",
        "-25.0330,121.5654",
        "２５．０３３０，１２１．５６５４",
        "25，0330、121，5654",
    ] {
        let line = redact::line_of(&format!("at ({place})"));
        assert_eq!(line.matches("[number]").count(), 2, "{line}");
        assert!(!line.contains(char::is_numeric), "{line}");
    }
}

#[test]
fn both_halves_of_a_split_token_are_redacted() {
    let betweens = [
        " ", "\n", "\r\n  ", "…", " … ", "...", "\u{200b}", "\\n", "\\r\\n",
    ];
    for between in betweens {
        for (token, at) in [
            (SESSION, 13),
            (SESSION, 21),
            (SESSION, 30),
            (JWT, 12),
            (JWT, 31),
            (JWT, 40),
            ("0123456789abcdef0123456789abcdef", 16),
        ] {
            let (first, second) = token.split_at(at);
            let line = redact::line_of(&format!("refused {first}{between}{second} again"));
            let rest = line.strip_prefix("refused [token]").unwrap_or(&line);
            let rest = rest.strip_suffix("[token] again").unwrap_or(&line);
            assert!(rest.len() < 12, "{between:?}, {first} {second}: {line}");
        }
    }
}

#[test]
fn text_that_helps_to_find_a_fault_stays() {
    for message in [
        "NotAllowedError in RegistrationCameraStream openFrontCameraOfDevice",
        "register-form-a1b2c3d4 failed unexpectedly and-for-a-long-reason",
        "Chunk register-form-a1b2c3d4.js could not be loaded, try 2 of 3 …",
        "12,345 of 1,234,567 bytes, 0.5 s, v1.2.3",
        "say \"hello\" @ 10:20",
        "TypeError: undefined is not an object (evaluating 'a.b?.c')",
        "fetchUser@https://example.com/assets/register-form-a1b2c3d4.js:1:2345",
        "    at https://example.com/assets/a.js:10:20",
        "E503 after 1234.5 ms, is LINE down? yes",
        "POST /api/user-profile 422",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Line/15.2.0",
    ] {
        check_line(message, message);
    }
}
