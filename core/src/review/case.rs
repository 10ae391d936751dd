//! The cases of the reviewers: each is a thing to decide, with a time by which it should be decided.

use super::{ReasonError, asked_fields, check_reason, field_of};
use crate::catalogue::is_employer;
use crate::error::FieldErrorCode;
use crate::limits::{REVIEW_NOTE, REVIEW_REASONS, UNLISTED_EMPLOYER};
use crate::safety::ReportCategory;
use crate::vocabulary::VerifyMethod;

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
            Self::AskForInfo | Self::Reject | Self::Suspend => true,
            Self::Approve | Self::NoAction | Self::Uphold => false,
        }
    }
}

/// Returns true if a report of this category is decided before all other cases, because a person may be in danger.
pub const fn is_urgent(category: ReportCategory) -> bool {
    matches!(
        category,
        ReportCategory::UnderAge | ReportCategory::Harassment
    )
}

/// A reason as a reviewer gives it: the path of a field, the code, and a note to the member.
#[derive(Debug, Clone, Copy)]
pub struct ReasonParts<'a> {
    /// The path of the field, or empty for a reason that is about no field.
    pub path: &'a str,
    /// The code.
    pub code: &'a str,
    /// The note, or empty.
    pub note: &'a str,
}

/// A decision of a reviewer, before it is checked.
#[derive(Debug, Clone)]
pub struct CaseDecision<'a> {
    /// The kind of the case.
    pub kind: CaseKind,
    /// The way in which the profile proves its employer.
    pub evidence: Option<VerifyMethod>,
    /// The decision.
    pub action: CaseAction,
    /// The reasons.
    pub reasons: Vec<ReasonParts<'a>>,
    /// The id of the employer that the evidence names, or empty.
    pub employer_id: &'a str,
    /// The name of an employer that is not in the catalogue, or empty.
    pub employer_name: &'a str,
}

/// A broken rule of a decision: the path within the decision, and the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseDecisionError {
    /// `action`, `reasons`, `reasons[0].code`, `employerId`, …
    pub path: String,
    /// The rule.
    pub code: FieldErrorCode,
}

/// The longest path within a profile, such as `valueItem[12].selected`, is half as long.
const MAX_PATH_BYTES: usize = 64;

