//! The one lenient reader: raw values in, typed values out, faults noted on the way.

mod lists;
mod scalar;

use chrono::NaiveDate;

use super::{CheckContext, ProfileDraft, Uploads};
use crate::condition;
use crate::error::{FieldError, FieldErrorCode, FieldPath};
use crate::field::Field;
use crate::json::{Json, Object};
use crate::text::Lines;

pub(super) use lists::PICKED_DOCUMENT;
pub(crate) use scalar::Value;
pub use scalar::parse_date;
pub(crate) use scalar::{flag, integer, word};

/// Reads every field of the draft that can be read.
pub(super) fn profile(
    members: &Object,
    context: &CheckContext<'_>,
) -> (ProfileDraft, Vec<FieldError>) {
    let mut reading = Reading {
        members,
        errors: Vec::new(),
    };
    let draft = reading.profile(context);
    (draft, reading.errors)
}

/// A walk over the members of one object that notes what cannot be read.
pub(crate) struct Reading<'a> {
    members: &'a Object,
    pub(crate) errors: Vec<FieldError>,
}

impl Reading<'_> {
    fn profile(&mut self, context: &CheckContext<'_>) -> ProfileDraft {
        let (latitude, longitude) = self.coordinates();
        ProfileDraft {
            schema_version: None,
            account: self.line(Field::Account),
            password: self.line(Field::Password),
            nickname: self.line(Field::Nickname),
            name: self.line(Field::Name),
            gender: self.word(Field::Gender),
            match_gender: self.word(Field::MatchGender),
            occupation_type: self.word(Field::OccupationType),
            occupation: self.line(Field::Occupation),
            achievement: self.lines(Field::Achievement),
            height: self.integer(Field::Height),
            income_range: self.word(Field::IncomeRange),
            birthday: self.date(Field::Birthday),
            school: self.line(Field::School),
            education: self.word(Field::Education),
            marriage_record: self.flag(Field::MarriageRecord),
            has_children: self.flag(Field::HasChildren),
            smoke: self.flag(Field::Smoke),
            tattoo: self.flag(Field::Tattoo),
            drink: self.flag(Field::Drink),
            about_me: self.lines(Field::AboutMe),
            personality_tag_ids: self.tags(Field::PersonalityTagIds),
            exercise_tag_ids: self.tags(Field::ExerciseTagIds),
            hobby_tag_ids: self.tags(Field::HobbyTagIds),
            marriage_type_tag_ids: self.tags(Field::MarriageTypeTagIds),
            fertility_plan_tag_ids: self.single_tag(Field::FertilityPlanTagIds),
            pet_tag_ids: self.tags(Field::PetTagIds),
            dating_question: self.lines(Field::DatingQuestion),
            daily_life: self.lines(Field::DailyLife),
            surprise_point: self.lines(Field::SurprisePoint),
            city: self.line(Field::City),
            address: self.line(Field::Address),
            latitude,
            longitude,
            recommend_distance_km: self.integer(Field::RecommendDistanceKm),
            feedback: self.lines(Field::Feedback),
            mbti: self.word(Field::Mbti),
            verify_method: self.word(Field::VerifyMethod),
            employer_id: self.line(Field::EmployerId),
            review_link: self.line(Field::ReviewLink),
            verify_temp_file_name: self.file_name(Field::VerifyTempFileName, context.uploads),
            verify_description: self.lines(Field::VerifyDescription),
            photo_name_list: self.photos(Field::PhotoNameList, context.uploads),
            value_item: Some(condition::read(self)),
        }
    }

    pub(crate) fn member(&self, field: Field) -> &Json {
        self.members.get(field.as_str()).unwrap_or(&Json::Null)
    }

    pub(crate) fn note(&mut self, path: impl Into<FieldPath>, code: FieldErrorCode) {
        self.errors.push(FieldError::new(path, code));
    }

    /// Keeps a value that was read; notes one that could not be.
    pub(crate) fn keep<T>(&mut self, path: impl Into<FieldPath>, value: Value<T>) -> Option<T> {
        match value {
            Value::Absent => None,
            Value::Is(value) => Some(value),
            Value::Refused(code) => {
                self.note(path, code);
                None
            }
        }
    }

    fn line(&mut self, field: Field) -> Option<String> {
        self.keep(field, scalar::text(self.member(field), Lines::One))
    }

    fn lines(&mut self, field: Field) -> Option<String> {
        self.keep(field, scalar::text(self.member(field), Lines::Many))
    }

    fn word<T: core::str::FromStr>(&mut self, field: Field) -> Option<T> {
        self.keep(field, scalar::word(self.member(field)))
    }

    fn integer(&mut self, field: Field) -> Option<i64> {
        self.keep(field, scalar::integer(self.member(field)))
    }

    fn flag(&mut self, field: Field) -> Option<bool> {
        self.keep(field, scalar::flag(self.member(field)))
    }

    fn date(&mut self, field: Field) -> Option<NaiveDate> {
        self.keep(field, scalar::date(self.member(field)))
    }

    /// Both or neither: one alone is `incomplete_pair` at the other.
    fn coordinates(&mut self) -> (Option<f64>, Option<f64>) {
        let latitude = scalar::number(self.member(Field::Latitude));
        let longitude = scalar::number(self.member(Field::Longitude));
        match (latitude, longitude) {
            (Value::Absent, Value::Is(_) | Value::Refused(_)) => {
                self.note(Field::Latitude, FieldErrorCode::IncompletePair);
            }
            (Value::Is(_) | Value::Refused(_), Value::Absent) => {
                self.note(Field::Longitude, FieldErrorCode::IncompletePair);
            }
            _ => {}
        }
        (
            self.keep(Field::Latitude, latitude),
            self.keep(Field::Longitude, longitude),
        )
    }

    /// The name of one upload. While the form is being filled, a picked file counts as one.
    fn file_name(&mut self, field: Field, uploads: Uploads<'_>) -> Option<String> {
        let value = match (self.member(field), uploads) {
            (picked, Uploads::Pending) if lists::is_picked(picked) => {
                Value::Is(lists::PICKED_DOCUMENT.to_owned())
            }
            (raw, _) => scalar::text(raw, Lines::One),
        };
        self.keep(field, value)
    }
}
