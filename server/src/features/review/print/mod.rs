//! Prints the facts of a case for a terminal: those that the console shows to the holder of the case, with links to the
//! files.

use std::fmt::Write as _;

use enmusubi_core::language::Language;
use enmusubi_core::review::{CaseKind, CaseState, Reason, field_of};

use super::answers::Fact;
use super::command_line::Subject;
use super::facts::CaseFacts;
use super::list::{duration, time};
use super::material::Material;
use super::report_facts::ReportFacts;
use super::{ReviewError, Reviews};
use crate::features::profile_text::{EVIDENCE, Row, Section, Words};
use crate::store;
use crate::store::review::PastStep;
use crate::store::review::report::ReportCounts;
use crate::store::review::review_case::{self, StoredCase};
use crate::terminal::{indented, one_line};

impl Reviews {
    /// Shows the facts of a case. Each link to a file is an opening, with a row of the audit log.
    pub async fn show(&self, subject: &Subject) -> Result<String, ReviewError> {
        self.print(subject).await.map_err(ReviewError::for_terminal)
    }

    async fn print(&self, subject: &Subject) -> Result<String, ReviewError> {
        let case = match subject {
            Subject::Profile(user) => self.find_latest_of_profile(user).await?,
            Subject::Change(id) => self.find_case_of_change(id).await?,
            Subject::Report(id) => self.find_case_of_report(id).await?,
        };
        let material = self.find_material(&case).await?;
        let facts = self
            .collect_facts(&case, &material, Language::English)
            .await?;
        let links = self.open_links(&case, &facts.files).await?;
        let mut sections = vec![
            self.case_section(&case, &material, &facts),
            changed_section(&facts),
        ];
        if case.kind != CaseKind::Change {
            // Show the evidence first. The sort is stable, so the other pages keep their order.
            let mut pages: Vec<_> = facts.sections.iter().collect();
            pages.sort_by_key(|page| page.page != EVIDENCE);
            sections.extend(pages.into_iter().map(|page| Section {
                heading: page.heading.clone(),
                rows: page.rows.iter().map(row_of).collect(),
            }));
        }
        sections.extend(
            facts
                .report
                .as_ref()
                .map(report_sections)
                .into_iter()
                .flatten(),
        );
        sections.push(evidence_section(&facts));
        sections.push(files_section(&facts, links));
        sections.push(history_section(&facts));
        let mut text = one_line(subject.id());
        for section in sections {
            push_section(&mut text, &section);
        }
        Ok(text)
    }

    async fn find_latest_of_profile(&self, line_user_id: &str) -> Result<StoredCase, ReviewError> {
        let reads = &self.database.reads;
        let account = store::account::find(reads, line_user_id).await?;
        let account = account.ok_or_else(|| ReviewError::UnknownUser(line_user_id.to_owned()))?;
        let case = review_case::find_latest_of_profile(reads, account.id).await?;
        case.ok_or_else(|| ReviewError::NoCase(line_user_id.to_owned()))
    }

    fn case_section(&self, case: &StoredCase, material: &Material, facts: &CaseFacts) -> Section {
        let now_ms = self.clock.now_ms();
        let member = &material.member;
        let status = member.account.review.status;
        let latest = member.latest_step.as_ref();
        let in_words = if latest.is_some_and(PastStep::is_taking_back) {
            "Taken back by the member".to_owned()
        } else {
            Words::english().word(&format!("vocabulary.reviewStatus.{status}"))
        };
        let mut rows = vec![
            Row::new("Member", material.line_user_id.clone()),
            Row::new("Status", format!("{in_words} ({status})")),
            Row::new(
                "Case",
                format!("{}, {} ({})", case.kind, case.state, case.id),
            ),
        ];
        if case.state == CaseState::Open {
            let waiting = duration(now_ms - case.submitted_at_ms);
            let since = time(case.submitted_at_ms);
            rows.push(Row::new("Waiting", format!("for {waiting}, since {since}")));
        }
        if let Some(claim) = case.claim_at(now_ms) {
            let until = time(claim.until_ms);
            rows.push(Row::new(
                "With",
                format!("{}, until {until}", claim.by.name),
            ));
        }
        if let Some(decided) = &case.decided {
            let (action, name) = (decided.decision.action, &decided.by.name);
            let at = time(decided.at_ms);
            rows.push(Row::new("Decision", format!("{action} by {name}, {at}")));
        }
        if let Some(language) = facts.member_language {
            rows.push(Row::new("Language", language.as_str()));
        }
        let appeal = facts.appeal.iter();
        rows.extend(appeal.map(|words| Row::new("Their words", words.clone())));
        Section {
            heading: "Review".to_owned(),
            rows,
        }
    }
}

fn row_of(fact: &Fact) -> Row {
    Row::new(fact.label.clone(), fact.text.clone())
}

/// Returns the changed answers, each with its earlier answer.
fn changed_section(facts: &CaseFacts) -> Section {
    let or_not_given = |text: &str| {
        if text.is_empty() {
            Words::english().word("register.notGiven")
        } else {
            text.to_owned()
        }
    };
    let all = facts.sections.iter().flat_map(|page| &page.rows);
    let rows = all.filter_map(|fact| {
        let before = Row::new("  before", or_not_given(fact.before.as_ref()?));
        Some([
            Row::new(fact.label.clone(), or_not_given(&fact.text)),
            before,
        ])
    });
    Section {
        heading: "What has changed".to_owned(),
        rows: rows.flatten().collect(),
    }
}

