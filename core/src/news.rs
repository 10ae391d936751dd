//! The news of a member: the events that the app shows to the member, and about which it may send messages in LINE.

use lenient_json::{Lines, text};

use crate::JsonDocument;
use crate::body::{BodyError, read_flag};
use crate::error::{FieldErrorCode, Violation};

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

words! {
    /// The fields of a member's choice of messages in LINE.
    MessageField {
        /// True for messages about the decisions of reviewers.
        Reviews = "reviews",
        /// True for messages about matches.
        Matches = "matches",
        /// True for messages about notes.
        Notes = "notes",
        /// True for messages about introductions.
        Introductions = "introductions",
    }
}

/// The topics about which a member wants messages in LINE. All topics by default.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each topic is a choice of its own"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageChoices {
    /// Decisions of reviewers.
    pub reviews: bool,
    /// New matches.
    pub matches: bool,
    /// New notes.
    pub notes: bool,
    /// New introductions.
    pub introductions: bool,
}

impl Default for MessageChoices {
    fn default() -> Self {
        Self {
            reviews: true,
            matches: true,
            notes: true,
            introductions: true,
        }
    }
}

impl MessageChoices {
    /// Reads all four choices, or returns every broken rule.
    pub fn parse(document: JsonDocument<'_>) -> Result<Self, Vec<BodyError<MessageField>>> {
        let document = document.into_json();
        let mut choices = Self::default();
        let mut errors = Vec::new();
        for field in MessageField::ALL {
            match read_flag(document.get(field.as_str())) {
                Ok(flag) => *choices.choice(*field) = flag,
                Err(violation) => errors.push(BodyError::new(*field, violation)),
            }
        }
        if errors.is_empty() {
            Ok(choices)
        } else {
            Err(errors)
        }
    }

    /// Returns true if the member wants messages about this topic.
    pub const fn want(self, topic: MessageTopic) -> bool {
        match topic {
            MessageTopic::Review => self.reviews,
            MessageTopic::Match => self.matches,
            MessageTopic::Note => self.notes,
            MessageTopic::Introductions => self.introductions,
        }
    }

    const fn choice(&mut self, field: MessageField) -> &mut bool {
        match field {
            MessageField::Reviews => &mut self.reviews,
            MessageField::Matches => &mut self.matches,
            MessageField::Notes => &mut self.notes,
            MessageField::Introductions => &mut self.introductions,
        }
    }
}

words! {
    /// The field of the body that marks news as read.
    NewsField {
        /// The id of the newest entry that the member has read.
        NewsId = "newsId",
    }
}

/// Reads the id of the newest entry that the member has read. The entry need not exist.
pub fn parse_news_id(document: JsonDocument<'_>) -> Result<String, BodyError<NewsField>> {
    let document = document.into_json();
    let field = NewsField::NewsId;
    let error = |violation| BodyError::new(field, violation);
    let id = document
        .get(field.as_str())
        .map(|value| text(value, Lines::One));
    let id = id.transpose().map_err(|it| error(it.into()))?.flatten();
    id.map(std::borrow::Cow::into_owned)
        .ok_or(error(Violation::new(FieldErrorCode::Required)))
}
