//! Reports: their reasons, and the decisions about them.

words! {
    /// The reasons for which a member reports another.
    ReportCategory {
        /// The photos show another person, or something that does not belong in a profile.
        Photo = "PHOTO",
        /// The person is not what the profile says.
        FalseFacts = "FALSE_FACTS",
        /// The person insults, threatens or pesters the member.
        Harassment = "HARASSMENT",
        /// The person sells something, or tries to get money.
        SalesOrScam = "SALES_OR_SCAM",
        /// The person seems to be under age.
        UnderAge = "UNDER_AGE",
        /// Another reason, which the note gives.
        Other = "OTHER",
    }
}

words! {
    /// The decisions of a reviewer about a report.
    ReportOutcome {
        /// The report gives no cause to act.
        Dismissed = "DISMISSED",
        /// The report is true.
        Upheld = "UPHELD",
    }
}
