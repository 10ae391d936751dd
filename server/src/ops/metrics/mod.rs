//! The metrics for the operator. Every label has a fixed list of values, so the number of series is
//! bounded and no series is about a person.
//!
//! The functions do nothing before [`install`]. The table of `names` has all metrics, and `docs/monitoring` explains
//! them.

mod names;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use enmusubi_core::review::CaseAction;
use enmusubi_core::service::Answer;
use metrics::{
    Gauge, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use self::names::{Kind, METRICS};
use crate::clock::Millis;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::log;
use crate::store::line::message::Outcome;
use crate::store::{Database, STATEMENT_DURATION};

const DURATION: &str = "enmusubi_http_request_duration_seconds";
/// The first bucket fits a response from memory, and the last is the longest timeout.
const DURATION_BUCKETS_S: [f64; 11] = [
    0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0,
];
/// The first bucket fits a search of an index, and the last is the longest wait for SQLite's lock.
const STATEMENT_BUCKETS_S: [f64; 9] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

const REGISTRATIONS: &str = "enmusubi_registrations_total";
const INTRODUCTIONS: &str = "enmusubi_introductions_total";
const ANSWERS: &str = "enmusubi_answers_total";
const MATCHES: &str = "enmusubi_matches_total";
const NOTES: &str = "enmusubi_notes_total";
const DECISIONS: &str = "enmusubi_decisions_total";
const OPENINGS_REFUSED: &str = "enmusubi_openings_refused_total";
const LINE_MESSAGES: &str = "enmusubi_line_messages_total";
const LINE_FAILURES: &str = "enmusubi_line_failures_total";
const REFUSALS: &str = "enmusubi_http_refusals_total";
const JOB_FAILURES: &str = "enmusubi_job_failures_total";

/// A process has one recorder, because the metrics describe the process.
static HANDLE: LazyLock<Result<PrometheusHandle, BuildError>> = LazyLock::new(|| {
    let statements = Matcher::Full(STATEMENT_DURATION.to_owned());
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &DURATION_BUCKETS_S)?
        .set_buckets_for_metric(statements, &STATEMENT_BUCKETS_S)?
        .install_recorder()?;
    describe_all();
    begin_at_zero();
    gauge!("enmusubi_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    gauge!("process_start_time_seconds").set(since_1970.unwrap_or_default().as_secs_f64());
    Ok(handle)
});

/// Installs the recorder. The caller renders the metrics with the handle, and must run its upkeep every
/// few seconds.
pub(crate) fn install() -> Result<&'static PrometheusHandle> {
    HANDLE
        .as_ref()
        .map_err(|error| Error::internal(error.to_string()))
}

fn describe_all() {
    for metric in METRICS {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.about),
            Kind::Gauge => describe_gauge!(metric.name, metric.about),
            Kind::Histogram => describe_histogram!(metric.name, metric.about),
        }
    }
}

/// Shows the counters before their first event. Prometheus sees no increase in a series that begins with 1.
fn begin_at_zero() {
    for name in [
        REGISTRATIONS,
        INTRODUCTIONS,
        MATCHES,
        NOTES,
        OPENINGS_REFUSED,
    ] {
        counter!(name).absolute(0);
    }
    for answer in Answer::WORDS {
        counter!(ANSWERS, "answer" => *answer).absolute(0);
    }
    for action in CaseAction::WORDS {
        counter!(DECISIONS, "action" => *action).absolute(0);
    }
    for code in ErrorCode::WORDS {
        counter!(REFUSALS, "code" => *code).absolute(0);
    }
    for outcome in Outcome::ALL {
        counter!(LINE_MESSAGES, "outcome" => outcome.as_str()).absolute(0);
    }
    for failure in [LineFailure::AccessToken, LineFailure::OutOfReach] {
        counter!(LINE_FAILURES, "kind" => failure.as_str()).absolute(0);
    }
    for job in JobName::ALL {
        counter!(JOB_FAILURES, "task" => job.as_str()).absolute(0);
    }
}

