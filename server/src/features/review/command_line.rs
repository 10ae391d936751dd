//! The acts of the command line. It claims a case, decides it and puts the decision into effect with the functions of the
//! console, in one transaction; and it suspends and reinstates members about whom there is no case.

use chrono::NaiveDate;
use enmusubi_core::VerifyMethod;
use enmusubi_core::review::{
    AgeEvidence, AuditAction, CaseAction, CaseDecision, CaseKind, DecidedCase, ForbiddenTransition,
    Reason, ReportedPhotos, ReviewAction,
};

use super::cases::{CaseReviewer, ClaimOutcome, decide, refuse_broken};
use super::effect::{lock_members, step_of};
use super::locked_account::{LockedAccount, ReviewStep};
use super::record::record_decision;
use super::{ReviewError, Reviews};
use crate::error::Result;
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::review::review_case::{self, StoredCase};
use crate::store::{self, AccountId};

/// The thing that a command is about.
#[derive(Debug, Clone)]
pub enum Subject {
    /// The profile of a member, by the LINE user id.
    Profile(String),
    /// A proposed change, by its id.
    Change(String),
    /// A report, by its id.
    Report(String),
}

impl Subject {
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Profile(id) | Self::Change(id) | Self::Report(id) => id,
        }
    }
}

/// A decision on the command line.
#[derive(Debug, Clone)]
pub struct Decision {
    pub decision: CaseDecision,
    /// The birthday on the document of the age. The console sends the version of the case instead. The birthday
    /// shows whether the member has sent another one since the reviewer opened the document.
    pub birthday: Option<NaiveDate>,
    /// The name of the person who decides.
    pub actor: String,
}

impl Reviews {
    /// Claims a case, decides it and puts the decision into effect. A refused decision leaves no claim behind.
    pub async fn decide(&self, subject: &Subject, decision: &Decision) -> Result<(), ReviewError> {
        Box::pin(self.decide_at_once(subject, decision))
            .await
            .map_err(ReviewError::for_terminal)
    }

    async fn decide_at_once(
        &self,
        subject: &Subject,
        decision: &Decision,
    ) -> Result<(), ReviewError> {
        let Decision {
            decision,
            birthday,
            actor,
        } = decision;
        let case = self.find_waiting(subject, decision.action).await?;
        let person = self.allow(&case, actor).await?;
        self.check(&case, decision).await?;
        if let Some(birthday) = *birthday {
            let material = self.find_material(&case).await?;
            let profile = material.profiles(&case)?.now;
            if profile.birthday != birthday {
                return Err(ReviewError::OtherBirthday(profile.birthday));
            }
        }
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        lock_members(&transaction, &case).await?;
        let claimed = self.claim(&transaction, &person, &case, now_ms).await?;
        let is_decided = if let ClaimOutcome::Held(claimed) = claimed {
            // Pass the version that `check` has read: the case may have changed since.
            let key = (claimed.fence, case.version);
            let times = (now_ms, now_ms);
            decide(&transaction, &person, case.id, key, decision, times).await?
        } else {
            false
        };
        if !is_decided {
            drop(transaction);
            return Err(self.explain(&person, case.id).await.into());
        }
        let effect = self.put_into_effect(&transaction, case.id, now_ms).await?;
        let effect = effect.ok_or(ReviewError::Changed)?;
        let action = AuditAction::Decide;
        record_decision(&transaction, Actor::Cli, action, &case, decision, now_ms).await?;
        effect.record(&transaction, Actor::Cli, now_ms).await?;
        transaction.commit().await?;
        // The process is about to end, so the command waits for the file store.
        let removed = self.finish(effect).await;
        self.file_cleanup.delete_unattached(&removed).await;
        Ok(())
    }

    /// Claims the case about a profile for a person of this name, and returns the end of the claim.
    pub async fn claim_profile(
        &self,
        line_user_id: &str,
        name: &str,
    ) -> Result<String, ReviewError> {
        let action = ReviewAction::Claim;
        let case = self.find_of_profile(line_user_id, action).await?;
        let person = self.allow(&case, name).await?;
        let claimed = self.claim_case(&person, case.id).await;
        let claimed = claimed.map_err(ReviewError::for_terminal)?;
        let until_ms = claimed.claim.map(|claim| claim.until_ms);
        Ok(until_ms.unwrap_or_default().rfc_3339())
    }

    /// Gives a case back that a person of this name has claimed on the command line.
    pub async fn release_profile(&self, line_user_id: &str, name: &str) -> Result<(), ReviewError> {
        let action = ReviewAction::Release;
        let case = self.find_of_profile(line_user_id, action).await?;
        let person = self.person_on_command_line(name).await?;
        let claim = case.claim_at(self.clock.now_ms());
        let released = if claim.is_some_and(|claim| claim.by == person.by) {
            self.release_case(&person, case.id, case.fence, None).await
        } else {
            Err(self.explain(&person, case.id).await)
        };
        released.map_err(ReviewError::for_terminal)
    }

