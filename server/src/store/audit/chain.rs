//! The hash by which a row of the audit log depends on all rows before it.

use aws_lc_rs::digest;
use serde::Serialize;
use serde_json::json;

use crate::clock::Millis;
use crate::store::audit::tables::audit::Model;
use crate::store::connection::ids::{AccountId, CaseId, ReviewerId};

/// The previous hash of the first row, which has no row before it.
pub(crate) const FIRST_PREVIOUS_HASH: &str =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// The first value that the hash covers. A later format gets another one, so that no row counts in both.
const FORMAT: &str = "enmusubi-audit-1";

/// A row of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The number of the row: 1, 2, 3 and so on without gaps.
    pub id: i64,
    /// The time, in Unix milliseconds.
    pub at_ms: i64,
    /// The person or program that acted: `reviewer:7`, `cli` or `job`.
    pub actor: String,
    /// The word of the act.
    pub action: String,
    /// The case that the act is about.
    pub case_id: Option<CaseId>,
    /// The account that the act is about.
    pub account_id: Option<AccountId>,
    /// The reviewer whom the act is about.
    pub reviewer_id: Option<ReviewerId>,
    /// A code, the name of a field, a keyed hash or an id.
    pub subject: String,
    /// The exact text of a JSON object.
    pub detail: String,
    /// The hash of the row before.
    pub previous_hash: String,
    /// The hash of this row.
    pub hash: String,
}

impl Entry {
    /// Returns the hash that this row would have as the row `id`: SHA-256 of its values as a JSON array without
    /// spaces, in hexadecimal digits. A JSON array has one meaning, whatever the texts in it are.
    pub(crate) fn compute_hash(&self, id: i64) -> String {
        let values = json!([
            FORMAT,
            id,
            self.at_ms,
            self.actor,
            self.action,
            self.case_id,
            self.account_id,
            self.reviewer_id,
            self.subject,
            self.detail,
            self.previous_hash,
        ]);
        hex::encode(digest::digest(
            &digest::SHA256,
            values.to_string().as_bytes(),
        ))
    }

    /// Returns true if the row has the hash that it would have as the row `id`.
    pub(crate) fn is_genuine_as(&self, id: i64) -> bool {
        self.hash == self.compute_hash(id)
    }
}

impl From<Model> for Entry {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            at_ms: row.at_ms.0,
            actor: row.actor,
            action: row.action,
            case_id: row.case_id,
            account_id: row.account_id,
            reviewer_id: row.reviewer_id,
            subject: row.subject,
            detail: row.detail,
            previous_hash: row.previous_hash,
            hash: row.hash,
        }
    }
}

impl From<Entry> for Model {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id,
            at_ms: Millis(entry.at_ms),
            actor: entry.actor,
            action: entry.action,
            case_id: entry.case_id,
            account_id: entry.account_id,
            reviewer_id: entry.reviewer_id,
            subject: entry.subject,
            detail: entry.detail,
            previous_hash: entry.previous_hash,
            hash: entry.hash,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        Entry {
            id: 1,
            at_ms: 1_795_000_000_000,
            actor: "reviewer:7".to_owned(),
            action: "DECIDE".to_owned(),
            case_id: Some(CaseId(3)),
            account_id: Some(AccountId(5)),
            reviewer_id: None,
            subject: "photoNameList[0]".to_owned(),
            detail: r#"{"decision":"REJECT"}"#.to_owned(),
            previous_hash: FIRST_PREVIOUS_HASH.to_owned(),
            hash: String::new(),
        }
    }

    /// Fails if the format of the hash changes. All stored rows would then seem to be altered.
    #[test]
    fn the_hash_of_a_row_never_changes() {
        // printf '%s' '["enmusubi-audit-1",1,…]' | sha256sum
        assert_eq!(entry().compute_hash(1), HASH);
    }

    const HASH: &str = "78dd4a1ff96e658597691e69916070117a3e2adf5a07cc7b8ebf522493359d19";

    #[test]
    fn a_value_does_not_move_to_another_column_unnoticed() {
        let moved = [
            Entry {
                case_id: Some(CaseId(5)),
                account_id: Some(AccountId(3)),
                ..entry()
            },
            Entry {
                case_id: None,
                account_id: Some(AccountId(5)),
                reviewer_id: Some(ReviewerId(3)),
                ..entry()
            },
            Entry {
                actor: "reviewer:7DECIDE".to_owned(),
                action: String::new(),
                ..entry()
            },
            Entry {
                actor: "reviewer:7\",\"DECIDE".to_owned(),
                ..entry()
            },
            Entry {
                subject: String::new(),
                detail: entry().subject,
                ..entry()
            },
        ];
        for other in moved {
            assert_ne!(other.compute_hash(1), entry().compute_hash(1), "{other:?}");
        }
        assert_ne!(entry().compute_hash(2), entry().compute_hash(1));
    }
}
