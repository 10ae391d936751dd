//! The comparison of a viewer with the cells of an index.

use chrono::NaiveDate;

use super::columns::{Chunk, Query};
use super::{CellGroups, Circle, Index, MemberId};
use crate::matching::{Mismatch, Person, matches, mismatches};
use crate::place::{Cell, distance_km};

/// A member whom the viewer may meet. See the example of the [module](super).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The member.
    pub member: MemberId,
    /// The distance between the two cells, in kilometres, rounded up.
    pub distance_km: u16,
}

/// A person who searches, on one day. The person need not be in the index. See the example of the [module](super).
#[derive(Debug)]
pub struct Viewer<'a> {
    pub(super) id: Option<MemberId>,
    pub(super) person: &'a Person,
    today: NaiveDate,
    pub(super) asked: Query,
}

impl<'a> Viewer<'a> {
    /// Prepares a search. Ages are counted on `today`. `id` is the number of the viewer, if the index has this
    /// person; a search never returns it. `person` should be the person that the index has: for other wishes or facts,
    /// [`Circle::without`] may count the viewer's own row.
    pub fn new(id: Option<MemberId>, person: &'a Person, today: NaiveDate) -> Self {
        Self {
            id,
            person,
            today,
            asked: Query::new(person, today),
        }
    }

    /// Returns the cell of the viewer: the square of the grid in which the viewer lives.
    pub const fn cell(&self) -> Cell {
        self.person.facts.cell
    }
}

/// A search that is running.
pub(super) struct Search<'a, V> {
    index: &'a Index,
    viewer: &'a Viewer<'a>,
    visit: V,
    chunk: Chunk,
    /// False if the search does not count the members who fail one condition.
    counts_circle: bool,
    /// The counts of the members compared until now.
    pub(super) circle: Circle,
}

impl<'a, V: FnMut(Found)> Search<'a, V> {
    pub(super) fn new(index: &'a Index, viewer: &'a Viewer<'a>, visit: V) -> Self {
        Self {
            index,
            viewer,
            visit,
            chunk: Chunk::default(),
            counts_circle: true,
            circle: Circle::default(),
        }
    }

    /// Prepares a search that counts only the members who fit.
    pub(super) fn without_circle(index: &'a Index, viewer: &'a Viewer<'a>, visit: V) -> Self {
        Self {
            counts_circle: false,
            ..Self::new(index, viewer, visit)
        }
    }

    /// Returns the distance from the viewer to the cell, rounded up.
    pub(super) fn distance_km(&self, cell: &CellGroups) -> u16 {
        rounded_up_km(self.viewer.cell(), cell.cell)
    }

    /// Visits the members of a cell at this distance.
    pub(super) fn compare_cell(&mut self, cell: &CellGroups, distance_km: u16) {
        let Viewer {
            id, person, asked, ..
        } = self.viewer;
        if !asked.reaches(distance_km) {
            return;
        }
        let mut n_found = 0;
        for group in &cell.groups {
            let group = &self.index.groups[*group as usize];
            let is_wanted = person.wishes.match_gender.accepts(group.gender);
            if !is_wanted || !group.match_gender.accepts(person.facts.gender) {
                continue;
            }
            let visit = |member| {
                if *id != Some(member) {
                    n_found += 1;
                    (self.visit)(Found {
                        member,
                        distance_km,
                    });
                }
            };
            let circle = self.counts_circle.then_some(&mut self.circle);
            let columns = &group.columns;
            columns.scan(asked, distance_km, &mut self.chunk, circle, visit);
        }
        self.circle.size += n_found;
    }

    /// Visits the members whose numbers do not fit into the columns.
    pub(super) fn compare_irregular(&mut self) {
        let Viewer {
            id, person, today, ..
        } = self.viewer;
        for (member, other) in &self.index.irregular {
            if *id == Some(*member) || !matches(other, person, *today) {
                continue;
            }
            let reasons = mismatches(person, other, *today);
            match reasons.as_slice() {
                [] => {
                    self.circle.size += 1;
                    (self.visit)(Found {
                        member: *member,
                        distance_km: rounded_up_km(person.facts.cell, other.facts.cell),
                    });
                }
                [first @ Mismatch::Condition(kind), others @ ..]
                    if others.iter().all(|other| other == first) =>
                {
                    self.circle.add(*kind, 1);
                }
                _ => {}
            }
        }
    }
}

/// Returns the distance between two cells, rounded up to whole kilometres. No two places on earth are more
/// than 20,016 km apart.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the distance is between 0 and 20,016"
)]
pub(super) fn rounded_up_km(from: Cell, to: Cell) -> u16 {
    libm::ceil(distance_km(from, to)) as u16
}
