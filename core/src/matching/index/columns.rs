//! The columns of a group of members, and the comparison of a viewer with all of them.

use chrono::NaiveDate;

use super::bits::Question;
use super::categories::{Bitmaps, Categories, CategoryQuery, Comparison, WORDS, positions};
use super::numbers::{NumberQuery, Numbers};
use super::{Circle, MemberId, reserve};
use crate::matching::Person;
use crate::vocabulary::ConditionType;

/// A member whose numbers fit into the columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    member: MemberId,
    numbers: Numbers,
    categories: Categories,
}

impl Row {
    /// Returns `None` for a person whose numbers do not fit into the columns.
    pub(super) fn new(member: MemberId, person: &Person) -> Option<Self> {
        Some(Self {
            member,
            numbers: Numbers::new(person)?,
            categories: Categories::new(&person.facts, &person.wishes),
        })
    }
}

/// The facts and conditions of a viewer, in the units of the columns.
#[derive(Debug)]
pub(super) struct Query {
    categories: CategoryQuery,
    numbers: NumberQuery,
}

impl Query {
    pub(super) fn new(person: &Person, today: NaiveDate) -> Self {
        Self {
            categories: CategoryQuery::new(&person.facts, &person.wishes),
            numbers: NumberQuery::new(person, today),
        }
    }

    /// Returns true if the viewer accepts people at this distance, which is rounded up.
    pub(super) fn reaches(&self, distance_km: u16) -> bool {
        self.numbers.reaches(distance_km)
    }

    /// Returns the viewer's limit of distance plus one: a distance, rounded up, must be below it.
    pub(super) const fn distance_below(&self) -> u16 {
        self.numbers.distance_below
    }

    /// Returns four questions. A member who accepts the viewer answers all of them with yes.
    pub(super) fn accepting(&self) -> [Question; 4] {
        let [levels, flags] = self.categories.accepting();
        let [height, age] = self.numbers.accepting();
        [levels, flags, height, age]
    }

    /// Returns the viewer's conditions, each with two questions. A member who fails the condition answers one of
    /// them with yes.
    pub(super) fn failing(&self) -> impl Iterator<Item = (ConditionType, [Question; 2])> {
        let of_categories = self.categories.failing();
        let of_categories = of_categories.map(|(kind, question)| (kind, [question; 2]));
        of_categories.chain(self.numbers.failing())
    }
}

/// The columns of a group. Each member has one row, with a value in each column.
#[derive(Debug, Default)]
pub(super) struct Columns {
    members: Vec<MemberId>,
    numbers: Vec<Numbers>,
    categories: Bitmaps,
}

impl Columns {
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.members.capacity() * size_of::<MemberId>()
            + self.numbers.capacity() * size_of::<Numbers>()
            + self.categories.heap_bytes()
    }

    pub(super) fn push(&mut self, row: Row) {
        reserve(&mut self.members, 1);
        reserve(&mut self.numbers, 1);
        self.members.push(row.member);
        self.numbers.push(row.numbers);
        self.categories.push(row.categories);
    }

    /// Removes a row and moves the last one to its place. Returns the member of the moved row, or `None` if
    /// the removed row was the last.
    pub(super) fn swap_remove(&mut self, row: usize) -> Option<MemberId> {
        self.members.swap_remove(row);
        self.numbers.swap_remove(row);
        self.categories.swap_remove(row);
        self.members.get(row).copied()
    }

    /// Returns the categories and numbers of a member.
    pub(super) fn row(&self, row: usize) -> (Categories, Numbers) {
        (self.categories.get(row), self.numbers[row])
    }

    /// Returns the members' limits of distance plus one, in the order of the rows: a distance, rounded up, must be
    /// below it.
    pub(super) fn distances_below(&self) -> impl Iterator<Item = u16> {
        self.numbers.iter().map(|it| it.distance_below)
    }

    /// Returns true if this member and the viewer fit each other. The caller has compared the genders and the viewer's
    /// distance.
    pub(super) fn fits(&self, row: usize, viewer: &Query, distance_km: u16) -> bool {
        let word = row / 64;
        let compared = self.categories.compare(word..word + 1, &viewer.categories);
        let fitting = compared.possible[0] & !compared.failing[0];
        let member = &self.numbers[row];
        fitting >> (row % 64) & 1 == 1
            && viewer.numbers.accepts_height(member)
            && viewer.numbers.accepts_age(member)
            && viewer.numbers.is_accepted(member, distance_km)
    }

    /// Visits each member who fits the viewer and whom the viewer fits. With a circle, counts the members who fail
    /// only one condition of the viewer. The caller has compared the genders and the viewer's distance.
    pub(super) fn scan(
        &self,
        viewer: &Query,
        distance_km: u16,
        chunk: &mut Chunk,
        mut circle: Option<&mut Circle>,
        mut visit: impl FnMut(MemberId),
    ) {
        for (first_row, numbers) in (0..).step_by(CHUNK).zip(self.numbers.chunks(CHUNK)) {
            let words = first_row / 64..first_row / 64 + numbers.len().div_ceil(64);
            let mut compared = self.categories.compare(words.clone(), &viewer.categories);
            if circle.is_none() {
                for (possible, failing) in compared.possible.iter_mut().zip(&compared.failing) {
                    *possible &= !failing;
                }
            }
            chunk.list(&compared);
            preload(numbers);
            let (n_of_height, n_of_age) = chunk.compare(numbers, &viewer.numbers, distance_km);
            if let Some(circle) = circle.as_deref_mut() {
                circle.add(ConditionType::Height, n_of_height);
                circle.add(ConditionType::Age, n_of_age);
                self.categories
                    .count_failed(&words, &chunk.failing, &viewer.categories, circle);
            }
            for candidate in &chunk.rows[..chunk.len] {
                visit(self.members[first_row + usize::from(candidate.row)]);
            }
        }
    }
}

