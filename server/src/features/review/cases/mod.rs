//! The cases: a reviewer lists, claims, skips and decides them, and undoes a decision.
//!
//! A decision of the console takes effect 30 seconds after it is made. Until then the member knows nothing of it, and
//! an undo deletes the decision. The instance that puts a decision into effect may be another one than the instance that
//! stored it. The command line, in `command_line.rs`, claims and decides with the same functions, and puts the decision
//! into effect at once.

use enmusubi_core::review::{
    AuditAction, CaseAction, CaseDecision, DecidedCase, ReviewAction, ReviewStatus, SkipReason,
};

use super::Reviews;
use super::error::{no_case, standing_of};
use super::insiders::{HourlyLimit, find_room_end, lock_reviewer, require_room, turn_over};
use super::locked_account::LockedAccount;
use super::record::{record, record_decision};
use super::removal::ComparedPhotos;
use crate::clock::{MINUTE_MS, Millis};
use crate::error::{Error, Result};
use crate::store::review::review_case::{
    self, By, Fence, HiddenCases, QueueFilter, QueueKey, StoredCase, StoredDecision,
};
use crate::store::{self, CaseId, Transaction};

/// The time for which a claim lasts unless the page renews it.
pub const LEASE_MS: i64 = 10 * MINUTE_MS;
/// The time in which a reviewer can undo a decision.
pub const UNDO_MS: i64 = 30 * 1000;
/// The free cases that `claim_next` reads at a time, because other reviewers may claim the first ones.
const FREE_CASES_PAGE: u64 = 20;

/// A reviewer at work, with the cases that stay hidden from them.
#[derive(Debug, Clone)]
pub struct CaseReviewer {
    pub by: By,
    pub hidden: HiddenCases,
}

impl CaseReviewer {
    pub(super) const fn fence(&self, number: i64) -> Fence {
        Fence {
            actor: self.by.actor,
            number,
        }
    }
}

impl Reviews {
    /// Returns the open cases after a place in the queue.
    pub async fn list_cases(
        &self,
        reviewer: &CaseReviewer,
        filter: &QueueFilter,
        after: Option<QueueKey>,
        limit: u64,
    ) -> Result<Vec<StoredCase>> {
        let reads = &self.database.reads;
        review_case::list_queue(reads, filter, &reviewer.hidden, after, limit).await
    }

    /// Returns a case that the reviewer may see.
    pub async fn find_case(&self, reviewer: &CaseReviewer, id: CaseId) -> Result<StoredCase> {
        let found = review_case::find_visible(&self.database.reads, id, &reviewer.hidden).await?;
        found.ok_or_else(no_case)
    }

    /// Claims a case. Returns E003 for a case that the reviewer may not see, E004 with the other reviewer if that
    /// reviewer holds or has decided the case, and E005 if the reviewer holds too many cases, has claimed too many in
    /// the last hour, or has had this case too long.
    pub async fn claim_case(&self, reviewer: &CaseReviewer, id: CaseId) -> Result<StoredCase> {
        let now_ms = self.clock.now_ms();
        let case = self.find_case(reviewer, id).await?;
        match self.try_claim(reviewer, &case, now_ms).await? {
            ClaimOutcome::Held(claimed) => Ok(*claimed),
            ClaimOutcome::TurnOver => Err(turn_over()),
            ClaimOutcome::NotFree => Err(self.explain(reviewer, id).await),
        }
    }

    /// Claims the first free case after a place in the queue. Returns `None` if no case is free, and E005 for a
    /// reviewer who holds too many cases, or has claimed too many in the last hour.
    pub async fn claim_next(
        &self,
        reviewer: &CaseReviewer,
        filter: &QueueFilter,
        after: Option<QueueKey>,
    ) -> Result<Option<StoredCase>> {
        let now_ms = self.clock.now_ms();
        let (reads, hidden) = (&self.database.reads, &reviewer.hidden);
        let mut after = after;
        loop {
            let free =
                review_case::list_free(reads, filter, hidden, after, now_ms, FREE_CASES_PAGE)
                    .await?;
            let Some(last) = free.last() else {
                return Ok(None);
            };
            after = Some(last.key());
            for case in &free {
                let claimed = self.try_claim(reviewer, case, now_ms).await?;
                if let ClaimOutcome::Held(claimed) = claimed {
                    return Ok(Some(*claimed));
                }
            }
        }
    }

