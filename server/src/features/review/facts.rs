//! The facts of a case for the reviewer who holds it: the answers in words with what has changed, the files, and the
//! earlier steps of the review.

use enmusubi_core::catalogue::find_employer;
use enmusubi_core::language::Language;
use enmusubi_core::review::{CaseAction, CaseKind, DecidedCase};
use enmusubi_core::{Field, UserProfileCreate, VerifyMethod};
use serde::Serialize;
use utoipa::ToSchema;

use super::Reviews;
use super::age::AgeFact;
use super::answers::{FactSection, sections_of};
use super::cases::CaseReviewer;
use super::evidence::EvidenceFile;
use super::history::EarlierStep;
use super::material::Material;
use super::removal::ComparedPhotos;
use super::report_facts::ReportFacts;
use super::trace_facts::TraceFact;
use crate::error::Result;
use crate::features::profile_text::{PAGES, Words, employer_name};
use crate::store;
use crate::store::review::review_case::StoredCase;

/// The facts of a case. All texts are plain texts, and times are RFC 3339, in UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseFacts {
    /// The answers in the order of the form. Empty for a report, whose facts are those that its reporter saw.
    pub(super) sections: Vec<FactSection>,
    pub(super) files: Vec<EvidenceFile>,
    /// Null unless the member proves the employer by a mailbox.
    #[schema(required)]
    pub(super) mailbox: Option<MailboxFact>,
    /// The uses of the same evidence by other accounts, the latest first, 20 at most.
    pub(super) traces: Vec<TraceFact>,
    /// The earlier steps about the member, the oldest first. Empty for a second look, which must not know the first
    /// decision.
    pub(super) history: Vec<EarlierStep>,
    /// The member's words with an appeal.
    #[schema(required)]
    pub(super) appeal: Option<String>,
    #[schema(required)]
    pub(super) report: Option<ReportFacts>,
    /// The decisions about a case of this kind.
    actions: Vec<CaseAction>,
    /// True if an approval names the employer.
    pub(super) needs_employer: bool,
    /// Null where the deployment asks for no proof of age, and for a case that is not about it.
    #[schema(required)]
    pub(super) age: Option<AgeFact>,
    /// The paths that a reason may name.
    reason_fields: Vec<ReasonField>,
    /// The language in which the member last opened the app. Null if no client has named one.
    #[schema(required)]
    pub(super) member_language: Option<Language>,
}

/// The mailbox with which a member proves the employer. The server stores no address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MailboxFact {
    pub(super) employer_name: String,
    /// The domains of the employer's mailboxes.
    domains: Vec<&'static str>,
    pub(super) is_confirmed: bool,
}

/// A path that a reason may name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReasonField {
    /// Empty for a reason that is about no field.
    path: String,
    label: String,
    /// True if a reviewer can ask the member to send it again.
    can_ask: bool,
    /// True if a decision about a report can remove it.
    can_remove: bool,
}

impl Reviews {
    /// Returns the facts of a case in a language. Returns `None` unless the reviewer holds the case.
    pub(crate) async fn find_facts(
        &self,
        reviewer: &CaseReviewer,
        case: &StoredCase,
        language: Language,
    ) -> Result<Option<CaseFacts>> {
        let claim = case.claim_at(self.clock.now_ms());
        if claim.is_none_or(|claim| claim.by.actor != reviewer.by.actor) {
            return Ok(None);
        }
        let material = self.find_material(case).await?;
        Ok(Some(self.collect_facts(case, &material, language).await?))
    }

