//! The values of a proposal: taken from a changed profile, and put into the profile of a later moment.

use std::collections::BTreeSet;

use enmusubi_core::{Field, UserProfileCreate, changed_fields};
use serde_json::{Value, to_value};

use crate::error::{Error, Result};
use crate::store;
use crate::store::Transaction;
use crate::store::profile_change::Proposed;

/// The stored profile of a member, with the names of its photos. Its coordinates are the middle of the stored
/// cell.
#[derive(Debug)]
pub(crate) struct CurrentProfile(pub(crate) UserProfileCreate);

impl CurrentProfile {
    pub(crate) async fn find(
        transaction: &Transaction,
        account_id: i64,
        line_user_id: &str,
    ) -> Result<Self> {
        let profile =
            store::profile::get_in_its_place(transaction, account_id, line_user_id).await?;
        let photos = store::photo::list_of(transaction, account_id).await?;
        Ok(Self(UserProfileCreate {
            photo_name_list: photos.into_iter().map(|photo| photo.file_id).collect(),
            ..profile
        }))
    }

    /// Returns the values in which the changed profile differs.
    pub(super) fn proposal_of(&self, changed: &UserProfileCreate) -> Result<Proposed> {
        let fields = changed_fields(&self.0, changed);
        let mut values = members_of(changed)?;
        values.retain(|name, _| fields.iter().any(|field| field.as_str() == name));
        Ok(values)
    }
}

/// Returns the profile with the proposed values.
pub(crate) fn apply(profile: &UserProfileCreate, proposed: &Proposed) -> Result<UserProfileCreate> {
    let mut members = members_of(profile)?;
    members.extend(proposed.clone());
    serde_json::from_value(Value::Object(members)).map_err(Error::internal)
}

/// Returns true if the proposal has new evidence of the employment. It has all fields of the evidence then.
pub(crate) fn has_proof(proposed: &Proposed) -> bool {
    proposed.contains_key(Field::VerifyMethod.as_str())
}

/// Returns the names of the files that the proposal uses: photos and documents.
pub(crate) fn files_of(proposed: &Proposed) -> BTreeSet<String> {
    let photos = proposed.get(Field::PhotoNameList.as_str());
    let photos = photos.and_then(Value::as_array).into_iter().flatten();
    let documents = [Field::VerifyTempFileName, Field::AgeProofFileName];
    let documents = documents.map(|field| proposed.get(field.as_str()));
    photos
        .chain(documents.into_iter().flatten())
        .filter_map(Value::as_str)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn members_of(profile: &UserProfileCreate) -> Result<Proposed> {
    match to_value(profile).map_err(Error::internal)? {
        Value::Object(members) => Ok(members),
        _ => Err(Error::internal("a profile is not a JSON object")),
    }
}
