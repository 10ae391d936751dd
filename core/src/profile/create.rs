//! The strict payload: the profile that the wire carries and the server stores.

use chrono::NaiveDate;
use lenient_json::Json;
use serde::{Deserialize, Serialize};

use super::field_value::FieldValue;
use super::parsed::{Answer, ParsedProfile};
use crate::condition::Condition;
use crate::field::Field;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod,
};

/// Declares the payload, and the way of every field from an answer and back to JSON. The compiler
/// refuses a list that lacks one of [`Field`].
macro_rules! payload {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $member:ident: $value:ty = $field:ident),+ $(,)? }) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$about])* pub $member: $value,)+
        }

        impl ParsedProfile<'_> {
            /// Returns the payload as an owned struct, or `None` if a required answer is missing, which
            /// does not happen for answers that break no rule.
            pub fn into_create(mut self) -> Option<$name> {
                Some($name {
                    $($member: FieldValue::from_answer(self.take(Field::$field))?,)+
                })
            }
        }

        impl $name {
            /// Returns every value as the wire has it, in the order of [`Field::ALL`].
            pub(super) fn to_values(&self) -> [Json<'_>; Field::COUNT] {
                let mut values = [const { Json::Null }; Field::COUNT];
                $(values[Field::$field as usize] = self.$member.to_json();)+
                values
            }

            /// Replaces the value of one field. Returns `None`, and changes nothing, if the answer is of
            /// another type than the field.
            pub(super) fn set(&mut self, field: Field, answer: Option<Answer<'_>>) -> Option<()> {
                match field {
                    $(Field::$field => self.$member = FieldValue::from_answer(answer)?,)+
                }
                Some(())
            }
        }
    };
}

payload! {
    /// A profile that breaks no rule, as [`crate::parse_profile`] makes it. Serde checks only the shape of
    /// one that it reads back; [`validator::ValidateArgs`] checks its rules. Optional texts that were not
    /// given are empty.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    UserProfileCreate {
        /// The LINE user id.
        account: String = Account,
        /// The LINE user id again; an identifier, not a secret.
        password: String = Password,
        /// The name others see.
        nickname: String = Nickname,
        /// The real name, for reviewers.
        name: String = Name,
        /// The person's gender.
        gender: Gender = Gender,
        /// The gender of the people they would like to meet.
        match_gender: MatchGender = MatchGender,
        /// The field they work in.
        occupation_type: OccupationType = OccupationType,
        /// Their job title.
        occupation: String = Occupation,
        /// Something they are proud of at work.
        achievement: String = Achievement,
        /// Body height in centimetres.
        height: i32 = Height,
        /// The bracket of their yearly income.
        income_range: IncomeRange = IncomeRange,
        /// The day they were born, `YYYY-MM-DD`.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
        birthday: NaiveDate = Birthday,
        /// The school they went to.
        school: String = School,
        /// Their highest level of education.
        education: Education = Education,
        /// True if they have been married before.
        marriage_record: bool = MarriageRecord,
        /// True if they have children.
        has_children: bool = HasChildren,
        /// True if they smoke.
        smoke: bool = Smoke,
        /// True if they have a tattoo.
        tattoo: bool = Tattoo,
        /// True if they drink.
        drink: bool = Drink,
        /// Their description of themselves.
        about_me: String = AboutMe,
        /// Tags of their personality.
        personality_tag_ids: Vec<i32> = PersonalityTagIds,
        /// Tags of the sport they do.
        exercise_tag_ids: Vec<i32> = ExerciseTagIds,
        /// Tags of their hobbies.
        hobby_tag_ids: Vec<i32> = HobbyTagIds,
        /// Tags of the marriage they have in mind.
        marriage_type_tag_ids: Vec<i32> = MarriageTypeTagIds,
        /// Their one tag about having children.
        fertility_plan_tag_ids: Vec<i32> = FertilityPlanTagIds,
        /// Tags about pets.
        pet_tag_ids: Vec<i32> = PetTagIds,
        /// A question they would like to be asked.
        dating_question: String = DatingQuestion,
        /// An ordinary day of their life.
        daily_life: String = DailyLife,
        /// Something surprising about them.
        surprise_point: String = SurprisePoint,
        /// The code of the city they live in.
        city: String = City,
        /// The address in the city, in words.
        address: String = Address,
        /// Degrees north; `None` if the person gave the city alone.
        latitude: Option<f64> = Latitude,
        /// Degrees east; `None` if the person gave the city alone.
        longitude: Option<f64> = Longitude,
        /// The largest distance to the people they meet, in kilometres; 0 is any distance.
        recommend_distance_km: i32 = RecommendDistanceKm,
        /// Their feedback about the form.
        feedback: String = Feedback,
        /// Their Myers–Briggs type, or empty.
        mbti: String = Mbti,
        /// The way they prove where they work.
        verify_method: VerifyMethod = VerifyMethod,
        /// The employer's id, or empty.
        employer_id: String = EmployerId,
        /// A public page that proves the employment, or empty.
        review_link: String = ReviewLink,
        /// The uploaded document that proves it, or empty.
        verify_temp_file_name: String = VerifyTempFileName,
        /// A note about the proof, for the reviewer.
        verify_description: String = VerifyDescription,
        /// The uploaded photo of a document with the birthday, or empty. It is left out of the JSON when it is empty:
        /// most deployments ask for none, and a reviewer's decision deletes it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        age_proof_file_name: String = AgeProofFileName,
        /// The uploaded photos, in order.
        photo_name_list: Vec<String> = PhotoNameList,
        /// The matching conditions, each with data.
        #[cfg_attr(feature = "ts", ts(as = "Vec<crate::condition::ConditionWire>"))]
        value_item: Vec<Condition> = ValueItem,
    }
}
