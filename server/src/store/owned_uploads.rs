//! The uploads and confirmed employers of users, read with one statement because every form needs
//! them.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::{Expr, UnionType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use super::pad::padded;
use super::upload;
use super::work_email::mailbox;
use crate::error::Result;
use crate::store::connection::CanRead;
use crate::store::entity::account;

/// The kinds of rows. A row has its kind, a name, and the LINE user id of its owner.
const UPLOAD: &str = "upload";
const EMPLOYER: &str = "employer";
const ACCOUNT: &str = "account";

/// The things of a LINE user that their form may name.
#[derive(Debug, Default, Clone)]
pub(crate) struct OwnedUploads {
    /// The names of the user's files, attached or not. A client may send a form again, and the account
    /// has then attached the files the first time.
    pub(crate) uploads: BTreeSet<String>,
    /// The ids of the employers at which the user has confirmed a mailbox.
    pub(crate) employers: BTreeSet<String>,
    /// True if the user has an account.
    pub(crate) is_registered: bool,
}

/// Returns the uploads and employers by LINE user id. A user who has none of them is missing.
pub(crate) async fn find_all(
    connection: &impl CanRead,
    line_user_ids: Vec<String>,
    now_ms: i64,
) -> Result<HashMap<String, OwnedUploads>> {
    let line_user_ids = padded(line_user_ids);
    let account = account::Entity::find()
        .select_only()
        .expr_as(Expr::value(ACCOUNT), "kind")
        .column_as(account::Column::LineUserId, "name")
        .column(account::Column::LineUserId)
        .filter(account::Column::LineUserId.is_in(&line_user_ids));
    let mut all = account.into_query();
    let others = [
        upload::owned_by(&line_user_ids, UPLOAD).into_query(),
        mailbox::owned_by(&line_user_ids, EMPLOYER, now_ms).into_query(),
    ];
    for other in others {
        all.union(UnionType::All, other);
    }
    let mut found: HashMap<String, OwnedUploads> = HashMap::new();
    for row in connection.query_all(&all).await? {
        let (kind, name): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let owned = found.entry(row.try_get_by_index(2)?).or_default();
        match kind.as_str() {
            UPLOAD => drop(owned.uploads.insert(name)),
            EMPLOYER => drop(owned.employers.insert(name)),
            _ => owned.is_registered = true,
        }
    }
    Ok(found)
}
