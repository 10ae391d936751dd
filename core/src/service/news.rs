//! The news of a member: the events that the app shows to the member, and about which it may send messages in LINE.

words! {
    /// The kinds of news.
    NewsKind {
        /// A reviewer has decided about the profile.
        ReviewDecided = "REVIEW_DECIDED",
        /// There are new introductions.
        Introductions = "INTRODUCTIONS",
        /// Both members of an introduction have said yes.
        Match = "MATCH",
        /// There is a new note of a match.
        Note = "NOTE",
        /// A reviewer has decided about a proposed change of the profile.
        ChangeDecided = "CHANGE_DECIDED",
        /// A reviewer has handled the member's report.
        ReportHandled = "REPORT_HANDLED",
        /// A reviewer warns the member because of a report.
        Warned = "WARNED",
        /// A reviewer has removed photos or texts of the member because of a report.
        ContentRemoved = "CONTENT_REMOVED",
    }
}

words! {
    /// The topics of messages in LINE, the most important first. When the messages of a month become scarce, the last
    /// topics end first.
    MessageTopic {
        /// Something that a reviewer has decided.
        Review = "REVIEW",
        /// A new match.
        Match = "MATCH",
        /// New notes of a match.
        Note = "NOTE",
        /// New introductions.
        Introductions = "INTRODUCTIONS",
    }
}

impl NewsKind {
    /// Returns the topic of a message about news of this kind.
    pub const fn topic(self) -> MessageTopic {
        match self {
            Self::ReviewDecided
            | Self::ChangeDecided
            | Self::ReportHandled
            | Self::Warned
            | Self::ContentRemoved => MessageTopic::Review,
            Self::Match => MessageTopic::Match,
            Self::Note => MessageTopic::Note,
            Self::Introductions => MessageTopic::Introductions,
        }
    }
}
