//! The values of a proposal: taken from a changed profile, and put into the profile of a later moment.

use std::slice;

use enmusubi_core::profile::changed_fields;
use enmusubi_core::{Field, FileUse, UserProfileCreate};
use serde_json::{Value, to_value};

use crate::error::{Error, Result};
use crate::store::profile::profile_change::ProposedValues;
use crate::store::{self, AccountId, Transaction};

/// The stored profile of a member, with the names of its photos. Its coordinates are the middle of the stored
/// cell.
#[derive(Debug)]
pub(crate) struct CurrentProfile(pub(crate) UserProfileCreate);

impl CurrentProfile {
    pub(crate) async fn find(
        transaction: &Transaction,
        account_id: AccountId,
        line_user_id: &str,
    ) -> Result<Self> {
        let profile =
            store::profile::get_in_its_place(transaction, account_id, line_user_id).await?;
        let photos = store::file::photo::list_of(transaction, account_id).await?;
        Ok(Self(UserProfileCreate {
            photo_name_list: photos.into_iter().map(|photo| photo.file_id).collect(),
            ..profile
        }))
    }

    /// Returns the values in which the changed profile differs.
    pub(super) fn proposal_of(&self, changed: &UserProfileCreate) -> Result<ProposedValues> {
        let fields = changed_fields(&self.0, changed);
        let mut values = members_of(changed)?;
        values.retain(|name, _| fields.iter().any(|field| field.as_str() == name));
        Ok(values)
    }
}

/// Returns the profile with the proposed values.
pub(crate) fn apply(
    profile: &UserProfileCreate,
    proposed: &ProposedValues,
) -> Result<UserProfileCreate> {
    let mut members = members_of(profile)?;
    members.extend(proposed.clone());
    serde_json::from_value(Value::Object(members)).map_err(Error::internal)
}

/// Returns true if the proposal has new evidence of the employment. Such a proposal has all fields of the evidence.
pub(crate) fn has_proof(proposed: &ProposedValues) -> bool {
    proposed.contains_key(Field::VerifyMethod.as_str())
}

/// Returns the names of the files that the proposal uses, with the use of each.
pub(super) fn files_of(proposed: &ProposedValues) -> [(FileUse, Vec<String>); 3] {
    let names_in = |field: Field| {
        let names = match proposed.get(field.as_str()) {
            Some(Value::Array(names)) => names.as_slice(),
            Some(name) => slice::from_ref(name),
            None => &[],
        };
        let names = names.iter().filter_map(Value::as_str);
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    };
    [
        (FileUse::Photo, names_in(Field::PhotoNameList)),
        (FileUse::Employment, names_in(Field::VerifyTempFileName)),
        (FileUse::Age, names_in(Field::AgeProofFileName)),
    ]
}

fn members_of(profile: &UserProfileCreate) -> Result<ProposedValues> {
    match to_value(profile).map_err(Error::internal)? {
        Value::Object(members) => Ok(members),
        _ => Err(Error::internal("a profile is not a JSON object")),
    }
}
