//! The fields that a member may send again: the fields that a reviewer asks for, or all fields of a profile that the
//! member took back.

use super::AGE_FIELDS;
use crate::field::Field;
use crate::profile::{AgeProof, FIELDS, Resubmission, UserProfileCreate, field_spec};

/// Returns the fields that these paths (`photoNameList[0]`, `valueItem[2].to`) ask for, with the fields
/// that belong to them, in the order of the payload.
///
/// ```
/// use enmusubi_core::Field;
/// use enmusubi_core::review::asked_fields;
///
/// let asked = asked_fields(["photoNameList[0]", "latitude", "account"]);
/// assert_eq!(asked, [Field::Latitude, Field::Longitude, Field::PhotoNameList]);
/// ```
///
/// No path asks for the fields that say who the member is, and a path that names no field asks for
/// nothing.
///
/// A server that asks for a proof of age passes the result through [`with_age_proof`]: without it, a member could change the
/// birthday without a document.
pub fn asked_fields<'p>(paths: impl IntoIterator<Item = &'p str>) -> Vec<Field> {
    let mut is_asked = [false; Field::COUNT];
    for named in paths.into_iter().filter_map(field_of) {
        match field_spec(named).resubmission {
            Resubmission::Never => {}
            Resubmission::Alone => is_asked[named as usize] = true,
            group => {
                for spec in FIELDS.iter().filter(|spec| spec.resubmission == group) {
                    is_asked[spec.field as usize] = true;
                }
            }
        }
    }
    Field::ALL
        .iter()
        .copied()
        .filter(|field| is_asked[*field as usize])
        .collect()
}

/// Returns the fields that a member may send again after taking the profile back, in the order of the payload: every field
/// except the fields that say who the member is.
pub fn fields_after_taking_back() -> Vec<Field> {
    let fields = Field::ALL.iter().copied();
    fields
        .filter(|field| field_spec(*field).resubmission != Resubmission::Never)
        .collect()
}

/// Adds the fields about the age to the fields that a member may send.
///
/// The birthday and the document come together: a new birthday needs a new document, and a new document may show that
/// the birthday was mistyped. A document that is missing comes with any request. Where the server asks for no proof
/// of age any more, the birthday takes the place of the document, so that the member can still answer.
///
/// ```
/// use enmusubi_core::review::{asked_fields, with_age_proof};
/// use enmusubi_core::{AgeProof, Field};
///
/// # let stored = serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/base.json"))).unwrap();
/// let asked = asked_fields(["birthday"]);
/// let with_document = with_age_proof(asked, &stored, AgeProof::Required { checked: None });
/// assert_eq!(with_document, [Field::Birthday, Field::AgeProofFileName]);
/// ```
pub fn with_age_proof(
    mut asked: Vec<Field>,
    stored: &UserProfileCreate,
    rule: AgeProof,
) -> Vec<Field> {
    if rule == AgeProof::Off {
        if asked == [Field::AgeProofFileName] {
            return vec![Field::Birthday];
        }
        asked.retain(|field| *field != Field::AgeProofFileName);
        return asked;
    }
    let is_missing = stored.age_proof_file_name.is_empty() && rule.is_needed_for(stored.birthday);
    if asked.iter().any(|field| AGE_FIELDS.contains(field)) {
        asked.extend(AGE_FIELDS);
    } else if is_missing {
        asked.push(Field::AgeProofFileName);
    }
    asked.sort_unstable();
    asked.dedup();
    asked
}

/// Returns the field with which a path begins, or `None` if the path names no field.
pub fn field_of(path: &str) -> Option<Field> {
    let name = path.split(['[', '.']).next()?;
    Field::find(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: [Field; 5] = [
        Field::VerifyMethod,
        Field::EmployerId,
        Field::ReviewLink,
        Field::VerifyTempFileName,
        Field::VerifyDescription,
    ];

    #[test]
    fn a_path_asks_for_the_field_it_begins_with_once_and_in_the_order_of_the_form() {
        let paths = [
            "valueItem[2].to",
            "photoNameList[0]",
            "photoNameList[3]",
            "aboutMe",
        ];
        assert_eq!(
            asked_fields(paths),
            [Field::AboutMe, Field::PhotoNameList, Field::ValueItem]
        );
    }

    #[test]
    fn coordinates_come_in_pairs() {
        for path in ["latitude", "longitude"] {
            assert_eq!(asked_fields([path]), [Field::Latitude, Field::Longitude]);
        }
    }

    #[test]
    fn any_field_of_the_proof_asks_for_all_of_it() {
        for field in PROOF {
            assert_eq!(asked_fields([field.as_str()]), PROOF, "{field}");
        }
    }

    #[test]
    fn every_other_field_asks_for_itself() {
        for field in &Field::ALL[2..] {
            if field_spec(*field).resubmission == Resubmission::Alone {
                assert_eq!(asked_fields([field.as_str()]), [*field]);
            }
        }
    }

    #[test]
    fn a_profile_that_was_taken_back_asks_for_every_field_that_a_reviewer_can_ask_for() {
        let names = Field::ALL.iter().map(|field| field.as_str());
        let fields = fields_after_taking_back();
        assert_eq!(fields, asked_fields(names));
        assert_eq!(fields, Field::ALL[2..]);
    }

    #[test]
    fn a_path_without_a_field_and_the_fields_of_identity_ask_for_nothing() {
        for path in [
            "", "[0]", ".to", "shoeSize", "Nickname", "account", "password",
        ] {
            assert_eq!(asked_fields([path]), [], "{path:?}");
        }
        assert_eq!(asked_fields([]), []);
    }
}
