//! The tables of this room, with their columns.

use crate::clock::Millis;
use crate::store::connection::ids::{AccountId, CaseId, ReviewerId};
use crate::store::connection::tables::tables;

tables! {
    /// A row of the audit log. The database refuses to change or delete a row.
    audit = "audit" {
        /// The number of the row: 1, 2, 3 and so on without gaps.
        #[sea_orm(primary_key, auto_increment = false)]
        id: i64,
        at_ms: Millis,
        actor: String,
        /// The word of an `AuditAction`.
        action: String,
        case_id: Option<CaseId>,
        /// The account that the act is about, which may be deleted.
        account_id: Option<AccountId>,
        /// The reviewer whom the act is about.
        reviewer_id: Option<ReviewerId>,
        subject: String,
        /// A JSON object of codes and numbers. The hash covers its exact text, so it is no JSON column.
        detail: String,
        previous_hash: String,
        hash: String,
    }
}
