//! Records the acts on cases in the audit log.

use enmusubi_core::review::{AuditAction, CaseDecision};
use serde_json::{Map, Value, json};

use crate::clock::Millis;
use crate::error::Result;
use crate::store::Transaction;
use crate::store::audit::actor::Actor;
use crate::store::audit::{self, Act};
use crate::store::review::review_case::StoredCase;

/// Records an act on a case. Call this directly before the commit: until then, other transactions that add rows to the
/// audit log wait.
pub(super) async fn record(
    transaction: &Transaction,
    actor: Actor,
    action: AuditAction,
    case: &StoredCase,
    subject: &str,
    now_ms: Millis,
) -> Result<()> {
    let act = Act {
        case_id: Some(case.id),
        account_id: Some(case.account_id),
        subject,
        ..Act::new(&actor, action)
    };
    audit::append(transaction, act, now_ms).await
}

/// Records a decision, made or in effect. The notes stay out of the log, because they are texts.
pub(super) async fn record_decision(
    transaction: &Transaction,
    actor: Actor,
    action: AuditAction,
    case: &StoredCase,
    decision: &CaseDecision,
    now_ms: Millis,
) -> Result<()> {
    let act = Act {
        case_id: Some(case.id),
        account_id: Some(case.account_id),
        subject: decision.action.as_str(),
        detail: codes_of(decision),
        ..Act::new(&actor, action)
    };
    audit::append(transaction, act, now_ms).await
}

fn codes_of(decision: &CaseDecision) -> Map<String, Value> {
    let reasons = decision.reasons.iter();
    let codes = reasons.map(|reason| format!("{}:{}", reason.path, reason.code));
    let mut detail = Map::new();
    detail.insert("reasons".to_owned(), json!(codes.collect::<Vec<_>>()));
    if !decision.employer_id.is_empty() {
        detail.insert("employerId".to_owned(), json!(decision.employer_id));
    }
    if let Some(document) = decision.age_document {
        detail.insert("ageDocument".to_owned(), json!(document));
    }
    detail
}
