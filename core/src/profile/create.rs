//! The strict payload: the profile that the wire carries and the server stores.

use core::fmt;

use chrono::NaiveDate;
use lenient_json::Json;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::checked::Checked;
use super::field_spec::{Presence, field_spec};
use super::field_value::FieldValue;
use super::parse::{self, word};
use super::parsed::{Answer, ParsedProfile};
use crate::condition::Condition;
use crate::error::{Rejection, RejectionCode};
use crate::field::Field;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod,
};

/// Declares the payload, and the way of every field from an answer or from JSON, and back to JSON. The compiler refuses
/// a list that lacks one of [`Field`].
macro_rules! payload {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $member:ident: $value:ty = $field:ident),+ $(,)? }) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$about])* pub $member: $value,)+
        }

        impl ParsedProfile<'_> {
            /// Returns the payload as an owned struct. [`RejectionCode::Internal`] would be a mistake of this crate:
            /// answers that break no rule are complete.
            pub(crate) fn into_create(mut self) -> Result<Checked<$name>, Rejection> {
                let mut create = || {
                    Some($name {
                        $($member: FieldValue::from_answer(self.take(Field::$field))?,)+
                    })
                };
                create()
                    .map(Checked::new)
                    .ok_or(Rejection::whole(RejectionCode::Internal))
            }
        }

        impl $name {
            /// Returns the value of a field as the wire has it.
            pub fn get(&self, field: Field) -> Json<'_> {
                match field {
                    $(Field::$field => self.$member.to_json(),)+
                }
            }

            /// Returns every value as the wire has it, in the order of [`Field::ALL`].
            pub(super) fn to_values(&self) -> [Json<'_>; Field::COUNT] {
                let mut values = [const { Json::Null }; Field::COUNT];
                $(values[Field::$field as usize] = self.$member.to_json();)+
                values
            }

            /// Returns the fields in which two profiles differ, in the order of [`Field::ALL`].
            pub(super) fn differences(&self, other: &Self) -> impl Iterator<Item = Field> {
                let fields = Field::ALL.iter().copied();
                fields.filter(|field| self.get(*field) != other.get(*field))
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

        /// Reads the forms that [`parse_profile`](crate::parse_profile) reads, without its rules: numbers as text, text
        /// with white space around it, members that are absent or null, rows of conditions that are switched off, and
        /// answers that belong to another way to prove the employment, which are left out. A file that is picked and not
        /// uploaded has no name, so it is refused, or left out if it is a proof of age.
        ///
        /// An error has the name of the field and the code of its first wrong value, as prose. The length of the text,
        /// and JSON that only `parse_profile` reads, such as `"\ud83d"`, are up to the caller's deserialiser.
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let Json::Object(members) = Json::deserialize(deserializer)? else {
                    return Err(D::Error::custom("a profile is an object"));
                };
                let mut values = [None; Field::COUNT];
                for (field, value) in parse::values_of(&members) {
                    values[field as usize] = Some(value);
                }
                Ok(Self {
                    $($member: value_of(&values, Field::$field)?,)+
                })
            }
        }

        /// Shows words, numbers and flags, and hides every text, date, place and file: no log tells who a member is.
        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut shown = formatter.debug_struct(stringify!($name));
                $(if field_spec(Field::$field).is_loggable() {
                    shown.field(stringify!($member), &self.$member);
                })+
                shown.finish_non_exhaustive()
            }
        }
    };
}

