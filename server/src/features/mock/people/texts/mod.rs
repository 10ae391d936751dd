//! The names and texts of made-up people, in each language of the service. They are short and kind, and say nothing
//! that a real person would have to prove.

mod english;
mod japanese;
mod traditional_chinese;

use enmusubi_core::{Gender, Language, OccupationType};
use fastrand::Rng;

/// The names and texts of one language.
#[derive(Debug)]
pub(in crate::features::mock) struct Texts {
    pub(super) family_names: &'static [&'static str],
    pub(super) women: &'static [&'static str],
    pub(super) men: &'static [&'static str],
    pub(super) others: &'static [&'static str],
    pub(super) name_order: NameOrder,
    pub(super) jobs: &'static [Job],
    pub(super) schools: &'static [&'static str],
    pub(super) about_me: &'static [&'static str],
    pub(super) questions: &'static [&'static str],
    pub(super) daily_life: &'static [&'static str],
    pub(super) surprises: &'static [&'static str],
    /// Answers that suit any question.
    pub(super) answers: &'static [&'static str],
    /// Answers that suit any note.
    pub(super) notes: &'static [&'static str],
}

/// The order of the two parts of a full name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameOrder {
    /// The family name first, without a space.
    FamilyFirst,
    /// The given name first, and a space.
    GivenFirst,
}

/// A job with something to be proud of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    pub(super) field: OccupationType,
    pub(super) title: &'static str,
    /// Empty for some.
    pub(super) achievement: &'static str,
}

impl Texts {
    pub(in crate::features::mock) const fn of(language: Language) -> &'static Self {
        match language {
            Language::TraditionalChinese => &traditional_chinese::TEXTS,
            Language::Japanese => &japanese::TEXTS,
            Language::English => &english::TEXTS,
        }
    }

    /// Returns a given name. People with numbers that follow each other have different names.
    pub(super) fn given_name(&self, gender: Gender, number: u32) -> &'static str {
        let names = match gender {
            Gender::Female => self.women,
            Gender::Male => self.men,
            Gender::NonBinary => self.others,
        };
        names[number as usize % names.len()]
    }

    pub(super) fn full_name(&self, given_name: &str, random: &mut Rng) -> String {
        let family_name = pick(random, self.family_names);
        match self.name_order {
            NameOrder::FamilyFirst => format!("{family_name}{given_name}"),
            NameOrder::GivenFirst => format!("{given_name} {family_name}"),
        }
    }

    /// Returns an answer to a question of another member.
    pub(in crate::features::mock) fn answer(&self, random: &mut Rng) -> &'static str {
        pick(random, self.answers)
    }

    /// Returns an answer to a note.
    pub(in crate::features::mock) fn note(&self, random: &mut Rng) -> &'static str {
        pick(random, self.notes)
    }
}

/// Returns one of the items, of which there is at least one.
pub(super) fn pick<T: Copy>(random: &mut Rng, items: &[T]) -> T {
    items[random.usize(..items.len())]
}
