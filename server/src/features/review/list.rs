//! The lists of profiles and cases for a terminal.

use std::fmt::Write as _;

use enmusubi_core::review::{CaseKind, ReviewStatus};

use super::{ReviewError, Reviews};
use crate::clock::{DAY_MS, HOUR_MS, MINUTE_MS, Millis};
use crate::store::audit::actor::Actor;
use crate::store::review::ListedAccount;
use crate::store::review::review_case::{self, HiddenCases, QueueFilter};
use crate::store::{self, AccountId};
use crate::terminal::one_line;

/// The most cases in a list. More do not fit a screen, and the list begins with the most urgent.
const LISTED: usize = 200;

impl Reviews {
    /// Lists one profile a line: first the pending profiles, the longest waiting first, and then all others in the
    /// order of their registration.
    pub async fn list(&self, status: Option<ReviewStatus>) -> Result<String, ReviewError> {
        let is_listed = |it: &ReviewStatus| status.is_none_or(|status| status == *it);
        let (pending, others): (Vec<_>, Vec<_>) = ReviewStatus::ALL
            .iter()
            .copied()
            .filter(is_listed)
            .partition(|status| *status == ReviewStatus::Pending);
        let now_ms = self.clock.now_ms();
        let mut waiting = Vec::new();
        self.each_listed(&pending, |account| waiting.push(account))
            .await?;
        waiting.sort_by_key(|account| account.submitted_at_ms);
        let mut lines: Vec<_> = waiting.iter().map(|it| line_of(it, now_ms)).collect();
        self.each_listed(&others, |account| lines.push(line_of(&account, now_ms)))
            .await?;
        if lines.is_empty() {
            return Ok("No profiles.".to_owned());
        }
        let width = lines.iter().map(|(status, _)| status.len());
        let width = width.max().unwrap_or_default().max(11);
        let mut text = format!(
            "{:<width$} {:<33} {:<20} {:<8} NICKNAME",
            "STATUS", "USER ID", "REGISTERED", "WAITING"
        );
        for (status, rest) in lines {
            // Writing into a string cannot fail.
            let _ = write!(text, "\n{status:<width$} {rest}");
        }
        Ok(text)
    }

    /// Calls `take` with each account of these statuses, page by page, so that only one page of rows is in memory,
    /// beside the lines.
    async fn each_listed(
        &self,
        statuses: &[ReviewStatus],
        mut take: impl FnMut(ListedAccount),
    ) -> Result<(), ReviewError> {
        let mut after_id = AccountId(0);
        loop {
            let reads = &self.database.reads;
            let page = store::review::list_accounts(reads, statuses, after_id).await?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after_id = last.id;
            page.into_iter().for_each(&mut take);
        }
    }

    /// Lists one open case of a kind a line, by the id of the change or the report, in the order of the console's queue.
    pub async fn list_of_kind(&self, kind: CaseKind) -> Result<String, ReviewError> {
        let reads = &self.database.reads;
        let filter = QueueFilter {
            kind: Some(kind),
            ..QueueFilter::default()
        };
        let everyone = HiddenCases {
            actor: Actor::Cli,
            member: None,
        };
        let limit = LISTED as u64 + 1;
        let mut cases = review_case::list_queue(reads, &filter, &everyone, None, limit).await?;
        if cases.is_empty() {
            return Ok(format!("No open case of the kind {kind}."));
        }
        let is_cut = cases.len() > LISTED;
        cases.truncate(LISTED);
        let members = cases.iter().map(|case| case.account_id).collect();
        let users = store::account::find_user_ids(reads, members).await?;
        let now_ms = self.clock.now_ms();
        let mut text = format!(
            "{:<36} {:<33} {:<8} {:<6} WITH",
            "ID", "USER ID", "WAITING", "URGENT"
        );
        for case in &cases {
            let user_id = users.get(&case.account_id).map(String::as_str);
            let holder = case.claim_at(now_ms).map(|claim| claim.by.name.as_str());
            let line = format!(
                "{:<36} {:<33} {:<8} {:<6} {}",
                one_line(&case.subject),
                one_line(user_id.unwrap_or_default()),
                duration(now_ms - case.submitted_at_ms),
                if case.is_urgent { "yes" } else { "" },
                one_line(holder.unwrap_or_default()),
            );
            // Writing into a string cannot fail.
            let _ = write!(text, "\n{}", line.trim_end());
        }
        if is_cut {
            let _ = write!(text, "\nThe list ends after {LISTED} cases.");
        }
        Ok(text)
    }
}

/// Returns the status of an account in the list, and the rest of its line.
fn line_of(account: &ListedAccount, now_ms: Millis) -> (String, String) {
    let mut status = account.status.to_string();
    if account.is_taken_back {
        status.push_str(", taken back by the member");
    }
    let waiting = if is_waiting(account.status) {
        duration(now_ms - account.submitted_at_ms)
    } else {
        String::new()
    };
    let user_id = one_line(&account.line_user_id);
    let registered = time(account.registered_at_ms);
    let nickname = one_line(&account.nickname);
    let rest = format!("{user_id:<33} {registered:<20} {waiting:<8} {nickname}");
    (status, rest)
}

/// Returns true if the profile waits for a decision.
fn is_waiting(status: ReviewStatus) -> bool {
    matches!(status, ReviewStatus::Pending | ReviewStatus::InReview)
}

pub(super) fn time(at: Millis) -> String {
    at.time().format("%Y-%m-%d %H:%M UTC").to_string()
}

/// Returns a duration in minutes below an hour, in hours below two days, and in days from then on.
pub(super) fn duration(ms: i64) -> String {
    match ms.max(0) {
        ms if ms < HOUR_MS => format!("{} min", ms / MINUTE_MS),
        ms if ms < 2 * DAY_MS => format!("{} h", ms / HOUR_MS),
        ms => format!("{} days", ms / DAY_MS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_time_is_in_the_unit_that_tells_it() {
        for (minutes, words) in [
            (-5, "0 min"),
            (0, "0 min"),
            (59, "59 min"),
            (60, "1 h"),
            (47 * 60 + 59, "47 h"),
            (48 * 60, "2 days"),
        ] {
            assert_eq!(duration(minutes * 60_000 + 1), words);
        }
    }
}
