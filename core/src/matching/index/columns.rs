//! The columns of a group of members, and the comparison of a viewer with all of them.

use chrono::NaiveDate;

use super::categories::{AskedCategories, Bitmaps, Categories, Compared};
use super::numbers::{AskedNumbers, Numbers};
use super::{MemberId, reserve};
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
pub(super) struct Asked {
    categories: AskedCategories,
    numbers: AskedNumbers,
}

impl Asked {
    pub(super) fn new(person: &Person, today: NaiveDate) -> Self {
        Self {
            categories: AskedCategories::new(&person.facts, &person.wishes),
            numbers: AskedNumbers::new(person, today),
        }
    }

    /// Returns true if the viewer accepts people at this distance, which is rounded up.
    pub(super) fn reaches(&self, distance_km: u16) -> bool {
        self.numbers.reaches(distance_km)
    }
}

/// The columns, which have the same length.
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

    /// Visits each member whose own conditions the viewer meets, and who meets all conditions of the viewer
    /// or all but one, which `visit` gets. The caller has compared the genders and the viewer's distance.
    pub(super) fn scan(
        &self,
        viewer: &Asked,
        distance_km: u16,
        candidates: &mut Candidates,
        mut visit: impl FnMut(MemberId, Option<ConditionType>),
    ) {
        for (first_row, numbers) in (0..).step_by(CHUNK).zip(self.numbers.chunks(CHUNK)) {
            candidates.len = 0;
            let words = (first_row / 64..).take(numbers.len().div_ceil(64));
            for (word, first) in words.zip((0_u16..).step_by(64)) {
                let compared = self.categories.compare(word, &viewer.categories);
                candidates.list(first, &compared);
            }
            preload(numbers);
            candidates.keep_possible(numbers, &viewer.numbers, distance_km);
            for candidate in &candidates.rows[..candidates.len] {
                let row = first_row + usize::from(candidate.position);
                let failed = match candidate.failed {
                    0 => None,
                    FAILS_HEIGHT => Some(ConditionType::Height),
                    FAILS_AGE => Some(ConditionType::Age),
                    _ => self.categories.failed(row, &viewer.categories),
                };
                visit(self.members[row], failed);
            }
        }
    }
}

/// Reads one row of each cache line. The processor waits for many of these lines at once, but for few of
/// them later, when it reads the rows one after the other: without this, a search takes twice as long.
fn preload(numbers: &[Numbers]) {
    const STEP: usize = 64 / size_of::<Numbers>();
    let touched = numbers
        .iter()
        .step_by(STEP)
        .fold(0, |sum, row| sum ^ row.height);
    std::hint::black_box(touched);
}

/// The members who are compared together: first all of their categories, then their numbers.
const CHUNK: usize = 512;

/// The members of a chunk who may be visited. A search uses one list for all chunks.
#[derive(Debug)]
pub(super) struct Candidates {
    rows: [Candidate; CHUNK],
    len: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Candidate {
    position: u16,
    /// A bit for each of the viewer's conditions that the member fails: 1 for one on a category, and the
    /// two below.
    failed: u8,
}

const FAILS_HEIGHT: u8 = 2;
const FAILS_AGE: u8 = 4;

impl Default for Candidates {
    fn default() -> Self {
        Self {
            rows: [Candidate::default(); CHUNK],
            len: 0,
        }
    }
}

impl Candidates {
    /// Adds the members of a word whose categories are possible. `first` is the position of its first bit.
    fn list(&mut self, first: u16, compared: &Compared) {
        for (bit, failed) in compared.members() {
            self.rows[self.len] = Candidate {
                position: first + bit,
                failed,
            };
            self.len += 1;
        }
    }

    /// Drops the members whose numbers are not possible.
    ///
    /// The loop has no branch that depends on a member. Such a branch is hard to predict, and a wrong guess
    /// takes more time than the comparison.
    fn keep_possible(&mut self, numbers: &[Numbers], viewer: &AskedNumbers, distance_km: u16) {
        let mut n_kept = 0;
        for i in 0..self.len {
            let Candidate { position, failed } = self.rows[i];
            let member = &numbers[usize::from(position)];
            let fails_height = u8::from(!viewer.accepts_height(member)) * FAILS_HEIGHT;
            let fails_age = u8::from(!viewer.accepts_age(member)) * FAILS_AGE;
            let failed = failed | fails_height | fails_age;
            self.rows[n_kept] = Candidate { position, failed };
            let is_possible = failed.count_ones() <= 1 && viewer.is_accepted(member, distance_km);
            n_kept += usize::from(is_possible);
        }
        self.len = n_kept;
    }
}
