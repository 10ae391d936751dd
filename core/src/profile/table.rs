//! Every field of a profile, how it is read and what limits it keeps: one line a field.
//!
//! The reader, the form's counters, the TypeScript types and the JSON Schema all follow from this
//! table.

use super::limits::{
    ABOUT_ME, ACHIEVEMENT, ADDRESS, AGE_YEARS, CONDITIONS, FERTILITY_PLANS, HEIGHT_CM, LATITUDE,
    LINK, LONG_TEXT, LONGITUDE, Limits, NAME, NICKNAME, OCCUPATION, PHOTOS, RECOMMEND_DISTANCE_KM,
    SCHOOL, TAGS,
};
use crate::field::Field;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod,
};

/// What is asked of one field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// Which field.
    pub(crate) field: Field,
    /// Whether it must be given whatever the other answers are.
    pub(crate) required: bool,
    /// How it is read.
    pub(crate) kind: Kind,
}

/// How a field is read and what limits it keeps.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// A LINE user id.
    Account,
    /// The account again.
    Password,
    /// One line of so many characters.
    Line(Limits),
    /// A line of so many characters, at least one of them visible.
    VisibleLine(Limits),
    /// Lines of so many characters together.
    Lines(Limits),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number.
    Integer(Limits),
    /// A whole number, or 0 for none.
    IntegerOrZero(Limits),
    /// A date so many whole calendar years ago.
    Birthday(Limits),
    /// Yes or no.
    Flag,
    /// Degrees, both of a pair or neither.
    Degrees {
        /// From the smallest to the largest.
        limits: Limits,
        /// The other of the pair.
        other: Field,
    },
    /// A city of the catalogue.
    City,
    /// An employer of the list.
    Employer,
    /// A link of so many characters to a public page.
    Link(Limits),
    /// The name of an uploaded document.
    Document,
    /// So many tags of the field's group.
    Tags(Limits),
    /// So many names of uploaded photos.
    Photos(Limits),
    /// So many matching conditions.
    Conditions(Limits),
}

/// Every field in the order of [`Field::ALL`], which is that of the form and of the errors.
pub(crate) static TABLE: [Rule; Field::COUNT] = [
    required(Field::Account, Kind::Account),
    required(Field::Password, Kind::Password),
    required(Field::Nickname, Kind::VisibleLine(NICKNAME)),
    required(Field::Name, Kind::VisibleLine(NAME)),
    required(Field::Gender, Kind::Word(Gender::WORDS)),
    required(Field::MatchGender, Kind::Word(MatchGender::WORDS)),
    required(Field::OccupationType, Kind::Word(OccupationType::WORDS)),
    required(Field::Occupation, Kind::Line(OCCUPATION)),
    optional(Field::Achievement, Kind::Lines(ACHIEVEMENT)),
    required(Field::Height, Kind::Integer(HEIGHT_CM)),
    required(Field::IncomeRange, Kind::Word(IncomeRange::WORDS)),
    required(Field::Birthday, Kind::Birthday(AGE_YEARS)),
    optional(Field::School, Kind::Line(SCHOOL)),
    required(Field::Education, Kind::Word(Education::WORDS)),
    required(Field::MarriageRecord, Kind::Flag),
    required(Field::HasChildren, Kind::Flag),
    required(Field::Smoke, Kind::Flag),
    required(Field::Tattoo, Kind::Flag),
    required(Field::Drink, Kind::Flag),
    required(Field::AboutMe, Kind::Lines(ABOUT_ME)),
    optional(Field::PersonalityTagIds, Kind::Tags(TAGS)),
    optional(Field::ExerciseTagIds, Kind::Tags(TAGS)),
    optional(Field::HobbyTagIds, Kind::Tags(TAGS)),
    optional(Field::MarriageTypeTagIds, Kind::Tags(TAGS)),
    required(Field::FertilityPlanTagIds, Kind::Tags(FERTILITY_PLANS)),
    optional(Field::PetTagIds, Kind::Tags(TAGS)),
    optional(Field::DatingQuestion, Kind::Lines(LONG_TEXT)),
    optional(Field::DailyLife, Kind::Lines(LONG_TEXT)),
    optional(Field::SurprisePoint, Kind::Lines(LONG_TEXT)),
    required(Field::City, Kind::City),
    optional(Field::Address, Kind::Line(ADDRESS)),
    optional(Field::Latitude, degrees(LATITUDE, Field::Longitude)),
    optional(Field::Longitude, degrees(LONGITUDE, Field::Latitude)),
    optional(
        Field::RecommendDistanceKm,
        Kind::IntegerOrZero(RECOMMEND_DISTANCE_KM),
    ),
    optional(Field::Feedback, Kind::Lines(LONG_TEXT)),
    optional(Field::Mbti, Kind::Word(Mbti::WORDS)),
    required(Field::VerifyMethod, Kind::Word(VerifyMethod::WORDS)),
    optional(Field::EmployerId, Kind::Employer),
    optional(Field::ReviewLink, Kind::Link(LINK)),
    optional(Field::VerifyTempFileName, Kind::Document),
    optional(Field::VerifyDescription, Kind::Lines(LONG_TEXT)),
    required(Field::PhotoNameList, Kind::Photos(PHOTOS)),
    optional(Field::ValueItem, Kind::Conditions(CONDITIONS)),
];

/// The rule of a field.
pub(crate) fn rule_of(field: Field) -> &'static Rule {
    &TABLE[field as usize]
}

/// What a form may hold of a field, in TypeScript.
#[cfg(feature = "ts")]
pub(crate) fn typescript_draft_type(field: Field) -> &'static str {
    match rule_of(field).kind {
        Kind::Word(_) => match field {
            Field::Gender => "Gender",
            Field::MatchGender => "MatchGender",
            Field::OccupationType => "OccupationType",
            Field::IncomeRange => "IncomeRange",
            Field::Education => "Education",
            Field::VerifyMethod => "VerifyMethod",
            _ => "string",
        },
        Kind::Integer(_) | Kind::IntegerOrZero(_) | Kind::Degrees { .. } => "number | string",
        Kind::Flag => "boolean | string",
        Kind::Tags(limits) if limits == FERTILITY_PLANS => "(number | string)[] | number | string",
        Kind::Tags(_) => "(number | string)[]",
        Kind::Photos(_) => "PhotoSlot[]",
        Kind::Document => "PhotoSlot",
        Kind::Conditions(_) => "ConditionDraft[]",
        Kind::Account
        | Kind::Password
        | Kind::Line(_)
        | Kind::VisibleLine(_)
        | Kind::Lines(_)
        | Kind::Birthday(_)
        | Kind::City
        | Kind::Employer
        | Kind::Link(_) => "string",
    }
}

const fn required(field: Field, kind: Kind) -> Rule {
    Rule {
        field,
        required: true,
        kind,
    }
}

const fn optional(field: Field, kind: Kind) -> Rule {
    Rule {
        field,
        required: false,
        kind,
    }
}

const fn degrees(limits: Limits, other: Field) -> Kind {
    Kind::Degrees { limits, other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_field_in_its_place() {
        for (rule, field) in TABLE.iter().zip(Field::ALL) {
            assert_eq!(rule.field, *field);
        }
    }
}
