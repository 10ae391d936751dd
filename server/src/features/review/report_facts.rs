//! The facts of a report for the reviewer who holds its case.

use chrono::NaiveDate;
use enmusubi_core::Field;
use enmusubi_core::service::ReportCategory;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::answers::Fact;
use super::material::Material;
use crate::error::Result;
use crate::features::profile_change::apply;
use crate::features::profile_text::{CARD, Words};
use crate::store::review::report::ReportCounts;

/// The report that a case is about. It names neither member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportFacts {
    pub(super) category: ReportCategory,
    /// The reporter's words, or empty.
    pub(super) note: String,
    #[schema(format = DateTime)]
    pub(super) sent_at: String,
    /// True if the reporter could no longer see the member when they reported them.
    pub(super) is_out_of_sight: bool,
    /// The member's card at that time.
    pub(super) card: Vec<Fact>,
    /// The note of the reporter's yes, or empty.
    pub(super) reporters_answer: String,
    /// The note of the reported member's yes, or empty.
    pub(super) reported_answer: String,
    /// The latest notes of their conversation, the oldest first.
    pub(super) notes: Vec<ReportedNote>,
    /// All reports by the reporter, with this one.
    pub(super) by_reporter: ReportCounts,
    /// The reports about the reported member, with this one.
    pub(super) about_reported: ReportCounts,
}

/// A note of the conversation of a reporter and the reported member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportedNote {
    /// True if the reporter wrote it, and false if the reported member did.
    pub(super) is_reporters: bool,
    #[schema(format = DateTime)]
    pub(super) sent_at: String,
    pub(super) text: String,
}

impl Material {
    /// Returns `None` for a case that is about no report.
    pub(super) fn report_facts(
        &self,
        words: Words<'_>,
        today: NaiveDate,
    ) -> Result<Option<ReportFacts>> {
        let Some(shown) = &self.report else {
            return Ok(None);
        };
        let (report, snapshot) = (&shown.report, &shown.report.snapshot);
        let answer = |of: &str| text_of(&snapshot["answers"][of]);
        let notes = snapshot["notes"].as_array().into_iter().flatten();
        let notes = notes.map(|note| ReportedNote {
            is_reporters: note["author"] == "reporter",
            sent_at: text_of(&note["sentAt"]),
            text: text_of(&note["text"]),
        });
        Ok(Some(ReportFacts {
            category: report.open.category,
            note: report.note.clone(),
            sent_at: report.open.created_at_ms.rfc_3339(),
            is_out_of_sight: snapshot["isOutOfSight"] == true,
            card: self.card(&snapshot["person"], words, today)?,
            reporters_answer: answer("reporter"),
            reported_answer: answer("reported"),
            notes: notes.collect(),
            by_reporter: shown.by_reporter,
            about_reported: shown.about_reported,
        }))
    }

    /// Returns the card of a snapshot in words.
    fn card(&self, person: &Value, words: Words<'_>, today: NaiveDate) -> Result<Vec<Fact>> {
        let values = CARD.iter().filter_map(|field| {
            let value = person.get(field.as_str())?.clone();
            Some((field.as_str().to_owned(), value))
        });
        let at_that_time = apply(&self.member.profile, &values.collect::<Map<_, _>>())?;
        let fact = |field, label, text: String| Fact {
            field,
            label,
            text,
            before: None,
        };
        let age = person["age"].as_i64().map(|age| age.to_string());
        let age_label = words.word("vocabulary.condition.AGE");
        let employer = text_of(&person["employerName"]);
        let employer_label = words.label_of(Field::EmployerId);
        let others = [
            fact(Field::Birthday, age_label, age.unwrap_or_default()),
            fact(Field::EmployerId, employer_label, employer),
        ];
        let answers = CARD.iter().map(|field| {
            let text = words.text_of(*field, &at_that_time, today);
            fact(*field, words.label_of(*field), text)
        });
        let rows = others.into_iter().chain(answers);
        Ok(rows.filter(|fact| !fact.text.is_empty()).collect())
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
