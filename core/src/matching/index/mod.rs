//! Finds everyone whom a member may meet, among millions, without reading their profiles.
//!
//! The answers are exactly those of [`mutual_match`](super::mutual_match). A member takes about 33 bytes, and
//! is added, changed or removed in constant time.
//!
//! # How it works
//! - Members with the same cell, gender and wanted gender are one *group*. A search computes one distance
//!   for each cell, and skips the groups whose genders do not fit.
//! - Income, education and the five yes-or-no answers are bitmaps: one for each category, with a bit for each
//!   member who is in it, and one with a bit for each member who accepts it. A search combines a few of them,
//!   64 members at a time.
//! - The other facts and conditions are small whole numbers, which the search compares for the members that
//!   are left. The distance is rounded up: for a whole limit, `distance ≤ limit` is `ceil(distance) ≤ limit`.
//! - The few people whose numbers do not fit into the columns, such as a height of 1,000 cm, are stored as
//!   they are and compared with `mutual_match` itself.
//!
//! The *circle* of a member is the number of people who fit, and for each condition the number of people whom it alone
//! rules out: it says what one condition less would give. A member sees both only rounded
//! ([`shown_count`](super::shown_count)).
//!
//! ```
//! use enmusubi_core::condition::{Condition, ConditionType, RangeType};
//! use enmusubi_core::matching::index::{Index, MemberId, Viewer};
//! # use chrono::NaiveDate;
//! # use enmusubi_core::matching::{Facts, Person, Wishes};
//! # use enmusubi_core::place::Cell;
//! # use enmusubi_core::{Education, Gender, IncomeRange, MatchGender};
//! # let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
//! # let person = |height_cm| Person {
//! #     facts: Facts {
//! #         gender: Gender::Female, birthday: NaiveDate::from_ymd_opt(1992, 3, 8).unwrap(), height_cm,
//! #         income_range: IncomeRange::Undisclosed, education: Education::Bachelor, marriage_record: false,
//! #         has_children: false, smoke: false, tattoo: false, drink: true, cell: Cell { row: 500, column: 2431 },
//! #     },
//! #     wishes: Wishes { match_gender: MatchGender::Any, conditions: vec![], recommend_distance_km: 0 },
//! # };
//!
//! // `person` makes people who differ only in their height; a back end makes them with `Person::from(&profile)`.
//! let mut index = Index::new();
//! for (id, height_cm) in [(1, 150), (2, 160), (3, 170), (4, 180), (5, 190)] {
//!     index.insert(MemberId(id), &person(height_cm));
//! }
//!
//! // Member 1 would like to meet people from 155 cm to 185 cm. The search skips the viewer.
//! let mut mei = person(150);
//! mei.wishes.conditions = vec![Condition::Range { kind: RangeType::Height, from: 155, to: 185 }];
//! index.insert(MemberId(1), &mei);
//! let viewer = Viewer::new(Some(MemberId(1)), &mei, today);
//! let mut found = Vec::new();
//! let circle = index.search(&viewer, |it| found.push(it.member.0));
//! found.sort();
//! assert_eq!(found, [2, 3, 4]);
//! assert_eq!((circle.size, circle.without(ConditionType::Height)), (3, 1));
//! // Three people are too few for the member to see the number.
//! assert_eq!(circle.shown(|_| 0).size, None);
//!
//! // The best two by a score, here the higher number.
//! let (_, best) = index.search_best(&viewer, 2, |it| u64::from(it.member.0));
//! assert_eq!(best.iter().map(|(score, _)| *score).collect::<Vec<_>>(), [4, 3]);
//!
//! // A member leaves, and the height of another changes.
//! assert!(index.remove(MemberId(2)));
//! index.insert(MemberId(3), &person(190));
//! assert_eq!(index.circles(&[viewer])[0].size, 1);
//! ```

mod bits;
mod categories;
mod circle;
mod circles;
mod columns;
mod locations;
mod numbers;
mod search;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

pub use circle::{Circle, ShownCircle};
use columns::{Columns, Row};
use locations::{IRREGULAR, Location, Locations};
pub use search::{Found, Viewer};
use search::{Search, rounded_up_km};

use super::Person;
use crate::place::Cell;
use crate::vocabulary::{Gender, MatchGender};

/// The number of a member, which the caller chooses. Any number is possible. The index takes the least memory if the
/// numbers are dense, such as the ids of a table: it has 8 kB for each 1,024 numbers of which one is or was taken, and eight
/// bytes for each 1,024 numbers below the largest number, which is at most 34 MB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId(pub u32);

