//! The fixed lists: tags, cities and employers. Their ids and codes are never reused.

use serde::Serialize;

use crate::field::Field;

/// Tags and cities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Catalogue {
    /// The groups of tags.
    pub tag_groups: &'static [TagGroup],
    /// The cities a person can live in.
    pub cities: &'static [City],
}

/// The tags one field may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TagGroup {
    /// The group's name.
    pub group: &'static str,
    /// The field whose tags these are.
    pub field: Field,
    /// The tags.
    pub tags: &'static [Tag],
}

/// One tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tag {
    /// The number on the wire.
    pub id: i32,
    /// The word that names it in message catalogues.
    pub key: &'static str,
}

/// One city.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct City {
    /// ISO 3166-2.
    pub code: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// The English name.
    pub en: &'static str,
    /// The name its people use.
    pub local: &'static str,
    /// Degrees north of the seat of government, rounded to 0.01.
    pub latitude: f64,
    /// Degrees east of the seat of government, rounded to 0.01.
    pub longitude: f64,
}

/// One employer a person can belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Employer {
    /// The id on the wire.
    pub id: &'static str,
    /// The name shown.
    pub name: &'static str,
    /// The domains of its mailboxes; a sub-domain belongs too.
    pub domains: &'static [&'static str],
    /// The icon's name in an icon set; without one, a letter tile is shown.
    pub icon: Option<&'static str>,
}

// `CATALOGUE` and `EMPLOYERS`, written by the build script from the lists beside this file.
include!(concat!(env!("OUT_DIR"), "/lists.rs"));

/// Tags and cities.
pub const fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

/// The employers, in the order they are shown.
pub const fn employers() -> &'static [Employer] {
    EMPLOYERS
}

/// The city with this code.
pub fn find_city(code: &str) -> Option<&'static City> {
    catalogue().cities.iter().find(|city| city.code == code)
}

/// The employer with this id.
pub fn find_employer(id: &str) -> Option<&'static Employer> {
    employers().iter().find(|employer| employer.id == id)
}

/// The id itself, where it is one of the tags of this field.
pub fn find_tag(field: Field, id: i64) -> Option<i32> {
    catalogue()
        .tag_groups
        .iter()
        .filter(|group| group.field == field)
        .flat_map(|group| group.tags)
        .map(|tag| tag.id)
        .find(|known| i64::from(*known) == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        assert_eq!(employers().len(), 31);
        assert_eq!(catalogue().tag_groups.len(), 6);
        assert!(find_city("TW-TPE").is_some());
        assert_eq!(find_tag(Field::FertilityPlanTagIds, 501), Some(501));
        assert_eq!(find_tag(Field::FertilityPlanTagIds, 101), None);
    }

    #[test]
    fn no_id_stands_twice() {
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