impl CaseDecision<'_> {
    /// Returns the rules that the decision breaks.
    pub fn check(&self) -> Vec<CaseDecisionError> {
        let mut errors = Vec::new();
        let mut add = |path: String, code| errors.push(CaseDecisionError { path, code });
        if !self.kind.actions().contains(&self.action) {
            add("action".to_owned(), FieldErrorCode::UnknownValue);
        }
        if self.action.needs_reason() && self.reasons.is_empty() {
            add("reasons".to_owned(), FieldErrorCode::Required);
        }
        if self.reasons.len() > REVIEW_REASONS {
            add("reasons".to_owned(), FieldErrorCode::TooMany);
        }
        for (n, reason) in self.reasons.iter().enumerate() {
            if !self.accepts_path(reason.path) {
                add(format!("reasons[{n}].path"), FieldErrorCode::UnknownValue);
            }
            match check_reason(reason.code, reason.note) {
                Ok(()) => {}
                Err(ReasonError::UnknownCode(_)) => {
                    add(format!("reasons[{n}].code"), FieldErrorCode::UnknownValue);
                }
                Err(ReasonError::NoteMissing(_)) => {
                    add(format!("reasons[{n}].note"), FieldErrorCode::Required);
                }
            }
            if reason.note.chars().count() > REVIEW_NOTE {
                add(format!("reasons[{n}].note"), FieldErrorCode::Length);
            }
        }
        if !self.employer_id.is_empty() && !is_employer(self.employer_id) {
            add("employerId".to_owned(), FieldErrorCode::UnknownValue);
        }
        if self.employer_name.chars().count() > UNLISTED_EMPLOYER {
            add("employerName".to_owned(), FieldErrorCode::Length);
        }
        if self.needs_employer()
            && self.employer_id.is_empty()
            && self.employer_name.trim().is_empty()
        {
            add("employerId".to_owned(), FieldErrorCode::Required);
        }
        errors
    }

    /// Returns true if the reviewer has to name the employer, because the evidence is something that only a person can
    /// read.
    fn needs_employer(&self) -> bool {
        self.kind.is_about_profile()
            && self.action == CaseAction::Approve
            && matches!(
                self.evidence,
                Some(VerifyMethod::Document | VerifyMethod::Link)
            )
    }

    fn accepts_path(&self, path: &str) -> bool {
        // The audit log holds the path, and it must hold no text that a person wrote.
        let is_path = |byte: u8| byte.is_ascii_alphanumeric() || b"[].".contains(&byte);
        if path.len() > MAX_PATH_BYTES || !path.bytes().all(is_path) {
            return false;
        }
        match self.action {
            CaseAction::AskForInfo => !asked_fields([path]).is_empty(),
            // A report may be about something that is in no field.
            _ if self.kind == CaseKind::Report => path.is_empty() || field_of(path).is_some(),
            _ => field_of(path).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(kind: CaseKind, action: CaseAction) -> CaseDecision<'static> {
        CaseDecision {
            kind,
            evidence: Some(VerifyMethod::WorkEmail),
            action,
            reasons: Vec::new(),
            employer_id: "",
            employer_name: "",
        }
    }

    fn reason(path: &'static str, code: &'static str, note: &'static str) -> ReasonParts<'static> {
        ReasonParts { path, code, note }
    }

    fn broken(decision: &CaseDecision<'_>) -> Vec<(String, FieldErrorCode)> {
        let errors = decision.check().into_iter();
        errors.map(|error| (error.path, error.code)).collect()
    }

    fn one(path: &str, code: FieldErrorCode) -> Vec<(String, FieldErrorCode)> {
        vec![(path.to_owned(), code)]
    }

    #[test]
    fn each_kind_accepts_its_own_decisions_only() {
        for kind in CaseKind::ALL.iter().copied() {
            for action in CaseAction::ALL.iter().copied() {
                let decision = CaseDecision {
                    reasons: vec![reason("aboutMe", "unclear", "")],
                    ..decision(kind, action)
                };
                let expected = if kind.actions().contains(&action) {
                    Vec::new()
                } else {
                    one("action", FieldErrorCode::UnknownValue)
                };
                assert_eq!(broken(&decision), expected, "{kind} {action}");
            }
        }
    }

    #[test]
    fn a_decision_against_a_member_needs_a_reason() {
        for (kind, action) in [
            (CaseKind::Registration, CaseAction::AskForInfo),
            (CaseKind::Appeal, CaseAction::Reject),
            (CaseKind::Change, CaseAction::Reject),
            (CaseKind::Report, CaseAction::Suspend),
        ] {
            let expected = one("reasons", FieldErrorCode::Required);
            assert_eq!(broken(&decision(kind, action)), expected, "{kind} {action}");
        }
        for (kind, action) in [
            (CaseKind::Resubmission, CaseAction::Approve),
            (CaseKind::Report, CaseAction::NoAction),
        ] {
            assert_eq!(broken(&decision(kind, action)), [], "{kind} {action}");
        }
    }

    #[test]
    fn only_a_reason_about_a_report_may_name_no_field() {
        let of = |kind, action, path| CaseDecision {
            reasons: vec![reason(path, "inappropriate", "")],
            ..decision(kind, action)
        };
        let refused = one("reasons[0].path", FieldErrorCode::UnknownValue);
        let (registration, report) = (CaseKind::Registration, CaseKind::Report);
        assert_eq!(broken(&of(report, CaseAction::Suspend, "")), []);
        assert_eq!(
            broken(&of(report, CaseAction::Suspend, "photoNameList[1]")),
            []
        );
        assert_eq!(
            broken(&of(report, CaseAction::Suspend, "shoeSize")),
            refused
        );
        for path in ["aboutMe[see me]", "aboutMe.\u{1b}", "aboutMe[<b>]"] {
            assert_eq!(broken(&of(report, CaseAction::Suspend, path)), refused);
        }
        assert_eq!(broken(&of(registration, CaseAction::Reject, "")), refused);
        assert_eq!(broken(&of(registration, CaseAction::Reject, "account")), []);
        // A member cannot correct the account, so a reviewer cannot ask for it.
        let asked = of(registration, CaseAction::AskForInfo, "account");
        assert_eq!(broken(&asked), refused);
    }

    #[test]
    fn a_reason_follows_the_rules_of_its_code_and_note() {
        let of = |code, note| CaseDecision {
            reasons: vec![reason("aboutMe", code, note)],
            ..decision(CaseKind::Registration, CaseAction::Reject)
        };
        assert_eq!(
            broken(&of("too_short", "")),
            one("reasons[0].code", FieldErrorCode::UnknownValue)
        );
        assert_eq!(
            broken(&of("other", " ")),
            one("reasons[0].note", FieldErrorCode::Required)
        );
        let longest: &'static str = "愛".repeat(REVIEW_NOTE).leak();
        assert_eq!(broken(&of("other", longest)), []);
        let too_long: &'static str = "愛".repeat(REVIEW_NOTE + 1).leak();
        assert_eq!(
            broken(&of("other", too_long)),
            one("reasons[0].note", FieldErrorCode::Length)
        );
        let many = CaseDecision {
            reasons: vec![reason("aboutMe", "unclear", ""); REVIEW_REASONS + 1],
            ..decision(CaseKind::Registration, CaseAction::Reject)
        };
        assert_eq!(broken(&many), one("reasons", FieldErrorCode::TooMany));
    }

    #[test]
    fn an_approval_by_document_or_link_names_the_employer() {
        let of = |evidence, employer_id, employer_name| CaseDecision {
            evidence: Some(evidence),
            employer_id,
            employer_name,
            ..decision(CaseKind::Registration, CaseAction::Approve)
        };
        assert_eq!(broken(&of(VerifyMethod::WorkEmail, "", "")), []);
        for evidence in [VerifyMethod::Document, VerifyMethod::Link] {
            let required = one("employerId", FieldErrorCode::Required);
            assert_eq!(broken(&of(evidence, "", "")), required);
            assert_eq!(broken(&of(evidence, "", " ")), required);
            assert_eq!(broken(&of(evidence, "google", "")), []);
            assert_eq!(broken(&of(evidence, "", "A bakery")), []);
            let unknown = one("employerId", FieldErrorCode::UnknownValue);
            assert_eq!(broken(&of(evidence, "no-such", "")), unknown);
        }
        let too_long: &'static str = "a".repeat(UNLISTED_EMPLOYER + 1).leak();
        assert_eq!(
            broken(&of(VerifyMethod::Link, "", too_long)),
            one("employerName", FieldErrorCode::Length)
        );
        let rejected = CaseDecision {
            reasons: vec![reason("verifyMethod", "outdated", "")],
            ..decision(CaseKind::Registration, CaseAction::Reject)
        };
        assert_eq!(broken(&rejected), []);
    }
}
