//! The words of Enmusubi's own service around a profile, which its server and its page share: answers to introductions,
//! news and reports. The rules of a profile do not use them.
//!
//! ```
//! use enmusubi_core::service::{MessageTopic, NewsKind};
//!
//! assert_eq!(NewsKind::Warned.topic(), MessageTopic::Review);
//! ```

mod introduction;
mod news;
mod safety;

pub use introduction::Answer;
pub use news::{MessageTopic, NewsKind};
pub use safety::{ReportCategory, ReportOutcome};
