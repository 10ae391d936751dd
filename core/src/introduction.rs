//! A member's answer to an introduction.

use lenient_json::{Json, Lines, text};

use crate::JsonDocument;
use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::{ANSWER_NOTE, Limits};
use crate::text::is_visible;

words! {
    /// The answers to an introduction.
    Answer {
        /// The member would like to get to know the other person.
        Yes = "YES",
        /// The member would not. The other person never learns of it.
        No = "NO",
    }
}

words! {
    /// The fields of an answer, in the order of their errors.
    AnswerField {
        /// The answer.
        Answer = "answer",
        /// The member's answer to the other person's question, which is shown if both say yes.
        Note = "note",
    }
}

/// An answer with its note, which is empty without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntroductionAnswer {
    /// The answer.
    pub answer: Answer,
    /// The trimmed note.
    pub note: String,
}

/// A broken rule of these fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerError {
    /// The field.
    pub field: AnswerField,
    /// The rule.
    pub code: FieldErrorCode,
    /// The accepted length of the note.
    pub params: Params,
}

impl IntroductionAnswer {
    /// Reads an answer, or returns every broken rule. A note is optional, has at most 300 characters
    /// ([`ANSWER_NOTE`]) and goes with a yes only: with a no, its largest length is 0.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, Vec<AnswerError>> {
        let document = document.into_json();
        let member = |field: AnswerField| document.get(field.as_str());
        let answer = read_answer(member(AnswerField::Answer));
        let note = read_note(member(AnswerField::Note), answer.as_ref().ok().copied());
        match (answer, note) {
            (Ok(answer), Ok(note)) => Ok(Self { answer, note }),
            (answer, note) => Err([
                (AnswerField::Answer, answer.err()),
                (AnswerField::Note, note.err()),
            ]
            .into_iter()
            .filter_map(|(field, violation)| {
                let Violation { code, params } = violation?;
                Some(AnswerError {
                    field,
                    code,
                    params,
                })
            })
            .collect()),
        }
    }
}

fn read_answer(value: Option<&Json<'_>>) -> Result<Answer, Violation> {
    let word = value
        .map(|value| text(value, Lines::One))
        .transpose()?
        .flatten();
    let word = word.ok_or(Violation::new(FieldErrorCode::Required))?;
    let unknown = |_| Violation::new(FieldErrorCode::UnknownValue);
    word.parse().map_err(unknown)
}

fn read_note(value: Option<&Json<'_>>, answer: Option<Answer>) -> Result<String, Violation> {
    let note = value
        .map(|value| text(value, Lines::Many))
        .transpose()?
        .flatten();
    let Some(note) = note else {
        return Ok(String::new());
    };
    let Limits { max, .. } = match answer {
        Some(Answer::No) => Limits { min: 0, max: 0 },
        _ => ANSWER_NOTE,
    };
    if i32::try_from(note.chars().count()).is_ok_and(|length| length <= max) {
        Violation::unless(is_visible(&note), FieldErrorCode::Invisible)?;
        Ok(note.into_owned())
    } else {
        Err(Violation {
            code: FieldErrorCode::Length,
            params: Params::at_most(max),
        })
    }
}
