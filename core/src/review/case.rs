//! The cases of the reviewers: each is a thing to decide, with a time by which it should be decided.

use crate::service::ReportCategory;

words! {
    /// The kinds of cases.
    CaseKind {
        /// A new profile.
        Registration = "REGISTRATION",
        /// A profile that its member has sent again.
        Resubmission = "RESUBMISSION",
        /// Fields that an approved member proposes to change.
        Change = "CHANGE",
        /// A rejected profile whose member asks for another review.
        Appeal = "APPEAL",
        /// A report of a member by another.
        Report = "REPORT",
    }
}

words! {
    /// The states of a case.
    CaseState {
        /// The case waits for a decision, in the queue or with the reviewer who has claimed it.
        Open = "OPEN",
        /// A reviewer has decided and can still undo that. The member knows nothing of it yet.
        Decided = "DECIDED",
        /// The decision has taken effect.
        Applied = "APPLIED",
        /// The member took back what was to be decided.
        Withdrawn = "WITHDRAWN",
        /// The case is a change of a member who is suspended: it waits for the end of the suspension.
        Parked = "PARKED",
    }
}

words! {
    /// The decisions about a case.
    CaseAction {
        /// The profile or the change is accepted.
        Approve = "APPROVE",
        /// The reviewer asks the member to correct fields.
        AskForInfo = "ASK_FOR_INFO",
        /// The profile or the change is refused.
        Reject = "REJECT",
        /// The report gives no cause to act.
        NoAction = "NO_ACTION",
        /// The report is true, and nothing more is to be done about the member.
        Uphold = "UPHOLD",
        /// The report is true, and the member reads a warning with the reasons.
        Warn = "WARN",
        /// The report is true, and the photos and texts that the reasons name are removed.
        RemoveContent = "REMOVE_CONTENT",
        /// The reported member is suspended.
        Suspend = "SUSPEND",
    }
}

words! {
    /// The reasons for which a reviewer gives a case back to the queue.
    SkipReason {
        /// The reviewer knows the person.
        KnowsPerson = "KNOWS_PERSON",
        /// The reviewer does not read the language of the evidence.
        Language = "LANGUAGE",
        /// The reviewer cannot decide, and another should look.
        Unsure = "UNSURE",
        /// The reviewer has no time for it now.
        NoTime = "NO_TIME",
    }
}

impl CaseKind {
    /// Returns the hours after which a case of this kind should be decided.
    pub const fn hours(self) -> i64 {
        match self {
            Self::Registration | Self::Resubmission => 24,
            Self::Change => 48,
            Self::Appeal => 72,
            Self::Report => 12,
        }
    }

    /// Returns the decisions that a reviewer can make about a case of this kind.
    pub const fn actions(self) -> &'static [CaseAction] {
        match self {
            Self::Registration | Self::Resubmission | Self::Appeal => &[
                CaseAction::Approve,
                CaseAction::AskForInfo,
                CaseAction::Reject,
            ],
            Self::Change => &[CaseAction::Approve, CaseAction::Reject],
            Self::Report => &[
                CaseAction::NoAction,
                CaseAction::Uphold,
                CaseAction::Warn,
                CaseAction::RemoveContent,
                CaseAction::Suspend,
            ],
        }
    }

    /// Returns true if a decision about the case changes the review status of its account.
    pub const fn is_about_profile(self) -> bool {
        matches!(self, Self::Registration | Self::Resubmission | Self::Appeal)
    }
}

impl CaseAction {
    /// Returns true if the decision needs at least one reason, because it is against the member.
    pub const fn needs_reason(self) -> bool {
        match self {
            Self::AskForInfo | Self::Reject | Self::Warn | Self::RemoveContent | Self::Suspend => {
                true
            }
            Self::Approve | Self::NoAction | Self::Uphold => false,
        }
    }
}

/// Returns true if a report of this category is decided before all other cases, because a person may be in danger.
pub const fn is_urgent(category: ReportCategory) -> bool {
    match category {
        ReportCategory::UnderAge | ReportCategory::Harassment => true,
        ReportCategory::SalesOrScam
        | ReportCategory::Photo
        | ReportCategory::FalseFacts
        | ReportCategory::Other => false,
    }
}
