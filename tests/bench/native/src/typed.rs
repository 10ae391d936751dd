//! The payload as a struct of serde, with the rules that attributes can say: what a back end would write without the
//! core. `validator` and `garde` check the same lengths, ranges and patterns. The rules about today, other fields, tags,
//! cities and uploads are missing, so both find less than the core.

use chrono::NaiveDate;
use enmusubi_core::{Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod};
use serde::{Deserialize, Serialize};
// The derived code for the list calls the trait by its method.
use validator::Validate as _;

#[derive(Deserialize, garde::Validate, validator::Validate)]
#[serde(rename_all = "camelCase")]
#[garde(allow_unvalidated)]
#[expect(
    dead_code,
    clippy::struct_excessive_bools,
    reason = "the fields are those of the form, and the benchmark only reads and checks them"
)]
struct Profile {
    #[garde(custom(is_account))]
    #[validate(custom(function = is_valid_account))]
    account: String,
    #[garde(matches(account))]
    #[validate(must_match(other = "account"))]
    password: String,
    #[garde(length(chars, min = 1, max = 20))]
    #[validate(length(min = 1, max = 20))]
    nickname: String,
    #[garde(length(chars, min = 1, max = 50))]
    #[validate(length(min = 1, max = 50))]
    name: String,
    gender: Gender,
    match_gender: MatchGender,
    occupation_type: OccupationType,
    #[garde(length(chars, min = 1, max = 50))]
    #[validate(length(min = 1, max = 50))]
    occupation: String,
    #[garde(length(chars, max = 200))]
    #[validate(length(max = 200))]
    #[serde(default)]
    achievement: String,
    #[garde(range(min = 120, max = 230))]
    #[validate(range(min = 120, max = 230))]
    height: i32,
    income_range: IncomeRange,
    birthday: NaiveDate,
    #[garde(length(chars, max = 100))]
    #[validate(length(max = 100))]
    #[serde(default)]
    school: String,
    education: Education,
    marriage_record: bool,
    has_children: bool,
    smoke: bool,
    tattoo: bool,
    drink: bool,
    #[garde(length(chars, min = 10, max = 1000))]
    #[validate(length(min = 10, max = 1000))]
    about_me: String,
    #[garde(length(max = 10))]
    #[validate(length(max = 10))]
    #[serde(default)]
    personality_tag_ids: Vec<i32>,
    #[garde(length(max = 10))]
    #[validate(length(max = 10))]
    #[serde(default)]
    exercise_tag_ids: Vec<i32>,
    #[garde(length(max = 10))]
    #[validate(length(max = 10))]
    #[serde(default)]
    hobby_tag_ids: Vec<i32>,
    #[garde(length(max = 10))]
    #[validate(length(max = 10))]
    #[serde(default)]
    marriage_type_tag_ids: Vec<i32>,
    #[garde(length(min = 1, max = 1))]
    #[validate(length(min = 1, max = 1))]
    fertility_plan_tag_ids: Vec<i32>,
    #[garde(length(max = 10))]
    #[validate(length(max = 10))]
    #[serde(default)]
    pet_tag_ids: Vec<i32>,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    dating_question: String,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    daily_life: String,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    surprise_point: String,
    city: String,
    #[garde(length(chars, max = 200))]
    #[validate(length(max = 200))]
    #[serde(default)]
    address: String,
    #[garde(range(min = -90.0, max = 90.0))]
    #[validate(range(min = -90.0, max = 90.0))]
    latitude: Option<f64>,
    #[garde(range(min = -180.0, max = 180.0))]
    #[validate(range(min = -180.0, max = 180.0))]
    longitude: Option<f64>,
    #[garde(range(min = 0, max = 500))]
    #[validate(range(min = 0, max = 500))]
    #[serde(default)]
    recommend_distance_km: i32,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    feedback: String,
    #[serde(default)]
    mbti: String,
    verify_method: VerifyMethod,
    #[serde(default)]
    employer_id: String,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    review_link: String,
    #[serde(default)]
    verify_temp_file_name: String,
    #[garde(length(chars, max = 500))]
    #[validate(length(max = 500))]
    #[serde(default)]
    verify_description: String,
    #[garde(length(min = 1, max = 6))]
    #[validate(length(min = 1, max = 6))]
    photo_name_list: Vec<String>,
    #[garde(dive, length(max = 9))]
    #[validate(nested, length(max = 9))]
    #[serde(default)]
    value_item: Vec<Condition>,
}

// `validator` writes a value that breaks a rule into its error, so the items of a list need `Serialize`.
#[derive(Deserialize, Serialize, garde::Validate, validator::Validate)]
#[garde(allow_unvalidated)]
struct Condition {
    #[serde(rename = "type")]
    kind: enmusubi_core::ConditionType,
    #[garde(range(min = 0, max = 100_000))]
    #[validate(range(min = 0, max = 100_000))]
    from: Option<i32>,
    #[garde(range(min = 0, max = 100_000))]
    #[validate(range(min = 0, max = 100_000))]
    to: Option<i32>,
    value: Option<serde_json::Value>,
}

fn has_form_of_account(account: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digits = account.strip_prefix('U').unwrap_or_default();
    digits.len() == 32 && digits.bytes().all(is_digit)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "garde passes its context by reference"
)]
fn is_account(account: &str, (): &()) -> garde::Result {
    has_form_of_account(account)
        .then_some(())
        .ok_or_else(|| garde::Error::new("line_user_id"))
}

fn is_valid_account(account: &str) -> Result<(), validator::ValidationError> {
    has_form_of_account(account)
        .then_some(())
        .ok_or_else(|| validator::ValidationError::new("line_user_id"))
}

/// Reads the payload with serde and checks it with `validator`. Returns false if a rule is broken.
pub(crate) fn is_valid_for_validator(bytes: &[u8]) -> bool {
    serde_json::from_slice(bytes)
        .is_ok_and(|profile: Profile| validator::Validate::validate(&profile).is_ok())
}

/// Reads the payload with serde and checks it with `garde`. Returns false if a rule is broken.
pub(crate) fn is_valid_for_garde(bytes: &[u8]) -> bool {
    serde_json::from_slice(bytes)
        .is_ok_and(|profile: Profile| garde::Validate::validate(&profile).is_ok())
}