    /// Suspends an approved member, about whom there is no case.
    pub async fn suspend(
        &self,
        line_user_id: &str,
        reasons: Vec<Reason>,
        name: &str,
    ) -> Result<(), ReviewError> {
        // Use the rules of a suspension after a report.
        let case = DecidedCase {
            kind: CaseKind::Report,
            evidence: VerifyMethod::WorkEmail,
            proposed: &[],
            photos: ReportedPhotos {
                reported: &[],
                others: 0,
            },
            age: AgeEvidence::NotAsked,
        };
        let decision = CaseDecision::new(CaseAction::Suspend, reasons);
        refuse_broken(&decision, &case).map_err(ReviewError::for_terminal)?;
        let step = ReviewStep {
            action: ReviewAction::Suspend,
            reasons: &decision.reasons,
            name,
        };
        self.take_without_case(line_user_id, step).await
    }

    /// Approves a suspended member again.
    pub async fn reinstate(&self, line_user_id: &str, name: &str) -> Result<(), ReviewError> {
        let step = ReviewStep {
            action: ReviewAction::Reinstate,
            reasons: &[],
            name,
        };
        self.take_without_case(line_user_id, step).await
    }

    async fn take_without_case(
        &self,
        line_user_id: &str,
        step: ReviewStep<'_>,
    ) -> Result<(), ReviewError> {
        let now_ms = self.clock.now_ms();
        let transaction = store::begin(&self.database).await?;
        let account = store::account::find_locked(&transaction, line_user_id).await?;
        let account = account.ok_or_else(|| ReviewError::UnknownUser(line_user_id.to_owned()))?;
        let account_id = account.id;
        let account = LockedAccount {
            line_user_id: line_user_id.to_owned(),
            account,
        };
        account.take(&transaction, step, now_ms).await?;
        let act = Act {
            account_id: Some(account_id),
            subject: step.action.as_str(),
            ..Act::new(&Actor::Cli, AuditAction::Decide)
        };
        audit::append(&transaction, act, now_ms).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns the case to decide, which may have just been decided. The error for a profile that waits for no
    /// decision names `action`.
    async fn find_waiting(
        &self,
        subject: &Subject,
        action: CaseAction,
    ) -> Result<StoredCase, ReviewError> {
        match subject {
            Subject::Profile(user) => self.find_of_profile(user, step_of(action)?).await,
            Subject::Change(id) => self.find_case_of_change(id).await,
            Subject::Report(id) => self.find_case_of_report(id).await,
        }
    }

    /// Returns the case about a profile that waits for a decision or for the effect of one.
    async fn find_of_profile(
        &self,
        line_user_id: &str,
        action: ReviewAction,
    ) -> Result<StoredCase, ReviewError> {
        let reads = &self.database.reads;
        let account = store::account::find(reads, line_user_id).await?;
        let account = account.ok_or_else(|| ReviewError::UnknownUser(line_user_id.to_owned()))?;
        let case = review_case::find_of_profile(reads, account.id).await?;
        let status = account.review.status;
        Ok(case.ok_or(ForbiddenTransition { status, action })?)
    }

    /// Returns the case of an open proposal.
    pub(super) async fn find_case_of_change(&self, id: &str) -> Result<StoredCase, ReviewError> {
        let reads = &self.database.reads;
        let unknown = || ReviewError::UnknownChange(id.to_owned());
        let found = store::profile::profile_change::find(reads, id).await?;
        let (change, _) = found.ok_or_else(unknown)?;
        if let Some(closed) = change.closed {
            return Err(ReviewError::ChangeClosed(closed.outcome));
        }
        let case = review_case::find_of_subject(reads, id).await?;
        case.ok_or_else(unknown)
    }

    /// Returns the case of a report, decided or not.
    pub(super) async fn find_case_of_report(&self, id: &str) -> Result<StoredCase, ReviewError> {
        let reads = &self.database.reads;
        let unknown = || ReviewError::UnknownReport(id.to_owned());
        store::review::report::find(reads, id)
            .await?
            .ok_or_else(unknown)?;
        let case = review_case::find_of_subject(reads, id).await?;
        case.ok_or_else(unknown)
    }

    /// Returns the person of this name, unless the case is hidden from a reviewer of the name, or a person of the name
    /// has rejected the profile and the member has appealed.
    async fn allow(&self, case: &StoredCase, name: &str) -> Result<CaseReviewer, ReviewError> {
        let reads = &self.database.reads;
        let person = self.person_on_command_line(name).await?;
        let visible = review_case::find_visible(reads, case.id, &person.hidden).await?;
        let is_rejecter = case.kind.is_about_profile()
            && self.find_rejecter(case.account_id).await?.as_deref() == Some(name);
        if visible.is_none() || is_rejecter {
            return Err(ReviewError::Barred(name.to_owned()));
        }
        Ok(person)
    }

    /// Returns the name of the person against whose rejection the member has appealed. The bar outlives the appeal
    /// itself, which the member can take back.
    async fn find_rejecter(&self, account_id: AccountId) -> Result<Option<String>> {
        let steps = store::review::list_steps(&self.database.reads, account_id).await?;
        let appeal = ReviewAction::Appeal.as_str();
        let mut before_appeal = steps.iter().rev().skip_while(|step| step.action != appeal);
        let rejection = before_appeal.find(|step| step.action == ReviewAction::Reject.as_str());
        Ok(rejection.map(|step| step.actor.clone()))
    }
}
