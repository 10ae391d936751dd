//! The acts that the audit log records.

words! {
    /// The acts of reviewers, of the command line and of background jobs.
    AuditAction {
        /// An operator adds a reviewer.
        ReviewerAdd = "REVIEWER_ADD",
        /// An operator names the account of a reviewer as a member.
        ReviewerMember = "REVIEWER_MEMBER",
        /// The account that a reviewer has as a member is deleted.
        ReviewerMemberGone = "REVIEWER_MEMBER_GONE",
        /// An operator makes a new link with which a reviewer registers a passkey.
        ReviewerLink = "REVIEWER_LINK",
        /// An operator removes a reviewer.
        ReviewerRemove = "REVIEWER_REMOVE",
        /// A reviewer registers a passkey.
        Enrol = "ENROL",
        /// A reviewer signs in.
        SignIn = "SIGN_IN",
        /// The signature counter of a passkey has not grown since the last sign-in, so the passkey may be a copy.
        CounterFall = "COUNTER_FALL",
        /// A reviewer signs out.
        SignOut = "SIGN_OUT",
        /// A reviewer claims a case.
        Claim = "CLAIM",
        /// A reviewer gives a claim back.
        Release = "RELEASE",
        /// A reviewer passes a case over, with a reason.
        Skip = "SKIP",
        /// A claim ends because its holder has not renewed it.
        Lapse = "LAPSE",
        /// A reviewer opens a photo or a document.
        OpenEvidence = "OPEN_EVIDENCE",
        /// A reviewer has claimed as many cases as an hour allows, or opened as many photos and documents.
        OpeningsRefused = "OPENINGS_REFUSED",
        /// A reviewer decides a case.
        Decide = "DECIDE",
        /// A reviewer takes a decision back before it takes effect, or an operator does who removes the reviewer.
        Undo = "UNDO",
        /// A decision takes effect.
        Apply = "APPLY",
        /// A reviewer decides a case a second time, without seeing the first decision.
        SecondLook = "SECOND_LOOK",
        /// A job deletes data whose period of retention is over.
        DeleteExpired = "DELETE_EXPIRED",
    }
}
