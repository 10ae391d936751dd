//! From a checked draft to the payload: what is still missing is `required`.

use super::read::PICKED_DOCUMENT;
use super::{ProfileDraft, UserProfileCreate, required};
use crate::condition::ConditionDraft;
use crate::error::FieldError;
use crate::field::Field;
use crate::vocabulary::VerifyMethod;

/// `None` when a required field is missing, which is then among the errors.
pub(super) fn payload(
    draft: ProfileDraft,
    errors: &mut Vec<FieldError>,
) -> Option<UserProfileCreate> {
    require_proof(&draft, errors);
    let mut need = Need { errors };
    let account = need.given(Field::Account, draft.account);
    let password = need.given(Field::Password, draft.password);
    let nickname = need.given(Field::Nickname, draft.nickname);
    let name = need.given(Field::Name, draft.name);
    let gender = need.given(Field::Gender, draft.gender);
    let match_gender = need.given(Field::MatchGender, draft.match_gender);
    let occupation_type = need.given(Field::OccupationType, draft.occupation_type);
    let occupation = need.given(Field::Occupation, draft.occupation);
    let height = need.given(Field::Height, draft.height);
    let income_range = need.given(Field::IncomeRange, draft.income_range);
    let birthday = need.given(Field::Birthday, draft.birthday);
    let education = need.given(Field::Education, draft.education);
    let marriage_record = need.given(Field::MarriageRecord, draft.marriage_record);
    let has_children = need.given(Field::HasChildren, draft.has_children);
    let smoke = need.given(Field::Smoke, draft.smoke);
    let tattoo = need.given(Field::Tattoo, draft.tattoo);
    let drink = need.given(Field::Drink, draft.drink);
    let about_me = need.given(Field::AboutMe, draft.about_me);
    let fertility_plan_tag_ids =
        need.given(Field::FertilityPlanTagIds, draft.fertility_plan_tag_ids);
    let city = need.given(Field::City, draft.city);
    let verify_method = need.given(Field::VerifyMethod, draft.verify_method);
    let photo_name_list = need.given(Field::PhotoNameList, draft.photo_name_list);

    Some(UserProfileCreate {
        account: account?,
        password: password?,
        nickname: nickname?,
        name: name?,
        gender: gender?,
        match_gender: match_gender?,
        occupation_type: occupation_type?,
        occupation: occupation?,
        achievement: draft.achievement.unwrap_or_default(),
        height: i32::try_from(height?).ok()?,
        income_range: income_range?,
        birthday: birthday?,
        school: draft.school.unwrap_or_default(),
        education: education?,
        marriage_record: marriage_record?,
        has_children: has_children?,
        smoke: smoke?,
        tattoo: tattoo?,
        drink: drink?,
        about_me: about_me?,
        personality_tag_ids: draft.personality_tag_ids.unwrap_or_default(),
        exercise_tag_ids: draft.exercise_tag_ids.unwrap_or_default(),
        hobby_tag_ids: draft.hobby_tag_ids.unwrap_or_default(),
        marriage_type_tag_ids: draft.marriage_type_tag_ids.unwrap_or_default(),
        fertility_plan_tag_ids: fertility_plan_tag_ids?,
        pet_tag_ids: draft.pet_tag_ids.unwrap_or_default(),
        dating_question: draft.dating_question.unwrap_or_default(),
        daily_life: draft.daily_life.unwrap_or_default(),
        surprise_point: draft.surprise_point.unwrap_or_default(),
        city: city?,
        address: draft.address.unwrap_or_default(),
        latitude: draft.latitude,
        longitude: draft.longitude,
        recommend_distance_km: i32::try_from(draft.recommend_distance_km.unwrap_or(0)).ok()?,
        feedback: draft.feedback.unwrap_or_default(),
        mbti: draft
            .mbti
            .map(|mbti| mbti.as_str().to_owned())
            .unwrap_or_default(),
        verify_method: verify_method?,
        employer_id: draft.employer_id.unwrap_or_default(),
        review_link: draft.review_link.unwrap_or_default(),
        verify_temp_file_name: draft
            .verify_temp_file_name
            .filter(|name| name != PICKED_DOCUMENT)
            .unwrap_or_default(),
        verify_description: draft.verify_description.unwrap_or_default(),
        photo_name_list: photo_name_list?,
        value_item: draft
            .value_item
            .into_iter()
            .flatten()
            .filter_map(ConditionDraft::into_condition)
            .collect(),
    })
}

/// Each way to prove the employment needs its own evidence.
fn require_proof(draft: &ProfileDraft, errors: &mut Vec<FieldError>) {
    let missing = match draft.verify_method {
        Some(VerifyMethod::WorkEmail) if draft.employer_id.is_none() => Field::EmployerId,
        Some(VerifyMethod::Link) if draft.review_link.is_none() => Field::ReviewLink,
        Some(VerifyMethod::Document) if draft.verify_temp_file_name.is_none() => {
            Field::VerifyTempFileName
        }
        _ => return,
    };
    errors.push(required(missing));
}

struct Need<'a> {
    errors: &'a mut Vec<FieldError>,
}

impl Need<'_> {
    /// Notes a missing value; one that could not be read was noted before, and that note stays.
    fn given<T>(&mut self, field: Field, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.errors.push(required(field));
        }
        value
    }
}
