//! The lenient draft and, declared field by field, the limits it must keep.

use chrono::NaiveDate;
use validator::Validate;

use super::CheckContext;
use super::limits::{
    ABOUT_ME, ACHIEVEMENT, ADDRESS, HEIGHT_CM, LATITUDE, LINK, LONG_TEXT, LONGITUDE, NAME,
    NICKNAME, OCCUPATION, SCHOOL,
};
use super::rules;
use crate::condition::ConditionDraft;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, Mbti, OccupationType, VerifyMethod,
};

/// The version of the drafts this build writes. A newer one is kept untouched and not loaded.
pub const DRAFT_SCHEMA_VERSION: u32 = 1;

/// What the form holds: anything may be missing. On the wire numbers may be text, booleans may be
/// JSON text, tag ids may be numeric text; here each value has been read as far as it can be.
///
/// A `None` is absent, blank, or of a shape that was reported while reading.
#[derive(Debug, Clone, Default, PartialEq, Validate)]
#[validate(context = "CheckContext<'v_a>")]
#[validate(schema(function = rules::password_is_the_account, skip_on_field_errors = false))]
#[validate(schema(function = rules::document_only_with_its_method, skip_on_field_errors = false))]
#[validate(schema(
    function = rules::mailbox_is_confirmed,
    skip_on_field_errors = false,
    use_context
))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename_all = "camelCase", optional_fields = nullable))]
pub struct ProfileDraft {
    /// [`DRAFT_SCHEMA_VERSION`] of the build that wrote it; absent in a payload.
    pub schema_version: Option<u32>,
    /// The LINE user id.
    #[validate(custom(function = rules::line_user_id))]
    pub account: Option<String>,
    /// The LINE user id again.
    pub password: Option<String>,
    /// 1–20 characters.
    #[validate(length(min = NICKNAME.min, max = NICKNAME.max))]
    pub nickname: Option<String>,
    /// 1–50 characters.
    #[validate(length(min = NAME.min, max = NAME.max))]
    pub name: Option<String>,
    /// The person's gender.
    pub gender: Option<Gender>,
    /// Whom they would like to meet.
    pub match_gender: Option<MatchGender>,
    /// The field they work in.
    pub occupation_type: Option<OccupationType>,
    /// 1–50 characters.
    #[validate(length(min = OCCUPATION.min, max = OCCUPATION.max))]
    pub occupation: Option<String>,
    /// Up to 200 characters.
    #[validate(length(min = ACHIEVEMENT.min, max = ACHIEVEMENT.max))]
    pub achievement: Option<String>,
    /// 120–230 cm.
    #[validate(range(min = HEIGHT_CM.min, max = HEIGHT_CM.max))]
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub height: Option<i64>,
    /// The bracket of their yearly income.
    pub income_range: Option<IncomeRange>,
    /// 18–99 years ago, in whole calendar years.
    #[validate(custom(function = rules::of_age, use_context))]
    #[cfg_attr(feature = "ts", ts(optional, type = "string | null"))]
    pub birthday: Option<NaiveDate>,
    /// Up to 100 characters.
    #[validate(length(min = SCHOOL.min, max = SCHOOL.max))]
    pub school: Option<String>,
    /// Their highest level of education.
    pub education: Option<Education>,
    /// Whether they have been married before.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub marriage_record: Option<bool>,
    /// Whether they have children.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub has_children: Option<bool>,
    /// Whether they smoke.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub smoke: Option<bool>,
    /// Whether they have a tattoo.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub tattoo: Option<bool>,
    /// Whether they drink.
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean | string | null"))]
    pub drink: Option<bool>,
    /// 10–1000 characters.
    #[validate(length(min = ABOUT_ME.min, max = ABOUT_ME.max))]
    pub about_me: Option<String>,
    /// At most 10 of the group.
    #[cfg_attr(feature = "ts", ts(optional, type = "(number | string)[] | null"))]
    pub personality_tag_ids: Option<Vec<i32>>,
    /// At most 10 of the group.
    #[cfg_attr(feature = "ts", ts(optional, type = "(number | string)[] | null"))]
    pub exercise_tag_ids: Option<Vec<i32>>,
    /// At most 10 of the group.
    #[cfg_attr(feature = "ts", ts(optional, type = "(number | string)[] | null"))]
    pub hobby_tag_ids: Option<Vec<i32>>,
    /// At most 10 of the group.
    #[cfg_attr(feature = "ts", ts(optional, type = "(number | string)[] | null"))]
    pub marriage_type_tag_ids: Option<Vec<i32>>,
    /// Exactly one of the group.
    #[cfg_attr(
        feature = "ts",
        ts(optional, type = "(number | string)[] | number | string | null")
    )]
    pub fertility_plan_tag_ids: Option<Vec<i32>>,
    /// At most 10 of the group.
    #[cfg_attr(feature = "ts", ts(optional, type = "(number | string)[] | null"))]
    pub pet_tag_ids: Option<Vec<i32>>,
    /// Up to 500 characters.
    #[validate(length(min = LONG_TEXT.min, max = LONG_TEXT.max))]
    pub dating_question: Option<String>,
    /// Up to 500 characters.
    #[validate(length(min = LONG_TEXT.min, max = LONG_TEXT.max))]
    pub daily_life: Option<String>,
    /// Up to 500 characters.
    #[validate(length(min = LONG_TEXT.min, max = LONG_TEXT.max))]
    pub surprise_point: Option<String>,
    /// A city code of the catalogue.
    #[validate(custom(function = rules::known_city))]
    pub city: Option<String>,
    /// Up to 200 characters.
    #[validate(length(min = ADDRESS.min, max = ADDRESS.max))]
    pub address: Option<String>,
    /// −90..90 degrees.
    #[validate(range(min = as_degrees(LATITUDE.min), max = as_degrees(LATITUDE.max)))]
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub latitude: Option<f64>,
    /// −180..180 degrees.
    #[validate(range(min = as_degrees(LONGITUDE.min), max = as_degrees(LONGITUDE.max)))]
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub longitude: Option<f64>,
    /// 0 (any distance) or 10–500 km.
    #[validate(custom(function = rules::recommend_distance))]
    #[cfg_attr(feature = "ts", ts(optional, type = "number | string | null"))]
    pub recommend_distance_km: Option<i64>,
    /// Up to 500 characters.
    #[validate(length(min = LONG_TEXT.min, max = LONG_TEXT.max))]
    pub feedback: Option<String>,
    /// Their Myers–Briggs type.
    #[cfg_attr(feature = "ts", ts(optional, type = "string | null"))]
    pub mbti: Option<Mbti>,
    /// How they prove where they work.
    pub verify_method: Option<VerifyMethod>,
    /// An employer of the list; required with `WORK_EMAIL`.
    #[validate(custom(function = rules::known_employer))]
    pub employer_id: Option<String>,
    /// An absolute https URL of at most 500 characters; required with `LINK`.
    #[validate(length(min = LINK.min, max = LINK.max), custom(function = rules::public_https_url))]
    pub review_link: Option<String>,
    /// The name of an upload; required with `DOCUMENT`, unexpected otherwise.
    #[validate(
        custom(function = rules::document_name),
        custom(function = rules::document_is_held, use_context)
    )]
    #[cfg_attr(feature = "ts", ts(optional, type = "PhotoSlot | null"))]
    pub verify_temp_file_name: Option<String>,
    /// Up to 500 characters.
    #[validate(length(min = LONG_TEXT.min, max = LONG_TEXT.max))]
    pub verify_description: Option<String>,
    /// 1–6 photos; empty slots are skipped.
    #[cfg_attr(feature = "ts", ts(optional, type = "PhotoSlot[] | null"))]
    pub photo_name_list: Option<Vec<String>>,
    /// At most one condition of each type, by the index of the input.
    #[validate(nested)]
    pub value_item: Option<Vec<ConditionDraft>>,
}

#[expect(clippy::cast_precision_loss, reason = "whole degrees are small")]
const fn as_degrees(limit: i64) -> f64 {
    limit as f64
}
