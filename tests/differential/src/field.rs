//! The value of a field, valid or nearly valid.

use chrono::NaiveDate;
use enmusubi_core::vocabulary::Mbti;
use enmusubi_core::{
    Education, Field, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod, catalogue,
};
use fastrand::Rng;

use crate::choice::pick;
use crate::{conditions, lists, numbers, texts, words};

/// Writes a valid value of a field.
pub(crate) fn fit(rng: &mut Rng, field: Field, account: &str, today: NaiveDate, out: &mut String) {
    match filling(field) {
        Filling::Account | Filling::Password => texts::padded(rng, account, out),
        Filling::Line(shortest, longest) => texts::fitting(rng, shortest..=longest, false, out),
        Filling::Lines(shortest, longest) => texts::fitting(rng, shortest..=longest, true, out),
        Filling::Word(these) => words::word(rng, these, out),
        Filling::Flag => words::flag(rng, out),
        Filling::Whole(smallest, largest) => {
            let anywhere = rng.i32(smallest..=largest);
            let number = pick(
                rng,
                &[smallest, largest, anywhere, anywhere, anywhere, anywhere],
            );
            numbers::whole(rng, number, out);
        }
        Filling::Birthday => words::birthday(rng, today, out),
        Filling::Tags => lists::tags(rng, field, out),
        Filling::Degrees(largest) => numbers::degrees(rng, largest, out),
        Filling::Link => words::link(rng, out),
        Filling::Document => lists::document(rng, out),
        Filling::Photos => lists::photos(rng, out),
        Filling::Conditions => conditions::conditions(rng, out),
    }
}

/// Writes a nearly valid value of a field.
pub(crate) fn misfit(rng: &mut Rng, field: Field, today: NaiveDate, out: &mut String) {
    match filling(field) {
        Filling::Account | Filling::Password => {
            let account = words::account(rng);
            texts::misspelt(rng, &account, out);
        }
        Filling::Line(shortest, longest) | Filling::Lines(shortest, longest) => {
            texts::hostile(rng, shortest..=longest, out);
        }
        Filling::Word(these) => words::hostile_word(rng, these, out),
        Filling::Flag => words::hostile_flag(rng, out),
        Filling::Whole(smallest, largest) => numbers::hostile(rng, smallest, largest, out),
        Filling::Birthday => words::hostile_birthday(rng, today, out),
        Filling::Tags => lists::hostile_tags(rng, field, out),
        Filling::Degrees(largest) => numbers::hostile(rng, -largest, largest, out),
        Filling::Link => words::hostile_link(rng, out),
        Filling::Document => lists::hostile_document(rng, out),
        Filling::Photos => lists::hostile_photos(rng, out),
        Filling::Conditions => conditions::hostile_conditions(rng, out),
    }
}

/// The kind of value of a field.
#[derive(Clone, Copy)]
enum Filling {
    Account,
    Password,
    /// A line, with the fewest and the most characters.
    Line(usize, usize),
    /// Several lines, with the fewest and the most characters.
    Lines(usize, usize),
    Word(&'static [&'static str]),
    Flag,
    Whole(i32, i32),
    Birthday,
    Tags,
    Degrees(i32),
    Link,
    Document,
    Photos,
    Conditions,
}

fn filling(field: Field) -> Filling {
    match field {
        Field::Account => Filling::Account,
        Field::Password => Filling::Password,
        Field::Nickname => Filling::Line(1, 20),
        Field::Name | Field::Occupation => Filling::Line(1, 50),
        Field::Gender => Filling::Word(Gender::WORDS),
        Field::MatchGender => Filling::Word(MatchGender::WORDS),
        Field::OccupationType => Filling::Word(OccupationType::WORDS),
        Field::Achievement => Filling::Lines(1, 200),
        Field::Height => Filling::Whole(120, 230),
        Field::IncomeRange => Filling::Word(IncomeRange::WORDS),
        Field::Birthday => Filling::Birthday,
        Field::School => Filling::Line(1, 100),
        Field::Education => Filling::Word(Education::WORDS),
        Field::MarriageRecord
        | Field::HasChildren
        | Field::Smoke
        | Field::Tattoo
        | Field::Drink => Filling::Flag,
        Field::AboutMe => Filling::Lines(10, 1000),
        Field::PersonalityTagIds
        | Field::ExerciseTagIds
        | Field::HobbyTagIds
        | Field::MarriageTypeTagIds
        | Field::FertilityPlanTagIds
        | Field::PetTagIds => Filling::Tags,
        Field::DatingQuestion
        | Field::DailyLife
        | Field::SurprisePoint
        | Field::Feedback
        | Field::VerifyDescription => Filling::Lines(1, 500),
        Field::City => Filling::Word(catalogue::city_codes()),
        Field::Address => Filling::Line(1, 200),
        Field::Latitude => Filling::Degrees(90),
        Field::Longitude => Filling::Degrees(180),
        Field::RecommendDistanceKm => Filling::Whole(10, 500),
        Field::Mbti => Filling::Word(Mbti::WORDS),
        Field::VerifyMethod => Filling::Word(VerifyMethod::WORDS),
        Field::EmployerId => Filling::Word(catalogue::employer_ids()),
        Field::ReviewLink => Filling::Link,
        Field::VerifyTempFileName | Field::AgeProofFileName => Filling::Document,
        Field::PhotoNameList => Filling::Photos,
        Field::ValueItem => Filling::Conditions,
    }
}
