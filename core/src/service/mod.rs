//! The words of the service around a profile, which its server and its page share: answers to introductions, news and
//! reports.

mod introduction;
mod news;
mod safety;

pub use introduction::Answer;
pub use news::{MessageTopic, NewsKind};
pub use safety::{ReportCategory, ReportOutcome};
