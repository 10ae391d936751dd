//! Formats reports for the reviewer's terminal.

use std::fmt::Write as _;

use enmusubi_core::Field;
use serde_json::Value;

use super::{duration, push_section, time};
use crate::features::profile_text::{Row, Section, Words};
use crate::features::review::escape::one_line;
use crate::features::review::reports::{QueuedReport, ShownReport, is_mostly_wrong};
use crate::features::review::{ReviewError, Reviews};
use crate::features::safety::CARD;
use crate::store::report::ReportCounts;

impl Reviews {
    /// Lists one report a line, in the order of the queue.
    pub(in crate::features::review) async fn list_reports(&self) -> Result<String, ReviewError> {
        let queue = self.queue().await?;
        if queue.is_empty() {
            return Ok("No reports.".to_owned());
        }
        let mut text = format!(
            "{:<13} {:<36} {:<8} {:<33} REPORTER",
            "CATEGORY", "REPORT ID", "WAITING", "REPORTED"
        );
        let now_ms = self.clock.now_ms();
        for QueuedReport {
            report,
            by_reporter,
            reported_user_id,
        } in queue
        {
            let waiting = duration(now_ms - report.created_at_ms);
            let reporter = if is_mostly_wrong(by_reporter) {
                "mostly dismissed"
            } else {
                ""
            };
            let line = format!(
                "{:<13} {:<36} {waiting:<8} {:<33} {reporter}",
                report.category.as_str(),
                report.public_id,
                one_line(&reported_user_id),
            );
            // Writing into a string cannot fail.
            let _ = write!(text, "\n{}", line.trim_end());
        }
        Ok(text)
    }

    /// Shows a report with the things that the reviewer decides on.
    pub(in crate::features::review) async fn show_report(
        &self,
        id: &str,
    ) -> Result<String, ReviewError> {
        let shown = self.find_report(id).await?;
        let snapshot = &shown.report.snapshot;
        let sections = [
            report_section(&shown),
            card_section(snapshot),
            self.snapshot_photos(&snapshot["photos"]),
            answers_section(&snapshot["answers"]),
            notes_section(&snapshot["notes"]),
        ];
        let mut text = one_line(&shown.report.open.public_id);
        for section in sections {
            push_section(&mut text, &section);
        }
        Ok(text)
    }

    fn snapshot_photos(&self, photos: &Value) -> Section {
        let photos = photos.as_array().into_iter().flatten().zip(1..);
        let rows = photos.map(|(name, number)| {
            let url = self.pictures.signed_url(name.as_str().unwrap_or_default());
            let label =
                Words::english().word_with("register.photo.label", "number", &number.to_string());
            Row::new(label, format!("{}{}", self.public_origin, one_line(&url)))
        });
        Section {
            heading: "Photos at that time, unless the member has deleted them".to_owned(),
            rows: rows.collect(),
        }
    }
}

fn report_section(shown: &ShownReport) -> Section {
    let report = &shown.report;
    let category = report.open.category;
    let mut rows = vec![
        Row::new("Category", format!("{category}: {}", category.about())),
        Row::new("Sent", time(report.open.created_at_ms)),
        Row::new("Reported", one_line(&shown.reported_user_id)),
        Row::new("Members who report them", counts_text(shown.about_reported)),
        Row::new("Reporter", one_line(&shown.reporter_user_id)),
        Row::new("Reports by them", counts_text(shown.by_reporter)),
    ];
    if !report.note.is_empty() {
        rows.push(Row::new("Note", report.note.clone()));
    }
    if let Some(decided) = &report.decided {
        let at = time(decided.at_ms);
        let actor = one_line(&decided.actor);
        let text = format!("{} by {actor}, {at}", decided.outcome);
        rows.push(Row::new("Decision", text));
    }
    Section {
        heading: "Report".to_owned(),
        rows,
    }
}

fn counts_text(counts: ReportCounts) -> String {
    let ReportCounts {
        open,
        dismissed,
        upheld,
    } = counts;
    format!("{upheld} upheld, {dismissed} dismissed, {open} open")
}

fn card_section(snapshot: &Value) -> Section {
    let person = &snapshot["person"];
    let is_out_of_sight = snapshot["isOutOfSight"] == true;
    let other = |name: &str, label: &str| {
        let text = shown_text(None, &person[name]);
        (!text.is_empty()).then(|| Row::new(label, text))
    };
    let answers = CARD.iter().filter_map(|field| {
        let text = shown_text(Some(*field), &person[field.as_str()]);
        let row = || Row::new(Words::english().label_of(*field), text.clone());
        (!text.is_empty()).then(row)
    });
    let rows = other("age", "Age")
        .into_iter()
        .chain(other("employerName", "Employer"))
        .chain(answers);
    Section {
        heading: if is_out_of_sight {
            "The member at that time, no longer in the reporter's sight"
        } else {
            "The member as the reporter saw them"
        }
        .to_owned(),
        rows: rows.collect(),
    }
}

/// Returns a value of a snapshot as text. A list holds tags.
fn shown_text(field: Option<Field>, value: &Value) -> String {
    match (field, value) {
        (_, Value::Null) => String::new(),
        (_, Value::String(text)) => text.clone(),
        (Some(field), Value::Array(ids)) => {
            let ids = ids.iter().filter_map(Value::as_i64);
            let ids: Vec<i32> = ids.filter_map(|id| id.try_into().ok()).collect();
            Words::english().tag_names(field, &ids)
        }
        (_, value) => value.to_string(),
    }
}

fn answers_section(answers: &Value) -> Section {
    let row = |(name, label): (&str, &str)| {
        let text = answers[name].as_str().unwrap_or_default();
        (!text.is_empty()).then(|| Row::new(label, text))
    };
    let parts = [("reporter", "Reporter"), ("reported", "Reported")];
    Section {
        heading: "Notes of their yes".to_owned(),
        rows: parts.into_iter().filter_map(row).collect(),
    }
}

fn notes_section(notes: &Value) -> Section {
    let rows = notes.as_array().into_iter().flatten().map(|note| {
        let part = |name: &str| note[name].as_str().unwrap_or_default();
        Row::new(
            format!("{} {}", part("sentAt"), part("author")),
            part("text"),
        )
    });
    Section {
        heading: "Latest notes of their conversation".to_owned(),
        rows: rows.collect(),
    }
}