fn evidence_section(facts: &CaseFacts) -> Section {
    let mut rows = Vec::new();
    if facts.needs_employer {
        let text =
            "To approve, name the one that you read in the evidence: --employer or --employer-name";
        rows.push(Row::new("Employer", text));
    }
    if let Some(mailbox) = &facts.mailbox {
        let text = if mailbox.is_confirmed {
            let name = one_line(&mailbox.employer_name);
            Words::english().word_with("register.workEmail.confirmed", "employer", &name)
        } else {
            "Not confirmed".to_owned()
        };
        rows.push(Row::new("Mailbox", text));
    }
    if let Some(age) = &facts.age {
        rows.push(Row::new(
            "Age",
            format!("{}: {}", age.birthday, age.evidence),
        ));
        rows.extend(age.check.iter().map(|check| {
            let text = format!(
                "{} with {}, {}",
                check.birthday,
                check.document,
                check.checked_at.rfc_3339()
            );
            Row::new("Age checked", text)
        }));
    }
    rows.extend(facts.traces.iter().map(|trace| {
        let outcome = trace
            .outcome
            .map_or("no decision", |status| status.as_str());
        let account = if trace.is_deleted {
            "a deleted account"
        } else {
            "another account"
        };
        let reasons = trace.reasons.join(", ");
        let text = format!("by {account}: {outcome}, {} {reasons}", trace.at.rfc_3339());
        Row::new(format!("{} used", trace.kind), text.trim_end())
    }));
    Section {
        heading: "Evidence".to_owned(),
        rows,
    }
}

fn files_section(facts: &CaseFacts, links: Vec<String>) -> Section {
    let rows = facts.files.iter().zip(links).map(|(file, link)| {
        let label = match file.id.as_str() {
            "avatar" => "Avatar".to_owned(),
            id if id.starts_with("now.") => format!("Now {}", file.label),
            _ => file.label.clone(),
        };
        Row::new(label, link)
    });
    Section {
        heading: "Files, unless the member has deleted them".to_owned(),
        rows: rows.collect(),
    }
}

fn history_section(facts: &CaseFacts) -> Section {
    let mut rows = Vec::new();
    for step in &facts.history {
        let by = if step.reviewer.is_empty() {
            "the member"
        } else {
            &step.reviewer
        };
        let kind = step.case_kind.map(|kind| format!(" ({kind})"));
        let text = format!("{}{} by {by}", step.action, kind.unwrap_or_default());
        rows.push(Row::new(step.at.rfc_3339(), text));
        rows.extend(step.reasons.iter().map(reason_row));
    }
    Section {
        heading: "Earlier steps".to_owned(),
        rows,
    }
}

fn report_sections(report: &ReportFacts) -> Vec<Section> {
    let category = report.category;
    let mut about = vec![
        Row::new("Category", format!("{category}: {}", category.about())),
        Row::new("Sent", report.sent_at.clone()),
        Row::new(
            "Members who report them",
            counts_text(report.about_reported),
        ),
        Row::new("Reports by the reporter", counts_text(report.by_reporter)),
        Row::new("Note", report.note.clone()),
        Row::new("The reporter's yes", report.reporters_answer.clone()),
        Row::new("The member's yes", report.reported_answer.clone()),
    ];
    about.retain(|row| !row.text.is_empty());
    let card = if report.is_out_of_sight {
        "The member at that time, no longer in the reporter's sight"
    } else {
        "The member as the reporter saw them"
    };
    let notes = report.notes.iter().map(|note| {
        let author = if note.is_reporters {
            "reporter"
        } else {
            "member"
        };
        Row::new(format!("{} {author}", note.sent_at), note.text.clone())
    });
    let section = |heading: &str, rows| Section {
        heading: heading.to_owned(),
        rows,
    };
    vec![
        section("Report", about),
        section(card, report.card.iter().map(row_of).collect()),
        section("Latest notes of their conversation", notes.collect()),
    ]
}

fn counts_text(counts: ReportCounts) -> String {
    let ReportCounts {
        open,
        dismissed,
        upheld,
    } = counts;
    format!("{upheld} upheld, {dismissed} dismissed, {open} open")
}

fn reason_row(reason: &Reason) -> Row {
    let Reason { path, code, note } = reason;
    let label = match field_of(path) {
        Some(field) if field.as_str() == path => Words::english().label_of(field),
        Some(field) => format!("{} ({path})", Words::english().label_of(field)),
        None => path.clone(),
    };
    let text = if note.is_empty() {
        code.clone()
    } else {
        format!("{code}: {note}")
    };
    Row::new(label, one_line(&text))
}

/// Writes a heading and its aligned rows, and nothing if there are no rows. Everything that a person typed
/// is escaped here. Labels are indented by two spaces, and later lines of a text by more.
fn push_section(text: &mut String, section: &Section) {
    if section.rows.is_empty() {
        return;
    }
    let shown_label = |row: &Row| one_line(&row.label);
    let width_of = |row: &Row| shown_label(row).chars().count();
    let width = section.rows.iter().map(width_of).max().unwrap_or_default();
    // Writing into a string cannot fail.
    let _ = write!(text, "\n\n{}", one_line(&section.heading));
    for row in &section.rows {
        let shown = indented(&row.text, width + 4);
        let _ = write!(text, "\n  {:<width$}  {shown}", shown_label(row));
    }
}

#[cfg(test)]
mod tests;
