//! The specification of every field of a profile: one line a field.
//!
//! The parser, the form's counters, the TypeScript types, the JSON Schema and the rules of a resubmission all follow
//! from this table. No code outside the table asks for a field by its name to give it a rule of its own: such a rule is
//! a property of the field's line.

use crate::field::Field;
use crate::limits::{
    ABOUT_ME, ACHIEVEMENT, ADDRESS, AGE_YEARS, CONDITIONS, FERTILITY_PLANS, HEIGHT_CM, LATITUDE,
    LINK, LONG_TEXT, LONGITUDE, Limits, NAME, NICKNAME, OCCUPATION, PHOTOS, RECOMMEND_DISTANCE_KM,
    SCHOOL, TAGS,
};
use crate::profile::context::FileUse;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod,
};

/// The rules of one field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldSpec {
    pub(crate) field: Field,
    pub(crate) presence: Presence,
    pub(crate) field_type: FieldType,
    pub(crate) resubmission: Resubmission,
    pub(crate) visibility: Visibility,
    pub(crate) change: Change,
}

words! {
    /// The people who see the answer of an approved member.
    Visibility {
        /// Every member to whom this one is introduced: the answer is on the card.
        Shown = "shown",
        /// The card shows only what follows from the answer: the age, a rough distance, or that the
        /// employer is verified.
        Derived = "derived",
        /// No other member: the answer decides who meets whom.
        Matching = "matching",
        /// No other member: reviewers read it.
        Reviewers = "reviewers",
    }
}

/// The condition under which a field must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Required,
    Optional,
    /// Required with this way to prove the employment, and accepted with any other.
    RequiredWith(VerifyMethod),
    /// Required with this way to prove the employment. With any other way, the parser ignores the answer: the form does
    /// not show the field, so the member could neither correct the answer nor see that it is sent.
    OnlyWith(VerifyMethod),
    /// Required where the server asks for a proof of age and no reviewer has checked this birthday. Anywhere
    /// else the parser ignores the answer, so that the server keeps no document that no reviewer needs.
    WithAgeProof {
        birthday: Field,
    },
}

impl Presence {
    /// Returns true if the answer belongs to another way to prove the employment than the chosen one, which is an index
    /// of [`VerifyMethod::WORDS`], or `None` without a valid choice.
    pub(crate) fn is_of_another_method(self, chosen: Option<usize>) -> bool {
        match self {
            Self::OnlyWith(method) => chosen.is_some_and(|chosen| chosen != method as usize),
            _ => false,
        }
    }
}

/// The type of a field: how it is read, and the limits it keeps.
#[derive(Debug, Clone, Copy)]
pub enum FieldType {
    /// A LINE user id.
    Account,
    /// A line of text, equal to the line of another field.
    SameAs(Field),
    /// A line of text, with limits on its characters.
    Line(Limits),
    /// A line of text, with limits on its characters, of which a reader must see at least one.
    VisibleLine(Limits),
    /// Several lines of text, with limits on their characters.
    Lines(Limits),
    /// A word of this list.
    Word(&'static [&'static str]),
    /// A way to prove the employment. A mailbox counts once it is confirmed at the employer that the
    /// other field names.
    VerifyMethod {
        /// The field that names the employer.
        employer: Field,
    },
    /// A whole number.
    Integer(Limits),
    /// A whole number, or 0 for none.
    IntegerOrZero(Limits),
    /// A date, with limits on the whole calendar years since then.
    Birthday(Limits),
    /// Yes or no.
    Flag,
    /// Degrees. The form gives both fields of a pair or neither.
    Degrees {
        /// The smallest and the largest number of degrees.
        limits: Limits,
        /// The other field of the pair.
        other: Field,
    },
    /// A city of the catalogue.
    City,
    /// An employer of the list.
    Employer,
    /// A link to a public page, with limits on its characters.
    Link(Limits),
    /// The name of an uploaded document with this use. No other field may name the file.
    Document(FileUse),
    /// Tags of the field's group, with limits on their number.
    Tags(Limits),
    /// Tags of the field's group, of which the form may give the only one without a list.
    SingleTag(Limits),
    /// Names of uploaded photos, with limits on their number. No other field may name the files.
    Photos(Limits),
    /// Matching conditions, with limits on their number.
    Conditions(Limits),
}

/// The fields that a reviewer can ask for together with this field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resubmission {
    /// The field alone.
    Alone,
    /// All fields of the coordinates: half a pair cannot be corrected.
    Coordinates,
    /// All fields of the proof of employment: a document cannot be corrected without its method, and a member may
    /// answer the request for a better document with a link instead.
    Proof,
    /// Nothing: the field says who the member is.
    Never,
}

