//! The photos and documents of a case. The audit log has a row for each opening of a file.

use enmusubi_core::Field;
use enmusubi_core::review::AuditAction;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Reviews;
use super::cases::CaseReviewer;
use super::insiders::{HourlyLimit, lock_reviewer};
use super::locked_account::LockedAccount;
use super::material::{ComparedProfiles, Material};
use super::record::record;
use crate::adapters::storage::FileStream;
use crate::error::Result;
use crate::features::photo::no_such_file;
use crate::features::profile_text::Words;
use crate::store::audit::actor::Actor;
use crate::store::review::review_case::{self, StoredCase};
use crate::store::{self, CaseId};

/// A photo or a document of a case.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvidenceFile {
    /// The id with which a reviewer opens the file: `photoNameList[0]`, `verifyTempFileName`, `ageProofFileName`, `avatar`; with `now.` before
    /// it for a photo that a change would replace, and with `report.` for one of the moment of a report.
    pub(super) id: String,
    pub(super) field: Field,
    pub(super) label: String,
    /// True for a document of an earlier version, which also took PDFs.
    is_pdf: bool,
    /// A small blurred version, in base64. Empty for a PDF, and for a file that its member has deleted.
    thumbhash: String,
    /// True if the member has added the file since the last decision.
    is_changed: bool,
    /// False for a file that the member would replace, and for the avatar.
    pub(super) is_of_the_decision: bool,
    /// The name in the file store.
    #[serde(skip)]
    name: String,
}

impl Material {
    /// Returns the files of a case, first the files that the profile has if the decision accepts it.
    pub(super) fn files(
        &self,
        case: &StoredCase,
        compared: &ComparedProfiles,
        words: Words<'_>,
    ) -> Vec<EvidenceFile> {
        if let Some(report) = &self.report {
            let names = report.report.snapshot["photos"].as_array();
            let names = names.into_iter().flatten().filter_map(Value::as_str);
            return names
                .enumerate()
                .map(|(n, name)| photo(format!("report.photos[{n}]"), n, name, words))
                .collect();
        }
        let mut files = documents(compared, words);
        let ComparedProfiles { before, now, .. } = compared;
        let photos = now.photo_name_list.iter().enumerate();
        files.extend(photos.map(|(n, name)| EvidenceFile {
            is_changed: is_changed(
                compared,
                Field::PhotoNameList,
                name,
                &before.photo_name_list,
            ),
            ..photo(format!("{}[{n}]", Field::PhotoNameList), n, name, words)
        }));
        if self.change.is_some() && compared.changed.contains(&Field::PhotoNameList) {
            let replaced = before.photo_name_list.iter().enumerate();
            let replaced = replaced.filter(|(_, name)| !now.photo_name_list.contains(name));
            files.extend(replaced.map(|(n, name)| EvidenceFile {
                is_of_the_decision: false,
                ..photo(format!("now.{}[{n}]", Field::PhotoNameList), n, name, words)
            }));
        }
        let avatar = self.member.account.avatar.as_ref();
        let avatar = avatar
            .filter(|name| case.kind.is_about_profile() && !now.photo_name_list.contains(*name));
        files.extend(avatar.map(|name| EvidenceFile {
            id: "avatar".to_owned(),
            is_of_the_decision: false,
            ..photo(String::new(), 0, name, words)
        }));
        files
    }
}

/// Returns the documents of a profile: the proof of the employer and that of the age.
fn documents(compared: &ComparedProfiles, words: Words<'_>) -> Vec<EvidenceFile> {
    let ComparedProfiles { before, now, .. } = compared;
    let documents = [
        (
            Field::VerifyTempFileName,
            &now.verify_temp_file_name,
            &before.verify_temp_file_name,
        ),
        (
            Field::AgeProofFileName,
            &now.age_proof_file_name,
            &before.age_proof_file_name,
        ),
    ];
    let uploaded = documents
        .into_iter()
        .filter(|(_, name, _)| !name.is_empty());
    let file = |(field, name, earlier): (Field, &String, &String)| EvidenceFile {
        id: field.as_str().to_owned(),
        field,
        label: words.label_of(field),
        is_changed: is_changed(compared, field, name, std::slice::from_ref(earlier)),
        is_of_the_decision: true,
        is_pdf: is_pdf(name),
        thumbhash: String::new(),
        name: name.clone(),
    };
    uploaded.map(file).collect()
}

