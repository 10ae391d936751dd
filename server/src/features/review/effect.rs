//! Puts decisions into effect when their time has come, and ends claims that have lapsed.

use enmusubi_core::review::{
    AuditAction, CaseAction, CaseDecision, CaseKind, ReviewAction, ReviewStatus,
};
use enmusubi_core::service::NewsKind;
use enmusubi_core::service::ReportOutcome;
use tokio::sync::Mutex;

use super::case_reviewer::find_person;
use super::locked_account::{LockedAccount, ReviewStep};
use super::record::{record, record_decision};
use super::removal::remove_content;
use super::reports::settle_report;
use super::{ReviewError, Reviews};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::jobs::{FailingRows, ROW_LIMIT, Round, contained};
use crate::ops::metrics::{self, JobName};
use crate::store::audit::actor::Actor;
use crate::store::news::NewEntry;
use crate::store::review::report::DecidedReport;
use crate::store::review::review_case::{self, By, NewCase, StoredCase};
use crate::store::{self, CaseId, Transaction};

/// The most cases that one round handles.
const BATCH: u64 = 100;
/// The name in the history for a claim that has lapsed.
const SERVER: &str = "server";

/// The cases that failed and wait for another try.
#[derive(Debug, Default)]
pub(crate) struct FailingCases {
    decisions: Mutex<FailingRows<CaseId>>,
    claims: Mutex<FailingRows<CaseId>>,
}

impl Reviews {
    /// Puts the decisions into effect whose time has come.
    pub async fn apply_due(&self) -> Result<Round> {
        let mut failing = self.failing.decisions.lock().await;
        let (now_ms, limit) = (self.clock.now_ms(), failing.limit(BATCH));
        let listed = review_case::list_due(&self.database.reads, now_ms, limit).await?;
        for id in failing.take_due(listed, limit, now_ms) {
            let applied = contained(ROW_LIMIT, self.apply_or_return(id, now_ms)).await;
            failing.settle(JobName::Reviews, id, applied, self.clock.now_ms())?;
        }
        Ok(failing.round())
    }

    /// Ends the claims that have lapsed, so that members can take their profiles back.
    pub async fn release_lapsed(&self) -> Result<Round> {
        let mut failing = self.failing.claims.lock().await;
        let (now_ms, limit) = (self.clock.now_ms(), failing.limit(BATCH));
        let listed = review_case::list_lapsed(&self.database.reads, now_ms, limit).await?;
        for id in failing.take_due(listed, limit, now_ms) {
            let lapsed = contained(ROW_LIMIT, self.lapse(id, now_ms)).await;
            failing.settle(JobName::Claims, id, lapsed, self.clock.now_ms())?;
        }
        Ok(failing.round())
    }

    /// Puts a decision into effect. If the state of the account or the change does not allow it any more, a reviewer has
    /// to look again.
    async fn apply_or_return(&self, id: CaseId, now_ms: Millis) -> Result<()> {
        match self.apply(id, now_ms).await {
            Ok(()) => Ok(()),
            Err(ReviewError::Failed(error)) => Err(error),
            Err(refused) => {
                tracing::warn!(case = id.0, %refused, "a decision cannot take effect");
                review_case::return_to_queue(&self.database.writes, id).await
            }
        }
    }

    async fn lapse(&self, id: CaseId, now_ms: Millis) -> Result<()> {
        let Some(case) = review_case::find(&self.database.reads, id).await? else {
            return Ok(());
        };
        let transaction = store::begin(&self.database).await?;
        let Some(account) = LockedAccount::find_if_any(&transaction, case.account_id).await? else {
            return Ok(());
        };
        if !review_case::lapse(&transaction, id, now_ms).await? {
            return Ok(());
        }
        if case.moves_account() && account.is(ReviewStatus::InReview) {
            let step = ReviewStep {
                action: ReviewAction::Release,
                reasons: &[],
                name: SERVER,
            };
            account
                .take(&transaction, step, now_ms)
                .await
                .map_err(ReviewError::into_error)?;
        }
        record(
            &transaction,
            Actor::Job,
            AuditAction::Lapse,
            &case,
            "",
            now_ms,
        )
        .await?;
        transaction.commit().await
    }

