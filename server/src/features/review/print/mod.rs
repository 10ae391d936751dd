//! Formats profiles for the reviewer's terminal.

mod report;

use std::fmt::Write as _;

use chrono::DateTime;
use enmusubi_core::review::field_of;
use enmusubi_core::{Field, ReviewAction, ReviewStatus, VerifyMethod};

use super::escape::{indented, one_line};
use super::{ReviewError, Reviews};
use crate::clock::{DAY_MS, HOUR_MS, MINUTE_MS};
use crate::features::profile_text::{EVIDENCE, Row, Section, Words, employer_name};
use crate::store;
use crate::store::member::StoredMember;
use crate::store::review::{History, Listed, PastStep, Reason, StoredStep};
use crate::store::review_case::{self, StoredAppeal};

impl Reviews {
    /// Lists one profile a line, pending ones first, and of these first the one that waits longest. The others are in the
    /// order of their registration.
    pub async fn list(&self, status: Option<ReviewStatus>) -> Result<String, ReviewError> {
        let is_listed = |it: &ReviewStatus| status.is_none_or(|status| status == *it);
        let (pending, others): (Vec<_>, Vec<_>) = ReviewStatus::ALL
            .iter()
            .copied()
            .filter(is_listed)
            .partition(|status| *status == ReviewStatus::Pending);
        let now_ms = self.clock.now_ms();
        let mut waiting = Vec::new();
        self.each_listed(&pending, |account| waiting.push(account))
            .await?;
        waiting.sort_by_key(|account| account.submitted_at_ms);
        let mut lines: Vec<_> = waiting.iter().map(|it| line_of(it, now_ms)).collect();
        self.each_listed(&others, |account| lines.push(line_of(&account, now_ms)))
            .await?;
        if lines.is_empty() {
            return Ok("No profiles.".to_owned());
        }
        let width = lines.iter().map(|(status, _)| status.len());
        let width = width.max().unwrap_or_default().max(11);
        let mut text = format!(
            "{:<width$} {:<33} {:<20} {:<8} NICKNAME",
            "STATUS", "USER ID", "REGISTERED", "WAITING"
        );
        for (status, rest) in lines {
            // Writing into a string cannot fail.
            let _ = write!(text, "\n{status:<width$} {rest}");
        }
        Ok(text)
    }

    /// Calls `take` with each account of these statuses, page by page, so that memory has the lines of all accounts and
    /// the rows of a few.
    async fn each_listed(
        &self,
        statuses: &[ReviewStatus],
        mut take: impl FnMut(Listed),
    ) -> Result<(), ReviewError> {
        let mut after_id = 0;
        loop {
            let reads = &self.database.reads;
            let page = store::review::list_accounts(reads, statuses, after_id).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after_id = last.id;
            page.into_iter().for_each(&mut take);
        }
    }

    /// Shows everything that a reviewer needs to know of one profile: the review and the evidence, the
    /// answers in the form's order, the photos, and the reasons of the latest decision.
    pub async fn show(&self, line_user_id: &str) -> Result<String, ReviewError> {
        let database = &self.database.reads;
        let unknown = || ReviewError::UnknownUser(line_user_id.to_owned());
        let member = store::member::find(database, line_user_id).await?;
        let member = member.ok_or_else(unknown)?;
        let history = store::review::find_history(database, member.account.id).await?;
        let history = history.ok_or_else(unknown)?;
        let appeals = review_case::list_appeals(database, member.account.id).await?;

        let today = self.clock.today(self.time_zone);
        let words = Words::english().with_currency(&self.income_currency);
        let mut pages = words.summary(&member.profile, today);
        // The sort is stable: only the evidence moves.
        pages.sort_by_key(|(page, _)| *page != EVIDENCE);
        if let Some((_, evidence)) = pages.first_mut() {
            self.add_evidence(&member, &mut evidence.rows).await?;
        }
        let mut review = self.review_section(&member, &history);
        let words_of = |appeal: StoredAppeal| Row::new("Their words", appeal.text);
        review.rows.extend(appeals.into_iter().map(words_of));
        let mut sections = vec![review];
        sections.extend(pages.into_iter().map(|(_, section)| section));
        sections.push(self.photo_section(&member));
        sections.extend(reasons_section(&history.steps));

        let mut text = one_line(line_user_id);
        for section in sections {
            push_section(&mut text, &section);
        }
        Ok(text)
    }

    fn review_section(&self, member: &StoredMember, history: &History) -> Section {
        let review = member.account.review;
        let latest_step = member.latest_step.as_ref();
        let status = if latest_step.is_some_and(StoredStep::is_taking_back) {
            "Taken back by the member".to_owned()
        } else {
            Words::english().word(&format!("vocabulary.reviewStatus.{}", review.status))
        };
        let mut rows = vec![Row::new("Status", format!("{status} ({})", review.status))];
        if is_waiting(review.status) {
            let since_ms = history.submitted_at_ms();
            let waiting = duration(self.clock.now_ms() - since_ms);
            rows.push(Row::new(
                "Waiting",
                format!("for {waiting}, since {}", time(since_ms)),
            ));
        }
        rows.push(Row::new("Registered", time(history.registered_at_ms)));
        for (label, action) in [
            ("Resubmitted", ReviewAction::Resubmit),
            ("Appealed", ReviewAction::Appeal),
            ("Taken back", ReviewAction::TakeBack),
        ] {
            let is_of_action = |step: &&PastStep| step.action == action.as_str();
            let steps = history.steps.iter().filter(is_of_action);
            let times: Vec<i64> = steps.map(|step| step.at_ms).collect();
            if let Some(last_ms) = times.last() {
                let text = match times.len() {
                    1 => format!("once, {}", time(*last_ms)),
                    n => format!("{n} times, the last {}", time(*last_ms)),
                };
                rows.push(Row::new(label, text));
            }
        }
        Section {
            heading: "Review".to_owned(),
            rows,
        }
    }