/// Records a response. `route` is the pattern of the path, and `code` the error code of a refusal.
pub(crate) fn answered(
    method: &'static str,
    route: &str,
    status: u16,
    code: Option<&'static str>,
    took: Duration,
) {
    let route = route.to_owned();
    counter!(
        "enmusubi_http_requests_total",
        "method" => method, "route" => route.clone(), "status" => status.to_string(),
    )
    .increment(1);
    histogram!(DURATION, "method" => method, "route" => route).record(took);
    if let Some(code) = code {
        counter!(REFUSALS, "code" => code).increment(1);
    }
}

/// Counts `n` new accounts.
pub(crate) fn registered(n: usize) {
    counter!(REGISTRATIONS).increment(n as u64);
}

/// Counts `n` new introductions of two members to each other.
pub(crate) fn introduced(n: usize) {
    counter!(INTRODUCTIONS).increment(n as u64);
}

/// Counts a member's answer to an introduction. A no that becomes a yes counts as both.
pub(crate) fn answered_introduction(answer: Answer, is_match: bool) {
    counter!(ANSWERS, "answer" => answer.as_str()).increment(1);
    if is_match {
        counter!(MATCHES).increment(1);
    }
}

/// Counts a note of a conversation.
pub(crate) fn sent_note() {
    counter!(NOTES).increment(1);
}

/// Counts a decision of a reviewer that has taken effect.
pub(crate) fn decided(action: CaseAction) {
    counter!(DECISIONS, "action" => action.as_str()).increment(1);
}

/// Counts a file that a reviewer could not open, or a case that the reviewer could not claim, because of an hourly
/// limit.
pub(crate) fn refused_opening() {
    counter!(OPENINGS_REFUSED).increment(1);
}

/// Counts a message in LINE that needs no further try.
pub(crate) fn settled_line_message(outcome: Outcome) {
    counter!(LINE_MESSAGES, "outcome" => outcome.as_str()).increment(1);
}

/// Records the messages in LINE that the server may still send in this month.
pub(crate) fn line_messages_left(n: i64) {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a number of messages is far below 2^53"
    )]
    gauge!("enmusubi_line_messages_left").set(n as f64);
}

/// The reason why LINE took no message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LineFailure {
    /// LINE refuses the channel's access token.
    AccessToken,
    /// LINE did not answer.
    OutOfReach,
}

impl LineFailure {
    const fn as_str(self) -> &'static str {
        match self {
            Self::AccessToken => "access_token",
            Self::OutOfReach => "out_of_reach",
        }
    }
}

/// Counts a round of messages that LINE ended.
pub(crate) fn line_failed(failure: LineFailure) {
    counter!(LINE_FAILURES, "kind" => failure.as_str()).increment(1);
}

/// The name of a background job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JobName {
    /// The claims of reviewers that lapse.
    Claims,
    /// The files that no profile uses, the documents whose time is over, and the memory of old pictures.
    Files,
    /// The introductions.
    Introductions,
    /// The messages in LINE.
    LineMessages,
    /// The records of old messages and events of LINE.
    LineRecords,
    /// The old entries of the news.
    News,
    /// The traces of deleted rows in the database's log.
    Purge,
    /// The answers of made-up people.
    Replies,
    /// The stored answers of calls.
    Responses,
    /// The review data whose time is over.
    Retention,
    /// The expired sessions, links and challenges of reviewers.
    Reviewers,
    /// The decisions that take effect.
    Reviews,
    /// The expired sessions of members.
    Sessions,
    /// The expired codes and mailboxes.
    WorkEmails,
}

impl JobName {
    const ALL: [Self; 14] = [
        Self::Claims,
        Self::Files,
        Self::Introductions,
        Self::LineMessages,
        Self::LineRecords,
        Self::News,
        Self::Purge,
        Self::Replies,
        Self::Responses,
        Self::Retention,
        Self::Reviewers,
        Self::Reviews,
        Self::Sessions,
        Self::WorkEmails,
    ];

