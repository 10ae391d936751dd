//! The roles of reviewers.

words! {
    /// The roles of reviewers.
    ReviewerRole {
        /// The reviewer decides cases.
        Reviewer = "REVIEWER",
        /// The reviewer decides cases, and sees how the others work.
        Lead = "LEAD",
    }
}
