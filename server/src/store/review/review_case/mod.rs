//! The table of cases: what reviewers decide, who has claimed it, and the decision.
//!
//! Each change of a case is one `UPDATE` that names the state it expects. A caller that finds no row changed knows that
//! another reviewer, the member or the server was first.

mod claim;
mod decision;
#[cfg(test)]
mod plans;
mod queue;
mod waiting;
mod withdrawal;

pub(crate) use claim::{
    TURN_PAUSE_MS, claim, end_claims_of, is_held_by, lapse, list_lapsed, list_lease_ends, release,
    renew,
};
pub use decision::StoredDecision;
pub(crate) use decision::{
    apply, change_subject, decide, list_beside_profile, list_decided_by, list_due, list_reasons,
    return_to_queue, set_agreement, undo, undo_all_of,
};
pub use queue::{HiddenCases, KnownMember, QueueFilter, QueueKey};
pub(crate) use queue::{SecondLookCounts, count_open, count_second_looks, list_free, list_queue};
pub(crate) use waiting::{count_ahead, list_durations_ms};
pub(crate) use withdrawal::{park_changes, withdraw};

use enmusubi_core::review::{CaseKind, CaseState};
use enmusubi_core::{UserProfileCreate, VerifyMethod};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, QueryOrder as _, QuerySelect as _,
};
use serde_json::Value;

use crate::clock::{HOUR_MS, Millis};
use crate::error::Result;
use crate::store::audit::actor::Actor;
use crate::store::connection::ids::{AccountId, CaseId};
use crate::store::connection::{CanRead, CanWrite, from_json, statements};
use crate::store::review::tables::review_case::{ActiveModel, Column, Entity, Model};

/// A person or a program who acts on cases, with the name that other people read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    pub actor: Actor,
    pub name: String,
}

/// A case to store.
#[derive(Debug, Clone)]
pub struct NewCase {
    pub account_id: AccountId,
    pub kind: CaseKind,
    /// The public id of the change or the report, or empty.
    pub subject: String,
    pub evidence: VerifyMethod,
    pub employer_id: String,
    pub is_urgent: bool,
    /// The actor who must not decide the case.
    pub barred: Option<Actor>,
    /// The actor who must not decide the case that this second look checks, and who therefore must not decide this case
    /// either.
    pub first_barred: Option<Actor>,
    /// The case whose decision this second look checks.
    pub second_look_of: Option<CaseId>,
    /// The earlier values of the fields that the member has sent again.
    pub before: Option<Value>,
    /// The member's words with an appeal.
    pub appeal: Option<String>,
    pub submitted_at_ms: Millis,
}

impl NewCase {
    /// Returns the case about a profile that its member has just sent.
    pub(crate) fn of_profile(
        account_id: AccountId,
        kind: CaseKind,
        profile: &UserProfileCreate,
        now_ms: Millis,
    ) -> Self {
        let employer_id = profile.employer_id.clone();
        Self::new(account_id, kind, profile.verify_method, employer_id, now_ms)
    }

    /// Returns a case that every reviewer may decide, without a subject, to complete with `..NewCase::new(…)`.
    pub(crate) const fn new(
        account_id: AccountId,
        kind: CaseKind,
        evidence: VerifyMethod,
        employer_id: String,
        submitted_at_ms: Millis,
    ) -> Self {
        Self {
            account_id,
            kind,
            subject: String::new(),
            evidence,
            employer_id,
            is_urgent: false,
            barred: None,
            first_barred: None,
            second_look_of: None,
            before: None,
            appeal: None,
            submitted_at_ms,
        }
    }
}

