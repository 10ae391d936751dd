//! The closed lists of words in a profile.
//!
//! Each list is an enum without fields, and has its words on the wire, their order, and their descriptions:
//!
//! ```
//! use enmusubi_core::Education;
//!
//! assert_eq!(Education::Master.as_str(), "MASTER");
//! assert_eq!("MASTER".parse(), Ok(Education::Master));
//! assert!(Education::Bachelor < Education::Master);
//! assert_eq!(Education::WORDS.len(), 5);
//! assert_eq!(Education::Master.about(), "Master's degree.");
//!
//! // Some lists have rules of their own.
//! use enmusubi_core::{Gender, IncomeRange, MatchGender};
//! assert!(MatchGender::Any.accepts(Gender::NonBinary));
//! assert_eq!(IncomeRange::Over500.bracket(), Some((500, None)));
//! ```

use serde::Serialize;
use thiserror::Error;

/// The error for a text that is not a word of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a word of this list")]
pub struct UnknownWord;

words! {
    /// A person's gender.
    Gender {
        /// A man.
        Male = "MALE",
        /// A woman.
        Female = "FEMALE",
        /// A non-binary person.
        NonBinary = "NON_BINARY",
    }
}

words! {
    /// The gender of the people whom a person would like to meet.
    MatchGender {
        /// Men.
        Male = "MALE",
        /// Women.
        Female = "FEMALE",
        /// Non-binary people.
        NonBinary = "NON_BINARY",
        /// Anyone.
        Any = "ANY",
    }
}

impl MatchGender {
    /// Returns true if the person would like to meet people of this gender.
    pub const fn accepts(self, gender: Gender) -> bool {
        matches!(
            (self, gender),
            (Self::Any, _)
                | (Self::Male, Gender::Male)
                | (Self::Female, Gender::Female)
                | (Self::NonBinary, Gender::NonBinary)
        )
    }
}

words! {
    /// The field a person works in.
    OccupationType {
        /// Software and systems engineering.
        Engineering = "ENGINEERING",
        /// Data science, analysis and machine learning.
        Data = "DATA",
        /// Product management.
        Product = "PRODUCT",
        /// Design.
        Design = "DESIGN",
        /// Hardware engineering.
        Hardware = "HARDWARE",
        /// Manufacturing and process engineering.
        Manufacturing = "MANUFACTURING",
        /// Research.
        Research = "RESEARCH",
        /// Sales and marketing.
        SalesMarketing = "SALES_MARKETING",
        /// Finance.
        Finance = "FINANCE",
        /// People and administration.
        PeopleAdmin = "PEOPLE_ADMIN",
        /// Law.
        Legal = "LEGAL",
        /// Management.
        Management = "MANAGEMENT",
        /// Anything else.
        Other = "OTHER",
    }
}

words! {
    /// Yearly income in units of 10,000 of the currency in which a server's members earn.
    IncomeRange {
        /// Less than 50.
        Under50 = "UNDER_50",
        /// 50 or more, and less than 100.
        From50To100 = "FROM_50_TO_100",
        /// 100 or more, and less than 150.
        From100To150 = "FROM_100_TO_150",
        /// 150 or more, and less than 200.
        From150To200 = "FROM_150_TO_200",
        /// 200 or more, and less than 300.
        From200To300 = "FROM_200_TO_300",
        /// 300 or more, and less than 500.
        From300To500 = "FROM_300_TO_500",
        /// 500 or more.
        Over500 = "OVER_500",
        /// The person does not say; satisfies no income condition that has a bound.
        Undisclosed = "UNDISCLOSED",
    }
}

impl IncomeRange {
    /// Returns the lowest income in the bracket and the lowest income above it, in 10,000s a year. The
    /// upper end of an open bracket is `None`, and an undisclosed income has no bracket.
    pub const fn bracket(self) -> Option<(i32, Option<i32>)> {
        match self {
            Self::Under50 => Some((0, Some(50))),
            Self::From50To100 => Some((50, Some(100))),
            Self::From100To150 => Some((100, Some(150))),
            Self::From150To200 => Some((150, Some(200))),
            Self::From200To300 => Some((200, Some(300))),
            Self::From300To500 => Some((300, Some(500))),
            Self::Over500 => Some((500, None)),
            Self::Undisclosed => None,
        }
    }
}

words! {
    /// The highest level of education finished, lowest first.
    Education {
        /// High school.
        HighSchool = "HIGH_SCHOOL",
        /// Associate degree.
        Associate = "ASSOCIATE",
        /// Bachelor's degree.
        Bachelor = "BACHELOR",
        /// Master's degree.
        Master = "MASTER",
        /// Doctorate.
        Doctorate = "DOCTORATE",
    }
}

