//! Income, education and the yes-or-no answers, as bitmaps over the members of a group.

use std::ops::Range;

use super::bits::Question;
use super::{Circle, reserve};
use crate::condition::{Condition, FlagType, RangeType};
use crate::matching::{Facts, Wishes, income_overlaps};
use crate::vocabulary::{ConditionType, Education, IncomeRange};

/// The bits of a mask: eight for the income, five for the education, two for each yes-or-no answer.
const INCOME: usize = 0;
const EDUCATION: usize = INCOME + IncomeRange::ALL.len();
const FLAGS: usize = EDUCATION + Education::ALL.len();
const CATEGORIES: usize = FLAGS + 2 * FlagType::ALL.len();
/// Each person has one bit of the income, one of the education and one of each yes-or-no answer.
const QUESTIONS: usize = 2 + FlagType::ALL.len();

/// The bitmaps of the members' own categories come first, then the bitmaps of the categories that satisfy all
/// conditions of a member.
const ALLOWED: usize = CATEGORIES;
pub(super) const POSITIONS: usize = 2 * CATEGORIES;

/// The categories of a person: first the person's own, and from bit [`ALLOWED`] on the categories that satisfy all
/// conditions of the person.
#[derive(Debug, Clone, Copy)]
pub(super) struct Categories(u64);

impl Categories {
    pub(super) fn new(facts: &Facts, wishes: &Wishes) -> Self {
        let own = own_categories(facts)
            .iter()
            .fold(0, |mask, category| mask | 1 << category);
        let allowed = wishes
            .conditions
            .iter()
            .fold((1 << CATEGORIES) - 1, |mask, condition| {
                mask & !forbidden_by(*condition)
            });
        Self(own | allowed << ALLOWED)
    }

    /// Returns the positions of the bits.
    pub(super) fn positions(self) -> impl Iterator<Item = usize> {
        (0..POSITIONS).filter(move |position| self.0 >> position & 1 == 1)
    }
}

/// Returns a person's answer to each question.
fn own_categories(facts: &Facts) -> [usize; QUESTIONS] {
    let mut categories = [0; QUESTIONS];
    let flags = FlagType::ALL
        .iter()
        .map(|kind| flag_category(*kind, facts.flag(*kind)));
    let income = INCOME + facts.income_range as usize;
    let education = EDUCATION + facts.education as usize;
    for (place, category) in categories
        .iter_mut()
        .zip([income, education].into_iter().chain(flags))
    {
        *place = category;
    }
    categories
}

fn flag_category(kind: FlagType, value: bool) -> usize {
    FLAGS + 2 * kind as usize + usize::from(value)
}

/// Returns the bits of the categories that do not satisfy the condition. Conditions on height and age
/// forbid no category.
fn forbidden_by(condition: Condition) -> u64 {
    match condition {
        Condition::Range {
            kind: RangeType::Income,
            from,
            to,
        } => IncomeRange::ALL
            .iter()
            .filter(|range| !income_overlaps(**range, from, to))
            .fold(0, |mask, range| mask | 1 << (INCOME + *range as usize)),
        Condition::Range { .. } => 0,
        Condition::Education(level) => Education::ALL
            .iter()
            .filter(|other| **other < level)
            .fold(0, |mask, other| mask | 1 << (EDUCATION + *other as usize)),
        Condition::Flag { kind, value } => 1 << flag_category(kind, !value),
    }
}

/// The bitmaps that a viewer's search reads.
#[derive(Debug)]
pub(super) struct CategoryQuery {
    /// The bitmaps in which a member has a bit if the viewer satisfies the member's conditions.
    accepting: [usize; QUESTIONS],
    /// The viewer's conditions, each with the bitmaps in which a member has a bit if the member does not satisfy the
    /// condition.
    forbidden: Vec<(ConditionType, Vec<usize>)>,
}

impl CategoryQuery {
    pub(super) fn new(facts: &Facts, wishes: &Wishes) -> Self {
        let mut masks = [0; ConditionType::ALL.len()];
        for condition in &wishes.conditions {
            masks[condition.condition_type() as usize] |= forbidden_by(*condition);
        }
        let bitmaps = |mask: u64| (0..CATEGORIES).filter(move |bit| mask & 1 << bit != 0);
        Self {
            accepting: own_categories(facts).map(|category| ALLOWED + category),
            forbidden: ConditionType::ALL
                .iter()
                .zip(masks)
                .filter(|(_, mask)| *mask != 0)
                .map(|(kind, mask)| (*kind, bitmaps(mask).collect()))
                .collect(),
        }
    }

    /// Returns two questions. A member who accepts the viewer's categories answers both with yes. One is about income
    /// and education, which have few combinations, and one about the yes-or-no answers.
    pub(super) fn accepting(&self) -> [Question; 2] {
        let (levels, flags) = self.accepting.split_at(QUESTIONS - FlagType::ALL.len());
        [levels, flags].map(|bitmaps| Question::HasAll(mask_of(bitmaps)))
    }

    /// Returns the viewer's conditions, each with the question that a member who fails it answers with yes.
    pub(super) fn failing(&self) -> impl Iterator<Item = (ConditionType, Question)> {
        let conditions = self.forbidden.iter();
        conditions.map(|(kind, bitmaps)| (*kind, Question::HasAny(mask_of(bitmaps))))
    }
}