/// The members whom a search can find. See the example of the [module](self).
#[derive(Debug, Default)]
pub struct Index {
    cells: Vec<CellGroups>,
    cell_slots: HashMap<Cell, u32>,
    groups: Vec<Group>,
    /// The place of each member, by number.
    locations: Locations,
    irregular: Vec<(MemberId, Person)>,
    len: usize,
}

/// A cell and its groups.
#[derive(Debug)]
struct CellGroups {
    cell: Cell,
    /// The positions in [`Index::groups`].
    groups: Vec<u32>,
}

/// The cells of an index in the order of their distance from one cell. All viewers of that cell share the list.
/// [`Index::rings`] makes it, and its example shows it.
#[derive(Debug)]
pub struct Rings<'a> {
    index: &'a Index,
    centre: Cell,
    /// The cells with their distances, the nearest first.
    cells: Vec<(u16, &'a CellGroups)>,
}

/// The members with one cell, gender and wanted gender.
#[derive(Debug)]
struct Group {
    cell: Cell,
    gender: Gender,
    match_gender: MatchGender,
    columns: Columns,
}

impl Index {
    /// Returns an index without members.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the index has no members.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns true if the member is in the index.
    pub fn contains(&self, member: MemberId) -> bool {
        self.locations.get(member).is_some()
    }

    /// Returns the memory that the index has allocated, in bytes, without the overhead of the allocator and of
    /// the hash table of cells. It is for measurements: Enmusubi's tests and benchmark use it.
    pub fn heap_bytes(&self) -> usize {
        let columns: usize = self.groups.iter().map(|it| it.columns.heap_bytes()).sum();
        let cells: usize = self.cells.iter().map(|it| it.groups.capacity() * 4).sum();
        columns
            + cells
            + self.cells.capacity() * size_of::<CellGroups>()
            + self.cell_slots.capacity() * size_of::<(Cell, u32)>()
            + self.groups.capacity() * size_of::<Group>()
            + self.locations.heap_bytes()
            + self.irregular.capacity() * size_of::<(MemberId, Person)>()
    }

    /// Adds a member, or replaces the person of a member that the index has. See the example of the [module](self).
    pub fn insert(&mut self, member: MemberId, person: &Person) {
        self.remove(member);
        let location = if let Some(row) = Row::new(member, person) {
            let cell = person.facts.cell;
            let group = self.group_of(cell, person.facts.gender, person.wishes.match_gender);
            let columns = &mut self.groups[group as usize].columns;
            columns.push(row);
            Location {
                group,
                row: index_u32(columns.len() - 1),
            }
        } else {
            self.irregular.push((member, person.clone()));
            Location {
                group: IRREGULAR,
                row: index_u32(self.irregular.len() - 1),
            }
        };
        self.locations.set(member, location);
        self.len += 1;
    }

    /// Removes a member. Returns false if the index does not have the member. See the example of the [module](self).
    pub fn remove(&mut self, member: MemberId) -> bool {
        let Some(Location { group, row }) = self.locations.get(member) else {
            return false;
        };
        let row_index = row as usize;
        // The last row moves to the free place.
        let moved = if group == IRREGULAR {
            self.irregular.swap_remove(row_index);
            self.irregular.get(row_index).map(|(moved, _)| *moved)
        } else {
            self.groups[group as usize].columns.swap_remove(row_index)
        };
        if let Some(moved) = moved {
            self.locations.set(moved, Location { group, row });
        }
        self.locations.clear(member);
        self.len -= 1;
        true
    }

    /// Visits every member who fits the viewer and whom the viewer fits, in no particular order, and returns
    /// the viewer's circle. See the example of the [module](self).
    pub fn search(&self, viewer: &Viewer<'_>, visit: impl FnMut(Found)) -> Circle {
        let mut search = Search::new(self, viewer, visit);
        for cell in &self.cells {
            search.compare_cell(cell, search.distance_km(cell));
        }
        search.compare_irregular();
        search.circle
    }

