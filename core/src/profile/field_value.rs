//! The Rust types that a field of the payload can have.

use chrono::NaiveDate;
use lenient_json::Json;

use super::parsed::Answer;
use crate::condition::Condition;
use crate::limits::ANY_DISTANCE;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod,
};

/// A type of a payload's field.
pub(super) trait FieldValue: Sized {
    /// Takes the value out of an answer, or returns the default for an answer that was not given.
    /// Returns `None` if the type has no default, or if the answer is of another type.
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self>;

    /// Returns the value as the wire has it.
    fn to_json(&self) -> Json<'_>;
}

impl FieldValue for String {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Text(text)) => Some(text.into_owned()),
            Some(Answer::Word(words, index)) => words.get(index).copied().map(str::to_owned),
            Some(_) => None,
            None => Some(Self::new()),
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::text(self.as_str())
    }
}

impl FieldValue for i32 {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Integer(number)) => Some(number),
            Some(_) => None,
            None => Some(ANY_DISTANCE),
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::number(*self)
    }
}

impl FieldValue for bool {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer? {
            Answer::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::Bool(*self)
    }
}

impl FieldValue for NaiveDate {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer? {
            Answer::Date(_, date) => Some(date),
            _ => None,
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::text(self.to_string())
    }
}

impl FieldValue for Option<f64> {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Degrees(degrees)) => Some(Some(degrees)),
            Some(_) => None,
            None => Some(None),
        }
    }

    fn to_json(&self) -> Json<'_> {
        self.map_or(Json::Null, Json::number)
    }
}

impl FieldValue for Vec<i32> {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Tags(ids)) => Some(ids),
            Some(_) => None,
            None => Some(Self::new()),
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::List(self.iter().map(|id| Json::number(*id)).collect())
    }
}

impl FieldValue for Vec<String> {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Names(names)) => Some(names.into_iter().map(Into::into).collect()),
            Some(_) => None,
            None => Some(Self::new()),
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::List(self.iter().map(|name| Json::text(name.as_str())).collect())
    }
}

impl FieldValue for Vec<Condition> {
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
        match answer {
            Some(Answer::Conditions(conditions)) => Some(conditions),
            Some(_) => None,
            None => Some(Self::new()),
        }
    }

    fn to_json(&self) -> Json<'_> {
        Json::List(self.iter().map(|condition| condition.to_json()).collect())
    }
}

macro_rules! word_values {
    ($($name:ty),+ $(,)?) => { $(
        impl FieldValue for $name {
            fn from_answer(answer: Option<Answer<'_>>) -> Option<Self> {
                match answer? {
                    Answer::Word(_, index) => Self::ALL.get(index).copied(),
                    _ => None,
                }
            }

            fn to_json(&self) -> Json<'_> {
                Json::text(self.as_str())
            }
        }
    )+ };
}

word_values!(
    Gender,
    MatchGender,
    OccupationType,
    IncomeRange,
    Education,
    VerifyMethod,
);
