//! The questions of many viewers about the members of a block, with the answers as bitmaps.

use std::ops::Range;

use super::categories::{Categories, POSITIONS};
use super::columns::Query;
use super::numbers::Numbers;
use crate::vocabulary::ConditionType;

/// The number of words that a count combines together. The compiler makes vector instructions of loops over them.
pub(super) const TILE: usize = 8;
/// With this number of tiles, all bitmaps of a block fit into the cache of a processor.
const TILES: usize = 16;
/// The most members of a block.
pub(super) const BLOCK: usize = 64 * TILE * TILES;

/// 512 neighbouring members, with a bit for each.
pub(super) type Tile = [u64; TILE];
/// A bit for each member of a block.
pub(super) type Bitmap = [Tile; TILES];

pub(super) const NO_MEMBERS: Bitmap = [[0; TILE]; TILES];

/// A yes-or-no question about a member. The order of the variants matters: the questions about a number that a member
/// answers with yes must be neighbours ([`Numbers::answers`]). Therefore `IsBelow` stands before `IsAbove`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    /// Does the member have all of these bits in their categories?
    HasAll(u64),
    /// Does the member have one of these bits in their categories?
    HasAny(u64),
    AcceptsHeight(u8),
    AcceptsAge(u8),
    IsBelow(u8),
    IsAbove(u8),
    IsBornBefore(u16),
    IsBornAfter(u16),
}

/// The different questions of some viewers, in order.
#[derive(Debug)]
pub(super) struct Questions(Vec<Question>);

/// The questions of one viewer, by their positions.
#[derive(Debug)]
pub(super) struct Plan {
    /// The questions about the viewer's categories and numbers. A member who accepts the viewer answers all of them
    /// with yes.
    pub(super) accepting: [usize; 4],
    /// The viewer's conditions. A member fails a condition if the answer to one of its questions is yes.
    pub(super) failing: Vec<(ConditionType, [usize; 2])>,
}

impl Questions {
    pub(super) fn new<'a>(viewers: impl Iterator<Item = &'a Query>) -> Self {
        let mut all = Vec::new();
        for viewer in viewers {
            all.extend(viewer.accepting());
            all.extend(viewer.failing().flat_map(|(_, questions)| questions));
        }
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    /// Returns the questions of a viewer, for whom this list was made.
    pub(super) fn plan(&self, viewer: &Query) -> Plan {
        let position = |question| self.before(question);
        Plan {
            accepting: viewer.accepting().map(position),
            failing: viewer
                .failing()
                .map(|(kind, questions)| (kind, questions.map(position)))
                .collect(),
        }
    }

    /// Asks the members of a block, and returns a bitmap for each question.
    pub(super) fn ask(&self, members: impl Iterator<Item = (Categories, Numbers)>) -> Vec<Bitmap> {
        let mut categories = vec![NO_MEMBERS; POSITIONS];
        let mut answers = vec![NO_MEMBERS; self.0.len() + 1];
        for (row, (of_member, numbers)) in members.enumerate() {
            for position in of_member.positions() {
                flip(&mut categories[position], row);
            }
            // The answers change at these questions: from no to yes, or from yes to no.
            for change in self.changes(&numbers) {
                flip(&mut answers[change], row);
            }
        }
        let mut before = NO_MEMBERS;
        for (question, answer) in self.0.iter().zip(&mut answers) {
            let having = |mask: &u64| {
                let mask = *mask;
                let has = move |position: &usize| mask >> position & 1 == 1;
                (0..POSITIONS).filter(has).map(|it| &categories[it])
            };
            match question {
                Question::HasAll(mask) => {
                    *answer = [[u64::MAX; TILE]; TILES];
                    for having_one in having(mask) {
                        combine(answer, having_one, |a, b| a & b);
                    }
                }
                Question::HasAny(mask) => {
                    for having_one in having(mask) {
                        combine(answer, having_one, |a, b| a | b);
                    }
                }
                _ => {
                    combine(&mut before, answer, |a, b| a ^ b);
                    *answer = before;
                }
            }
        }
        answers
    }

    /// Returns the positions at which the answers of a member change between no and yes.
    fn changes(&self, member: &Numbers) -> impl Iterator<Item = usize> {
        let changes = member.answers().map(|(first, last)| {
            // An empty range of numbers has no first question.
            let end = self.0.partition_point(|it| *it <= last);
            [self.before(first).min(end), end]
        });
        changes.into_iter().flatten()
    }

    /// Returns the number of questions before this one.
    fn before(&self, question: Question) -> usize {
        self.0.partition_point(|it| *it < question)
    }
}

/// Changes the bit of a member.
const fn flip(bitmap: &mut Bitmap, row: usize) {
    bitmap[row / (64 * TILE)][row / 64 % TILE] ^= 1 << (row % 64);
}

/// Sets the bits of neighbouring members.
pub(super) fn set(bitmap: &mut Bitmap, rows: Range<usize>) {
    let first_word = rows.start / 64;
    for word in first_word..rows.end.div_ceil(64) {
        let mut bits = u64::MAX;
        if word == first_word {
            bits &= u64::MAX << (rows.start % 64);
        }
        if word == rows.end / 64 {
            bits &= !(u64::MAX << (rows.end % 64));
        }
        bitmap[word / TILE][word % TILE] |= bits;
    }
}

fn combine(bitmap: &mut Bitmap, other: &Bitmap, operation: impl Fn(u64, u64) -> u64) {
    for (to, from) in bitmap.iter_mut().flatten().zip(other.iter().flatten()) {
        *to = operation(*to, *from);
    }
}
