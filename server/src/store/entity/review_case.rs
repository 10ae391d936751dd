//! A thing that reviewers decide.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "review_case")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: i64,
    /// The member about whom a reviewer decides: with a report, the reported one.
    pub(crate) account_id: i64,
    /// The word of a `CaseKind`.
    pub(crate) kind: String,
    /// The public id of the change or the report, or empty.
    pub(crate) subject: String,
    /// The word of the profile's `VerifyMethod`.
    pub(crate) evidence: String,
    /// The employer of the profile, or empty.
    pub(crate) employer_id: String,
    /// 0 for a report of danger, and 1 for every other case. The queue is ordered by it first.
    pub(crate) urgency: i32,
    pub(crate) submitted_at_ms: i64,
    pub(crate) due_at_ms: i64,
    /// The word of a `CaseState`.
    pub(crate) state: String,
    /// The number of times that the case itself has changed. A claim does not count.
    pub(crate) version: i64,
    /// The actor who has claimed the case, until the lease ends.
    pub(crate) holder: Option<String>,
    /// The name of the holder at that time.
    pub(crate) holder_name: Option<String>,
    pub(crate) lease_until_ms: i64,
    /// The number of claims. Only the latest claim may decide.
    pub(crate) fence: i64,
    /// The reviewer whose turn it is or was.
    pub(crate) turn_of: Option<String>,
    /// The beginning of that turn.
    pub(crate) turn_since_ms: Option<i64>,
    /// The actor who must not decide the case: the one against whom a member appeals, say.
    pub(crate) barred: Option<String>,
    /// The actor who must not decide the case that this one checks.
    pub(crate) first_barred: Option<String>,
    /// The case whose decision this one checks.
    pub(crate) second_look_of: Option<i64>,
    /// True if a second look came to the same decision.
    pub(crate) agrees: Option<bool>,
    /// The earlier values of the fields that the member has sent again, by the names of the fields, until the decision
    /// takes effect.
    pub(crate) before: Option<Json>,
    /// The member's words with an appeal.
    pub(crate) appeal: Option<String>,
    /// The decision, from the moment when a reviewer makes it.
    pub(crate) decision: Option<Json>,
    /// The actor who decided.
    pub(crate) decided_by: Option<String>,
    /// The name of that actor at that time.
    pub(crate) decided_by_name: Option<String>,
    pub(crate) decided_at_ms: Option<i64>,
    /// The moment when the decision takes effect, until it has.
    pub(crate) effect_at_ms: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