/// Reads the value of one field, or its default where the field is optional and the object lacks it.
fn value_of<T: FieldValue, E: serde::de::Error>(
    values: &[Option<&Json<'_>>; Field::COUNT],
    field: Field,
) -> Result<T, E> {
    let presence = field_spec(field).presence;
    let is_of_another_method = || {
        let method = values[Field::VerifyMethod as usize];
        let chosen = method.and_then(|value| word(value, VerifyMethod::WORDS).ok().flatten());
        presence.is_of_another_method(chosen)
    };
    let value = match values[field as usize].map(|value| T::from_json(field, value)) {
        None => None,
        // The parser ignores these answers, so the struct must not hold an unchecked one.
        Some(_) if is_of_another_method() => None,
        Some(Ok(value)) => value,
        // Some servers ask for no proof of age, and do not look at one.
        Some(Err(_)) if matches!(presence, Presence::WithAgeProof { .. }) => None,
        Some(Err(violation)) => {
            return Err(E::custom(format_args!("{}", violation.at(field))));
        }
    };
    let is_required = presence == Presence::Required;
    let default = || T::from_answer(None).filter(|_| !is_required);
    value
        .or_else(default)
        .ok_or_else(|| E::missing_field(field.as_str()))
}

payload! {
    /// The profile as the wire has it. Optional texts that were not given are empty.
    ///
    /// Its rules are checked if it is [`Checked`](super::Checked), as [`parse_profile`](crate::parse_profile) and
    /// [`check`](Self::check) return it. Serde checks only the shape.
    ///
    /// `Debug` hides texts, dates, places and files, such as name, account and links.
    ///
    /// ```
    /// use enmusubi_core::UserProfileCreate;
    ///
    /// // A stored profile is read as long as it has the required fields. The optional ones may be absent.
    /// let stored = r#"{
    ///     "account": "U0123456789abcdef0123456789abcdef", "password": "U0123456789abcdef0123456789abcdef",
    ///     "nickname": "Mei", "name": "Mei Lin", "gender": "FEMALE", "matchGender": "MALE",
    ///     "occupationType": "DESIGN", "occupation": "Designer", "incomeRange": "UNDISCLOSED",
    ///     "height": 163, "birthday": "1992-03-08", "education": "BACHELOR", "city": "TW-TPE",
    ///     "marriageRecord": false, "hasChildren": false, "smoke": false, "tattoo": false, "drink": true,
    ///     "aboutMe": "Tea, hills and quiet weekends.", "fertilityPlanTagIds": [501],
    ///     "verifyMethod": "LINK", "reviewLink": "https://www.example.com/mei",
    ///     "photoNameList": ["11111111111111111111111111111111.jpg"]
    /// }"#;
    /// let profile: UserProfileCreate = serde_json::from_str(stored).unwrap();
    /// assert_eq!((profile.height, profile.school.as_str()), (163, ""));
    /// assert!(!format!("{profile:?}").contains("Mei Lin"));
    /// ```
    #[derive(Clone, PartialEq, Serialize)]
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
        /// Degrees north; nothing if the person gave the city alone.
        latitude: Option<f64> = Latitude,
        /// Degrees east; nothing if the person gave the city alone.
        longitude: Option<f64> = Longitude,
        /// The largest distance to the people they meet, in kilometres; 0 is any distance.
        recommend_distance_km: i32 = RecommendDistanceKm,
        /// Their feedback about the form.
        feedback: String = Feedback,
        /// Their Myers–Briggs type, or empty.
        #[cfg_attr(feature = "ts", ts(type = "Mbti | \"\""))]
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
        /// most servers ask for none, and a reviewer's decision deletes it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
        age_proof_file_name: String = AgeProofFileName,
        /// The uploaded photos, in order.
        photo_name_list: Vec<String> = PhotoNameList,
        /// The matching conditions, each with data.
        #[cfg_attr(feature = "ts", ts(type = "Array<Condition>"))]
        value_item: Vec<Condition> = ValueItem,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{PROFILE, in_year};
    use super::*;
    use crate::document::parse_profile;

    #[test]
    fn serde_reads_what_it_wrote_though_a_rule_is_broken() {
        let mut profile = parse_profile(PROFILE.as_bytes(), &in_year(2026))
            .unwrap()
            .into_inner();
        profile.fertility_plan_tag_ids.clear();
        profile.photo_name_list.clear();
        profile.value_item.clear();
        profile.height = 300;
        let written = serde_json::to_string(&profile).unwrap();
        let read: UserProfileCreate = serde_json::from_str(&written).unwrap();
        assert_eq!(read, profile);
        assert_eq!(read.check(&in_year(2026)).unwrap_err().fields.len(), 3);
    }

    #[test]
    fn no_debug_output_tells_who_the_member_is() {
        let document = crate::JsonDocument::parse(PROFILE.as_bytes()).unwrap();
        let answers = document.check_profile(&in_year(2026)).unwrap();
        let profile = document.parse_profile(&in_year(2026)).unwrap();
        for shown in [
            format!("{document:?}"),
            format!("{answers:?}"),
            format!("{profile:?}"),
        ] {
            for text in [
                "U0123",
                "2000",
                "Ten characters",
                "TW-TPE",
                "25.025",
                "0123456789",
            ] {
                assert!(!shown.contains(text), "{text}: {shown}");
            }
        }
        assert!(format!("{profile:?}").contains("height: 170"));
    }
}