    /// Adds the mailbox and the document below the verification method, which is the first row, and the proof of age
    /// at the end.
    async fn add_evidence(
        &self,
        member: &StoredMember,
        rows: &mut Vec<Row>,
    ) -> Result<(), ReviewError> {
        let database = &self.database.reads;
        let (account, profile) = (&member.account, &member.profile);
        let document = store::document::find_of(database, account.id).await?;
        let method = profile.verify_method;
        if document.is_some() || method == VerifyMethod::Document {
            let text = document.map_or("Not stored any more".to_owned(), |document| {
                self.document_text(&document)
            });
            rows.insert(
                rows.len().min(1),
                Row::new(Words::english().label_of(Field::VerifyTempFileName), text),
            );
        }
        if method == VerifyMethod::WorkEmail {
            let employer = &profile.employer_id;
            let is_confirmed =
                store::work_email::mailbox::is_attached(database, account.id, employer).await?;
            let text = if is_confirmed {
                let name = one_line(employer_name(employer));
                Words::english().word_with("register.workEmail.confirmed", "employer", &name)
            } else {
                "Not confirmed".to_owned()
            };
            rows.insert(rows.len().min(1), Row::new("Mailbox", text));
        }
        if !profile.age_proof_file_name.is_empty() {
            let label = Words::english().label_of(Field::AgeProofFileName);
            rows.push(Row::new(
                label,
                self.document_text(&profile.age_proof_file_name),
            ));
        }
        if let Some(check) = store::age_check::find(database, account.id).await? {
            let checked = time(check.checked_at_ms);
            let text = format!("{} with {}, {checked}", check.birthday, check.document);
            rows.push(Row::new("Age checked", text));
        }
        Ok(())
    }

    /// Returns the place of a document in the file store, with a warning.
    pub(super) fn document_text(&self, document: &str) -> String {
        let path = format!("{}/{document}", self.storage_url);
        let warning = "A stranger uploaded this file: open it in a viewer without scripts.";
        format!("{}\n{warning}", one_line(&path))
    }

    /// Returns the link to a picture.
    pub(super) fn picture_url(&self, name: &str) -> String {
        let url = self.pictures.signed_url(name);
        format!("{}{}", self.public_origin, one_line(&url))
    }

    fn photo_section(&self, member: &StoredMember) -> Section {
        let photos = member.photos.iter().zip(1..).map(|(photo, number)| {
            let label =
                Words::english().word_with("register.photo.label", "number", &number.to_string());
            Row::new(label, self.picture_url(&photo.file_id))
        });
        // The avatar may be an upload that is none of the photos.
        let avatar = &member.account.avatar;
        let avatar = avatar
            .iter()
            .map(|name| Row::new("Avatar", self.picture_url(name)));
        Section {
            heading: Words::english().word("register.page.photos"),
            rows: photos.chain(avatar).collect(),
        }
    }
}

/// Returns the reasons of the latest decision that gave any. A decision that was undone does not count.
fn reasons_section(steps: &[PastStep]) -> Option<Section> {
    let mut valid: Vec<&PastStep> = Vec::new();
    for step in steps {
        if step.action == ReviewAction::Undo.as_str() {
            valid.pop();
        } else {
            valid.push(step);
        }
    }
    let step = valid.into_iter().rfind(|step| !step.reasons.is_empty())?;
    let decided = match step.action.parse() {
        Ok(ReviewAction::AskForInfo) => "Asked",
        Ok(ReviewAction::Reject) => "Rejected",
        Ok(ReviewAction::Suspend) => "Suspended",
        _ => "Decided",
    };
    Some(Section {
        heading: format!("{decided} by {}, {}", step.actor, time(step.at_ms)),
        rows: step.reasons.iter().map(reason_row).collect(),
    })
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
pub(super) fn push_section(text: &mut String, section: &Section) {
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

/// Returns the status of an account in the list, and the rest of its line.
fn line_of(account: &Listed, now_ms: i64) -> (String, String) {
    let mut status = one_line(&account.status);
    if account.is_taken_back {
        status.push_str(", taken back by the member");
    }
    let waiting = match account.status.parse() {
        Ok(status) if is_waiting(status) => duration(now_ms - account.submitted_at_ms),
        _ => String::new(),
    };
    let user_id = one_line(&account.line_user_id);
    let registered = time(account.registered_at_ms);
    let nickname = one_line(&account.nickname);
    let rest = format!("{user_id:<33} {registered:<20} {waiting:<8} {nickname}");
    (status, rest)
}

/// Returns true if the profile waits for a decision.
fn is_waiting(status: ReviewStatus) -> bool {
    matches!(status, ReviewStatus::Pending | ReviewStatus::InReview)
}

pub(super) fn time(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms)
        .map(|time| time.format("%Y-%m-%d %H:%M UTC").to_string())
        .unwrap_or_default()
}

/// Returns a duration in minutes below an hour, in hours below two days, and in days from then on.
pub(super) fn duration(ms: i64) -> String {
    match ms.max(0) {
        ms if ms < HOUR_MS => format!("{} min", ms / MINUTE_MS),
        ms if ms < 2 * DAY_MS => format!("{} h", ms / HOUR_MS),
        ms => format!("{} days", ms / DAY_MS),
    }
}

#[cfg(test)]
mod tests;