    /// Returns the name in the metrics, in `/readyz` and in the log.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Claims => "claims",
            Self::Files => "files",
            Self::Introductions => "introductions",
            Self::LineMessages => "line_messages",
            Self::LineRecords => "line_records",
            Self::News => "news",
            Self::Purge => "purge",
            Self::Replies => "replies",
            Self::Responses => "responses",
            Self::Retention => "retention",
            Self::Reviewers => "reviewers",
            Self::Reviews => "reviews",
            Self::Sessions => "sessions",
            Self::WorkEmails => "work_emails",
        }
    }
}

/// Counts a failure of a background job or of one of its rows, which the job tries again later.
pub(crate) fn job_failed(job: JobName) {
    counter!(JOB_FAILURES, "task" => job.as_str()).increment(1);
}

/// Counts one more operation of this kind as running until the guard is dropped.
pub(crate) fn under_way(kind: &'static str) -> UnderWay {
    let gauge = gauge!("enmusubi_under_way", "kind" => kind);
    gauge.increment(1.0);
    UnderWay(gauge)
}

/// A guard for a running operation.
#[derive(Debug)]
pub(crate) struct UnderWay(Gauge);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}

/// A line of people, cases or messages that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Queue {
    pub(crate) name: &'static str,
    pub(crate) n_waiting: u64,
    /// The number of people, cases or messages whose time is over. Only cases of reviewers have a time.
    pub(crate) n_overdue: u64,
    /// The time for which the oldest has waited, or 0.
    pub(crate) oldest_s: u64,
}

/// Records the queues that the server counted in its tables, and the moments at which it counted them and finished the
/// latest daily set, in seconds since 1970.
pub(crate) fn counted(queues: &[Queue], at_s: f64, set_at_s: Option<f64>) {
    for queue in queues {
        let name = queue.name;
        gauge!("enmusubi_waiting", "queue" => name).set(exact(queue.n_waiting));
        gauge!("enmusubi_waiting_overdue", "queue" => name).set(exact(queue.n_overdue));
        gauge!("enmusubi_waiting_oldest_seconds", "queue" => name).set(exact(queue.oldest_s));
    }
    gauge!("enmusubi_counted_timestamp_seconds").set(at_s);
    if let Some(set_at_s) = set_at_s {
        gauge!("enmusubi_introduction_set_timestamp_seconds").set(set_at_s);
    }
}

/// Returns a time in milliseconds as Prometheus has it.
#[expect(
    clippy::cast_precision_loss,
    reason = "a time in milliseconds is far below 2^53"
)]
pub(crate) fn seconds(moment: Millis) -> f64 {
    moment.0 as f64 / 1000.0
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a number of rows or seconds is far below 2^53"
)]
fn exact(n: u64) -> f64 {
    n as f64
}

/// Records the state of a job and the times of its latest rounds, in milliseconds since 1970.
pub(crate) fn observe_job(
    job: JobName,
    is_degraded: bool,
    last_success_ms: Option<Millis>,
    last_failure_ms: Option<Millis>,
) {
    let name = job.as_str();
    gauge!("enmusubi_job_degraded", "task" => name).set(f64::from(u8::from(is_degraded)));
    if let Some(at_ms) = last_success_ms {
        gauge!("enmusubi_job_success_timestamp_seconds", "task" => name).set(seconds(at_ms));
    }
    if let Some(at_ms) = last_failure_ms {
        gauge!("enmusubi_job_failure_timestamp_seconds", "task" => name).set(seconds(at_ms));
    }
}

/// Records the open connections to the database and the lost lines of the log.
pub(crate) fn observe(database: &Database) {
    counter!("enmusubi_log_lines_lost_total").absolute(log::n_lost_lines());
    for (pool, connections) in database.connections() {
        let busy = f64::from(connections.n_open) - f64::from(connections.n_idle);
        for (state, n) in [("idle", f64::from(connections.n_idle)), ("busy", busy)] {
            gauge!("enmusubi_database_connections", "pool" => pool, "state" => state).set(n);
        }
    }
}
