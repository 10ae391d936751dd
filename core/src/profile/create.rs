//! The strict payload: what the wire carries, the server stores and everything else may rely on.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::condition::Condition;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod,
};

/// A profile that broke no rule. Made by [`crate::JsonDocument::parse_profile`]; reading one back with
/// serde checks its shape and not its rules. Optional texts that were not given are empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent questions of the form"
)]
pub struct UserProfileCreate {
    /// The LINE user id.
    pub account: String,
    /// The LINE user id again; an identifier, not a secret.
    pub password: String,
    /// The name others see.
    pub nickname: String,
    /// The real name, for reviewers.
    pub name: String,
    /// The person's gender.
    pub gender: Gender,
    /// Whom they would like to meet.
    pub match_gender: MatchGender,
    /// The field they work in.
    pub occupation_type: OccupationType,
    /// Their job title.
    pub occupation: String,
    /// Something they are proud of at work.
    pub achievement: String,
    /// Body height in centimetres.
    pub height: i32,
    /// The bracket of their yearly income.
    pub income_range: IncomeRange,
    /// The day they were born, `YYYY-MM-DD`.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub birthday: NaiveDate,
    /// The school they went to.
    pub school: String,
    /// Their highest level of education.
    pub education: Education,
    /// Whether they have been married before.
    pub marriage_record: bool,
    /// Whether they have children.
    pub has_children: bool,
    /// Whether they smoke.
    pub smoke: bool,
    /// Whether they have a tattoo.
    pub tattoo: bool,
    /// Whether they drink.
    pub drink: bool,
    /// What they say about themselves.
    pub about_me: String,
    /// Tags of their personality.
    pub personality_tag_ids: Vec<i32>,
    /// Tags of the sport they do.
    pub exercise_tag_ids: Vec<i32>,
    /// Tags of their hobbies.
    pub hobby_tag_ids: Vec<i32>,
    /// Tags of the marriage they have in mind.
    pub marriage_type_tag_ids: Vec<i32>,
    /// Their one tag about having children.
    pub fertility_plan_tag_ids: Vec<i32>,
    /// Tags about pets.
    pub pet_tag_ids: Vec<i32>,
    /// A question they would like to be asked.
    pub dating_question: String,
    /// An ordinary day of theirs.
    pub daily_life: String,
    /// Something surprising about them.
    pub surprise_point: String,
    /// The code of the city they live in.
    pub city: String,
    /// Where in the city, in words.
    pub address: String,
    /// Degrees north; `None` where the city alone is given.
    pub latitude: Option<f64>,
    /// Degrees east; `None` where the city alone is given.
    pub longitude: Option<f64>,
    /// How far away the people they meet may live, in kilometres; 0 is any distance.
    pub recommend_distance_km: i32,
    /// What they tell us about the form.
    pub feedback: String,
    /// Their Myers–Briggs type, or empty.
    pub mbti: String,
    /// How they prove where they work.
    pub verify_method: VerifyMethod,
    /// The employer's id, or empty.
    pub employer_id: String,
    /// A public page that proves the employment, or empty.
    pub review_link: String,
    /// The uploaded document that proves it, or empty.
    pub verify_temp_file_name: String,
    /// What the reviewer should know about the proof.
    pub verify_description: String,
    /// The uploaded photos, in order.
    pub photo_name_list: Vec<String>,
    /// The matching conditions, each with data.
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::condition::ConditionWire>"))]
    pub value_item: Vec<Condition>,
}