/// A stored case.
#[derive(Debug, Clone)]
pub struct StoredCase {
    pub id: CaseId,
    pub account_id: AccountId,
    pub kind: CaseKind,
    pub subject: String,
    pub evidence: VerifyMethod,
    pub employer_id: String,
    pub is_urgent: bool,
    pub submitted_at_ms: Millis,
    pub due_at_ms: Millis,
    pub state: CaseState,
    pub version: i64,
    pub fence: i64,
    /// The latest claim, which may have lapsed.
    pub claim: Option<Claim>,
    pub barred: Option<Actor>,
    pub second_look_of: Option<CaseId>,
    pub before: Option<Value>,
    pub appeal: Option<String>,
    pub decided: Option<StoredDecision>,
    /// The moment when the decision takes effect. `None` once it is in effect.
    pub effect_at_ms: Option<Millis>,
}

/// The text of an appeal.
#[derive(Debug)]
pub(crate) struct StoredAppeal {
    pub(crate) text: String,
    pub(crate) sent_at_ms: Millis,
}

/// The claim of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub by: By,
    pub until_ms: Millis,
}

impl StoredCase {
    /// Returns the claim, unless it has lapsed.
    pub(crate) fn claim_at(&self, now_ms: Millis) -> Option<&Claim> {
        self.claim.as_ref().filter(|claim| claim.until_ms > now_ms)
    }

    /// Returns true if the case is open and this claim is the latest and has not lapsed.
    pub(crate) fn is_held_by(&self, fence: Fence, now_ms: Millis) -> bool {
        let holder = self.claim_at(now_ms).map(|claim| claim.by.actor);
        self.state == CaseState::Open && holder == Some(fence.actor) && self.fence == fence.number
    }

    /// Returns true if the decision changes the review status of the account.
    pub(crate) const fn moves_account(&self) -> bool {
        self.kind.is_about_profile() && self.second_look_of.is_none()
    }

    /// Returns the place of the case in the queue.
    pub(crate) const fn key(&self) -> QueueKey {
        QueueKey {
            urgency: urgency(self.is_urgent),
            due_at_ms: self.due_at_ms,
            id: self.id,
        }
    }
}

/// The number of a claim, with its holder.
#[derive(Debug, Clone, Copy)]
pub struct Fence {
    pub actor: Actor,
    pub number: i64,
}

const fn urgency(is_urgent: bool) -> i32 {
    if is_urgent { 0 } else { 1 }
}

pub(crate) async fn insert_all(
    connection: &impl CanWrite,
    cases: impl IntoIterator<Item = NewCase>,
) -> Result<()> {
    let rows = cases.into_iter().map(|case| ActiveModel {
        account_id: Set(case.account_id),
        kind: Set(case.kind),
        subject: Set(case.subject),
        evidence: Set(case.evidence),
        employer_id: Set(case.employer_id),
        urgency: Set(urgency(case.is_urgent)),
        submitted_at_ms: Set(case.submitted_at_ms),
        due_at_ms: Set(case.submitted_at_ms + case.kind.hours() * HOUR_MS),
        state: Set(CaseState::Open),
        version: Set(1),
        lease_until_ms: Set(Millis(0)),
        fence: Set(0),
        barred: Set(case.barred),
        first_barred: Set(case.first_barred),
        second_look_of: Set(case.second_look_of),
        before: Set(case.before),
        appeal: Set(case.appeal),
        ..ActiveModel::default()
    });
    statements::insert_all(connection, rows.collect()).await
}

pub(crate) async fn find(connection: &impl CanRead, id: CaseId) -> Result<Option<StoredCase>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    row.map(case_of).transpose()
}

