//! The table of all metrics, with the text that Prometheus shows beside each.

use crate::store::STATEMENT_DURATION;

/// The type of a metric in Prometheus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number that only grows while the process runs.
    Counter,
    /// A number that can grow and shrink.
    Gauge,
    /// Durations in buckets.
    Histogram,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Metric {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "a test compares them with the page for operators")
    )]
    pub(super) labels: &'static [&'static str],
    pub(super) about: &'static str,
}

const fn counter(
    name: &'static str,
    labels: &'static [&'static str],
    about: &'static str,
) -> Metric {
    Metric {
        name,
        kind: Kind::Counter,
        labels,
        about,
    }
}

const fn gauge(name: &'static str, labels: &'static [&'static str], about: &'static str) -> Metric {
    Metric {
        name,
        kind: Kind::Gauge,
        labels,
        about,
    }
}

const fn histogram(
    name: &'static str,
    labels: &'static [&'static str],
    about: &'static str,
) -> Metric {
    Metric {
        name,
        kind: Kind::Histogram,
        labels,
        about,
    }
}

/// All metrics. A test compares the table in `docs/monitoring` with it, and looks for the names that the dashboard and
/// the alerts use.
pub(super) const METRICS: &[Metric] = &[
    counter(super::REGISTRATIONS, &[], "New accounts."),
    counter(
        super::DECISIONS,
        &["action"],
        "Decisions of reviewers in the console that took effect.",
    ),
    counter(
        super::OPENINGS_REFUSED,
        &[],
        "Files that a reviewer could not open, and cases that they could not claim, because of the limits of an hour.",
    ),
    counter(
        super::INTRODUCTIONS,
        &[],
        "New introductions of two members to each other.",
    ),
    counter(
        super::ANSWERS,
        &["answer"],
        "Answers to introductions. A no that becomes a yes counts as both.",
    ),
    counter(super::MATCHES, &[], "Pairs of members who both said yes."),
    counter(super::NOTES, &[], "Notes that members sent to each other."),
    counter(
        super::LINE_MESSAGES,
        &["outcome"],
        "Messages in LINE that need no further try: `accepted` by LINE, `read` by the member before, `refused` by \
         LINE, `over_quota`, or `given_up` after 23 hours.",
    ),
    counter(
        super::LINE_FAILURES,
        &["kind"],
        "Rounds of messages that ended because LINE refused the `access_token` or was `out_of_reach`.",
    ),
    gauge(
        "enmusubi_line_messages_left",
        &[],
        "Messages in LINE that the server may still send in this month, as of its latest message.",
    ),
    gauge(
        "enmusubi_waiting",
        &["queue"],
        "Open cases of reviewers by their kind, members who wait for `INTRODUCTION` before the next daily set, and \
         messages of `LINE_MESSAGE` that wait for a try.",
    ),
    gauge(
        "enmusubi_waiting_overdue",
        &["queue"],
        "Cases of reviewers among these whose time to be decided is over.",
    ),
    gauge(
        "enmusubi_waiting_oldest_seconds",
        &["queue"],
        "The time for which the oldest of these has waited, or 0.",
    ),
    gauge(
        "enmusubi_introduction_set_timestamp_seconds",
        &[],
        "The moment at which the latest daily set of introductions was complete.",
    ),
    gauge(
        "enmusubi_counted_timestamp_seconds",
        &[],
        "The moment at which the server counted the rows that wait. It counts at most once a minute, when Prometheus \
         reads the metrics.",
    ),
    counter(
        super::JOB_FAILURES,
        &["task"],
        "Failures of background jobs and of single rows in them, which are tried again later. The page lists the jobs.",
    ),
    gauge(
        "enmusubi_job_degraded",
        &["task"],
        "1 while the last round of a job has failed, rows of the job wait for another try, or no round ends; otherwise 0.",
    ),
    gauge(
        "enmusubi_job_success_timestamp_seconds",
        &["task"],
        "The moment at which a round of the job last ended without a failure of the job.",
    ),
    gauge(
        "enmusubi_job_failure_timestamp_seconds",
        &["task"],
        "The moment at which a round of the job last failed.",
    ),
    counter(
        "enmusubi_http_requests_total",
        &["method", "route", "status"],
        "Answered requests.",
    ),
    counter(
        super::REFUSALS,
        &["code"],
        "Answers with an error code, such as `E500` for a fault of the server and `E503` for a service that does not \
         answer.",
    ),
    histogram(
        super::DURATION,
        &["method", "route"],
        "The time from the head of a request to its answer.",
    ),
    histogram(
        STATEMENT_DURATION,
        &["step"],
        "The time of a step in the database: `begin` waits for a connection or for the one writer of SQLite, \
         `statement` runs, and `commit` waits for the disk.",
    ),
    gauge(
        "enmusubi_database_connections",
        &["pool", "state"],
        "Open connections to the database. On PostgreSQL both pools are one.",
    ),
    gauge(
        "enmusubi_under_way",
        &["kind"],
        "Requests, uploads and decodes of pictures that run at the moment.",
    ),
    counter(
        "enmusubi_log_lines_lost_total",
        &[],
        "Lines of the log that could not be written.",
    ),
    gauge(
        "enmusubi_build_info",
        &["version"],
        "Always 1. The label has the version of the server.",
    ),
    gauge(
        "process_start_time_seconds",
        &[],
        "The moment at which the process started.",
    ),
];
