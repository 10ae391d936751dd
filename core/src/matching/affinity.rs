//! Scores a pair of members by the tags and the distance that both may see, and by the days that each has waited
//! for an introduction.
//!
//! ```
//! use enmusubi_core::matching::affinity::{DistanceBand, TagSet, may_be_colleagues, score};
//! use enmusubi_core::place::Cell;
//!
//! // The tags of two profiles (`TagSet::of` reads a whole one): both run, and both want children.
//! let (mei, yu) = (TagSet::from_ids([&[201, 301, 501][..]]), TagSet::from_ids([&[201, 302, 501][..]]));
//! let shared = mei.shared(yu);
//! assert_eq!(shared.ids(), [201, 501]);
//!
//! let band = DistanceBand::between(Cell { row: 500, column: 2431 }, Cell { row: 503, column: 2431 });
//! assert_eq!(band.as_str(), "<25");
//! // 10 and 20 points for the tags, 5 for each of 3 + 4 days, and 6 for the distance.
//! assert_eq!(score(shared, band, [3, 4]), 71);
//!
//! // A member who hides from colleagues meets only people who certainly work elsewhere.
//! assert!(may_be_colleagues(Some("google"), None));
//! assert!(!may_be_colleagues(Some("google"), Some("line")));
//! ```

use std::sync::LazyLock;

use crate::catalogue::catalogue;
use crate::field::Field;
use crate::place::{Cell, distance_km};
use crate::profile::UserProfileCreate;

words! {
    /// The distance between two members, in the steps that they see.
    DistanceBand {
        /// The distance is below 10 km.
        Below10 = "<10",
        /// The distance is at least 10 and below 25 km.
        Below25 = "<25",
        /// The distance is at least 25 and below 50 km.
        Below50 = "<50",
        /// The distance is at least 50 and below 100 km.
        Below100 = "<100",
        /// The distance is at least 100 km.
        From100 = "100+",
    }
}

impl DistanceBand {
    /// Returns the band of the distance between the centres of two cells. See the example of the [module](self).
    pub fn between(a: Cell, b: Cell) -> Self {
        match distance_km(a, b) {
            ..10.0 => Self::Below10,
            ..25.0 => Self::Below25,
            ..50.0 => Self::Below50,
            ..100.0 => Self::Below100,
            _ => Self::From100,
        }
    }
}

/// The tags of a person: one bit for each tag of the [catalogue](crate::catalogue), in its order. See the example of
/// the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TagSet(u128);

/// The largest number of shared tags of one group that count. If more counted, people with many tags would be ahead
/// of all others.
const COUNTED_TAGS: u32 = 3;
/// The largest number of days that count for each side.
const COUNTED_DAYS: u32 = 30;

impl TagSet {
    /// Reads the tags of all groups. A number that is no tag does not count.
    pub fn of(profile: &UserProfileCreate) -> Self {
        Self::from_ids([
            profile.personality_tag_ids.as_slice(),
            &profile.exercise_tag_ids,
            &profile.hobby_tag_ids,
            &profile.marriage_type_tag_ids,
            &profile.fertility_plan_tag_ids,
            &profile.pet_tag_ids,
        ])
    }

    /// Makes a set of the tags of several lists. A number that is no tag does not count.
    pub fn from_ids<'a>(lists: impl IntoIterator<Item = &'a [i32]>) -> Self {
        let position_of = |id: &i32| {
            let found = POSITIONS.binary_search_by_key(id, |(id, _)| *id);
            found.ok().map(|index| POSITIONS[index].1)
        };
        let positions = lists.into_iter().flatten().filter_map(position_of);
        Self(positions.fold(0, |bits, position| bits | 1 << position))
    }

    /// Returns the tags that both people have.
    #[must_use]
    pub const fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the numbers of the tags, in the order of the catalogue.
    pub fn ids(self) -> Vec<i32> {
        let has = |position: u32| self.0 >> position & 1 == 1;
        all_ids()
            .zip(0..)
            .filter(|(_, position)| has(*position))
            .map(|(id, _)| id)
            .collect()
    }
}

