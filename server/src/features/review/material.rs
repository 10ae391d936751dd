//! The stored things that a case is about, and the profile before and after its decision.

use enmusubi_core::review::CaseKind;
use enmusubi_core::{Field, UserProfileCreate};
use serde_json::{Map, Value};

use super::error::no_case;
use super::reports::ShownReport;
use super::{ReviewError, Reviews};
use crate::error::Result;
use crate::features::profile_change::apply;
use crate::store;
use crate::store::member::StoredMember;
use crate::store::profile::profile_change::StoredChange;
use crate::store::review::review_case::StoredCase;

/// The stored things that a case is about.
#[derive(Debug)]
pub(super) struct Material {
    pub(super) line_user_id: String,
    pub(super) member: StoredMember,
    pub(super) document: Option<String>,
    pub(super) change: Option<StoredChange>,
    pub(super) report: Option<ShownReport>,
}

impl Material {
    /// Returns the profile if the decision accepts it, and the profile before, with the names of the fields that
    /// differ.
    pub(super) fn profiles(&self, case: &StoredCase) -> Result<ComparedProfiles> {
        let mut now = self.member.profile.clone();
        let photos = self.member.photos.iter();
        now.photo_name_list = photos.map(|photo| photo.file_id.clone()).collect();
        now.verify_temp_file_name = self.document.clone().unwrap_or_default();
        if let Some(change) = &self.change {
            let proposed = apply(&now, &change.proposed)?;
            let changed = fields_of(&change.proposed);
            return Ok(ComparedProfiles {
                before: now,
                now: proposed,
                changed,
            });
        }
        let Some(Value::Object(before)) = &case.before else {
            return Ok(ComparedProfiles {
                before: now.clone(),
                now,
                changed: Vec::new(),
            });
        };
        Ok(ComparedProfiles {
            before: apply(&now, before)?,
            changed: fields_of(before),
            now,
        })
    }
}

/// Two states of a profile.
#[derive(Debug)]
pub(super) struct ComparedProfiles {
    pub(super) before: UserProfileCreate,
    pub(super) now: UserProfileCreate,
    pub(super) changed: Vec<Field>,
}

fn fields_of(values: &Map<String, Value>) -> Vec<Field> {
    let fields = Field::ALL.iter().copied();
    fields
        .filter(|field| values.contains_key(field.as_str()))
        .collect()
}

impl Reviews {
    /// Returns the fields that a case about a change proposes, and none for other cases.
    pub(super) async fn proposed_fields(&self, case: &StoredCase) -> Result<Vec<Field>> {
        let change = self.find_change(case).await?;
        Ok(change.map_or_else(Vec::new, |change| fields_of(&change.proposed)))
    }

    async fn find_change(&self, case: &StoredCase) -> Result<Option<StoredChange>> {
        if case.kind != CaseKind::Change {
            return Ok(None);
        }
        let found =
            store::profile::profile_change::find(&self.database.reads, &case.subject).await?;
        Ok(found.map(|(change, _)| change))
    }

    /// Reads the things that a case is about. Returns E003 if the member has just deleted the account.
    pub(super) async fn find_material(&self, case: &StoredCase) -> Result<Material> {
        let reads = &self.database.reads;
        let users = store::account::find_user_ids(reads, vec![case.account_id]).await?;
        let line_user_id = users.into_values().next().ok_or_else(no_case)?;
        let member = store::member::find(reads, &line_user_id).await?;
        let report = if case.kind == CaseKind::Report {
            let found = self.find_report(&case.subject).await;
            Some(found.map_err(ReviewError::into_error)?)
        } else {
            None
        };
        Ok(Material {
            line_user_id,
            member: member.ok_or_else(no_case)?,
            document: store::file::document::find_of(reads, case.account_id).await?,
            change: self.find_change(case).await?,
            report,
        })
    }
}