fn mask_of(bitmaps: &[usize]) -> u64 {
    bitmaps.iter().fold(0, |mask, bitmap| mask | 1 << bitmap)
}

/// The bitmaps of a group: a bit for each member and category. The bits of one category are neighbours in
/// memory, so a search reads only the categories that it asks for, 64 members at a time.
#[derive(Debug, Default)]
pub(super) struct Bitmaps {
    /// The bitmaps one after the other.
    words: Vec<u64>,
    /// The number of words of one bitmap.
    n_words: usize,
    len: usize,
}

/// The number of words that a search compares together. The compiler makes vector instructions of loops over them.
pub(super) const WORDS: usize = 8;

/// The result for neighbouring members, as bits.
pub(super) struct Comparison {
    /// The members who accept the viewer's categories, and satisfy all of the viewer's conditions on
    /// categories or all but one.
    pub(super) possible: [u64; WORDS],
    /// The members who fail a condition. A member who is also in `possible` fails exactly one.
    pub(super) failing: [u64; WORDS],
}

/// Returns the positions of the bits.
pub(super) fn positions(mut bits: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = bits.checked_ilog2()?;
        bits ^= 1 << bit;
        u16::try_from(bit).ok()
    })
}

impl Bitmaps {
    pub(super) fn heap_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    pub(super) fn push(&mut self, categories: Categories) {
        if self.len == 64 * self.n_words {
            self.grow();
        }
        self.len += 1;
        self.set(self.len - 1, categories.0);
    }

    pub(super) fn swap_remove(&mut self, row: usize) {
        let last = self.len - 1;
        self.set(row, self.get(last).0);
        self.len = last;
    }

    /// Compares the viewer with the members of some words of each bitmap, at most [`WORDS`].
    pub(super) fn compare(&self, words: Range<usize>, viewer: &CategoryQuery) -> Comparison {
        let mut possible = [0; WORDS];
        for (bits, word) in possible.iter_mut().zip(words.clone()) {
            *bits = self.used_bits(word);
        }
        for bitmap in viewer.accepting {
            for (bits, word) in possible.iter_mut().zip(self.part(bitmap, &words)) {
                *bits &= word;
            }
        }
        let mut failing = [0; WORDS];
        for (_, bitmaps) in &viewer.forbidden {
            let fails = self.any_of(bitmaps, &words);
            for ((possible, failing), fails) in possible.iter_mut().zip(&mut failing).zip(fails) {
                *possible &= !(fails & *failing);
                *failing |= fails;
            }
        }
        Comparison { possible, failing }
    }

    /// Counts these members of some words by the condition that they fail. Each member fails exactly one condition.
    pub(super) fn count_failed(
        &self,
        words: &Range<usize>,
        failing: &[u64; WORDS],
        viewer: &CategoryQuery,
        circle: &mut Circle,
    ) {
        for (kind, bitmaps) in &viewer.forbidden {
            let fails = self.any_of(bitmaps, words);
            let counts = fails.iter().zip(failing);
            circle.add(
                *kind,
                counts.map(|(one, other)| (one & other).count_ones()).sum(),
            );
        }
    }

    fn any_of(&self, bitmaps: &[usize], words: &Range<usize>) -> [u64; WORDS] {
        let mut any = [0; WORDS];
        for bitmap in bitmaps {
            for (bits, word) in any.iter_mut().zip(self.part(*bitmap, words)) {
                *bits |= word;
            }
        }
        any
    }

    /// Returns some words of one bitmap.
    fn part(&self, bitmap: usize, words: &Range<usize>) -> &[u64] {
        let first = bitmap * self.n_words;
        &self.words[first + words.start..first + words.end]
    }

    fn word(&self, bitmap: usize, word: usize) -> u64 {
        self.words[bitmap * self.n_words + word]
    }

    /// Returns the bits of a word that belong to members. Removed members may have left other bits.
    fn used_bits(&self, word: usize) -> u64 {
        match self.len - 64 * word {
            n_bits @ 0..64 => (1 << n_bits) - 1,
            _ => u64::MAX,
        }
    }

    pub(super) fn get(&self, row: usize) -> Categories {
        let bit = |bitmap| (self.word(bitmap, row / 64) >> (row % 64) & 1) << bitmap;
        Categories((0..POSITIONS).fold(0, |mask, bitmap| mask | bit(bitmap)))
    }

    fn set(&mut self, row: usize, mask: u64) {
        for bitmap in 0..POSITIONS {
            let word = &mut self.words[bitmap * self.n_words + row / 64];
            *word &= !(1 << (row % 64));
            *word |= (mask >> bitmap & 1) << (row % 64);
        }
    }

    /// Makes each bitmap an eighth longer.
    fn grow(&mut self) {
        let n_words = self.n_words + self.n_words.div_ceil(8).max(1);
        let mut words = Vec::new();
        reserve(&mut words, n_words * POSITIONS);
        for bitmap in 0..POSITIONS {
            let from = bitmap * self.n_words;
            words.extend_from_slice(&self.words[from..from + self.n_words]);
            words.resize((bitmap + 1) * n_words, 0);
        }
        *self = Self {
            words,
            n_words,
            len: self.len,
        };
    }
}
