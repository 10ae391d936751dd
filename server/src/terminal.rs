//! Makes texts of users safe to print: a terminal executes some characters instead of showing them.
//!
//! A nickname with an escape sequence could clear the reviewer's screen, change the window's title or
//! fake an approved status, and a bidirectional override could reverse a name.

use std::fmt::Write as _;

/// Returns the text on one line. Control and bidirectional characters are escaped, such as `\u{1b}`.
pub(crate) fn one_line(text: &str) -> String {
    escaped(text, None)
}

/// Returns the text with its second and later lines indented by `width` spaces. Where the command's own
/// lines are indented less, no line of the text can look like one of them.
pub(crate) fn indented(text: &str, width: usize) -> String {
    escaped(text, Some(width))
}

/// Escapes the text. Without an indentation, line feeds are escaped too.
fn escaped(text: &str, indentation: Option<usize>) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if let ('\n', Some(width)) = (character, indentation) {
            shown.push('\n');
            shown.extend(std::iter::repeat_n(' ', width));
        } else if is_executed(character) {
            // Writing into a string cannot fail.
            let _ = write!(shown, "{}", character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Returns true for C0, DEL and C1 controls; for marks, overrides and isolates of the text direction;
/// and for the line and paragraph separators, at which a pager may break a line.
fn is_executed(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61C}'
                | '\u{200E}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2066}'..='\u{2069}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(one_line("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(
            one_line("\r\u{8}\u{7}\0\t"),
            "\\u{d}\\u{8}\\u{7}\\u{0}\\u{9}"
        );
        assert_eq!(
            one_line("\u{7f}\u{9b}31m\u{85}"),
            "\\u{7f}\\u{9b}31m\\u{85}"
        );
        assert_eq!(one_line("a\nb"), "a\\u{a}b");
    }

    #[test]
    fn characters_that_change_the_text_direction_are_escaped() {
        for code in [
            0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069, 0x2028, 0x2029,
        ] {
            let character = char::from_u32(code).unwrap();
            let shown = one_line(&format!("a{character}b"));
            assert_eq!(shown, format!("a\\u{{{code:x}}}b"));
            assert_eq!(
                indented(&character.to_string(), 2),
                format!("\\u{{{code:x}}}")
            );
        }
    }

    #[test]
    fn only_a_line_feed_starts_a_line_and_lines_are_indented() {
        assert_eq!(
            indented("tea\nstatus: APPROVED\r\u{85}x", 5),
            "tea\n     status: APPROVED\\u{d}\\u{85}x"
        );
    }

    #[test]
    fn letters_of_any_script_and_emoji_are_not_escaped() {
        let text = "小明 한국 שלום 👩\u{200d}👧 e\u{301} \\ \"'";
        assert_eq!(one_line(text), text);
        assert_eq!(indented(text, 2), text);
    }
}