/// The way in which an approved member changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// By a proposal, which a reviewer decides.
    Reviewed,
    /// At once, as a text or tags.
    AtOnce,
    /// From the next daily set on, as a wish.
    Preference,
    /// From the next daily set on, as the place.
    Place,
    Never,
}

/// Every field in the order of [`Field::ALL`]. Errors come in the same order.
pub(crate) static FIELDS: [FieldSpec; Field::COUNT] = [
    required(Field::Account, FieldType::Account).fixed(),
    required(Field::Password, FieldType::SameAs(Field::Account)).fixed(),
    required(Field::Nickname, FieldType::VisibleLine(NICKNAME)).shown(),
    required(Field::Name, FieldType::VisibleLine(NAME)),
    required(Field::Gender, FieldType::Word(Gender::WORDS)).matching(),
    required(Field::MatchGender, FieldType::Word(MatchGender::WORDS)).preference(),
    required(
        Field::OccupationType,
        FieldType::Word(OccupationType::WORDS),
    )
    .shown(),
    required(Field::Occupation, FieldType::Line(OCCUPATION)),
    optional(Field::Achievement, FieldType::Lines(ACHIEVEMENT))
        .shown()
        .at_once(),
    required(Field::Height, FieldType::Integer(HEIGHT_CM)).matching(),
    required(Field::IncomeRange, FieldType::Word(IncomeRange::WORDS)).matching(),
    required(Field::Birthday, FieldType::Birthday(AGE_YEARS)).derived(),
    optional(Field::School, FieldType::Line(SCHOOL)),
    required(Field::Education, FieldType::Word(Education::WORDS)).shown(),
    required(Field::MarriageRecord, FieldType::Flag).matching(),
    required(Field::HasChildren, FieldType::Flag).matching(),
    required(Field::Smoke, FieldType::Flag).matching(),
    required(Field::Tattoo, FieldType::Flag).matching(),
    required(Field::Drink, FieldType::Flag).matching(),
    required(Field::AboutMe, FieldType::Lines(ABOUT_ME))
        .shown()
        .at_once(),
    optional(Field::PersonalityTagIds, FieldType::Tags(TAGS))
        .shown()
        .at_once(),
    optional(Field::ExerciseTagIds, FieldType::Tags(TAGS))
        .shown()
        .at_once(),
    optional(Field::HobbyTagIds, FieldType::Tags(TAGS))
        .shown()
        .at_once(),
    optional(Field::MarriageTypeTagIds, FieldType::Tags(TAGS))
        .shown()
        .at_once(),
    required(
        Field::FertilityPlanTagIds,
        FieldType::SingleTag(FERTILITY_PLANS),
    )
    .shown()
    .at_once(),
    optional(Field::PetTagIds, FieldType::Tags(TAGS))
        .shown()
        .at_once(),
    optional(Field::DatingQuestion, FieldType::Lines(LONG_TEXT))
        .shown()
        .at_once(),
    optional(Field::DailyLife, FieldType::Lines(LONG_TEXT))
        .shown()
        .at_once(),
    optional(Field::SurprisePoint, FieldType::Lines(LONG_TEXT))
        .shown()
        .at_once(),
    required(Field::City, FieldType::City).shown(),
    optional(Field::Address, FieldType::Line(ADDRESS)),
    optional(Field::Latitude, degrees(LATITUDE, Field::Longitude)).place(),
    optional(Field::Longitude, degrees(LONGITUDE, Field::Latitude)).place(),
    optional(
        Field::RecommendDistanceKm,
        FieldType::IntegerOrZero(RECOMMEND_DISTANCE_KM),
    )
    .preference(),
    optional(Field::Feedback, FieldType::Lines(LONG_TEXT)),
    optional(Field::Mbti, FieldType::Word(Mbti::WORDS))
        .shown()
        .at_once(),
    required(
        Field::VerifyMethod,
        FieldType::VerifyMethod {
            employer: Field::EmployerId,
        },
    )
    .resubmitted(Resubmission::Proof),
    required_with(
        VerifyMethod::WorkEmail,
        Field::EmployerId,
        FieldType::Employer,
    )
    .derived(),
    only_with(VerifyMethod::Link, Field::ReviewLink, FieldType::Link(LINK)),
    only_with(
        VerifyMethod::Document,
        Field::VerifyTempFileName,
        FieldType::Document(FileUse::Employment),
    ),
    optional(Field::VerifyDescription, FieldType::Lines(LONG_TEXT))
        .resubmitted(Resubmission::Proof),
    with_presence(
        Field::AgeProofFileName,
        Presence::WithAgeProof {
            birthday: Field::Birthday,
        },
        FieldType::Document(FileUse::Age),
    ),
    required(Field::PhotoNameList, FieldType::Photos(PHOTOS)).shown(),
    optional(Field::ValueItem, FieldType::Conditions(CONDITIONS)).preference(),
];

