//! The names and texts of made-up people, in each language of the service. They are short and kind, and say nothing
//! that a real person would have to prove.

use std::sync::LazyLock;

use enmusubi_core::language::Language;
use enmusubi_core::{Gender, OccupationType};
use fastrand::Rng;
use serde::Deserialize;

static CHINESE: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("zh-TW.json")));
static JAPANESE: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("ja.json")));
static ENGLISH: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("en.json")));

/// The names and texts of one language.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::features::mock) struct Texts {
    family_names: Vec<String>,
    women: Vec<String>,
    men: Vec<String>,
    others: Vec<String>,
    /// The order of the two names, with `{given}` and `{family}` in their places.
    full_name: String,
    pub(super) jobs: Vec<Occupation>,
    pub(super) schools: Vec<String>,
    pub(super) about_me: Vec<String>,
    questions: Vec<String>,
    pub(super) daily_life: Vec<String>,
    pub(super) surprises: Vec<String>,
    /// Answers that suit any question.
    answers: Vec<String>,
    /// Answers that suit any note.
    notes: Vec<String>,
}

/// A job with something to be proud of.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Occupation {
    pub(super) field: OccupationType,
    pub(super) title: String,
    /// Empty for some jobs.
    pub(super) achievement: String,
}

impl Texts {
    pub(in crate::features::mock) fn of(language: Language) -> &'static Self {
        match language {
            Language::TraditionalChinese => &CHINESE,
            Language::Japanese => &JAPANESE,
            Language::English => &ENGLISH,
        }
    }

    /// Returns a given name. People with numbers that follow each other have different names.
    pub(super) fn given_name(&self, gender: Gender, number: usize) -> String {
        let names = match gender {
            Gender::Female => &self.women,
            Gender::Male => &self.men,
            Gender::NonBinary => &self.others,
        };
        names[number % names.len()].clone()
    }

    pub(super) fn full_name(&self, given_name: &str, random: &mut Rng) -> String {
        let full_name = self.full_name.replace("{given}", given_name);
        full_name.replace("{family}", &pick(random, &self.family_names))
    }

    /// Returns the question of a person. One of five asks none.
    pub(super) fn question(&self, random: &mut Rng) -> String {
        if random.u8(..5) == 0 {
            return String::new();
        }
        pick(random, &self.questions)
    }

    /// Returns an answer to a question of another member.
    pub(in crate::features::mock) fn answer(&self, random: &mut Rng) -> String {
        pick(random, &self.answers)
    }

    /// Returns an answer to a note.
    pub(in crate::features::mock) fn note(&self, random: &mut Rng) -> String {
        pick(random, &self.notes)
    }
}

#[expect(clippy::expect_used, reason = "a test makes people in every language")]
fn parse(json: &str) -> Texts {
    serde_json::from_str(json).expect("the names and texts of people")
}

/// Returns one of the items, of which there is at least one.
pub(super) fn pick<T: Clone>(random: &mut Rng, items: &[T]) -> T {
    items[random.usize(..items.len())].clone()
}
