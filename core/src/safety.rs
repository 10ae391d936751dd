//! Blocks and reports: the bodies with which a member blocks or reports another.

use lenient_json::{Json, Lines, text};

use crate::JsonDocument;
use crate::body::{BodyError, read_lines, read_word};
use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::REPORT_NOTE;

words! {
    /// The reasons for which a member reports another.
    ReportCategory {
        /// The photos show another person, or something that does not belong in a profile.
        Photo = "PHOTO",
        /// The person is not what the profile says.
        FalseFacts = "FALSE_FACTS",
        /// The person insults, threatens or pesters the member.
        Harassment = "HARASSMENT",
        /// The person sells something, or tries to get money.
        SalesOrScam = "SALES_OR_SCAM",
        /// The person seems to be under age.
        UnderAge = "UNDER_AGE",
        /// Another reason, which the note gives.
        Other = "OTHER",
    }
}

words! {
    /// The decisions of a reviewer about a report.
    ReportOutcome {
        /// The report gives no cause to act.
        Dismissed = "DISMISSED",
        /// The report is true.
        Upheld = "UPHELD",
    }
}

words! {
    /// The fields of a block or a report, in the order of their errors.
    SafetyField {
        /// The introduction to the other member.
        IntroductionId = "introductionId",
        /// The match with the other member.
        MatchId = "matchId",
        /// The reason of a report.
        Category = "category",
        /// The reporter's own words.
        Note = "note",
    }
}

/// A broken rule of a block or a report.
pub type SafetyError = BodyError<SafetyField>;

/// A report of another member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The id of the introduction or the match.
    pub pair_id: String,
    /// The reason.
    pub category: ReportCategory,
    /// The trimmed note, or empty.
    pub note: String,
}

impl Report {
    /// Reads a report, or returns every broken rule. The body names an introduction or a match, as for [`parse_block`].
    /// The note has at most 500 characters ([`REPORT_NOTE`]), and only [`ReportCategory::Other`] requires it.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, Vec<SafetyError>> {
        let body = document.into_json();
        let pair_id = read_pair_id(&body);
        let category = read_word(body.get(SafetyField::Category.as_str()));
        let note = read_lines(body.get(SafetyField::Note.as_str()), REPORT_NOTE);
        let note = match (category, note) {
            (Ok(ReportCategory::Other), Ok(None)) => Err(Violation::new(FieldErrorCode::Required)),
            (_, note) => note.map(Option::unwrap_or_default),
        };
        match (pair_id, category, note) {
            (Ok(pair_id), Ok(category), Ok(note)) => Ok(Self {
                pair_id,
                category,
                note,
            }),
            (pair_id, category, note) => {
                let mut errors = pair_id.err().unwrap_or_default();
                let category = category.err();
                errors.extend(category.map(|it| BodyError::new(SafetyField::Category, it)));
                errors.extend(note.err().map(|it| BodyError::new(SafetyField::Note, it)));
                Err(errors)
            }
        }
    }
}

/// Reads the body of a block, and returns the id of the introduction or the match. The body names exactly one of
/// the two. The introduction or the match need not exist.
pub fn parse_block(document: JsonDocument<'_>) -> Result<String, Vec<SafetyError>> {
    read_pair_id(&document.into_json())
}

fn read_pair_id(body: &Json<'_>) -> Result<String, Vec<SafetyError>> {
    let read = |field: SafetyField| {
        let id = body.get(field.as_str()).map(|id| text(id, Lines::One));
        let id = id.transpose().map(Option::flatten);
        id.map_err(|it| BodyError::new(field, it.into()))
    };
    let ids = (
        read(SafetyField::IntroductionId),
        read(SafetyField::MatchId),
    );
    match ids {
        (Ok(Some(id)), Ok(None)) | (Ok(None), Ok(Some(id))) => Ok(id.into_owned()),
        (Ok(None), Ok(None)) => {
            let missing = Violation::new(FieldErrorCode::Required);
            Err(vec![BodyError::new(SafetyField::IntroductionId, missing)])
        }
        (Ok(Some(_)), Ok(Some(_))) => {
            let one_too_many = Violation {
                code: FieldErrorCode::TooMany,
                params: Params::at_most(1),
            };
            Err(vec![BodyError::new(SafetyField::MatchId, one_too_many)])
        }
        (introduction, of_match) => {
            let errors = introduction.err().into_iter().chain(of_match.err());
            Err(errors.collect())
        }
    }
}
