//! The review: its steps, the reviewer's list of accounts, cases, reports and traces of evidence.

pub(crate) mod evidence_trace;
pub(crate) mod report;
pub mod review_case;
pub(in crate::store) mod tables;

use std::collections::HashMap;

use enmusubi_core::review::{Reason, ReviewAction, ReviewState, ReviewStatus};
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect as _,
};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::store::account::tables::account;
use crate::store::connection::ids::AccountId;
use crate::store::connection::{CanRead, CanWrite, from_json, padded, statements};
use crate::store::profile::tables::profile;
use crate::store::review::tables::review_event;

/// The actor of a step that the member takes.
pub(crate) const MEMBER: &str = "user";

/// A step of a review to store.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) action: ReviewAction,
    pub(crate) actor: &'a str,
    pub(crate) from: ReviewStatus,
    pub(crate) to: ReviewStatus,
    pub(crate) reasons: &'a [Reason],
}

/// A step of a review in the history.
#[derive(Debug, Clone)]
pub(crate) struct PastStep {
    pub(crate) id: i64,
    /// A word of [`ReviewAction`], or of a newer server.
    pub(crate) action: String,
    pub(crate) actor: String,
    pub(crate) from: ReviewStatus,
    pub(crate) to: ReviewStatus,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) at_ms: Millis,
}

impl PastStep {
    fn new(row: review_event::Model) -> Result<Self> {
        Ok(Self {
            id: row.id,
            action: row.action,
            actor: row.actor,
            from: row.from_status,
            to: row.to_status,
            reasons: from_json(row.reasons)?,
            at_ms: row.created_at_ms,
        })
    }

    /// Returns true if the member took the profile back with this step.
    pub(crate) fn is_taking_back(&self) -> bool {
        self.action == ReviewAction::TakeBack.as_str()
    }
}

/// The actions with which a member sends a profile to the reviewers again.
const SUBMISSIONS: [ReviewAction; 2] = [ReviewAction::Resubmit, ReviewAction::Appeal];

/// An account in a reviewer's list.
#[derive(Debug, Clone)]
pub(crate) struct ListedAccount {
    pub(crate) id: AccountId,
    pub(crate) line_user_id: String,
    pub(crate) status: ReviewStatus,
    pub(crate) nickname: String,
    pub(crate) registered_at_ms: Millis,
    /// The time of the member's latest submission: the registration, a resubmission or an appeal.
    pub(crate) submitted_at_ms: Millis,
    /// True if the member took the profile back and has not sent it again.
    pub(crate) is_taken_back: bool,
}

/// Changes the review state of an account from `from` to `to`. Returns false if the state is not `from`.
pub(crate) async fn set_state(
    connection: &impl CanWrite,
    account_id: AccountId,
    from: ReviewState,
    to: ReviewState,
) -> Result<bool> {
    let moved = account::Entity::update_many()
        .col_expr(account::Column::ReviewStatus, Expr::value(to.status))
        .col_expr(account::Column::Appealed, Expr::value(to.appealed))
        .filter(account::Column::Id.eq(account_id))
        .filter(account::Column::ReviewStatus.eq(from.status))
        .filter(account::Column::Appealed.eq(from.appealed))
        .exec(connection)
        .await?;
    Ok(moved.rows_affected == 1)
}

pub(crate) async fn insert_step(
    connection: &impl CanWrite,
    account_id: AccountId,
    step: Step<'_>,
    now_ms: Millis,
) -> Result<()> {
    let row = review_event::ActiveModel {
        account_id: Set(account_id),
        action: Set(step.action.as_str().to_owned()),
        actor: Set(step.actor.to_owned()),
        from_status: Set(step.from),
        to_status: Set(step.to),
        reasons: Set(serde_json::to_value(step.reasons).map_err(Error::internal)?),
        created_at_ms: Set(now_ms),
        ..review_event::ActiveModel::default()
    };
    statements::insert(connection, row).await
}

/// Returns the latest step by account id. An account without a step is missing.
pub(super) async fn list_latest_steps(
    connection: &impl CanRead,
    account_ids: Vec<AccountId>,
) -> Result<HashMap<AccountId, PastStep>> {
    let latest = Query::select()
        .expr(review_event::Column::Id.max())
        .from(review_event::Entity)
        .and_where(review_event::Column::AccountId.is_in(padded(account_ids)))
        .group_by_col(review_event::Column::AccountId)
        .take();
    let rows = review_event::Entity::find()
        .filter(review_event::Column::Id.in_subquery(latest))
        .all(connection)
        .await?;
    rows.into_iter()
        .map(|row| Ok((row.account_id, PastStep::new(row)?)))
        .collect()
}