words! {
    /// The ways to prove an employment.
    VerifyMethod {
        /// A code mailed to an address at the employer.
        WorkEmail = "WORK_EMAIL",
        /// An uploaded document.
        Document = "DOCUMENT",
        /// A link to a public page.
        Link = "LINK",
    }
}

words! {
    /// The sixteen Myers–Briggs types.
    Mbti {
        /// Architect.
        Intj = "INTJ",
        /// Logician.
        Intp = "INTP",
        /// Commander.
        Entj = "ENTJ",
        /// Debater.
        Entp = "ENTP",
        /// Advocate.
        Infj = "INFJ",
        /// Mediator.
        Infp = "INFP",
        /// Protagonist.
        Enfj = "ENFJ",
        /// Campaigner.
        Enfp = "ENFP",
        /// Logistician.
        Istj = "ISTJ",
        /// Defender.
        Isfj = "ISFJ",
        /// Executive.
        Estj = "ESTJ",
        /// Consul.
        Esfj = "ESFJ",
        /// Virtuoso.
        Istp = "ISTP",
        /// Adventurer.
        Isfp = "ISFP",
        /// Entrepreneur.
        Estp = "ESTP",
        /// Entertainer.
        Esfp = "ESFP",
    }
}

words! {
    /// The nine types of matching conditions, in an order that servers store: a new type goes to the end.
    ConditionType {
        /// Body height between two bounds, in centimetres.
        Height = "HEIGHT",
        /// Age between two bounds, in whole calendar years.
        Age = "AGE",
        /// A yearly income between two bounds, in 10,000s.
        Income = "INCOME",
        /// At least this level of education.
        Education = "EDUCATION",
        /// Married before, or not.
        MarriageRecord = "MARRIAGE_RECORD",
        /// Has children, or not.
        HasChildren = "HAS_CHILDREN",
        /// Smokes, or not.
        Smoke = "SMOKE",
        /// Has a tattoo, or not.
        Tattoo = "TATTOO",
        /// Drinks, or not.
        Drink = "DRINK",
    }
}

/// Declares the lists of words of a form, of which [`Vocabulary`] has each. The descriptions for TypeScript and `OpenAPI`
/// take every list from here.
macro_rules! word_lists {
    ($($(#[$about:meta])* $member:ident: $list:ident),+ $(,)?) => {
        /// Every list of words in a form, in the order the form shows them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[non_exhaustive]
        pub struct Vocabulary {
            $($(#[$about])* pub $member: &'static [$list],)+
        }

        /// Returns every list of words in a form, for a page that is not written in Rust.
        ///
        /// ```
        /// let lists = serde_json::to_value(enmusubi_core::vocabulary::vocabulary()).unwrap();
        /// assert_eq!(lists["gender"], serde_json::json!(["MALE", "FEMALE", "NON_BINARY"]));
        /// ```
        pub const fn vocabulary() -> Vocabulary {
            Vocabulary { $($member: $list::ALL,)+ }
        }

        /// Returns the name of the type that has these words.
        #[cfg(any(feature = "ts", feature = "openapi"))]
        pub fn word_type(words: &[&str]) -> Option<&'static str> {
            let mut types = [$(($list::WORDS, stringify!($list))),+].into_iter();
            types.find(|(known, _)| *known == words).map(|(_, name)| name)
        }

        /// Returns the description and the TypeScript declaration of each list.
        #[cfg(feature = "ts")]
        pub(crate) fn word_declarations(config: &ts_rs::Config) -> Vec<(String, String)> {
            use ts_rs::TS;
            vec![$((
                <$list as TS>::docs().unwrap_or_default(),
                <$list as TS>::decl(config),
            )),+]
        }

        /// Returns the `OpenAPI` schema of each list, with its name.
        #[cfg(feature = "openapi")]
        pub fn word_schemas() -> Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)> {
            use utoipa::{PartialSchema as _, ToSchema as _};
            vec![$(($list::name().into_owned(), $list::schema())),+]
        }
    };
}

word_lists! {
    /// [`Gender`]
    gender: Gender,
    /// [`MatchGender`]
    match_gender: MatchGender,
    /// [`OccupationType`]
    occupation_type: OccupationType,
    /// [`IncomeRange`]
    income_range: IncomeRange,
    /// [`Education`]
    education: Education,
    /// [`VerifyMethod`]
    verify_method: VerifyMethod,
    /// [`Mbti`]
    mbti: Mbti,
    /// [`ConditionType`]
    condition_type: ConditionType,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{FIELDS, FieldType};

    #[test]
    fn the_vocabulary_has_the_words_of_each_field_under_the_name_of_the_field() {
        let lists = serde_json::to_value(vocabulary()).unwrap();
        for spec in &FIELDS {
            if let FieldType::Word(words) = spec.field_type {
                let list = &lists[spec.field.as_str()];
                assert_eq!(*list, serde_json::json!(words), "{}", spec.field);
            }
        }
    }
}
