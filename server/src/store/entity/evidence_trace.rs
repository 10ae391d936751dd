//! The keyed hash of evidence that an account has used, with the latest decision about the account.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "evidence_trace")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// A keyed hash of the document's bytes or of the mailbox's address.
    pub(crate) hash: String,
    /// The word of a `TraceKind`.
    pub(crate) kind: String,
    /// The account, unless it was deleted.
    pub(crate) account_id: Option<i64>,
    /// The word of the `ReviewStatus` to which the decision led. `None` if the decision was undone.
    pub(crate) outcome: Option<String>,
    /// The codes of the decision's reasons, as a JSON array.
    pub(crate) reasons: Json,
    pub(crate) decided_at_ms: Option<i64>,
    pub(crate) created_at_ms: i64,
    /// The moment when the account was deleted.
    pub(crate) deleted_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