    /// Claims a case, and commits if the reviewer holds it. Returns E005 if the reviewer has reached the limit of
    /// claims in an hour.
    async fn try_claim(
        &self,
        reviewer: &CaseReviewer,
        case: &StoredCase,
        now_ms: Millis,
    ) -> Result<ClaimOutcome> {
        let transaction = store::begin(&self.database).await?;
        let claimed = self.claim(&transaction, reviewer, case, now_ms).await?;
        if let ClaimOutcome::Held(held) = &claimed {
            let (actor, limit) = (reviewer.by.actor, HourlyLimit::Claims);
            // Check the limit after the claim, so that only a free case counts. Dropping the transaction undoes the
            // claim.
            if let Some(end_ms) = limit.find_end(&transaction, actor, case.id, now_ms).await? {
                drop(transaction);
                return Err(self.refuse_until(end_ms, limit, actor, case).await?);
            }
            record(&transaction, actor, AuditAction::Claim, held, "", now_ms).await?;
            transaction.commit().await?;
        }
        Ok(claimed)
    }

    /// Claims a case within a transaction, which the caller commits only if the reviewer holds the case. The caller
    /// records the claim.
    pub(super) async fn claim(
        &self,
        transaction: &Transaction,
        reviewer: &CaseReviewer,
        case: &StoredCase,
        now_ms: Millis,
    ) -> Result<ClaimOutcome> {
        let CaseReviewer { by, hidden } = reviewer;
        // Lock the account first, as a deletion and every transaction about a case do. In different orders, two
        // transactions could wait for each other.
        let found = LockedAccount::find_if_any(transaction, case.account_id).await?;
        let Some(account) = found else {
            return Ok(ClaimOutcome::NotFree);
        };
        lock_reviewer(transaction, by.actor).await?;
        require_room(transaction, by.actor, case.id, now_ms).await?;
        let until_ms = now_ms + LEASE_MS;
        let claimed =
            review_case::claim(transaction, case.id, by, hidden, now_ms, until_ms).await?;
        let Some(claimed) = claimed else {
            return Ok(ClaimOutcome::NotFree);
        };
        if claimed.claim_at(now_ms).is_none() {
            return Ok(ClaimOutcome::TurnOver);
        }
        if claimed.moves_account() && account.is(ReviewStatus::Pending) {
            account
                .step(transaction, ReviewAction::Claim, by, now_ms)
                .await?;
        }
        Ok(ClaimOutcome::Held(Box::new(claimed)))
    }

    /// Extends the reviewer's claim, at most to the end of the turn, and returns its new end. Returns E004 if the claim
    /// is over.
    pub async fn renew_case(
        &self,
        reviewer: &CaseReviewer,
        id: CaseId,
        fence: i64,
    ) -> Result<Millis> {
        let now_ms = self.clock.now_ms();
        let until_ms = now_ms + LEASE_MS;
        let writes = &self.database.writes;
        let fence = reviewer.fence(fence);
        match review_case::renew(writes, id, fence, now_ms, until_ms).await? {
            Some(until_ms) => Ok(until_ms),
            None => Err(self.explain(reviewer, id).await),
        }
    }

    /// Gives a claimed case back to the queue, for a reason if the reviewer skips it. Returns E004 if the claim is over.
    pub async fn release_case(
        &self,
        reviewer: &CaseReviewer,
        id: CaseId,
        fence: i64,
        skipped: Option<SkipReason>,
    ) -> Result<()> {
        let now_ms = self.clock.now_ms();
        let case = self.find_case(reviewer, id).await?;
        let transaction = store::begin(&self.database).await?;
        let account = LockedAccount::find(&transaction, case.account_id).await?;
        let fence = reviewer.fence(fence);
        if !review_case::release(&transaction, id, fence, now_ms).await? {
            drop(transaction);
            return Err(self.explain(reviewer, id).await);
        }
        if case.moves_account() && account.is(ReviewStatus::InReview) {
            let by = &reviewer.by;
            account
                .step(&transaction, ReviewAction::Release, by, now_ms)
                .await?;
        }
        let actor = reviewer.by.actor;
        let (action, reason) = match skipped {
            Some(reason) => (AuditAction::Skip, reason.as_str()),
            None => (AuditAction::Release, ""),
        };
        record(&transaction, actor, action, &case, reason, now_ms).await?;
        transaction.commit().await
    }

