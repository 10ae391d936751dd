//! The fixed lists: tags, cities and employers. Their ids and codes are never reused.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::profile::Field;

/// Tags and cities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Catalogue {
    /// The groups of tags.
    pub tag_groups: Vec<TagGroup>,
    /// The cities a person can live in.
    pub cities: Vec<City>,
}

/// The tags one field may hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TagGroup {
    /// The group's name.
    pub group: String,
    /// The field whose tags these are.
    pub field: Field,
    /// The tags.
    pub tags: Vec<Tag>,
}

/// One tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tag {
    /// The number on the wire.
    pub id: i32,
    /// The word that names it in message catalogues.
    pub key: String,
}

/// One city.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct City {
    /// ISO 3166-2.
    pub code: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// The English name.
    pub en: String,
    /// The name its people use.
    pub local: String,
    /// Degrees north of the seat of government, rounded to 0.01.
    pub latitude: f64,
    /// Degrees east of the seat of government, rounded to 0.01.
    pub longitude: f64,
}

/// One employer a person can belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Employer {
    /// The id on the wire.
    pub id: String,
    /// The name shown.
    pub name: String,
    /// The domains of its mailboxes; a sub-domain belongs too.
    pub domains: Vec<String>,
    /// The icon's name in an icon set; without one, a letter tile is shown.
    #[serde(default)]
    pub icon: Option<String>,
}

#[derive(Deserialize)]
struct Employers {
    employers: Vec<Employer>,
}

#[expect(
    clippy::expect_used,
    reason = "the files are part of this crate and a test reads them"
)]
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    serde_json::from_str(include_str!("catalogue.json")).expect("catalogue.json is well formed")
});

#[expect(
    clippy::expect_used,
    reason = "the files are part of this crate and a test reads them"
)]
static EMPLOYERS: LazyLock<Vec<Employer>> = LazyLock::new(|| {
    serde_json::from_str::<Employers>(include_str!("employers.json"))
        .expect("employers.json is well formed")
        .employers
});

/// Tags and cities.
pub fn catalogue() -> &'static Catalogue {
    &CATALOGUE
}

/// The employers, in the order they are shown.
pub fn employers() -> &'static [Employer] {
    &EMPLOYERS
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
        .flat_map(|group| &group.tags)
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
            .flat_map(|group| &group.tags)
            .map(|tag| tag.id)
            .collect();
        let n_tags = tags.len();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), n_tags);
    }
}