/// Reads one row of each cache line, so that the processor loads many lines at the same time. The comparison reads
/// one row after the other, and would wait for almost every line: without this, a search takes twice as long.
fn preload(numbers: &[Numbers]) {
    const STEP: usize = 64 / size_of::<Numbers>();
    let touched = numbers
        .iter()
        .step_by(STEP)
        .fold(0, |sum, row| sum ^ row.height);
    std::hint::black_box(touched);
}

/// The number of members who are compared together: first all of their categories, then their numbers.
const CHUNK: usize = 64 * WORDS;

/// The members of a chunk who are still possible. A search uses one list for all chunks.
#[derive(Debug)]
pub(super) struct Chunk {
    rows: [Candidate; CHUNK],
    len: usize,
    /// A bit for each member who fails one condition on a category and no other condition.
    failing: [u64; WORDS],
}

#[derive(Debug, Clone, Copy, Default)]
struct Candidate {
    /// The position in the chunk.
    row: u16,
    /// 1 if the member fails a condition of the viewer on a category, or else 0.
    n_failed: u8,
}

impl Default for Chunk {
    fn default() -> Self {
        Self {
            rows: [Candidate::default(); CHUNK],
            len: 0,
            failing: [0; WORDS],
        }
    }
}

impl Chunk {
    /// Lists the members whose categories are possible.
    fn list(&mut self, compared: &Comparison) {
        self.len = 0;
        self.failing = [0; WORDS];
        let words = compared.possible.iter().zip(&compared.failing);
        for (first, (possible, failing)) in (0..).step_by(64).zip(words) {
            for bit in positions(*possible) {
                self.rows[self.len] = Candidate {
                    row: first + bit,
                    n_failed: u8::from(failing >> bit & 1 == 1),
                };
                self.len += 1;
            }
        }
    }

    /// Compares the numbers, and keeps the members who fit in the list. Returns the number of members who fail only the
    /// viewer's condition on height, and of those who fail only the condition on age. Members who fail only one
    /// condition on a category get a bit in `failing`.
    ///
    /// The loop has no branch that depends on a member. Such a branch is hard to predict, and a wrong guess takes more
    /// time than the comparison.
    fn compare(
        &mut self,
        numbers: &[Numbers],
        viewer: &NumberQuery,
        distance_km: u16,
    ) -> (u32, u32) {
        let (mut n_kept, mut n_of_height, mut n_of_age) = (0, 0, 0);
        for i in 0..self.len {
            let Candidate { row, n_failed } = self.rows[i];
            let index = usize::from(row);
            let member = &numbers[index];
            let fails_height = u8::from(!viewer.accepts_height(member));
            let fails_age = u8::from(!viewer.accepts_age(member));
            let is_accepted = u8::from(viewer.is_accepted(member, distance_km));
            let n_all = n_failed + fails_height + fails_age;
            let fails_one = u8::from(n_all == 1) & is_accepted;
            n_of_height += u32::from(fails_one & fails_height);
            n_of_age += u32::from(fails_one & fails_age);
            self.failing[index / 64] |= u64::from(fails_one & n_failed) << (index % 64);
            self.rows[n_kept] = Candidate { row, n_failed };
            n_kept += usize::from(u8::from(n_all == 0) & is_accepted);
        }
        self.len = n_kept;
        (n_of_height, n_of_age)
    }
}
