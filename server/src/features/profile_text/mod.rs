//! The answers of a profile in the form's order and in the form's words.

mod layout;
mod words;

use chrono::NaiveDate;
use enmusubi_core::catalogue::{find_city, find_employer};
use enmusubi_core::condition::RangeType;
use enmusubi_core::json::{Json, integer};
use enmusubi_core::language::Language;
use enmusubi_core::profile::{FieldType, field_type};
use enmusubi_core::{Condition, Field, IncomeRange, UserProfileCreate, VerifyMethod, catalogue};

use self::layout::CONDITIONS;
pub(crate) use self::layout::{CARD, EVIDENCE, PAGES, optional_words};
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
        let section_of = |(page, fields): &'static (String, Vec<Field>)| {
            let rows = fields.iter().filter_map(|field| {
                let text = self.text_of(*field, profile, today);
                (!text.is_empty()).then(|| Row::new(self.label_of(*field), text))
            });
            let section = Section {
                heading: self.word(&format!("register.page.{page}")),
                rows: rows.collect(),
            };
            (page.as_str(), section)
        };
        PAGES.iter().map(section_of).collect()
    }

    /// Returns the label of a field in the form.
    pub(crate) fn label_of(self, field: Field) -> String {
        self.word(&format!("vocabulary.field.{field}"))
    }

    /// Returns the answer in words, or an empty text if there is nothing to show.
    pub(crate) fn text_of(
        self,
        field: Field,
        profile: &UserProfileCreate,
        today: NaiveDate,
    ) -> String {
        let value = profile.get(field);
        let text = || value.as_text().unwrap_or_default();
        match field_type(field) {
            // The account is above the sections, files are shown by their addresses, and a stored profile
            // has no coordinates.
            FieldType::Account
            | FieldType::SameAs(_)
            | FieldType::Photos(_)
            | FieldType::Document(_)
            | FieldType::Degrees { .. } => String::new(),
            FieldType::Word(_) if field == Field::IncomeRange => {
                self.income_bracket(profile.income_range)
            }
            FieldType::Word(_) | FieldType::VerifyMethod { .. } => {
                self.named(field.as_str(), text())
            }
            FieldType::Flag => self.yes_or_no("register", matches!(value, Json::Bool(true))),
            FieldType::Integer(_) => self.centimetres(profile.height),
            FieldType::IntegerOrZero(_) => self.distance_text(profile.recommend_distance_km),
            FieldType::Birthday(_) => self.birthday_text(profile.birthday, today),
            FieldType::Tags(_) | FieldType::SingleTag(_) => {
                let ids = value.as_list().unwrap_or_default().iter();
                let ids: Vec<i32> = ids.filter_map(|id| integer(id).ok().flatten()).collect();
                self.tag_names(field, &ids)
            }
            FieldType::City => self.city_name(&profile.city),
            // An employer that is not given is shown too: the reviewer compares it with the evidence.
            FieldType::Employer if text().is_empty() => self.word("register.notGiven"),
            FieldType::Employer => employer_name(text()).to_owned(),
            FieldType::Link(_) if is_link_missing(profile) => self.word("register.notGiven"),
            FieldType::Link(_)
            | FieldType::Line(_)
            | FieldType::VisibleLine(_)
            | FieldType::Lines(_) => text().to_owned(),
            FieldType::Conditions(_) => self.condition_lines(&profile.value_item),
        }
    }

    /// Returns the name of a word of a list, or the word itself if it is written alike in every language.
    fn named(self, list: &str, word: &str) -> String {
        let id = format!("vocabulary.{list}.{word}");
        self.find(&id).unwrap_or(word).to_owned()
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
