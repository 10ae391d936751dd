//! Makes one harmless line of a text that strangers wrote.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The longest line that is written.
const MAX_BYTES: usize = 1024;
/// Runs of the letters of base64 or hexadecimal that are as long as this may be a token.
const TOKEN_LETTERS: usize = 32;

/// What is taken out, in this order, and what is written instead.
static PERSONAL: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        // Who is named in an address.
        (r"//[^\s/@?#]+@", "//[user]@"),
        // The query and the fragment of an address; with an equals sign, also of less than one.
        (r#"(/[^\s?#"'<>]*)[?#][^\s"'<>]+"#, "$1?[query]"),
        (r#"[?#][^\s"'<>]*=[^\s"'<>]*"#, "?[query]"),
        (r"eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*", "[token]"),
        (r"(?i)\b(bearer|basic)[\s:]+\S+", "$1 [token]"),
        // Users, groups and rooms of LINE.
        (r"\b[UCR][0-9a-f]{32}\b", "[LINE id]"),
        (
            r#"[^\s@<>"'(),;:/?#\[\]]+(?:@|%40)[\w-]+(?:\.[\w-]+)+"#,
            "[e-mail]",
        ),
        // Four decimals of a degree are eleven metres.
        (r"-?\b\d{1,3}\.\d{4,}", "[number]"),
    ]
    .map(|(pattern, instead)| (compile(pattern), instead))
    .to_vec()
});

static LONG_RUN: LazyLock<Regex> =
    LazyLock::new(|| compile(&format!("[A-Za-z0-9+/_-]{{{TOKEN_LETTERS},}}=*")));

/// The text on one line, without tokens, LINE ids, addresses of mailboxes, places and queries.
pub(super) fn line_of(text: &str) -> String {
    let mut text = Cow::Borrowed(text);
    for (pattern, instead) in PERSONAL.iter() {
        if let Cow::Owned(redacted) = pattern.replace_all(&text, *instead) {
            text = Cow::Owned(redacted);
        }
    }
    let text = LONG_RUN.replace_all(&text, |run: &Captures<'_>| {
        if is_token(&run[0]) {
            "[token]".to_owned()
        } else {
            run[0].to_owned()
        }
    });
    let mut line = on_one_line(&text);
    line.truncate(line.floor_char_boundary(MAX_BYTES));
    line
}

/// A long run with slashes in it may also be a path.
fn is_token(run: &str) -> bool {
    run.contains('+')
        || run.ends_with('=')
        || run.split('/').any(|piece| piece.len() >= TOKEN_LETTERS)
}

/// Nothing in it ends a line, moves a cursor or turns the direction of reading.
fn on_one_line(text: &str) -> String {
    text.chars().fold(String::new(), |mut line, char| {
        match char {
            '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => line.extend(char.escape_unicode()),
            _ if char.is_control() => line.extend(char.escape_default()),
            _ => line.push(char),
        }
        line
    })
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("our own pattern: {error}"))
}
