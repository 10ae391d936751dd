//! What those who send a form hold, in one question: it is asked of every form.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::{Expr, UnionType};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use super::work_email::mailbox;
use super::{padded, upload};
use crate::error::Result;
use crate::store::entity::account;

/// Rows of what it is, of its name, and of whose it is.
const UPLOAD: &str = "upload";
const EMPLOYER: &str = "employer";
const ACCOUNT: &str = "account";

/// What a LINE user holds.
#[derive(Debug, Default, Clone)]
pub(crate) struct Held {
    /// Their files, taken or not: a form that is sent again names files that its own account took the
    /// first time.
    pub(crate) uploads: BTreeSet<String>,
    /// The employers of which they have a confirmed mailbox.
    pub(crate) employers: BTreeSet<String>,
    /// Whether they have an account.
    pub(crate) is_registered: bool,
}

/// What each of the users holds, if anything.
pub(crate) async fn find_all(
    connection: &impl ConnectionTrait,
    line_user_ids: Vec<String>,
    now_ms: i64,
) -> Result<HashMap<String, Held>> {
    let line_user_ids = padded(line_user_ids);
    let account = account::Entity::find()
        .select_only()
        .expr_as(Expr::value(ACCOUNT), "what")
        .column_as(account::Column::LineUserId, "name")
        .column(account::Column::LineUserId)
        .filter(account::Column::LineUserId.is_in(&line_user_ids));
    let mut all = account.into_query();
    let others = [
        upload::held_by(&line_user_ids, UPLOAD).into_query(),
        mailbox::held_by(&line_user_ids, EMPLOYER, now_ms).into_query(),
    ];
    for other in others {
        all.union(UnionType::All, other);
    }
    let mut found: HashMap<String, Held> = HashMap::new();
    for row in connection.query_all(&all).await? {
        let (what, name): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let held = found.entry(row.try_get_by_index(2)?).or_default();
        match what.as_str() {
            UPLOAD => drop(held.uploads.insert(name)),
            EMPLOYER => drop(held.employers.insert(name)),
            _ => held.is_registered = true,
        }
    }
    Ok(found)
}
