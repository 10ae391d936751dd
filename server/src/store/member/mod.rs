//! Everything that users see of their own accounts, read for several users at once.

pub(crate) mod batches;

use std::collections::HashMap;

use enmusubi_core::UserProfileCreate;

use crate::error::{Error, Result};
use crate::store::account::member_setting::{self, MemberSetting};
use crate::store::account::{self, Account};
use crate::store::connection::CanRead;
use crate::store::connection::ids::AccountId;
use crate::store::file::photo::{self, StoredPhoto};
use crate::store::profile;
use crate::store::review::{self, PastStep};

/// An account with its profile, photos and review.
#[derive(Debug, Clone)]
pub(crate) struct StoredMember {
    pub(crate) account: Account,
    /// The profile, without coordinates, which the server does not store.
    pub(crate) profile: UserProfileCreate,
    /// The photos in the order of the profile.
    pub(crate) photos: Vec<StoredPhoto>,
    /// The latest step of the review.
    pub(crate) latest_step: Option<PastStep>,
}

/// Returns the account of a LINE user with everything that the user sees of it.
pub(crate) async fn find(
    connection: &impl CanRead,
    line_user_id: &str,
) -> Result<Option<StoredMember>> {
    let mut found = find_all(connection, vec![line_user_id.to_owned()]).await?;
    Ok(found.remove(line_user_id).flatten())
}

/// The profile, photos and choices of a member, of which other members see a selection.
#[derive(Debug, Clone)]
pub(crate) struct ShownMember {
    pub(crate) profile: UserProfileCreate,
    /// The photos in the order of the profile.
    pub(crate) photos: Vec<StoredPhoto>,
    pub(crate) setting: MemberSetting,
}

/// Returns the parts of these accounts from which other members see a selection, by account id.
pub(crate) async fn find_shown(
    connection: &impl CanRead,
    account_ids: &[AccountId],
) -> Result<HashMap<AccountId, ShownMember>> {
    let profiles = profile::find_of(connection, account_ids).await?;
    let mut photos = photo::list_of_all(connection, account_ids.to_vec()).await?;
    let mut settings = member_setting::find_all(connection, account_ids).await?;
    let shown = profiles.into_iter().map(|(id, profile)| {
        let member = ShownMember {
            profile,
            photos: photos.remove(&id).unwrap_or_default(),
            setting: settings.remove(&id).unwrap_or_default(),
        };
        (id, member)
    });
    Ok(shown.collect())
}

/// Returns the accounts by LINE user id. A user without an account is missing.
pub(super) async fn find_all(
    connection: &impl CanRead,
    line_user_ids: Vec<String>,
) -> Result<HashMap<String, Option<StoredMember>>> {
    let accounts = account::find_all(connection, line_user_ids).await?;
    let accounts: HashMap<AccountId, (String, Account)> = accounts
        .into_iter()
        .filter_map(|(user, account)| account.map(|account| (account.id, (user, account))))
        .collect();
    let ids: Vec<AccountId> = accounts.keys().copied().collect();
    let mut profiles = profile::find_all(connection, &accounts).await?;
    let mut photos = photo::list_of_all(connection, ids.clone()).await?;
    let mut latest_steps = review::list_latest_steps(connection, ids).await?;
    let member_of = |(id, (user, account))| {
        let profile = profiles.remove(&id);
        let photos = photos.remove(&id).unwrap_or_default();
        let member = StoredMember {
            account,
            profile: UserProfileCreate {
                photo_name_list: photos.iter().map(|photo| photo.file_id.clone()).collect(),
                ..profile.ok_or_else(|| Error::internal("an account without a profile"))?
            },
            photos,
            latest_step: latest_steps.remove(&id),
        };
        Ok((user, Some(member)))
    };
    accounts.into_iter().map(member_of).collect()
}
