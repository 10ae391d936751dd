//! The tables of this room, with their columns.

use enmusubi_core::VerifyMethod;
use enmusubi_core::review::{CaseKind, CaseState, ReviewStatus, TraceKind};
use enmusubi_core::service::{ReportCategory, ReportOutcome};

use crate::clock::Millis;
use crate::store::audit::actor::Actor;
use crate::store::connection::ids::{AccountId, CaseId};
use crate::store::connection::tables::tables;

tables! {
    /// A case that reviewers decide.
    review_case = "review_case" {
        #[sea_orm(primary_key)]
        id: CaseId,
        /// The member about whom a reviewer decides: with a report, the reported member.
        account_id: AccountId,
        kind: CaseKind,
        /// The public id of the change or the report, or empty.
        subject: String,
        evidence: VerifyMethod,
        /// The employer of the profile, or empty.
        employer_id: String,
        /// 0 for a report of danger, and 1 for every other case. The queue is ordered by the urgency first.
        urgency: i32,
        submitted_at_ms: Millis,
        due_at_ms: Millis,
        state: CaseState,
        /// The number of times that the case itself has changed. A claim does not count.
        version: i64,
        /// The actor who has claimed the case, until the lease ends.
        holder: Option<Actor>,
        /// The name of the holder at the time of the claim.
        holder_name: Option<String>,
        lease_until_ms: Millis,
        /// The number of claims. Only the latest claim may decide.
        fence: i64,
        /// The reviewer whose turn it is or was.
        turn_of: Option<Actor>,
        /// The beginning of the turn.
        turn_since_ms: Option<Millis>,
        /// The actor who must not decide the case, such as the one against whose decision a member appeals.
        barred: Option<Actor>,
        /// The actor who must not decide the case that this second look checks.
        first_barred: Option<Actor>,
        /// The case whose decision this second look checks.
        second_look_of: Option<CaseId>,
        /// True if the second look came to the same decision.
        agrees: Option<bool>,
        /// The earlier values of the fields that the member has sent again, by the names of the fields, until the decision
        /// takes effect.
        before: Option<Json>,
        /// The member's words with an appeal.
        appeal: Option<String>,
        /// The decision, from the moment when a reviewer makes it.
        decision: Option<Json>,
        /// The actor who decided.
        decided_by: Option<Actor>,
        /// The name of the actor at the time of the decision.
        decided_by_name: Option<String>,
        decided_at_ms: Option<Millis>,
        /// The moment when the decision takes effect. `None` once it is in effect.
        effect_at_ms: Option<Millis>,
    }

    /// A step of a review.
    review_event = "review_event" {
        #[sea_orm(primary_key)]
        id: i64,
        account_id: AccountId,
        action: String,
        actor: String,
        from_status: ReviewStatus,
        to_status: ReviewStatus,
        /// A list of `{"path", "code", "note"}`.
        reasons: Json,
        created_at_ms: Millis,
    }

    /// The keyed hash of evidence that an account has used, with the latest decision about the account.
    evidence_trace = "evidence_trace" {
        #[sea_orm(primary_key)]
        id: i64,
        /// A keyed hash of the document's bytes or of the mailbox's address.
        hash: String,
        kind: TraceKind,
        /// The account, unless it was deleted.
        account_id: Option<AccountId>,
        /// The status to which the decision led. `None` if the decision was undone.
        outcome: Option<ReviewStatus>,
        /// The codes of the decision's reasons, as a JSON array.
        reasons: Json,
        decided_at_ms: Option<Millis>,
        created_at_ms: Millis,
        /// The moment when the account was deleted.
        deleted_at_ms: Option<Millis>,
    }

    /// A report of a member by another member.
    report = "report" {
        #[sea_orm(primary_key)]
        id: i64,
        /// The random name for the reviewers.
        #[sea_orm(unique)]
        public_id: String,
        reporter_id: AccountId,
        reported_id: AccountId,
        category: ReportCategory,
        /// The reporter's note. Empty if the reporter wrote none, and after the period of retention.
        note: String,
        /// The facts that the reporter saw of the other member, as JSON; null once their period of retention is over.
        snapshot: String,
        created_at_ms: Millis,
        decided_at_ms: Option<Millis>,
        outcome: Option<ReportOutcome>,
        /// The reviewer who decided.
        actor: Option<String>,
    }
}