/// Returns the specification of a field.
pub(crate) fn field_spec(field: Field) -> &'static FieldSpec {
    &FIELDS[field as usize]
}

/// Returns the type of a field.
pub fn field_type(field: Field) -> FieldType {
    field_spec(field).field_type
}

impl FieldSpec {
    /// Returns true for a field that the payload lacks if there is no answer.
    pub(crate) const fn is_left_out(&self) -> bool {
        matches!(self.presence, Presence::WithAgeProof { .. })
    }

    /// Returns true for a field of words, numbers or flags, by which no stranger finds the member.
    pub(crate) const fn is_loggable(&self) -> bool {
        matches!(
            self.field_type,
            FieldType::Word(_)
                | FieldType::VerifyMethod { .. }
                | FieldType::Flag
                | FieldType::Integer(_)
                | FieldType::IntegerOrZero(_)
                | FieldType::Tags(_)
                | FieldType::SingleTag(_)
                | FieldType::Conditions(_)
        )
    }

    const fn resubmitted(mut self, resubmission: Resubmission) -> Self {
        self.resubmission = resubmission;
        self
    }

    const fn shown(self) -> Self {
        self.seen(Visibility::Shown)
    }

    const fn derived(self) -> Self {
        self.seen(Visibility::Derived)
    }

    const fn matching(self) -> Self {
        self.seen(Visibility::Matching)
    }

    const fn at_once(self) -> Self {
        self.changed(Change::AtOnce)
    }

    const fn preference(self) -> Self {
        self.matching().changed(Change::Preference)
    }

    const fn place(self) -> Self {
        self.resubmitted(Resubmission::Coordinates)
            .derived()
            .changed(Change::Place)
    }

    const fn fixed(self) -> Self {
        self.resubmitted(Resubmission::Never).changed(Change::Never)
    }

    const fn changed(mut self, change: Change) -> Self {
        self.change = change;
        self
    }

    const fn seen(mut self, visibility: Visibility) -> Self {
        self.visibility = visibility;
        self
    }
}

const fn with_presence(field: Field, presence: Presence, field_type: FieldType) -> FieldSpec {
    FieldSpec {
        field,
        presence,
        field_type,
        resubmission: Resubmission::Alone,
        // A new field is on no card, and changes with a reviewer only, until its line says otherwise.
        visibility: Visibility::Reviewers,
        change: Change::Reviewed,
    }
}

const fn required(field: Field, field_type: FieldType) -> FieldSpec {
    with_presence(field, Presence::Required, field_type)
}

const fn optional(field: Field, field_type: FieldType) -> FieldSpec {
    with_presence(field, Presence::Optional, field_type)
}

const fn required_with(method: VerifyMethod, field: Field, field_type: FieldType) -> FieldSpec {
    with_presence(field, Presence::RequiredWith(method), field_type)
        .resubmitted(Resubmission::Proof)
}

const fn only_with(method: VerifyMethod, field: Field, field_type: FieldType) -> FieldSpec {
    with_presence(field, Presence::OnlyWith(method), field_type).resubmitted(Resubmission::Proof)
}

const fn degrees(limits: Limits, other: Field) -> FieldType {
    FieldType::Degrees { limits, other }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_field_in_its_place() {
        for (spec, field) in FIELDS.iter().zip(Field::ALL) {
            assert_eq!(spec.field, *field);
        }
    }

    #[test]
    fn no_card_has_the_name_the_birthday_the_address_the_place_or_the_income() {
        let hidden = [
            Field::Account,
            Field::Password,
            Field::Name,
            Field::Birthday,
            Field::Address,
            Field::Latitude,
            Field::Longitude,
            Field::IncomeRange,
            Field::ReviewLink,
            Field::VerifyTempFileName,
            Field::VerifyDescription,
            Field::AgeProofFileName,
        ];
        for field in hidden {
            assert_ne!(field_spec(field).visibility, Visibility::Shown, "{field}");
        }
    }
}
