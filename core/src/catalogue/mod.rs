//! The fixed lists: tags, cities and employers. Their ids and codes are never reused.
//!
//! A *tag* is a word that a person chooses from a list, such as a hobby; the wire has its number, and a program that
//! shows it translates its key. An *employer* is a company at which a person can prove to work with a mailbox
//! ([`work_email`](crate::work_email)).
//!
//! ```
//! use enmusubi_core::Field;
//! use enmusubi_core::catalogue::{
//!     catalogue, city_codes, employer_ids, employers, find_city, find_employer, is_tag, tag_ids,
//! };
//!
//! // The choices of a form, in its order.
//! let pets = catalogue().tag_groups.iter().find(|group| group.field == Field::PetTagIds).unwrap();
//! assert_eq!((pets.tags[0].id, pets.tags[0].key), (601, "dog"));
//! assert_eq!(employers()[0].name, "Google");
//!
//! // A stored answer.
//! assert!(is_tag(Field::PetTagIds, 601) && !is_tag(Field::HobbyTagIds, 601));
//! assert_eq!(find_city("TW-TPE").unwrap().en, "Taipei City");
//! assert_eq!(find_employer("google").unwrap().domains, ["google.com"]);
//!
//! // The lists of ids alone, for a generator of test data.
//! assert!(tag_ids(Field::PetTagIds).contains(&601) && city_codes().contains(&"TW-TPE"));
//! assert_eq!(employer_ids()[0], "google");
//! ```

use serde::Serialize;

use crate::field::Field;

/// Tags and cities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Catalogue {
    /// The groups of tags.
    pub tag_groups: &'static [TagGroup],
    /// The cities a person can live in.
    pub cities: &'static [City],
}

/// The tags of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct TagGroup {
    /// The group's name.
    pub group: &'static str,
    /// The field whose tags these are.
    pub field: Field,
    /// The tags.
    pub tags: &'static [Tag],
}

/// A tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Tag {
    /// The number on the wire.
    pub id: i32,
    /// The word that names it in message catalogues.
    pub key: &'static str,
}

/// A city.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct City {
    /// ISO 3166-2.
    pub code: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// The English name.
    pub en: &'static str,
    /// The name in the local language.
    pub local: &'static str,
    /// The local name as Japanese writes it: 臺北市 and 新竹縣 are 台北市 and 新竹県.
    pub japanese: &'static str,
    /// Degrees north of the seat of government, rounded to 0.01.
    pub latitude: f64,
    /// Degrees east of the seat of government, rounded to 0.01.
    pub longitude: f64,
}

/// An employer in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Employer {
    /// The id on the wire.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// The domains of its mailboxes; their sub-domains belong to it too.
    pub domains: &'static [&'static str],
    /// The icon's name in an icon set; the form shows a letter tile for an employer without one.
    pub icon: Option<&'static str>,
}

// The build script writes `CATALOGUE`, `EMPLOYERS` and lists of their ids for the rules, from the JSON
// files beside this one.
include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// Returns the tags and cities. See the example of the [module](self).
pub const fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

/// Returns the employers, in the order of the form. See the example of the [module](self).
pub const fn employers() -> &'static [Employer] {
    EMPLOYERS
}

/// Returns the city with this code of ISO 3166-2, such as `TW-TPE`.
pub fn find_city(code: &str) -> Option<&'static City> {
    catalogue().cities.iter().find(|city| city.code == code)
}

/// Returns the employer with this id, such as `google`.
pub fn find_employer(id: &str) -> Option<&'static Employer> {
    employers().iter().find(|employer| employer.id == id)
}

/// Returns true if a city has this code.
pub(crate) fn is_city(code: &str) -> bool {
    CITY_CODES.contains(&code)
}

/// Returns true if an employer has this id.
pub(crate) fn is_employer(id: &str) -> bool {
    EMPLOYER_IDS.contains(&id)
}

/// Returns the id of the employer and the domains of its mailboxes, without the rest of the list, which
/// the wasm does not carry.
pub(crate) fn employer_domains(id: &str) -> Option<(&'static str, &'static [&'static str])> {
    let index = EMPLOYER_IDS.iter().position(|known| *known == id)?;
    Some((EMPLOYER_IDS.get(index)?, EMPLOYER_DOMAINS.get(index)?))
}

/// Returns true if this field has a tag with this id. See the example of the [module](self).
pub fn is_tag(field: Field, id: i32) -> bool {
    TAG_IDS
        .iter()
        .any(|(of, ids)| *of == field && ids.contains(&id))
}

/// Returns the ids of the tags of this field, in the order of the form: none for a field without tags.
pub fn tag_ids(field: Field) -> &'static [i32] {
    TAG_IDS
        .iter()
        .find(|(of, _)| *of == field)
        .map(|(_, ids)| *ids)
        .unwrap_or_default()
}

/// Returns the codes of all cities, in the order of [`Catalogue::cities`].
pub const fn city_codes() -> &'static [&'static str] {
    CITY_CODES
}

/// Returns the ids of all employers, in the order of [`employers`].
pub const fn employer_ids() -> &'static [&'static str] {
    EMPLOYER_IDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_complete() {
        assert_eq!(employers().len(), 31);
        assert_eq!(catalogue().tag_groups.len(), 6);
        assert!(find_city("TW-TPE").is_some());
        assert!(is_tag(Field::FertilityPlanTagIds, 501));
        assert!(!is_tag(Field::FertilityPlanTagIds, 101));
    }

    #[test]
    fn the_lists_of_ids_match_the_lists() {
        let cities: Vec<_> = catalogue().cities.iter().map(|city| city.code).collect();
        assert_eq!(cities, city_codes());
        let ids: Vec<_> = employers().iter().map(|employer| employer.id).collect();
        assert_eq!(ids, employer_ids());
        for employer in employers() {
            let domains = employer_domains(employer.id);
            assert_eq!(domains, Some((employer.id, employer.domains)));
        }
        assert_eq!(employer_domains("nobody"), None);
        for group in catalogue().tag_groups {
            let ids: Vec<_> = group.tags.iter().map(|tag| tag.id).collect();
            assert_eq!(ids, tag_ids(group.field));
        }
    }

    #[test]
    fn entries_are_found_by_their_id_alone() {
        for city in catalogue().cities {
            assert_eq!(find_city(city.code), Some(city));
            assert!(is_city(city.code));
        }
        for employer in employers() {
            assert_eq!(find_employer(employer.id), Some(employer));
            assert!(is_employer(employer.id));
        }
        for id in ["", "nobody", "tw-tpe"] {
            assert_eq!(find_city(id), None);
            assert_eq!(find_employer(id), None);
            assert!(!is_city(id) && !is_employer(id));
        }
        assert!(tag_ids(Field::Nickname).is_empty());
    }

    #[test]
    fn no_id_is_used_twice() {
        let mut tags: Vec<i32> = catalogue()
            .tag_groups
            .iter()
            .flat_map(|group| group.tags)
            .map(|tag| tag.id)
            .collect();
        let n_tags = tags.len();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), n_tags);
    }
}
