//! The answers of a profile in the form's order and in the form's words.

mod layout;
mod words;

use chrono::NaiveDate;
use enmusubi_core::catalogue::{find_city, find_employer};
use enmusubi_core::condition::RangeType;
use enmusubi_core::language::Language;
use enmusubi_core::{Condition, Field, IncomeRange, UserProfileCreate, VerifyMethod, catalogue};

use self::layout::CONDITIONS;
pub(crate) use self::layout::{CARD, EVIDENCE, PAGES};
pub(crate) use self::words::Words;

/// A group of lines below a heading.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) rows: Vec<Row>,
}

/// A label with a text, as the member typed it: the printer escapes both.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) text: String,
}

impl Row {
    pub(crate) fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            text: text.into(),
        }
    }
}

impl Words<'_> {
    /// Returns a section for each page of the form, by the page's name. Empty answers are left out.
    pub(crate) fn summary(
        self,
        profile: &UserProfileCreate,
        today: NaiveDate,
    ) -> Vec<(&'static str, Section)> {
        let section_of = |(page, fields): &(&'static str, &[Field])| {
            let rows = fields.iter().filter_map(|field| {
                let text = self.text_of(*field, profile, today);
                (!text.is_empty()).then(|| Row::new(self.label_of(*field), text))
            });
            let section = Section {
                heading: self.word(&format!("register.page.{page}")),
                rows: rows.collect(),
            };
            (*page, section)
        };
        PAGES.iter().map(section_of).collect()
    }

    /// Returns the label of a field in the form.
    pub(crate) fn label_of(self, field: Field) -> String {
        self.word(&format!("register.{field}.label"))
    }

    /// Returns the answer in words, or an empty text if there is nothing to show.
    pub(crate) fn text_of(
        self,
        field: Field,
        profile: &UserProfileCreate,
        today: NaiveDate,
    ) -> String {
        match field {
            // The account is above the sections, files are shown by their addresses, and a stored profile
            // has no coordinates.
            Field::Account
            | Field::Password
            | Field::PhotoNameList
            | Field::VerifyTempFileName
            | Field::AgeProofFileName
            | Field::Latitude
            | Field::Longitude => String::new(),
            Field::Nickname => profile.nickname.clone(),
            Field::Name => profile.name.clone(),
            Field::Gender => self.named("gender", profile.gender.as_str()),
            Field::MatchGender => self.named("matchGender", profile.match_gender.as_str()),
            Field::OccupationType => self.named("occupationType", profile.occupation_type.as_str()),
            Field::Occupation => profile.occupation.clone(),
            Field::Achievement => profile.achievement.clone(),
            Field::Height => self.centimetres(profile.height),
            Field::IncomeRange => self.income_bracket(profile.income_range),
            Field::Birthday => self.birthday_text(profile.birthday, today),
            Field::School => profile.school.clone(),
            Field::Education => self.named("education", profile.education.as_str()),
            Field::MarriageRecord => self.yes_or_no("register", profile.marriage_record),
            Field::HasChildren => self.yes_or_no("register", profile.has_children),
            Field::Smoke => self.yes_or_no("register", profile.smoke),
            Field::Tattoo => self.yes_or_no("register", profile.tattoo),
            Field::Drink => self.yes_or_no("register", profile.drink),
            Field::AboutMe => profile.about_me.clone(),
            Field::PersonalityTagIds => self.tag_names(field, &profile.personality_tag_ids),
            Field::ExerciseTagIds => self.tag_names(field, &profile.exercise_tag_ids),
            Field::HobbyTagIds => self.tag_names(field, &profile.hobby_tag_ids),
            Field::MarriageTypeTagIds => self.tag_names(field, &profile.marriage_type_tag_ids),
            Field::FertilityPlanTagIds => self.tag_names(field, &profile.fertility_plan_tag_ids),
            Field::PetTagIds => self.tag_names(field, &profile.pet_tag_ids),
            Field::DatingQuestion => profile.dating_question.clone(),
            Field::DailyLife => profile.daily_life.clone(),
            Field::SurprisePoint => profile.surprise_point.clone(),
            Field::City => self.city_name(&profile.city),
            Field::Address => profile.address.clone(),
            Field::RecommendDistanceKm => self.distance_text(profile.recommend_distance_km),
            Field::Feedback => profile.feedback.clone(),
            Field::Mbti => profile.mbti.clone(),
            Field::VerifyMethod => self.named("verifyMethod", profile.verify_method.as_str()),
            // An employer that is not given is shown too: the reviewer compares it with the evidence.
            Field::EmployerId if profile.employer_id.is_empty() => self.word("register.notGiven"),
            Field::EmployerId => employer_name(&profile.employer_id).to_owned(),
            Field::ReviewLink if is_link_missing(profile) => self.word("register.notGiven"),
            Field::ReviewLink => profile.review_link.clone(),
            Field::VerifyDescription => profile.verify_description.clone(),
            Field::ValueItem => self.condition_lines(&profile.value_item),
        }
    }

    fn named(self, list: &str, value: &str) -> String {
        self.word(&format!("vocabulary.{list}.{value}"))
    }

    fn income_bracket(self, bracket: IncomeRange) -> String {
        self.word_with_currency(&format!("vocabulary.incomeRange.{bracket}"))
    }

    fn yes_or_no(self, group: &str, is_yes: bool) -> String {
        self.word(&format!("{group}.{}", if is_yes { "yes" } else { "no" }))
    }

    fn with_unit(self, number: i32, unit: &str) -> String {
        let unit = self.word(&format!("register.unit.{unit}"));
        // A space separates the number from a Latin unit, and not from a Chinese or Japanese one.
        let space = if unit.is_ascii() { " " } else { "" };
        format!("{number}{space}{unit}")
    }

    fn centimetres(self, height: i32) -> String {
        self.with_unit(height, "cm")
    }

    fn distance_text(self, km: i32) -> String {
        match km {
            0 => self.word("register.anyDistance"),
            km => self.with_unit(km, "km"),
        }
    }

    fn birthday_text(self, birthday: NaiveDate, today: NaiveDate) -> String {
        let Some(years) = today.years_since(birthday) else {
            return birthday.to_string();
        };
        match self.language {
            Language::TraditionalChinese => format!("{birthday}，今天 {years} 歲"),
            Language::Japanese => format!("{birthday}、今日で{years}歳"),
            Language::English => format!("{birthday}, {years} years old today"),
        }
    }

    fn city_name(self, code: &str) -> String {
        let Some(city) = find_city(code) else {
            return code.to_owned();
        };
        let country = self.word(&format!("vocabulary.country.{}", city.country));
        let name = self.word_with("vocabulary.cityName", "en", city.en);
        let name = name.replace("{local}", city.local);
        let name = name.replace("{japanese}", city.japanese);
        match self.language {
            Language::English => format!("{name}, {country}"),
            Language::TraditionalChinese | Language::Japanese => format!("{country}{name}"),
        }
    }

    /// Returns the names of tags in the order of the form, and then the numbers of tags that the catalogue
    /// no longer has.
    pub(crate) fn tag_names(self, field: Field, ids: &[i32]) -> String {
        let groups = catalogue::catalogue().tag_groups;
        let group = groups.iter().find(|group| group.field == field);
        let tags = group.map(|group| group.tags).unwrap_or_default();
        let name_of = |key: &str| {
            let group = group.map(|group| group.group).unwrap_or_default();
            self.word(&format!("vocabulary.{group}.{key}"))
        };
        let known = tags.iter().filter(|tag| ids.contains(&tag.id));
        let unknown = ids
            .iter()
            .filter(|id| tags.iter().all(|tag| tag.id != **id));
        let names: Vec<String> = known
            .map(|tag| name_of(tag.key))
            .chain(unknown.map(i32::to_string))
            .collect();
        names.join(&self.word("register.listSeparator"))
    }

    /// Returns a line for each condition.
    fn condition_lines(self, conditions: &[Condition]) -> String {
        let in_order = CONDITIONS.iter().flat_map(|of_type| {
            let of_this_type = |condition: &&Condition| condition.condition_type() == *of_type;
            conditions.iter().filter(of_this_type)
        });
        let line_of = |condition: &Condition| {
            let name = self.named("condition", condition.condition_type().as_str());
            let wish = self.wish_text(*condition);
            let line = self.word_with("register.answer", "name", &name);
            line.replace("{value}", &wish)
        };
        let lines: Vec<String> = in_order.map(line_of).collect();
        lines.join("\n")
    }

    fn wish_text(self, condition: Condition) -> String {
        match condition {
            Condition::Range { kind, from, to } => self.range_text(kind, from, to),
            Condition::Education(level) => {
                let name = self.named("education", level.as_str());
                self.word_with("register.range.atLeast", "from", &name)
            }
            Condition::Flag { value, .. } => self.yes_or_no("register.condition", value),
        }
    }

    /// Returns a range in words; 0 is an open bound.
    fn range_text(self, kind: RangeType, from: i32, to: i32) -> String {
        let in_words = |bound: i32| match kind {
            RangeType::Height => self.centimetres(bound),
            RangeType::Age => self.with_unit(bound, "years"),
            RangeType::Income => self.income_text(&self.amount_text(bound)),
        };
        match (from, to) {
            (0, to) => self.word_with("register.range.atMost", "to", &in_words(to)),
            (from, 0) => self.word_with("register.range.atLeast", "from", &in_words(from)),
            (from, to) => {
                let between = |from: &str, to: &str| {
                    let both = self.word_with("register.range.between", "to", to);
                    both.replace("{from}", from)
                };
                // Write the unit once, except for amounts, whose unit may differ at the two ends.
                match kind {
                    RangeType::Income => {
                        let bounds = between(&self.amount_text(from), &self.amount_text(to));
                        self.income_text(&bounds)
                    }
                    RangeType::Height | RangeType::Age => between(&from.to_string(), &in_words(to)),
                }
            }
        }
    }

    /// Adds the currency to an amount of money, or to a range of two.
    fn income_text(self, amount: &str) -> String {
        let text = self.word_with_currency("vocabulary.income");
        text.replace("{amount}", amount)
    }

    /// Returns an amount that is given in 10,000s, a unit that only Chinese and Japanese have: `90` is `900k`
    /// in English, and `125` is `1.25M`. The form rounds it to two digits.
    fn amount_text(self, tens_of_thousands: i32) -> String {
        match (self.language, tens_of_thousands) {
            (Language::TraditionalChinese, amount) => format!("{amount}萬"),
            (Language::Japanese, amount) => format!("{amount}万"),
            (Language::English, ..100) => format!("{tens_of_thousands}0k"),
            (Language::English, amount) => format!("{}M", f64::from(amount) / 100.0),
        }
    }
}

/// Returns the name of an employer of the list, or the id of one that is no longer in it.
pub(crate) fn employer_name(id: &str) -> &str {
    find_employer(id).map_or(id, |employer| employer.name)
}

fn is_link_missing(profile: &UserProfileCreate) -> bool {
    profile.verify_method == VerifyMethod::Link && profile.review_link.is_empty()
}

#[cfg(test)]
mod tests;