/// Returns the latest step. `None` for an account that no reviewer has claimed and no member has taken back.
pub(crate) async fn find_latest_step(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<PastStep>> {
    let latest = review_event::Entity::find()
        .filter(review_event::Column::AccountId.eq(account_id))
        .order_by_desc(review_event::Column::Id)
        .one(connection)
        .await?;
    latest.map(PastStep::new).transpose()
}

/// Returns the steps of an account's review, from the first to the latest.
pub(crate) async fn list_steps(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<PastStep>> {
    let rows = review_event::Entity::find()
        .filter(review_event::Column::AccountId.eq(account_id))
        .order_by_asc(review_event::Column::Id)
        .all(connection)
        .await?;
    rows.into_iter().map(PastStep::new).collect()
}

/// Returns the rejected accounts whose review has no step after that moment, with their LINE user ids. The accounts
/// come after an id, in the order of their ids.
pub(crate) async fn list_rejected_before(
    connection: &impl CanRead,
    before_ms: Millis,
    after_id: AccountId,
    limit: u64,
) -> Result<Vec<(AccountId, String)>> {
    let later_step = Query::select()
        .column(review_event::Column::Id)
        .from(review_event::Entity)
        .and_where(
            Expr::col((review_event::Entity, review_event::Column::AccountId))
                .equals((account::Entity, account::Column::Id)),
        )
        .and_where(
            Expr::col((review_event::Entity, review_event::Column::CreatedAtMs)).gt(before_ms),
        )
        .take();
    Ok(account::Entity::find()
        .select_only()
        .columns([account::Column::Id, account::Column::LineUserId])
        .filter(account::Column::ReviewStatus.eq(ReviewStatus::Rejected))
        // The index of the queue finds the rejected accounts. An account that was rejected before a moment was also
        // created before it.
        .filter(account::Column::CreatedAtMs.lte(before_ms))
        .filter(account::Column::Id.gt(after_id))
        .filter(Expr::not_exists(later_step))
        .order_by_asc(account::Column::Id)
        .limit(limit)
        .into_tuple()
        .all(connection)
        .await?)
}

/// The number of accounts on a page of the list. SQLite takes at most 32,766 values with one statement.
const ACCOUNTS_PER_PAGE: u64 = 1000;

/// Returns the accounts after an id that have one of these statuses, in the order of their ids.
pub(crate) async fn list_accounts(
    connection: &impl CanRead,
    statuses: &[ReviewStatus],
    after_id: AccountId,
) -> Result<Vec<ListedAccount>> {
    let accounts = account::Entity::find()
        .filter(account::Column::Id.gt(after_id))
        .filter(account::Column::ReviewStatus.is_in(statuses.iter().copied()))
        .order_by_asc(account::Column::Id)
        .limit(ACCOUNTS_PER_PAGE)
        .all(connection)
        .await?;
    let ids = || padded(accounts.iter().map(|account| account.id).collect());
    let nicknames: Vec<(AccountId, String)> = profile::Entity::find()
        .select_only()
        .columns([profile::Column::AccountId, profile::Column::Nickname])
        .filter(profile::Column::AccountId.is_in(ids()))
        .into_tuple()
        .all(connection)
        .await?;
    let mut nicknames: HashMap<AccountId, String> = nicknames.into_iter().collect();
    let submissions: Vec<(AccountId, Millis)> = review_event::Entity::find()
        .select_only()
        .column(review_event::Column::AccountId)
        .column_as(review_event::Column::CreatedAtMs.max(), "submitted_at_ms")
        .filter(review_event::Column::Action.is_in(SUBMISSIONS.map(ReviewAction::as_str)))
        .filter(review_event::Column::AccountId.is_in(ids()))
        .group_by(review_event::Column::AccountId)
        .into_tuple()
        .all(connection)
        .await?;
    let submissions: HashMap<AccountId, Millis> = submissions.into_iter().collect();
    let with_their_members = accounts
        .iter()
        .filter(|account| account.review_status == ReviewStatus::NeedsInfo)
        .map(|account| account.id);
    let latest = list_latest_steps(connection, with_their_members.collect()).await?;
    let listed_of = |account: account::Model| ListedAccount {
        id: account.id,
        nickname: nicknames.remove(&account.id).unwrap_or_default(),
        submitted_at_ms: submissions
            .get(&account.id)
            .copied()
            .unwrap_or(account.created_at_ms),
        is_taken_back: latest
            .get(&account.id)
            .is_some_and(PastStep::is_taking_back),
        line_user_id: account.line_user_id,
        status: account.review_status,
        registered_at_ms: account.created_at_ms,
    };
    Ok(accounts.into_iter().map(listed_of).collect())
}
