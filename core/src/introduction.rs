//! A member's answer to an introduction.

use crate::JsonDocument;
use crate::body::{BodyError, read_lines, read_word};
use crate::limits::{ANSWER_NOTE, Limits};

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

/// A broken rule of an answer.
pub type AnswerError = BodyError<AnswerField>;

impl IntroductionAnswer {
    /// Reads an answer, or returns every broken rule. A note is optional, has at most 300 characters
    /// ([`ANSWER_NOTE`]) and goes with a yes only: with a no, its largest length is 0.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, Vec<AnswerError>> {
        let document = document.into_json();
        let member = |field: AnswerField| document.get(field.as_str());
        let answer = read_word(member(AnswerField::Answer));
        let limits = match answer {
            Ok(Answer::No) => Limits { min: 0, max: 0 },
            _ => ANSWER_NOTE,
        };
        let note = read_lines(member(AnswerField::Note), limits);
        match (answer, note) {
            (Ok(answer), Ok(note)) => Ok(Self {
                answer,
                note: note.unwrap_or_default(),
            }),
            (answer, note) => {
                let answer = answer
                    .err()
                    .map(|it| BodyError::new(AnswerField::Answer, it));
                let note = note.err().map(|it| BodyError::new(AnswerField::Note, it));
                Err(answer.into_iter().chain(note).collect())
            }
        }
    }
}
