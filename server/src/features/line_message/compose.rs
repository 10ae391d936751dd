//! Decides which news a member hears of in LINE, and which page the message opens.

use enmusubi_core::review::ReviewStatus;
use enmusubi_core::service::{MessageTopic, NewsKind};

use super::budget::{Budget, SendTime, Share};
use crate::clock::{DAY_MS, HOUR_MS, Millis};
use crate::store::line::contact::Contact;
use crate::store::news::Entry;

/// The age from which an entry gets no message: the member may have seen it in the app, and the message would come too late.
/// The message of a morning covers the last 24 hours. The extra hour is for notes from just before 09:00, which become due a
/// minute later.
const STALE_MS: i64 = DAY_MS + HOUR_MS;

/// The path of the list of news.
const NEWS: &str = "/news";
/// The path that leads every person to the page of their state.
const INDEX: &str = "";

/// A member about whose news the server decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Recipient {
    pub(super) review_status: ReviewStatus,
    pub(super) contact: Contact,
}

/// The decision about the entries of a member that are due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SendDecision {
    Send(Draft),
    /// The server decides about these entries again in the morning.
    Wait,
    /// The server sends no message about these entries.
    Leave,
}

/// A message about entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    /// The topics, the most important first, each once.
    pub(super) topics: Vec<MessageTopic>,
    pub(super) path: String,
}

/// Returns true if the member can get a message about one of the entries, as far as the server knows.
pub(super) fn is_worth_asking(entries: &[Entry], member: Recipient, now_ms: Millis) -> bool {
    entries.iter().any(|entry| is_wanted(entry, member, now_ms))
}

/// Decides about the entries, all of which the member can see in the app.
pub(super) fn compose(
    entries: &[Entry],
    member: Recipient,
    budget: Budget,
    share: Share,
    now_ms: Millis,
) -> SendDecision {
    if member.contact.is_reachable != Some(true) {
        return SendDecision::Leave;
    }
    let wanted: Vec<_> = entries
        .iter()
        .filter(|entry| is_wanted(entry, member, now_ms))
        .collect();
    let mut topics: Vec<_> = wanted.iter().map(|entry| entry.kind.topic()).collect();
    topics.sort_unstable();
    topics.dedup();
    let Some(most_important) = topics.first() else {
        return SendDecision::Leave;
    };
    // A message counts once, however many topics it has.
    match budget.send_time(*most_important, share) {
        SendTime::Now => {}
        SendTime::Morning => return SendDecision::Wait,
        SendTime::Never => return SendDecision::Leave,
    }
    let mut paths: Vec<_> = wanted.iter().map(|entry| path_of(entry, member)).collect();
    paths.sort_unstable();
    paths.dedup();
    let path = match <[String; 1]>::try_from(paths) {
        Ok([path]) => path,
        Err(_) => NEWS.to_owned(),
    };
    SendDecision::Send(Draft { topics, path })
}

fn is_wanted(entry: &Entry, member: Recipient, now_ms: Millis) -> bool {
    let is_visible =
        member.review_status == ReviewStatus::Approved || entry.kind == NewsKind::ReviewDecided;
    is_visible
        && entry.read_at_ms.is_none()
        && entry.created_at_ms > now_ms - STALE_MS
        && member.contact.choices.want(entry.kind.topic())
}

fn path_of(entry: &Entry, member: Recipient) -> String {
    match entry.kind {
        NewsKind::Match | NewsKind::Note => format!("/matches/{}", entry.subject),
        NewsKind::ReviewDecided | NewsKind::Introductions => INDEX.to_owned(),
        _ if member.review_status == ReviewStatus::Approved => NEWS.to_owned(),
        _ => INDEX.to_owned(),
    }
}