    /// Returns the cells of all members in the order of their distance from a cell. Searches for several viewers who
    /// live there then compute and sort the distances once.
    ///
    /// ```
    /// use enmusubi_core::matching::index::{Index, Viewer};
    ///
    /// /// Finds for each of the viewers at least 50 of the nearest members, or all who fit.
    /// fn nearest(index: &Index, neighbours: &[Viewer]) -> Vec<Vec<u32>> {
    ///     let Some(first) = neighbours.first() else { return Vec::new() };
    ///     let rings = index.rings(first.cell());
    ///     let search = |viewer| {
    ///         let mut found = Vec::new();
    ///         rings.search_nearest(viewer, 50, |it| found.push(it.member.0));
    ///         found
    ///     };
    ///     neighbours.iter().map(search).collect()
    /// }
    /// assert!(nearest(&Index::new(), &[]).is_empty());
    /// ```
    pub fn rings(&self, centre: Cell) -> Rings<'_> {
        let cells = self.cells.iter();
        let mut cells: Vec<(u16, &CellGroups)> = cells
            .map(|cell| (rounded_up_km(centre, cell.cell), cell))
            .collect();
        cells.sort_unstable_by_key(|(distance_km, _)| *distance_km);
        Rings {
            index: self,
            centre,
            cells,
        }
    }

    /// Visits the nearest members as [`Rings::search_nearest`] does, for a single viewer.
    pub fn search_nearest(&self, viewer: &Viewer<'_>, enough: usize, visit: impl FnMut(Found)) {
        self.rings(viewer.cell())
            .search_nearest(viewer, enough, visit);
    }

    /// Returns the `n` members with the highest scores, the highest first, and the circle. `score` is called
    /// once for every member who fits; of two members with the same score, the lower number wins. See the example
    /// of the [module](self).
    pub fn search_best(
        &self,
        viewer: &Viewer<'_>,
        n: usize,
        mut score: impl FnMut(Found) -> u64,
    ) -> (Circle, Vec<(u64, Found)>) {
        let mut best = BinaryHeap::new();
        let circle = self.search(viewer, |found| {
            let entry = (Reverse(score(found)), found.member, found.distance_km);
            // Most entries are worse than the worst of the best.
            if best.len() == n && best.peek().is_none_or(|worst| entry >= *worst) {
                return;
            }
            best.push(entry);
            if best.len() > n {
                best.pop();
            }
        });
        let found_of = |(Reverse(score), member, distance_km)| {
            let found = Found {
                member,
                distance_km,
            };
            (score, found)
        };
        (
            circle,
            best.into_sorted_vec().into_iter().map(found_of).collect(),
        )
    }

    /// Returns the position of the group, and makes the group if there is none.
    fn group_of(&mut self, cell: Cell, gender: Gender, match_gender: MatchGender) -> u32 {
        let Self {
            cells,
            cell_slots,
            groups,
            ..
        } = self;
        let slot = *cell_slots.entry(cell).or_insert_with(|| {
            cells.push(CellGroups {
                cell,
                groups: Vec::new(),
            });
            index_u32(cells.len() - 1)
        });
        let of_cell = &mut cells[slot as usize];
        let is_wanted = |number: &&u32| {
            let group = &groups[**number as usize];
            group.gender == gender && group.match_gender == match_gender
        };
        if let Some(number) = of_cell.groups.iter().find(is_wanted) {
            return *number;
        }
        let number = index_u32(groups.len());
        groups.push(Group {
            cell,
            gender,
            match_gender,
            columns: Columns::default(),
        });
        of_cell.groups.push(number);
        number
    }
}

impl Rings<'_> {
    /// Visits the nearest members who fit the viewer and whom the viewer fits, at least `enough` of them, or all. All
    /// members at the same rounded distance are visited, so the result does not depend on the order of insertion. The
    /// members whose numbers do not fit into the columns come last. For a viewer who lives in another cell than the
    /// centre, makes new rings.
    pub fn search_nearest(&self, viewer: &Viewer<'_>, enough: usize, visit: impl FnMut(Found)) {
        if viewer.cell() != self.centre {
            return self.index.search_nearest(viewer, enough, visit);
        }
        let mut search = Search::without_circle(self.index, viewer, visit);
        for ring in self.cells.chunk_by(|(one, _), (other, _)| one == other) {
            for (distance_km, cell) in ring {
                search.compare_cell(cell, *distance_km);
            }
            if search.circle.size as usize >= enough {
                return;
            }
        }
        search.compare_irregular();
    }
}

/// Returns a position as the index stores it. There are at most 2³² members, because their numbers are `u32`.
fn index_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or_else(|_| unreachable!("more than 2³² members"))
}

/// Makes room for more elements. The growth by a sixteenth keeps the memory close to what is used; a vector
/// that doubles wastes up to a half.
fn reserve<T>(column: &mut Vec<T>, n_more: usize) {
    if column.capacity() - column.len() < n_more {
        column.reserve_exact(n_more.max(column.len() / 16).max(8));
    }
}
