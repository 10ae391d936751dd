//! The Rust types that a field of the payload can have.

use chrono::NaiveDate;
use lenient_json::{Json, Lines, is_blank};

use super::field_spec::field_spec;
use super::parse::{conditions, lists, parse_date, word};
use super::parsed::Answer;
use crate::condition::Condition;
use crate::error::{FieldErrorCode, Violation};
use crate::field::Field;
use crate::limits::ANY_DISTANCE;
use crate::vocabulary::{
    Education, Gender, IncomeRange, MatchGender, OccupationType, VerifyMethod,
};

/// A type of a payload's field.
pub(super) trait FieldValue: Sized {
    /// Takes the value out of an answer, or returns the default for an answer that was not given.
    /// Returns `None` if the type has no default, or if the answer is of another type.
    fn from_answer(answer: Option<Answer<'_>>) -> Option<Self>;

    /// Reads the value in the forms that the parser reads, without the rules of the field. Returns `None` if the
    /// document holds nothing there.
    fn from_json(field: Field, value: &Json<'_>) -> Result<Option<Self>, Violation>;

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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        match value {
            Json::Null => Ok(None),
            Json::Text(text) => Ok(Some(lenient_json::normalise(text).into_owned())),
            _ => Err(Violation::new(FieldErrorCode::WrongType)),
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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        Ok(lenient_json::integer(value)?)
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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        Ok(lenient_json::flag(value)?)
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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        let Some(text) = lenient_json::text(value, Lines::One)? else {
            return Ok(None);
        };
        let date = parse_date(&text).ok_or(Violation::new(FieldErrorCode::Date))?;
        Ok(Some(date))
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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        Ok(lenient_json::number(value)?.map(Some))
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

    fn from_json(field: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        let items = lists::tag_items(field_spec(field).field_type, value)?.unwrap_or_default();
        let id = |item| lists::tag_id(item);
        items.iter().map(id).collect::<Result<_, _>>().map(Some)
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

    fn from_json(field: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        let items = lists::items(value)?.unwrap_or_default();
        // The empty slots of the form are no photos.
        let taken = items.iter().filter(|item| !is_blank(item));
        let names = taken.map(|item| String::from_json(field, item));
        names
            .filter_map(Result::transpose)
            .collect::<Result<_, _>>()
            .map(Some)
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

    fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
        let items = lists::items(value)?.unwrap_or_default();
        conditions::read_shape(items).map(Some)
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

            fn from_json(_: Field, value: &Json<'_>) -> Result<Option<Self>, Violation> {
                let index = word(value, Self::WORDS)?;
                Ok(index.and_then(|index| Self::ALL.get(index).copied()))
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