    /// Returns the facts of a case in a language, for the holder of the case and for the terminal of an operator.
    pub(super) async fn collect_facts(
        &self,
        case: &StoredCase,
        material: &Material,
        language: Language,
    ) -> Result<CaseFacts> {
        let compared = material.profiles(case)?;
        let words = Words::of(language).with_currency(&self.income_currency);
        let today = self.clock.today(self.time_zone);
        let history = if case.second_look_of.is_some() {
            Vec::new()
        } else {
            self.list_earlier_steps(case.account_id).await?
        };
        let mut files = material.files(case, &compared, words);
        self.add_thumbhashes(&mut files).await?;
        let photos = material.report.as_ref().map(|shown| {
            let current = &compared.now.photo_name_list;
            ComparedPhotos::new(&shown.report, current)
        });
        let photos = photos.unwrap_or_default();
        let decided_case = DecidedCase {
            kind: case.kind,
            evidence: case.evidence,
            proposed: &compared.changed,
            photos: photos.as_core(),
            age: self.age_evidence_of(case, &compared).await?,
        };
        let age = self.find_age(case, &compared, decided_case.age).await?;
        let sections = if case.kind == CaseKind::Report {
            Vec::new()
        } else {
            sections_of(&compared, words, today)
        };
        Ok(CaseFacts {
            sections,
            mailbox: self.find_mailbox(material, &compared.now).await?,
            traces: self.find_traces(material, &compared).await?,
            history,
            needs_employer: decided_case.needs_employer(),
            age,
            reason_fields: reason_fields(&decided_case, &files, words),
            files,
            appeal: case.appeal.clone(),
            report: material.report_facts(words, today)?,
            actions: case.kind.actions().to_vec(),
            member_language: material.member.account.language,
        })
    }

    async fn find_mailbox(
        &self,
        material: &Material,
        profile: &UserProfileCreate,
    ) -> Result<Option<MailboxFact>> {
        if profile.verify_method != VerifyMethod::WorkEmail {
            return Ok(None);
        }
        let reads = &self.database.reads;
        let employer_id = &profile.employer_id;
        let account_id = material.member.account.id;
        let is_attached =
            store::account::work_email::mailbox::is_attached(reads, account_id, employer_id)
                .await?;
        let is_confirmed = is_attached
            || material.change.is_some() && {
                // Accepting the change attaches the mailbox.
                self.has_mailbox(&material.line_user_id, employer_id)
                    .await?
            };
        let domains = find_employer(employer_id).map(|employer| employer.domains);
        Ok(Some(MailboxFact {
            employer_name: employer_name(employer_id).to_owned(),
            domains: domains.unwrap_or_default().to_vec(),
            is_confirmed,
        }))
    }

    /// Returns true if the member has confirmed a mailbox at the employer.
    async fn has_mailbox(&self, line_user_id: &str, employer_id: &str) -> Result<bool> {
        let users = vec![line_user_id.to_owned()];
        let now_ms = self.clock.now_ms();
        let owned = store::file::upload::find_owned(&self.database.reads, users, now_ms).await?;
        let owned = owned.get(line_user_id);
        Ok(owned.is_some_and(|owned| owned.employers.contains(employer_id)))
    }
}

/// Returns the paths that a reason may name, in the order of the form, each photo by itself.
fn reason_fields(
    case: &DecidedCase<'_>,
    files: &[EvidenceFile],
    words: Words<'_>,
) -> Vec<ReasonField> {
    let fields = PAGES.iter().flat_map(|(_, fields)| fields.iter().copied());
    let photos = |field| {
        let of_field = move |file: &&EvidenceFile| {
            field == Field::PhotoNameList && file.field == field && file.is_of_the_decision
        };
        let photos = files.iter().filter(of_field).enumerate();
        photos.map(move |(n, file)| (format!("{field}[{n}]"), file.label.clone()))
    };
    let paths = fields.flat_map(|field| {
        let whole = (field.as_str().to_owned(), words.label_of(field));
        std::iter::once(whole).chain(photos(field))
    });
    let about_nothing = (String::new(), String::new());
    let all = std::iter::once(about_nothing).chain(paths);
    let allowed = all.filter(|(path, _)| {
        let is_of_the_account = [
            Field::Account,
            Field::Password,
            Field::Latitude,
            Field::Longitude,
        ]
        .iter()
        .any(|field| field.as_str() == path);
        !is_of_the_account && case.accepts_path(CaseAction::Reject, path)
    });
    allowed
        .map(|(path, label)| ReasonField {
            can_ask: case.kind.is_about_profile()
                && case.accepts_path(CaseAction::AskForInfo, &path),
            can_remove: case.kind == CaseKind::Report
                && case.accepts_path(CaseAction::RemoveContent, &path),
            path,
            label,
        })
        .collect()
}
