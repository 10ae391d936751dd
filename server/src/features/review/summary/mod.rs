//! The answers of a profile in the form's order and in the form's words.

use chrono::NaiveDate;
use enmusubi_core::catalogue::{find_city, find_employer};
use enmusubi_core::condition::RangeType;
use enmusubi_core::{Condition, Field, IncomeRange, UserProfileCreate, VerifyMethod, catalogue};

use super::layout::{CONDITIONS, PAGES};
use super::words::{word, word_with};

/// A group of lines below a heading.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) rows: Vec<Row>,
}

/// A label with a text, as the member typed it: the printer escapes both.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) label: String,
    pub(super) text: String,
}

impl Row {
    pub(super) fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            text: text.into(),
        }
    }
}

/// Returns a section for each page of the form, by the page's name. Empty answers are left out.
pub(super) fn summary(
    profile: &UserProfileCreate,
    today: NaiveDate,
) -> Vec<(&'static str, Section)> {
    let section_of = |(page, fields): &(&'static str, &[Field])| {
        let rows = fields.iter().filter_map(|field| {
            let text = text_of(*field, profile, today);
            (!text.is_empty()).then(|| Row::new(label_of(*field), text))
        });
        let section = Section {
            heading: word(&format!("register.page.{page}")),
            rows: rows.collect(),
        };
        (*page, section)
    };
    PAGES.iter().map(section_of).collect()
}

/// Returns the label of a field in the form.
pub(super) fn label_of(field: Field) -> String {
    word(&format!("register.{field}.label"))
}

/// Returns the name of an employer of the list, or the id of one that is no longer in it.
pub(super) fn employer_name(id: &str) -> &str {
    find_employer(id).map_or(id, |employer| employer.name)
}

/// Returns the answer in words, or an empty text if there is nothing to show.
fn text_of(field: Field, profile: &UserProfileCreate, today: NaiveDate) -> String {
    match field {
        // The account is above the sections, files are shown by their addresses, and a stored profile
        // has no coordinates.
        Field::Account
        | Field::Password
        | Field::PhotoNameList
        | Field::VerifyTempFileName
        | Field::Latitude
        | Field::Longitude => String::new(),
        Field::Nickname => profile.nickname.clone(),
        Field::Name => profile.name.clone(),
        Field::Gender => named("gender", profile.gender.as_str()),
        Field::MatchGender => named("matchGender", profile.match_gender.as_str()),
        Field::OccupationType => named("occupationType", profile.occupation_type.as_str()),
        Field::Occupation => profile.occupation.clone(),
        Field::Achievement => profile.achievement.clone(),
        Field::Height => centimetres(profile.height),
        Field::IncomeRange => income_bracket(profile.income_range),
        Field::Birthday => birthday_text(profile.birthday, today),
        Field::School => profile.school.clone(),
        Field::Education => named("education", profile.education.as_str()),
        Field::MarriageRecord => yes_or_no("register", profile.marriage_record),
        Field::HasChildren => yes_or_no("register", profile.has_children),
        Field::Smoke => yes_or_no("register", profile.smoke),
        Field::Tattoo => yes_or_no("register", profile.tattoo),
        Field::Drink => yes_or_no("register", profile.drink),
        Field::AboutMe => profile.about_me.clone(),
        Field::PersonalityTagIds => tag_names(field, &profile.personality_tag_ids),
        Field::ExerciseTagIds => tag_names(field, &profile.exercise_tag_ids),
        Field::HobbyTagIds => tag_names(field, &profile.hobby_tag_ids),
        Field::MarriageTypeTagIds => tag_names(field, &profile.marriage_type_tag_ids),
        Field::FertilityPlanTagIds => tag_names(field, &profile.fertility_plan_tag_ids),
        Field::PetTagIds => tag_names(field, &profile.pet_tag_ids),
        Field::DatingQuestion => profile.dating_question.clone(),
        Field::DailyLife => profile.daily_life.clone(),
        Field::SurprisePoint => profile.surprise_point.clone(),
        Field::City => city_name(&profile.city),
        Field::Address => profile.address.clone(),
        Field::RecommendDistanceKm => distance_text(profile.recommend_distance_km),
        Field::Feedback => profile.feedback.clone(),
        Field::Mbti => profile.mbti.clone(),
        Field::VerifyMethod => named("verifyMethod", profile.verify_method.as_str()),
        // The reviewer compares the evidence with the employer.
        Field::EmployerId if profile.employer_id.is_empty() => word("register.notGiven"),
        Field::EmployerId => employer_name(&profile.employer_id).to_owned(),
        Field::ReviewLink if is_link_missing(profile) => word("register.notGiven"),
        Field::ReviewLink => profile.review_link.clone(),
        Field::VerifyDescription => profile.verify_description.clone(),
        Field::ValueItem => condition_lines(&profile.value_item),
    }
}

