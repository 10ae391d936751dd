//! Visible characters, full-width letters as ASCII, and labels (the parts between the dots) of domains.

/// Returns true if the text has a character that a reader can see: one that is neither white space, nor
/// ignored by renderers, nor the blank Braille pattern, which no property of Unicode calls blank.
///
/// ```
/// use enmusubi_core::text::is_visible;
///
/// assert!(is_visible("Mei"));
/// // A zero-width space, a Hangul filler and the blank Braille pattern: a name that looks empty.
/// assert!(!is_visible("\u{200B}\u{3164}\u{2800}"));
/// ```
pub fn is_visible(text: &str) -> bool {
    const BLANK_BRAILLE: char = '\u{2800}';
    text.chars().any(|character| {
        !(character.is_whitespace()
            || character == BLANK_BRAILLE
            || is_default_ignorable(character))
    })
}

/// Returns the property `Default_Ignorable_Code_Point` (`DerivedCoreProperties.txt` of Unicode 16.0.0): true for
/// fillers, joiners, variation selectors, tags, and the code points reserved for further such characters.
const fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// The longest label of a domain (RFC 1035, 2.3.4).
const MAX_LABEL_BYTES: usize = 63;

/// Returns true for a label of a domain. It has hyphens only inside, and otherwise the bytes that
/// `is_letter` accepts.
pub(crate) fn is_label(label: &[u8], is_letter: impl Fn(u8) -> bool) -> bool {
    (1..=MAX_LABEL_BYTES).contains(&label.len())
        && label.first() != Some(&b'-')
        && label.last() != Some(&b'-')
        && label.iter().all(|byte| *byte == b'-' || is_letter(*byte))
}

/// Turns full-width forms into ASCII (U+FF01–FF5E, and the ideographic full stop into a dot). Returns
/// `None` if any other character beyond ASCII remains.
pub(crate) fn fold_ascii(text: &str) -> Option<String> {
    text.chars()
        .map(|character| match character {
            '\0'..='\x7F' => Some(character),
            '。' => Some('.'),
            '！'..='～' => {
                char::from_u32(u32::from(character) - u32::from('！') + u32::from('!'))
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_joiners_tags_and_spaces_show_nothing() {
        for text in [
            "",
            " \u{3000}",
            "\u{200B}",
            "\u{3164}",
            "\u{FFA0} \u{2800}",
            "\u{FE0F}\u{200D}",
            "\u{E0020}\u{E007F}",
        ] {
            assert!(!is_visible(text), "{text:?}");
        }
        for text in ["\u{3164}a", "\u{301}", "\u{2801}", "\u{FFFD}", "한", "😀"] {
            assert!(is_visible(text), "{text:?}");
        }
    }
}
