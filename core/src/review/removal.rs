//! The parts of a profile that a decision about a report can remove.

use crate::field::Field;

/// The texts that a decision can empty: the card has them, and a profile is complete without them.
pub const REMOVABLE_TEXTS: [Field; 3] = [
    Field::DatingQuestion,
    Field::DailyLife,
    Field::SurprisePoint,
];

/// A part of a profile that a reason of [`CaseAction::RemoveContent`](super::CaseAction::RemoveContent) names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovedPart {
    /// The photo of this index among the photos of the report.
    Photo(usize),
    /// A text of [`REMOVABLE_TEXTS`].
    Text(Field),
}

/// Returns the part that a path names (`photoNameList[1]`, `dailyLife`), or `None` if a decision cannot remove it.
pub(super) fn removed_part(path: &str) -> Option<RemovedPart> {
    if let Some(rest) = path.strip_prefix(Field::PhotoNameList.as_str()) {
        let index = rest.strip_prefix('[')?.strip_suffix(']')?;
        let is_number = index.bytes().all(|byte| byte.is_ascii_digit());
        return index
            .parse()
            .ok()
            .filter(|_| is_number)
            .map(RemovedPart::Photo);
    }
    let field = Field::find(path)?;
    REMOVABLE_TEXTS
        .contains(&field)
        .then_some(RemovedPart::Text(field))
}

/// The photos of a report and of the profile. Empty for other cases.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReportedPhotos<'a> {
    /// True for each photo of the report that the profile still has.
    pub reported: &'a [bool],
    /// The number of the other photos of the profile.
    pub others: usize,
}

impl ReportedPhotos<'_> {
    /// Returns true if a removal of the parts would take the last photo from a profile that has photos now.
    pub(super) fn would_be_gone(&self, parts: &[RemovedPart]) -> bool {
        let n_now = self.reported.iter().filter(|is_there| **is_there).count();
        let stays =
            |(n, is_there): (usize, &bool)| *is_there && !parts.contains(&RemovedPart::Photo(n));
        let n_staying = self.reported.iter().enumerate();
        let n_staying = n_staying.filter(|photo| stays(*photo)).count();
        n_staying < n_now && n_staying + self.others == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{TEXTS, Visibility, field_rule};

    #[test]
    fn a_removable_text_is_optional_and_other_members_see_it() {
        for field in REMOVABLE_TEXTS {
            assert!(TEXTS.contains(&field), "{field}");
            assert!(!field_rule(field).required, "{field}");
            assert_eq!(field_rule(field).visibility, Visibility::Shown, "{field}");
        }
    }

    #[test]
    fn a_part_is_one_photo_or_one_optional_text() {
        let photo = |n| Some(RemovedPart::Photo(n));
        assert_eq!(removed_part("photoNameList[0]"), photo(0));
        assert_eq!(removed_part("photoNameList[12]"), photo(12));
        let text = Some(RemovedPart::Text(Field::DailyLife));
        assert_eq!(removed_part("dailyLife"), text);
        for path in [
            "",
            "photoNameList",
            "photoNameList[]",
            "photoNameList[+1]",
            "photoNameList[-1]",
            "photoNameList[99999999999999999999]",
            "photoNameList[1].x",
            "dailyLife[0]",
            "aboutMe",
            "nickname",
            "hobbyTagIds",
            "shoeSize",
        ] {
            assert_eq!(removed_part(path), None, "{path}");
        }
    }
}
