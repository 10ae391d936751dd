//! From checked answers to the payload everything else may rely on.

use super::answers::{Answer, ParsedProfile};
use super::{UserProfileCreate, limits};
use crate::field::Field;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod,
};

impl ParsedProfile<'_> {
    /// The payload as a struct of its own. `None` where a required answer is missing, which cannot
    /// be with answers that broke no rule.
    pub fn into_create(mut self) -> Option<UserProfileCreate> {
        Some(UserProfileCreate {
            account: self.text(Field::Account),
            password: self.text(Field::Password),
            nickname: self.text(Field::Nickname),
            name: self.text(Field::Name),
            gender: self.word(Field::Gender, Gender::ALL)?,
            match_gender: self.word(Field::MatchGender, MatchGender::ALL)?,
            occupation_type: self.word(Field::OccupationType, OccupationType::ALL)?,
            occupation: self.text(Field::Occupation),
            achievement: self.text(Field::Achievement),
            height: self.integer(Field::Height)?,
            income_range: self.word(Field::IncomeRange, IncomeRange::ALL)?,
            birthday: match self.take(Field::Birthday)? {
                Answer::Date(_, date) => date,
                _ => return None,
            },
            school: self.text(Field::School),
            education: self.word(Field::Education, Education::ALL)?,
            marriage_record: self.flag(Field::MarriageRecord)?,
            has_children: self.flag(Field::HasChildren)?,
            smoke: self.flag(Field::Smoke)?,
            tattoo: self.flag(Field::Tattoo)?,
            drink: self.flag(Field::Drink)?,
            about_me: self.text(Field::AboutMe),
            personality_tag_ids: self.tags(Field::PersonalityTagIds),
            exercise_tag_ids: self.tags(Field::ExerciseTagIds),
            hobby_tag_ids: self.tags(Field::HobbyTagIds),
            marriage_type_tag_ids: self.tags(Field::MarriageTypeTagIds),
            fertility_plan_tag_ids: self.tags(Field::FertilityPlanTagIds),
            pet_tag_ids: self.tags(Field::PetTagIds),
            dating_question: self.text(Field::DatingQuestion),
            daily_life: self.text(Field::DailyLife),
            surprise_point: self.text(Field::SurprisePoint),
            city: self.text(Field::City),
            address: self.text(Field::Address),
            latitude: self.degrees(Field::Latitude),
            longitude: self.degrees(Field::Longitude),
            recommend_distance_km: self
                .integer(Field::RecommendDistanceKm)
                .unwrap_or(limits::ANY_DISTANCE),
            feedback: self.text(Field::Feedback),
            mbti: self
                .word(Field::Mbti, Mbti::ALL)
                .map(|mbti| mbti.as_str().to_owned())
                .unwrap_or_default(),
            verify_method: self.word(Field::VerifyMethod, VerifyMethod::ALL)?,
            employer_id: self.text(Field::EmployerId),
            review_link: self.text(Field::ReviewLink),
            verify_temp_file_name: self.text(Field::VerifyTempFileName),
            verify_description: self.text(Field::VerifyDescription),
            photo_name_list: match self.take(Field::PhotoNameList)? {
                Answer::Names(names) => names.into_iter().map(Into::into).collect(),
                _ => return None,
            },
            value_item: match self.take(Field::ValueItem) {
                Some(Answer::Conditions(conditions)) => conditions,
                _ => Vec::new(),
            },
        })
    }

    fn text(&mut self, field: Field) -> String {
        match self.take(field) {
            Some(Answer::Text(text)) => text.into_owned(),
            _ => String::new(),
        }
    }

    fn word<T: Copy>(&mut self, field: Field, words: &[T]) -> Option<T> {
        match self.take(field)? {
            Answer::Word(index) => words.get(index).copied(),
            _ => None,
        }
    }

    fn integer(&mut self, field: Field) -> Option<i32> {
        match self.take(field)? {
            Answer::Integer(number) => Some(number),
            _ => None,
        }
    }

    fn flag(&mut self, field: Field) -> Option<bool> {
        match self.take(field)? {
            Answer::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    fn degrees(&mut self, field: Field) -> Option<f64> {
        match self.take(field)? {
            Answer::Degrees(degrees) => Some(degrees),
            _ => None,
        }
    }

    fn tags(&mut self, field: Field) -> Vec<i32> {
        match self.take(field) {
            Some(Answer::Tags(ids)) => ids,
            _ => Vec::new(),
        }
    }
}
