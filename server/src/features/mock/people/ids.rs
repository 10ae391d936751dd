//! The LINE user ids of made-up people, which say for whom a person was made, and in which language the person writes.

use aws_lc_rs::digest::{SHA256, digest};
use enmusubi_core::language::Language;

/// The beginning of the LINE user id of every made-up person. With the mock, a browser invents ids of 128 random bits,
/// of which one in 2^48 begins like this.
const RESERVED: &str = "Ufacadefacade";
/// The first text after all ids that begin with [`RESERVED`].
const AFTER_RESERVED: &str = "Ufacadefacadf";
/// Hexadecimal digits of the hash of the member for whom a person was made.
const MEMBER_DIGITS: usize = 12;
/// Hexadecimal digits of the number of a person.
const NUMBER_DIGITS: usize = 7;

/// The ids of all made-up people: from the first text on, and before the second.
pub(in crate::features::mock) const ALL: (&str, &str) = (RESERVED, AFTER_RESERVED);

/// The parts of the id of a made-up person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::features::mock) struct MadeUpId {
    /// The people who were made around a member have numbers from 1 on.
    pub(in crate::features::mock) number: u32,
    pub(in crate::features::mock) language: Language,
}

/// The people who were made around one member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group(u64);

impl Group {
    pub(super) fn of(line_user_id: &str) -> Self {
        let hash = digest(&SHA256, line_user_id.as_bytes());
        let first = hash.as_ref().first_chunk().copied().unwrap_or_default();
        Self(u64::from_be_bytes(first))
    }

    /// Returns the beginning of the ids of the group, and the first text after them.
    pub(super) fn range(self) -> (String, String) {
        let bits = 64 - 4 * MEMBER_DIGITS;
        let first = format!("{RESERVED}{:0MEMBER_DIGITS$x}", self.0 >> bits);
        // `g` comes after all hexadecimal digits.
        let end = format!("{first}g");
        (first, end)
    }

    pub(super) fn line_user_id(self, id: MadeUpId) -> String {
        let (first, _) = self.range();
        let MadeUpId { number, language } = id;
        format!("{first}{number:0NUMBER_DIGITS$x}{:x}", language as u8)
    }

    /// Returns the place of the group's first face in the lists of photos.
    pub(super) fn first_face(self) -> usize {
        let [first, ..] = self.0.to_be_bytes();
        usize::from(first)
    }

    /// Returns the number from which everything about a person follows.
    pub(super) const fn seed(self, number: u32) -> u64 {
        self.0 ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl MadeUpId {
    /// Reads the id of a made-up person. Returns `None` for another id.
    pub(in crate::features::mock) fn parse(line_user_id: &str) -> Option<Self> {
        let digits = line_user_id.strip_prefix(RESERVED)?.get(MEMBER_DIGITS..)?;
        let (number, language) = digits.split_at_checked(NUMBER_DIGITS)?;
        let language = usize::from_str_radix(language, 16).ok()?;
        Some(Self {
            number: u32::from_str_radix(number, 16).ok()?,
            language: Language::ALL.get(language).copied()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_line_user_id_and_has_its_parts() {
        let group = Group::of("U0123456789abcdef0123456789abcdef");
        for number in [1, 50, 0x0fff_ffff] {
            for language in Language::ALL {
                let id = MadeUpId {
                    number,
                    language: *language,
                };
                let text = group.line_user_id(id);
                assert_eq!(text.len(), 33, "{text}");
                assert_eq!(MadeUpId::parse(&text), Some(id));
                let (first, end) = group.range();
                assert!(text > first && text < end, "{text}");
                assert!(text.as_str() > ALL.0 && text.as_str() < ALL.1, "{text}");
            }
        }
    }

    #[test]
    fn other_ids_belong_to_no_made_up_person() {
        for id in ["U0123456789abcdef0123456789abcdef", "Ufacadefacade", ""] {
            assert_eq!(MadeUpId::parse(id), None, "{id}");
        }
    }
}