    async fn apply(&self, id: CaseId, now_ms: Millis) -> Result<(), ReviewError> {
        let Some(case) = review_case::find(&self.database.reads, id).await? else {
            return Ok(());
        };
        let transaction = store::begin(&self.database).await?;
        lock_members(&transaction, &case).await?;
        let Some(effect) = Box::pin(self.put_into_effect(&transaction, id, now_ms)).await? else {
            return Ok(());
        };
        effect.record(&transaction, Actor::Job, now_ms).await?;
        transaction.commit().await?;
        let removed = self.finish(effect).await;
        self.file_cleanup.delete_unattached_soon(removed);
        Ok(())
    }

    /// Puts a due decision into effect, within a transaction that has locked the members. Returns `None` if the
    /// decision was undone or is in effect already, or if the account is gone. The caller records the effect, commits,
    /// and calls [`Self::finish`].
    pub(super) async fn put_into_effect(
        &self,
        transaction: &Transaction,
        id: CaseId,
        now_ms: Millis,
    ) -> Result<Option<DecisionEffect>, ReviewError> {
        let Some(case) = review_case::apply(transaction, id, now_ms).await? else {
            return Ok(None);
        };
        let Some(account) = LockedAccount::find_if_any(transaction, case.account_id).await? else {
            return Ok(None);
        };
        let Some(decided) = &case.decided else {
            return Err(Error::internal("a decided case without a decision").into());
        };
        let decision = &decided.decision;
        let effect = Effect {
            reviews: self,
            transaction,
            case: &case,
            by: &decided.by,
            decision,
            account: &account,
            now_ms,
        };
        let mut removed = Vec::new();
        match (case.kind, case.second_look_of) {
            (_, Some(first)) => effect.compare(first).await?,
            (CaseKind::Registration | CaseKind::Resubmission | CaseKind::Appeal, None) => {
                removed = effect.move_profile().await?;
                if decision.action == CaseAction::Approve && self.second_looks.chooses(id) {
                    effect.ask_for_second_look().await?;
                }
            }
            (CaseKind::Change, None) => removed = effect.close_change().await?,
            (CaseKind::Report, None) => removed = effect.close_report().await?,
        }
        let decision = decision.clone();
        Ok(Some(DecisionEffect {
            case,
            decision,
            removed,
        }))
    }

    /// Counts a decision whose effect is committed, and hides the files that its member no longer has. Returns their names,
    /// so that the caller deletes them.
    pub(super) async fn finish(&self, effect: DecisionEffect) -> Vec<String> {
        metrics::decided(effect.decision.action);
        self.file_cleanup.orphan_unattached(&effect.removed).await
    }
}

/// A decision in effect.
pub(super) struct DecisionEffect {
    case: StoredCase,
    pub(super) decision: CaseDecision,
    /// The names of the files to delete after the commit.
    removed: Vec<String>,
}

impl DecisionEffect {
    /// Records the effect in the audit log.
    pub(super) async fn record(
        &self,
        transaction: &Transaction,
        actor: Actor,
        now_ms: Millis,
    ) -> Result<()> {
        let action = if self.case.second_look_of.is_some() {
            AuditAction::SecondLook
        } else {
            AuditAction::Apply
        };
        record_decision(
            transaction,
            actor,
            action,
            &self.case,
            &self.decision,
            now_ms,
        )
        .await
    }
}

/// A decision that takes effect, with everything that it needs.
struct Effect<'a> {
    reviews: &'a Reviews,
    transaction: &'a Transaction,
    case: &'a StoredCase,
    by: &'a By,
    decision: &'a CaseDecision,
    account: &'a LockedAccount,
    now_ms: Millis,
}

