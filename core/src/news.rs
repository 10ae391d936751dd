//! The news of a member: the events that the app shows to the member.

use lenient_json::{Lines, text};

use crate::JsonDocument;
use crate::body::BodyError;
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