/// Returns the case about a profile that waits for its decision, or for the decision's effect.
pub(crate) async fn find_of_profile(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<StoredCase>> {
    let states = [CaseState::Open, CaseState::Decided];
    find_latest(connection, account_id, &states).await
}

/// Returns the case about a profile that was decided last.
pub(crate) async fn find_applied(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<StoredCase>> {
    find_latest(connection, account_id, &[CaseState::Applied]).await
}

/// Returns the latest case about a profile, in any state.
pub(crate) async fn find_latest_of_profile(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<StoredCase>> {
    find_latest(connection, account_id, CaseState::ALL).await
}

async fn find_latest(
    connection: &impl CanRead,
    account_id: AccountId,
    states: &[CaseState],
) -> Result<Option<StoredCase>> {
    let kinds = CaseKind::ALL
        .iter()
        .copied()
        .filter(|kind| kind.is_about_profile());
    let row = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::State.is_in(states.iter().copied()))
        .filter(Column::Kind.is_in(kinds))
        .filter(Column::SecondLookOf.is_null())
        .order_by_desc(Column::Id)
        .one(connection)
        .await?;
    row.map(case_of).transpose()
}

/// Returns the actor who must not decide about the profile because the member has appealed against them. The bar
/// outlives the appeal itself, which the member can take back.
pub(crate) async fn find_barred(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Option<Actor>> {
    let row = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Kind.eq(CaseKind::Appeal))
        .filter(Column::SecondLookOf.is_null())
        .order_by_desc(Column::Id)
        .one(connection)
        .await?;
    let appeal = row.map(case_of).transpose()?;
    Ok(appeal.and_then(|case| case.barred))
}

/// Returns a case, unless it is hidden from the actor.
pub(crate) async fn find_visible(
    connection: &impl CanRead,
    id: CaseId,
    hidden: &HiddenCases,
) -> Result<Option<StoredCase>> {
    let row = Entity::find_by_id(id)
        .filter(hidden.condition())
        .one(connection)
        .await?;
    row.map(case_of).transpose()
}

/// Returns the case about a change or a report.
pub(crate) async fn find_of_subject(
    connection: &impl CanRead,
    subject: &str,
) -> Result<Option<StoredCase>> {
    let row = Entity::find()
        .filter(Column::Subject.eq(subject))
        .one(connection)
        .await?;
    row.map(case_of).transpose()
}

/// Returns the appeals of a member, the oldest first. An appeal by the command line has no text and is missing, and a
/// second look repeats the text of the case that it checks.
pub(crate) async fn list_appeals(
    connection: &impl CanRead,
    account_id: AccountId,
) -> Result<Vec<StoredAppeal>> {
    let rows: Vec<(Option<String>, Millis)> = Entity::find()
        .select_only()
        .columns([Column::Appeal, Column::SubmittedAtMs])
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Appeal.is_not_null())
        .filter(Column::SecondLookOf.is_null())
        .order_by_asc(Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let appeals = rows.into_iter().map(|(text, sent_at_ms)| StoredAppeal {
        text: text.unwrap_or_default(),
        sent_at_ms,
    });
    Ok(appeals.collect())
}

fn case_of(row: Model) -> Result<StoredCase> {
    let claim = match (row.holder, row.holder_name) {
        (Some(actor), Some(name)) => Some(Claim {
            by: By { actor, name },
            until_ms: row.lease_until_ms,
        }),
        _ => None,
    };
    let decided = match (
        row.decision,
        row.decided_by,
        row.decided_by_name,
        row.decided_at_ms,
    ) {
        (Some(decision), Some(actor), Some(name), Some(at_ms)) => Some(StoredDecision {
            decision: from_json(decision)?,
            by: By { actor, name },
            at_ms,
        }),
        _ => None,
    };
    Ok(StoredCase {
        id: row.id,
        account_id: row.account_id,
        kind: row.kind,
        subject: row.subject,
        evidence: row.evidence,
        employer_id: row.employer_id,
        is_urgent: row.urgency == urgency(true),
        submitted_at_ms: row.submitted_at_ms,
        due_at_ms: row.due_at_ms,
        state: row.state,
        version: row.version,
        fence: row.fence,
        claim,
        barred: row.barred,
        second_look_of: row.second_look_of,
        before: row.before,
        appeal: row.appeal,
        decided,
        effect_at_ms: row.effect_at_ms,
    })
}