impl Effect<'_> {
    /// Returns the names of the files that the profile no longer has.
    async fn move_profile(&self) -> Result<Vec<String>, ReviewError> {
        let action = step_of(self.decision.action)?;
        let CaseDecision {
            employer_id,
            employer_name,
            ..
        } = self.decision;
        if !employer_id.is_empty() || !employer_name.is_empty() {
            // A profile whose employer is not in the catalogue has no employer that other members could see.
            let account_id = self.case.account_id;
            store::profile::set_employer(self.transaction, account_id, employer_id).await?;
        }
        self.step(action).await?;
        let (id, user) = (self.case.account_id, &self.account.line_user_id);
        self.reviews
            .settle_age(self.transaction, id, user, self.decision, self.now_ms)
            .await
    }

    async fn step(&self, action: ReviewAction) -> Result<(), ReviewError> {
        let step = ReviewStep {
            action,
            reasons: &self.decision.reasons,
            name: &self.by.name,
        };
        self.account.take(self.transaction, step, self.now_ms).await
    }

    async fn ask_for_second_look(&self) -> Result<()> {
        let case = self.case;
        let employer_id = case.employer_id.clone();
        let second = NewCase {
            barred: Some(find_person(self.transaction, self.by).await?),
            first_barred: case.barred,
            second_look_of: Some(case.id),
            appeal: case.appeal.clone(),
            ..NewCase::new(
                case.account_id,
                case.kind,
                case.evidence,
                employer_id,
                self.now_ms,
            )
        };
        review_case::insert_all(self.transaction, [second]).await
    }

    /// Records whether a second look agrees. The member gets no news about it.
    async fn compare(&self, first: CaseId) -> Result<()> {
        let first = review_case::find(self.transaction, first).await?;
        let Some(first) = first.and_then(|case| case.decided) else {
            return Ok(());
        };
        let agrees = first.decision.action == self.decision.action;
        review_case::set_agreement(self.transaction, self.case.id, agrees).await
    }

    async fn close_change(&self) -> Result<Vec<String>, ReviewError> {
        let found =
            store::profile::profile_change::find(self.transaction, &self.case.subject).await?;
        let Some((change, _)) = found.filter(|(change, _)| change.closed.is_none()) else {
            return Ok(Vec::new());
        };
        let (account, actor) = (self.account, &self.by.name);
        self.reviews
            .settle_change(
                self.transaction,
                &change,
                account,
                self.decision,
                actor,
                self.now_ms,
            )
            .await
    }

    /// Returns the names of the photos that the profile no longer has.
    async fn close_report(&self) -> Result<Vec<String>, ReviewError> {
        let Some(report) =
            store::review::report::find(self.transaction, &self.case.subject).await?
        else {
            return Ok(Vec::new());
        };
        let outcome = match self.decision.action {
            CaseAction::NoAction => ReportOutcome::Dismissed,
            _ => ReportOutcome::Upheld,
        };
        let decided = DecidedReport {
            outcome,
            actor: self.by.name.clone(),
            at_ms: self.now_ms,
        };
        settle_report(self.transaction, &report.open, decided).await?;
        let mut removed = Vec::new();
        match self.decision.action {
            CaseAction::Suspend if self.account.is(ReviewStatus::Approved) => {
                self.step(ReviewAction::Suspend).await?;
            }
            CaseAction::Warn => self.tell(NewsKind::Warned).await?,
            CaseAction::RemoveContent => {
                let Self {
                    transaction,
                    account,
                    decision,
                    now_ms,
                    ..
                } = *self;
                removed = remove_content(transaction, &report, account, decision, now_ms).await?;
                self.tell(NewsKind::ContentRemoved).await?;
            }
            _ => {}
        }
        Ok(removed)
    }

    /// Tells the reported member of the decision. The entry names the case, whose reasons the member reads.
    async fn tell(&self, kind: NewsKind) -> Result<()> {
        let entry = NewEntry {
            account_id: self.case.account_id,
            kind,
            subject: self.case.id.to_string(),
        };
        store::news::insert_all(self.transaction, [entry], self.now_ms).await
    }
}

/// Returns the step of the review that a decision about a profile takes.
pub(super) fn step_of(action: CaseAction) -> Result<ReviewAction> {
    match action {
        CaseAction::Approve => Ok(ReviewAction::Approve),
        CaseAction::AskForInfo => Ok(ReviewAction::AskForInfo),
        CaseAction::Reject => Ok(ReviewAction::Reject),
        other => Err(Error::internal(format!("{other} about a profile"))),
    }
}

/// Locks the member of a case, and both members of a report, in the order of their ids.
pub(super) async fn lock_members(transaction: &Transaction, case: &StoredCase) -> Result<()> {
    let mut members = vec![case.account_id];
    if case.kind == CaseKind::Report
        && let Some(report) = store::review::report::find(transaction, &case.subject).await?
    {
        members.push(report.open.reporter_id);
    }
    store::account::lock_all(transaction, &members).await?;
    Ok(())
}
