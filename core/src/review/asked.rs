//! What a person is asked to send again: the fields a reviewer named, and what belongs to them.

use crate::field::Field;

/// Fields of which one alone cannot be mended: half a pair of coordinates, or a proof of the
/// employment without its method. Who is asked for a better document may choose a link instead.
const TOGETHER: [&[Field]; 2] = [
    &[Field::Latitude, Field::Longitude],
    &[
        Field::VerifyMethod,
        Field::EmployerId,
        Field::ReviewLink,
        Field::VerifyTempFileName,
        Field::VerifyDescription,
    ],
];

/// The fields that these paths (`photoNameList[0]`, `valueItem[2].to`) ask for, with what belongs
/// to them, in the order of the form. Who somebody is cannot be asked for again, and what is no
/// field of a profile asks for nothing.
pub fn asked_fields<'p>(paths: impl IntoIterator<Item = &'p str>) -> Vec<Field> {
    let mut is_asked = [false; Field::COUNT];
    for named in paths.into_iter().filter_map(field_of) {
        let together = TOGETHER.iter().find(|fields| fields.contains(&named));
        for field in together.copied().unwrap_or(&[named]) {
            is_asked[*field as usize] = true;
        }
    }
    Field::ALL
        .iter()
        .copied()
        .filter(|field| is_asked[*field as usize])
        .collect()
}

/// The field a path begins with, unless it tells who somebody is.
fn field_of(path: &str) -> Option<Field> {
    let name = path.split(['[', '.']).next()?;
    Field::find(name).filter(|field| !matches!(field, Field::Account | Field::Password))
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
    fn every_other_field_of_a_person_asks_for_itself() {
        for field in &Field::ALL[2..] {
            let is_together = TOGETHER.iter().any(|fields| fields.contains(field));
            if !is_together {
                assert_eq!(asked_fields([field.as_str()]), [*field]);
            }
        }
    }

    #[test]
    fn nothing_is_asked_for_by_what_is_no_field_or_is_who_somebody_is() {
        for path in [
            "", "[0]", ".to", "shoeSize", "Nickname", "account", "password",
        ] {
            assert_eq!(asked_fields([path]), [], "{path:?}");
        }
        assert_eq!(asked_fields([]), []);
    }
}
