//! Turns a text from an untrusted client into one safe line of the log.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Match, Regex};

/// The longest line, in bytes.
const MAX_BYTES: usize = 1024;
/// The length from which a run of base64 or hexadecimal letters may be a token.
const TOKEN_LETTERS: usize = 32;
/// The shortest part of a split token that is redacted. Shorter parts are useless to an attacker.
const MIN_HALF_LETTERS: usize = 6;

/// The patterns of personal data, in the order in which they apply, and their replacements.
static PERSONAL: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        // The user in a URL.
        (r"//[^\s/@?#]+@", "//[user]@"),
        // The query and the fragment of a URL, and any text after `?` or `#` that has an equals sign.
        (r#"(/[^\s?#"'<>]*)[?#][^\s"'<>]+"#, "$1?[query]"),
        (r#"[?#][^\s"'<>]*=[^\s"'<>]*"#, "?[query]"),
        (r"eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)*", "[token]"),
        (r"(?i)\b(bearer|basic)[\s:]+\S+", "$1 [token]"),
        // Users, groups and rooms of LINE.
        (r"\b[UCR][0-9a-f]{32}\b", "[LINE id]"),
        // A mailbox, whose name may be quoted. Input methods for Chinese and Japanese write the at sign
        // and the dots in full width.
        (
            r#"(?i)(?:"(?:\\.|[^"]){1,64}"|[^\s@\u{ff20}\u{fe6b}<>"'(),;:/?#\[\]]+)(?:[@\u{ff20}\u{fe6b}]|%40|%EF%BC%A0)[\w-]+(?:[.\u{ff0e}\u{3002}\u{ff61}][\w-]+)+"#,
            "[e-mail]",
        ),
        // A coordinate. Four decimals of a degree are eleven metres. Much of Europe writes a decimal
        // comma.
        (r"-?\b\d{1,3}[.,\u{ff0e}\u{ff0c}\u{66b}]\d{4,}", "[number]"),
    ]
    .map(|(pattern, instead)| (compile(pattern), instead))
    .to_vec()
});

static LONG_RUN: LazyLock<Regex> =
    LazyLock::new(|| compile(&format!("[A-Za-z0-9+/_-]{{{TOKEN_LETTERS},}}=*")));

/// A run of a token's letters, in which single dots separate the parts of a JWT.
static PIECE: LazyLock<Regex> = LazyLock::new(|| compile(r"[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*"));

/// Matches the text between the halves of a split token: a line break, an abbreviation or an invisible
/// character. The breaks may be escaped, as in a message that is JSON.
static SPLIT: LazyLock<Regex> = LazyLock::new(|| {
    compile(r"^(?:[\s\u{2026}\u{ad}\u{200b}-\u{200d}\u{2060}\u{feff}]|\.{2,3}|\\[rnt]?)+$")
});

/// Returns the text on one line, without tokens, LINE ids, mail addresses, coordinates and queries.
pub(super) fn line_of(text: &str) -> String {
    let mut text = without_split_tokens(text);
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

/// Redacts both halves of each token that was split in two. Call it before the patterns for whole tokens, which would
/// redact the first half and leave the second.
fn without_split_tokens(text: &str) -> Cow<'_, str> {
    let pieces = PIECE.find_iter(text);
    let pieces: Vec<Match<'_>> = pieces.filter(|it| it.len() >= MIN_HALF_LETTERS).collect();
    let mut is_half = vec![false; pieces.len()];
    for (index, pair) in pieces.windows(2).enumerate() {
        let between = &text[pair[0].end()..pair[1].start()];
        if SPLIT.is_match(between) && are_halves(pair[0].as_str(), pair[1].as_str()) {
            is_half[index] = true;
            is_half[index + 1] = true;
        }
    }
    let mut redacted = String::new();
    let mut end = 0;
    for (piece, _) in pieces.iter().zip(is_half).filter(|(_, is_half)| *is_half) {
        redacted += &text[end..piece.start()];
        redacted += "[token]";
        end = piece.end();
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    redacted += &text[end..];
    Cow::Owned(redacted)
}

/// Returns true if two neighbours look like the halves of one token: as long as a token together, with a digit, and
/// each half with letters of two kinds (digits, capitals, small letters) after its first letter. Two words rarely look so.
fn are_halves(first: &str, second: &str) -> bool {
    let has_digit = |half: &str| half.bytes().any(|byte| byte.is_ascii_digit());
    // The later patterns redact a half that is as long as a token. A neighbour without digits is more likely a word.
    let is_whole = |half: &str| half.len() >= TOKEN_LETTERS && !half.contains('.');
    let has_digits = match (is_whole(first), is_whole(second)) {
        (true, true) => false,
        (true, false) => has_digit(second),
        (false, true) => has_digit(first),
        (false, false) => has_digit(first) || has_digit(second),
    };
    has_digits
        && first.len() + second.len() >= TOKEN_LETTERS
        && looks_random(first)
        && looks_random(second)
}

/// Returns true if the text after its first letter mixes letters of two kinds. The first letter does
/// not count, because a word may begin with a capital.
fn looks_random(half: &str) -> bool {
    let kinds: [fn(&u8) -> bool; 3] = [
        u8::is_ascii_digit,
        u8::is_ascii_uppercase,
        u8::is_ascii_lowercase,
    ];
    let rest = half.as_bytes().get(1..).unwrap_or_default();
    kinds.iter().filter(|kind| rest.iter().any(kind)).count() >= 2
}

/// Returns true if a long run of letters is a token. A run with slashes in it may also be a path.
fn is_token(run: &str) -> bool {
    run.contains('+')
        || run.ends_with('=')
        || run.split('/').any(|piece| piece.len() >= TOKEN_LETTERS)
}

/// Escapes the characters that end a line, move the cursor or change the direction of the text.
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
    Regex::new(pattern).unwrap_or_else(|error| unreachable!("the patterns are constants: {error}"))
}
