//! Formats proposed changes for the reviewer's terminal.

use std::fmt::Write as _;

use enmusubi_core::{Field, UserProfileCreate, VerifyMethod};

use super::super::escape::one_line;
use super::super::print::{duration, push_section, time};
use super::super::{ReviewError, Reviews};
use super::decide::find_open;
use crate::features::profile_change::{apply, has_proof};
use crate::features::profile_text::{Row, Section, Words, employer_name};
use crate::store::profile_change::list_open;
use crate::store::{member, upload};

const NOW: &str = "Now";
const PROPOSED: &str = "Proposed";

impl Reviews {
    /// Lists one open change of an approved member a line, the one that waits longest first.
    pub async fn list_changes(&self) -> Result<String, ReviewError> {
        let changes = list_open(&self.database.reads).await?;
        if changes.is_empty() {
            return Ok("No changes.".to_owned());
        }
        let now_ms = self.clock.now_ms();
        let mut text = format!(
            "{:<36} {:<33} {:<8} {:<20} FIELDS",
            "CHANGE ID", "USER ID", "WAITING", "NICKNAME"
        );
        for listed in changes {
            let fields: Vec<&str> = listed.proposed.keys().map(String::as_str).collect();
            // Writing into a string cannot fail.
            let _ = write!(
                text,
                "\n{:<36} {:<33} {:<8} {:<20} {}",
                one_line(&listed.public_id),
                one_line(&listed.line_user_id),
                duration(now_ms - listed.created_at_ms),
                one_line(&listed.nickname),
                one_line(&fields.join(", ")),
            );
        }
        Ok(text)
    }

    /// Shows the values of the profile beside the proposed ones, for the proposed fields only.
    pub async fn show_change(&self, change_id: &str) -> Result<String, ReviewError> {
        let reads = &self.database.reads;
        let (change, line_user_id) = find_open(reads, change_id).await?;
        let found = member::find(reads, &line_user_id).await?;
        let found = found.ok_or_else(|| ReviewError::UnknownChange(change_id.to_owned()))?;
        let now = &found.profile;
        let proposed = apply(now, &change.proposed)?;

        let waiting = duration(self.clock.now_ms() - change.created_at_ms);
        let status = found.account.review.status;
        let mut sections = vec![Section {
            heading: "Change".to_owned(),
            rows: vec![
                Row::new("Profile", format!("{line_user_id} ({status})")),
                Row::new(
                    "Waiting",
                    format!("for {waiting}, since {}", time(change.created_at_ms)),
                ),
            ],
        }];
        let fields = Field::ALL
            .iter()
            .filter(|field| change.proposed.contains_key(field.as_str()));
        sections.extend(fields.map(|field| self.compare(*field, now, &proposed)));
        if has_proof(&change.proposed) && proposed.verify_method == VerifyMethod::WorkEmail {
            let is_confirmed = self
                .has_mailbox(&line_user_id, &proposed.employer_id)
                .await?;
            sections.push(mailbox_section(&proposed.employer_id, is_confirmed));
        }
        let mut text = one_line(&change.public_id);
        for section in sections {
            push_section(&mut text, &section);
        }
        Ok(text)
    }

    fn compare(
        &self,
        field: Field,
        now: &UserProfileCreate,
        proposed: &UserProfileCreate,
    ) -> Section {
        let words = Words::english().with_currency(&self.income_currency);
        let today = self.clock.today(self.time_zone);
        let rows = [(NOW, now), (PROPOSED, proposed)].map(|(label, profile)| match field {
            Field::PhotoNameList => self.photo_rows(label, &profile.photo_name_list),
            Field::VerifyTempFileName if !profile.verify_temp_file_name.is_empty() => {
                vec![Row::new(
                    label,
                    self.document_text(&profile.verify_temp_file_name),
                )]
            }
            Field::AgeProofFileName if !profile.age_proof_file_name.is_empty() => {
                vec![Row::new(
                    label,
                    self.document_text(&profile.age_proof_file_name),
                )]
            }
            _ => {
                let text = words.text_of(field, profile, today);
                let is_empty = text.is_empty();
                let not_given = || words.word("register.notGiven");
                vec![Row::new(label, if is_empty { not_given() } else { text })]
            }
        });
        Section {
            heading: words.label_of(field),
            rows: rows.into_iter().flatten().collect(),
        }
    }

    fn photo_rows(&self, label: &str, photos: &[String]) -> Vec<Row> {
        let numbered = photos.iter().zip(1..);
        numbered
            .map(|(name, number)| Row::new(format!("{label} {number}"), self.picture_url(name)))
            .collect()
    }

    /// Returns true if the member has confirmed a mailbox at the employer.
    pub(in super::super) async fn has_mailbox(
        &self,
        line_user_id: &str,
        employer_id: &str,
    ) -> Result<bool, ReviewError> {
        let users = vec![line_user_id.to_owned()];
        let now_ms = self.clock.now_ms();
        let owned = upload::find_owned(&self.database.reads, users, now_ms).await?;
        let owned = owned.get(line_user_id);
        Ok(owned.is_some_and(|owned| owned.employers.contains(employer_id)))
    }
}

fn mailbox_section(employer_id: &str, is_confirmed: bool) -> Section {
    let text = if is_confirmed {
        let name = one_line(employer_name(employer_id));
        Words::english().word_with("register.workEmail.confirmed", "employer", &name)
    } else {
        "Not confirmed".to_owned()
    };
    Section {
        heading: "Mailbox".to_owned(),
        rows: vec![Row::new(PROPOSED, text)],
    }
}