/// Returns true if the member has changed the field and the file is new in it.
fn is_changed(
    compared: &ComparedProfiles,
    field: Field,
    name: &String,
    earlier: &[String],
) -> bool {
    compared.changed.contains(&field) && !earlier.contains(name)
}

/// Returns true for the name of a PDF. The server itself gives each file its ending, in lower-case letters.
fn is_pdf(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending == "pdf")
}

fn photo(id: String, n: usize, name: &str, words: Words<'_>) -> EvidenceFile {
    let number = (n + 1).to_string();
    EvidenceFile {
        id,
        field: Field::PhotoNameList,
        label: words.word_with("register.photo.label", "number", &number),
        name: name.to_owned(),
        is_pdf: false,
        thumbhash: String::new(),
        is_changed: false,
        is_of_the_decision: true,
    }
}

impl Reviews {
    /// Looks up the blurred versions of the files.
    pub(super) async fn add_thumbhashes(&self, files: &mut [EvidenceFile]) -> Result<()> {
        let names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
        let found = store::file::upload::find_thumbhashes(&self.database.reads, names).await?;
        for file in files {
            file.thumbhash = found.get(&file.name).cloned().unwrap_or_default();
        }
        Ok(())
    }

    /// Opens a file of a case for the reviewer who holds it, and returns its media type and its bytes. Returns E004 if
    /// the claim is over, E003 for a file that the case does not have or that its member has deleted, and E005 for a
    /// reviewer who has opened as many files as an hour allows.
    pub(crate) async fn open_evidence(
        &self,
        reviewer: &CaseReviewer,
        id: CaseId,
        fence: i64,
        file_id: &str,
    ) -> Result<(String, FileStream)> {
        let now_ms = self.clock.now_ms();
        let case = self.find_case(reviewer, id).await?;
        let fence = reviewer.fence(fence);
        if !case.is_held_by(fence, now_ms) {
            return Err(self.explain(reviewer, id).await);
        }
        let (actor, limit) = (reviewer.by.actor, HourlyLimit::Openings);
        // This early read saves a refused call the search for the file. The lock below makes the limit hold.
        let reads = &self.database.reads;
        if let Some(end_ms) = limit.find_end(reads, actor, id, now_ms).await? {
            return Err(self.refuse_until(end_ms, limit, actor, &case).await?);
        }
        let material = self.find_material(&case).await?;
        let compared = material.profiles(&case)?;
        let files = material.files(&case, &compared, Words::english());
        let file = files.into_iter().find(|file| file.id == file_id);
        let file = file.ok_or_else(no_such_file)?;
        let found = self.pictures.find_file(&file.name).await?;
        let transaction = store::begin(&self.database).await?;
        LockedAccount::find(&transaction, case.account_id).await?;
        lock_reviewer(&transaction, actor).await?;
        // The claim may have ended while the server looked for the file.
        if !review_case::is_held_by(&transaction, id, fence, now_ms).await? {
            drop(transaction);
            return Err(self.explain(reviewer, id).await);
        }
        if let Some(end_ms) = limit.find_end(&transaction, actor, id, now_ms).await? {
            drop(transaction);
            return Err(self.refuse_until(end_ms, limit, actor, &case).await?);
        }
        let action = AuditAction::OpenEvidence;
        record(&transaction, actor, action, &case, &file.id, now_ms).await?;
        transaction.commit().await?;
        Ok(found)
    }

    /// Returns a link to each file of a case for a terminal. A person who reads the terminal can open every link, so
    /// the audit log gets a row for each.
    pub(super) async fn open_links(
        &self,
        case: &StoredCase,
        files: &[EvidenceFile],
    ) -> Result<Vec<String>> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        LockedAccount::find(&transaction, case.account_id).await?;
        for file in files {
            let action = AuditAction::OpenEvidence;
            record(&transaction, Actor::Cli, action, case, &file.id, now_ms).await?;
        }
        transaction.commit().await?;
        Ok(files.iter().map(|file| self.link_to(file)).collect())
    }

    /// Returns the URL of a photo, or the place of a document in the file store. A PDF gets a warning.
    fn link_to(&self, file: &EvidenceFile) -> String {
        if file.field == Field::PhotoNameList {
            let url = self.pictures.signed_url(&file.name);
            return format!("{}{url}", self.public_origin);
        }
        let place = format!("{}/{}", self.storage_url, file.name);
        if file.is_pdf {
            format!("{place}\nA stranger uploaded this file: open it in a viewer without scripts.")
        } else {
            place
        }
    }
}