/// Returns the score of a pair, which is the same from both sides; higher is better. `shared` are the tags that
/// both have, and `waiting_days` the days since the latest introduction of each of the two.
///
/// A shared tag gives 10 points, or 20 in the groups about marriage and children; at most three tags of a group
/// count. A day of waiting gives 5 points, for up to 30 days of each side. Each step of distance below `100+` gives
/// 2 points. See the example of the [module](self).
pub fn score(shared: TagSet, band: DistanceBand, waiting_days: [u32; 2]) -> u32 {
    let mut first = 0;
    let mut tags = 0;
    for group in catalogue().tag_groups {
        let n_tags = group.tags.len();
        let n_shared = (shared.0 >> first & ((1 << n_tags) - 1)).count_ones();
        let points = match group.field {
            Field::MarriageTypeTagIds | Field::FertilityPlanTagIds => 20,
            _ => 10,
        };
        tags += points * n_shared.min(COUNTED_TAGS);
        first += n_tags;
    }
    let days: u32 = waiting_days.map(|days| days.min(COUNTED_DAYS)).iter().sum();
    let steps_nearer = DistanceBand::From100 as u32 - band as u32;
    tags + 5 * days + 2 * steps_nearer
}

/// Returns true if two people may work at the same place: they have the same employer, or the employer of
/// one of them is unknown. An employer is known by its id; see the example of the [module](self).
pub fn may_be_colleagues(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// The tags by their numbers, with their positions in the catalogue.
static POSITIONS: LazyLock<Vec<(i32, u32)>> = LazyLock::new(|| {
    let mut positions: Vec<(i32, u32)> = all_ids().zip(0..).collect();
    positions.sort_unstable();
    positions
});

fn all_ids() -> impl Iterator<Item = i32> {
    let groups = catalogue().tag_groups.iter();
    groups.flat_map(|group| group.tags.iter().map(|tag| tag.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(ids: &[i32]) -> TagSet {
        TagSet::from_ids([ids])
    }

    #[test]
    fn every_tag_of_the_catalogue_has_a_bit() {
        let all: Vec<i32> = all_ids().collect();
        assert!(all.len() <= 128);
        assert_eq!(tags(&all).ids(), all);
        assert_eq!(tags(&[0, -1, 999_999]), TagSet::default());
        assert_eq!(tags(&[101, 205]).shared(tags(&[205, 301])).ids(), [205]);
    }

    #[test]
    fn three_tags_of_a_group_count() {
        let score_of = |ids: &[i32]| score(tags(ids), DistanceBand::From100, [0, 0]);
        assert_eq!(score_of(&[]), 0);
        assert_eq!(score_of(&[101]), 10);
        assert_eq!(score_of(&[101, 102, 103]), 30);
        assert_eq!(score_of(&[101, 102, 103, 104, 105]), 30);
        assert_eq!(score_of(&[101, 201, 601]), 30);
        assert_eq!(score_of(&[401, 501]), 40);
    }

    #[test]
    fn waiting_and_nearness_count() {
        let score_of = |band, days| score(TagSet::default(), band, days);
        assert_eq!(score_of(DistanceBand::From100, [3, 4]), 35);
        assert_eq!(score_of(DistanceBand::From100, [400, 1]), 155);
        assert_eq!(score_of(DistanceBand::Below10, [0, 0]), 8);
        assert_eq!(score_of(DistanceBand::Below100, [0, 0]), 2);
    }

    #[test]
    fn the_bands_are_those_of_the_distance_between_cells() {
        let home = Cell {
            row: 500,
            column: 2431,
        };
        let bands = [0, 1, 2, 5, 9, 10, 18, 19, 40].map(|rows| {
            let other = Cell {
                row: home.row + rows,
                ..home
            };
            assert_eq!(
                DistanceBand::between(home, other),
                DistanceBand::between(other, home)
            );
            DistanceBand::between(home, other).as_str()
        });
        // A row of cells is about 5.6 km high.
        let expected = [
            "<10", "<10", "<25", "<50", "<100", "<100", "100+", "100+", "100+",
        ];
        assert_eq!(bands, expected);
    }

    #[test]
    fn an_unknown_employer_may_be_the_same() {
        assert!(may_be_colleagues(Some("google"), Some("google")));
        assert!(may_be_colleagues(Some("google"), None));
        assert!(may_be_colleagues(None, None));
        assert!(!may_be_colleagues(Some("google"), Some("line")));
    }
}