fn is_link_missing(profile: &UserProfileCreate) -> bool {
    profile.verify_method == VerifyMethod::Link && profile.review_link.is_empty()
}

fn named(list: &str, value: &str) -> String {
    word(&format!("vocabulary.{list}.{value}"))
}

/// Returns a bracket of incomes. A reviewer knows the deployment's currency, so it is not named.
fn income_bracket(range: IncomeRange) -> String {
    let id = format!("vocabulary.incomeRange.{}", range.as_str());
    word_with(&id, "currency", "")
}

fn yes_or_no(group: &str, is_yes: bool) -> String {
    word(&format!("{group}.{}", if is_yes { "yes" } else { "no" }))
}

fn with_unit(number: i32, unit: &str) -> String {
    format!("{number} {}", word(&format!("register.unit.{unit}")))
}

fn centimetres(height: i32) -> String {
    with_unit(height, "cm")
}

fn distance_text(km: i32) -> String {
    match km {
        0 => word("register.anyDistance"),
        km => with_unit(km, "km"),
    }
}

fn birthday_text(birthday: NaiveDate, today: NaiveDate) -> String {
    match today.years_since(birthday) {
        Some(years) => format!("{birthday}, {years} years old today"),
        None => birthday.to_string(),
    }
}

fn city_name(code: &str) -> String {
    find_city(code).map_or(code.to_owned(), |city| {
        let country = word(&format!("vocabulary.country.{}", city.country));
        format!("{}, {country}", city.en)
    })
}

/// Returns the names of tags in the order of the form, and then the numbers of tags that the catalogue
/// no longer has.
fn tag_names(field: Field, ids: &[i32]) -> String {
    let groups = catalogue().tag_groups;
    let group = groups.iter().find(|group| group.field == field);
    let tags = group.map(|group| group.tags).unwrap_or_default();
    let name_of = |key: &str| {
        let group = group.map(|group| group.group).unwrap_or_default();
        word(&format!("vocabulary.{group}.{key}"))
    };
    let known = tags.iter().filter(|tag| ids.contains(&tag.id));
    let unknown = ids
        .iter()
        .filter(|id| tags.iter().all(|tag| tag.id != **id));
    let names: Vec<String> = known
        .map(|tag| name_of(tag.key))
        .chain(unknown.map(i32::to_string))
        .collect();
    names.join(&word("register.listSeparator"))
}

/// Returns a line for each condition.
fn condition_lines(conditions: &[Condition]) -> String {
    let in_order = CONDITIONS.iter().flat_map(|of_type| {
        let of_this_type = |condition: &&Condition| condition.condition_type() == *of_type;
        conditions.iter().filter(of_this_type)
    });
    let line_of = |condition: &Condition| {
        let name = named("condition", condition.condition_type().as_str());
        format!("{name}: {}", wish_text(*condition))
    };
    let lines: Vec<String> = in_order.map(line_of).collect();
    lines.join("\n")
}

fn wish_text(condition: Condition) -> String {
    match condition {
        Condition::Range { kind, from, to } => range_text(kind, from, to),
        Condition::Education(level) => {
            let name = named("education", level.as_str());
            word_with("register.range.atLeast", "from", &name)
        }
        Condition::Flag { value, .. } => yes_or_no("register.condition", value),
    }
}

/// Returns a range in words; 0 is an open bound.
fn range_text(kind: RangeType, from: i32, to: i32) -> String {
    let in_words = |bound: i32| match kind {
        RangeType::Height => centimetres(bound),
        RangeType::Age => with_unit(bound, "years"),
        RangeType::Income => income_text(bound),
    };
    match (from, to) {
        (0, to) => word_with("register.range.atMost", "to", &in_words(to)),
        (from, 0) => word_with("register.range.atLeast", "from", &in_words(from)),
        (from, to) => {
            let both = word_with("register.range.between", "to", &in_words(to));
            // The unit is written once, except that of money, which may differ at the two ends.
            let from = match kind {
                RangeType::Income => in_words(from),
                RangeType::Height | RangeType::Age => from.to_string(),
            };
            both.replace("{from}", &from)
        }
    }
}

/// Returns an income in 10,000s: `90` is `900k`, and `125` is `1.25M`. The form rounds it to two digits.
fn income_text(tens_of_thousands: i32) -> String {
    match tens_of_thousands {
        ..100 => format!("{tens_of_thousands}0k"),
        amount => format!("{}M", f64::from(amount) / 100.0),
    }
}

#[cfg(test)]
mod tests;
