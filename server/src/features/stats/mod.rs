//! The operator's counts: `enmusubi-server stats`, and the rows that wait, for the metrics.
//!
//! A small count must not reveal a fact of a person. The counts are therefore split by states, days and outcomes only,
//! and never by a fact of a profile.

mod print;
mod waiting;

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;
use clap::Args;
use enmusubi_core::review::{CaseKind, ReviewStatus};
use serde::Serialize;

use crate::clock::{Clock, Millis, rfc_3339};
use crate::error::{Error, Result};
use crate::features::cached::Cached;
use crate::features::introduction::start_of;
use crate::features::line_message::month_of;
use crate::store::Database;
use crate::store::counts::{self, ByWord, DayCounts};
use crate::store::line::month;

/// The command that prints counts.
#[derive(Debug, Clone, Args)]
pub struct StatsCommand {
    /// Print one line of JSON in place of a table
    #[arg(long)]
    pub json: bool,
    /// The number of days before today, each with its counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(0..=366))]
    pub days: u16,
}

/// Counts rows for the operator.
#[derive(Debug, Clone)]
pub struct Stats {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    /// The time zone of the days.
    pub(crate) time_zone: Tz,
    pub(crate) counted: Cached<waiting::Counted>,
}

/// All counts of one moment.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    at: String,
    time_zone: &'static str,
    accounts: ByWord,
    waiting: Vec<Waiting>,
    introductions: u64,
    /// The answers by word. `OPEN` counts those that members have not given, in time or ever.
    answers: ByWord,
    matches: Matches,
    notes: u64,
    line_messages: LineMessageReport,
    appeals: ByWord,
    reports: ByWord,
    files: BTreeMap<String, Files>,
    /// The counts of the days, the latest day first.
    days: Vec<DayReport>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Waiting {
    queue: &'static str,
    count: u64,
    overdue: u64,
    oldest_seconds: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Matches {
    all: u64,
    /// The matches that neither member has ended.
    open: u64,
}

/// The messages in LINE of a month, which LINE counts in Japan's time.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LineMessageReport {
    month: String,
    all: i64,
    outcomes: ByWord,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Files {
    count: u64,
    bytes: u64,
    unattached: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DayReport {
    day: NaiveDate,
    registrations: u64,
    introductions: u64,
    yes: u64,
    no: u64,
    matches: u64,
    notes: u64,
}

impl Stats {
    /// Runs the command and returns its output.
    pub async fn run(&self, command: &StatsCommand) -> Result<String> {
        let report = self.count(command.days).await?;
        if command.json {
            serde_json::to_string(&report).map_err(Error::internal)
        } else {
            Ok(report.to_string())
        }
    }

    async fn count(&self, n_days: u16) -> Result<Report> {
        let reads = &self.database.reads;
        let now = self.clock.now();
        let month = month_of(now);
        let files = counts::count_files(reads).await?;
        let files = files.into_iter().map(|(purpose, counts)| {
            let files = Files {
                count: counts.files,
                bytes: counts.bytes,
                unattached: counts.unattached,
            };
            (purpose, files)
        });
        let mut accounts = counts::count_accounts(reads).await?;
        for status in ReviewStatus::WORDS {
            accounts.entry((*status).to_owned()).or_default();
        }
        let (all, open) = counts::count_matches(reads).await?;
        let counted = self.count_waiting().await?;
        let waiting = counted.queues.iter().map(|queue| Waiting {
            queue: queue.name,
            count: queue.n_waiting,
            overdue: queue.n_overdue,
            oldest_seconds: queue.oldest_s,
        });
        Ok(Report {
            at: rfc_3339(now),
            time_zone: self.time_zone.name(),
            accounts,
            waiting: waiting.collect(),
            introductions: counts::count_introductions(reads).await?,
            answers: counts::count_answers(reads).await?,
            matches: Matches { all, open },
            notes: counts::count_notes(reads).await?,
            line_messages: LineMessageReport {
                all: month::find(reads, &month.name).await?.n_messages,
                outcomes: counts::count_messages(reads, month.starts_at_ms).await?,
                month: month.name,
            },
            appeals: counts::count_cases(reads, CaseKind::Appeal.as_str()).await?,
            reports: counts::count_reports(reads).await?,
            files: files.collect(),
            days: self.count_days(n_days).await?,
        })
    }

    async fn count_days(&self, n_days: u16) -> Result<Vec<DayReport>> {
        let today = self.clock.today(self.time_zone);
        let first = today - Days::new(n_days.into());
        // The last bound is the end of today.
        let days: Vec<NaiveDate> = first.iter_days().take(usize::from(n_days) + 2).collect();
        let bounds: Vec<Millis> = days
            .iter()
            .map(|day| Millis::from(start_of(*day, self.time_zone)))
            .collect();
        let counted = counts::count_days(&self.database.reads, &bounds).await?;
        let days = days.into_iter().zip(counted).map(|(day, counts)| {
            let DayCounts {
                registrations,
                introductions,
                yes,
                no,
                matches,
                notes,
            } = counts;
            DayReport {
                day,
                registrations,
                introductions,
                yes,
                no,
                matches,
                notes,
            }
        });
        Ok(days.rev().collect())
    }
}