    /// Decides about a case that the reviewer holds, and returns the moment when the decision takes effect. Returns
    /// E002 for a decision that breaks a rule, and E004 if the claim is over or the case has changed.
    pub async fn decide_case(
        &self,
        reviewer: &CaseReviewer,
        id: CaseId,
        (fence, version): (i64, i64),
        decision: &CaseDecision,
    ) -> Result<Millis> {
        let now_ms = self.clock.now_ms();
        let case = self.find_case(reviewer, id).await?;
        self.check(&case, decision).await?;
        let transaction = store::begin(&self.database).await?;
        store::account::lock_all(&transaction, &[case.account_id]).await?;
        let effect_at_ms = now_ms + UNDO_MS;
        let key = (fence, version);
        let times = (now_ms, effect_at_ms);
        if !decide(&transaction, reviewer, id, key, decision, times).await? {
            drop(transaction);
            return Err(self.explain(reviewer, id).await);
        }
        let actor = reviewer.by.actor;
        let action = AuditAction::Decide;
        record_decision(&transaction, actor, action, &case, decision, now_ms).await?;
        transaction.commit().await?;
        Ok(effect_at_ms)
    }

    /// Undoes a decision of the reviewer that has not taken effect. Gives the case back to the reviewer, or to the
    /// queue if the reviewer has no room for it or the turn is over. Returns E004 if there is no such decision.
    pub async fn undo_case(&self, reviewer: &CaseReviewer, id: CaseId) -> Result<StoredCase> {
        let now_ms = self.clock.now_ms();
        let case = self.find_case(reviewer, id).await?;
        let transaction = store::begin(&self.database).await?;
        store::account::lock_all(&transaction, &[case.account_id]).await?;
        lock_reviewer(&transaction, reviewer.by.actor).await?;
        let room_end = find_room_end(&transaction, reviewer.by.actor, id, now_ms).await?;
        // A claim with no time left lapses at once, and the job `claims` returns the case to the queue.
        let until_ms = room_end.map_or(now_ms + LEASE_MS, |_| now_ms);
        let undone = review_case::undo(&transaction, id, &reviewer.by, now_ms, until_ms).await?;
        let Some(undone) = undone else {
            drop(transaction);
            return Err(self.explain(reviewer, id).await);
        };
        let actor = reviewer.by.actor;
        record(&transaction, actor, AuditAction::Undo, &undone, "", now_ms).await?;
        transaction.commit().await?;
        Ok(undone)
    }

    /// Returns E002 for a decision that breaks a rule.
    pub(super) async fn check(&self, case: &StoredCase, decision: &CaseDecision) -> Result<()> {
        let proposed = self.proposed_fields(case).await?;
        let photos = if decision.action == CaseAction::RemoveContent {
            self.compare_photos(case).await?
        } else {
            ComparedPhotos::default()
        };
        let decided_case = DecidedCase {
            kind: case.kind,
            evidence: case.evidence,
            proposed: &proposed,
            photos: photos.as_core(),
            age: self.find_age_evidence(case).await?,
        };
        refuse_broken(decision, &decided_case)
    }

    /// Returns the error of an act that came too late, with the reviewer who has the case or has decided it.
    pub(super) async fn explain(&self, reviewer: &CaseReviewer, id: CaseId) -> Error {
        match self.find_case(reviewer, id).await {
            Ok(case) => {
                Error::conflict(TOO_LATE).about_case(standing_of(&case, self.clock.now_ms()))
            }
            Err(error) => error,
        }
    }
}

/// Returns E002 for a decision that breaks a rule. Every decision of the console and of the command line passes this
/// check.
pub(super) fn refuse_broken(decision: &CaseDecision, case: &DecidedCase<'_>) -> Result<()> {
    let broken = decision.check(case);
    if broken.is_empty() {
        return Ok(());
    }
    Err(Error::fields(broken))
}

/// Stores a decision of the holder of a claim within a transaction, with the times of the decision and of its effect.
/// Returns false if the claim is over, or if the case has another version by now. The caller records the decision.
pub(super) async fn decide(
    transaction: &Transaction,
    reviewer: &CaseReviewer,
    id: CaseId,
    (fence, version): (i64, i64),
    decision: &CaseDecision,
    (now_ms, effect_at_ms): (Millis, Millis),
) -> Result<bool> {
    let decided = StoredDecision {
        decision: decision.clone(),
        by: reviewer.by.clone(),
        at_ms: now_ms,
    };
    let fence = reviewer.fence(fence);
    review_case::decide(transaction, id, fence, version, &decided, effect_at_ms).await
}

/// The result of an attempt to claim a case.
pub(super) enum ClaimOutcome {
    Held(Box<StoredCase>),
    /// Another reviewer was faster, or the account was deleted.
    NotFree,
    /// The reviewer has had the case for two hours, the longest turn.
    TurnOver,
}

const TOO_LATE: &str = "The claim of this case is over, or the case has changed.";

#[cfg(test)]
mod tests;
